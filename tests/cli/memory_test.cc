// The table of what gradients take: whole outputs, and agreement with what training says.
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;
using MemoryProgram = ProgramTest;

// Three sequences of 2, 1 and 3 tokens, two labels. The attributes a and b are twins; c is on the
// last two tokens, d on the first. All features: (4 attributes + 2 labels) * 2 labels = 12 weights.
constexpr char kText[] =
    "X\ta\tb\td\nY\ta\tb\n\n"
    "X\ta\tb\n\n"
    "Y\ta\tb\nX\tc\nX\tc\n\n";

TEST_F(MemoryProgram, CountsByHand) {
  Write("train.txt", kText);
  // naive      3 gradients of 12, or 10 with the twins as one
  // sparse     (a b d transitions) 6 + 4, (a b) 4, (a b c transitions) 6 + 4; merged 8, 2, 8
  // marginals  (2 + 1 + 3) * 2 + (1 + 0 + 2) * 4
  // mixed      (2 + 1 + 3) * 2 + 2 * 4
  EXPECT_EQ(Output("sagitta memory --features all train.txt"),
            "gradients        3 of 3 sequences\n"
            "weights          12, twins merged 10\n"
            "\n"
            "             of naive                         twins merged\n"
            "naive               1    144 bytes            1    120 bytes\n"
            "sparse           0.67     96 bytes          0.6     72 bytes\n"
            "marginals        0.67     96 bytes          0.8     96 bytes\n"
            "mixed            0.56     80 bytes         0.67     80 bytes\n");
}

TEST_F(MemoryProgram, CountsObservedFeaturesBatchesAndDoubles) {
  Write("train.txt", kText);
  // Observed are aX aY bX bY cX dX, and of the transitions XY YX XX: 9 weights.
  EXPECT_EQ(Output("sagitta memory --transitions observed --batch 2 --precision double train.txt"),
            "gradients        2 of 3 sequences\n"
            "weights          9, twins merged 7\n"
            "\n"
            "             of naive                         twins merged\n"
            "naive               1    144 bytes            1    112 bytes\n"
            "sparse           0.89    128 bytes         0.86     96 bytes\n"
            "marginals         1.3    192 bytes          1.7    192 bytes\n"
            "mixed             1.1    160 bytes          1.4    160 bytes\n");
}

TEST_F(MemoryProgram, SpeaksJson) {
  Write("train.txt", kText);
  EXPECT_EQ(Json::parse(Output("sagitta memory --json --features all train.txt")),
            Json::parse(R"({"sequences": 3, "gradients": 3,
      "published": {"weights": 12,
        "naive": {"values": 36, "bytes": 144, "fraction": 1.0},
        "sparse": {"values": 24, "bytes": 96, "fraction": 0.6666666666666666},
        "marginals": {"values": 24, "bytes": 96, "fraction": 0.6666666666666666},
        "mixed": {"values": 20, "bytes": 80, "fraction": 0.5555555555555556}},
      "twins_merged": {"weights": 10,
        "naive": {"values": 30, "bytes": 120, "fraction": 1.0},
        "sparse": {"values": 18, "bytes": 72, "fraction": 0.6},
        "marginals": {"values": 24, "bytes": 96, "fraction": 0.8},
        "mixed": {"values": 20, "bytes": 80, "fraction": 0.6666666666666666}}})"));
}

// What the table promises is what training takes, and all forms train the same model.
TEST_F(MemoryProgram, IsWhatTrainingTakes) {
  Output("sagitta synth chunk -n 60 -o train.txt; sagitta synth chunk --template -o template");
  const Json table = Json::parse(Output("sagitta memory --json -t template train.txt"));
  for (const std::string twins : {"off", "on"}) {
    for (const std::string form : {"naive", "sparse", "marginals", "mixed"}) {
      Output("sagitta train -q --passes 2 --log log -t template train.txt -m model --memory " +
             form + " --merge-twins " + twins);
      const Json start = Json::parse(Lines(Read("log")).front());
      EXPECT_EQ(start.at("memory_bytes"),
                table.at(twins == "on" ? "twins_merged" : "published").at(form).at("bytes"))
          << form;
    }
  }
}

TEST_F(MemoryProgram, ReadsStandardInputAndSeveralFiles) {
  Write("train.txt", kText);
  const std::string once = Output("sagitta memory train.txt");
  EXPECT_EQ(Output("sagitta memory - <train.txt"), once);
  EXPECT_EQ(Output("sagitta memory train.txt train.txt").substr(0, 34),
            "gradients        6 of 6 sequences\n");
}

TEST_F(MemoryProgram, RefusesByName) {
  Write("train.txt", kText);
  ExpectFailure("sagitta memory", 2, "no FILE to count; - is standard input");
  ExpectFailure("sagitta memory --features some train.txt", 2,
                "features: found 'some', expected one of observed, all");
  ExpectFailure("sagitta memory --batch 0 train.txt", 2, "batch: found '0', expected");
  ExpectFailure("sagitta memory --batch 10001 train.txt", 2,
                "expected a whole number from 1 to 10000");
  ExpectFailure("sagitta memory absent.txt", 1, "absent.txt");
  ExpectFailure("sagitta train -m model --memory dense train.txt", 2,
                "memory: found 'dense', expected naive, sparse, marginals or mixed");
}

}  // namespace
}  // namespace sagitta::cli_testing
