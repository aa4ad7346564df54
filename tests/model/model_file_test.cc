// Model files: the round trip, and every way in which a file can be damaged.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <random>
#include <thread>

#include "model/model_data.h"
#include "model/model_format.h"
#include "model/small_model.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

class ModelFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    path_ = testing::TempDir() + "model_file_test_" + test;
    SmallModel().Build(Precision::kFloat)->Save(path_);
    bytes_ = ReadBytes(path_);
    ASSERT_GT(bytes_.size(), sizeof(ModelHeader));
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// Removes first: some file systems wait for the disk when a file is truncated and written again.
  void Put(const std::string& bytes) {
    std::filesystem::remove(path_);
    WriteBytes(path_, bytes);
  }

  /// What Load says about a file with these contents; empty when it likes it.
  std::string Complaint(const std::string& bytes) {
    Put(bytes);
    try {
      ModelData::Load(path_);
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_EQ(error.where().file, path_);
      return error.what();
    }
  }

  std::string path_;
  std::string bytes_;
};

SectionEntry Entry(const std::string& bytes, Section section) {
  ModelHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header.table[static_cast<std::size_t>(section)];
}

/// Overwrites element `index` of a section and reseals.
template <class T>
std::string With(std::string bytes, Section section, std::size_t index, T value) {
  std::memcpy(bytes.data() + Entry(bytes, section).offset + index * sizeof(T), &value, sizeof(T));
  Reseal(bytes);
  return bytes;
}

/// Overwrites a number in the header and reseals.
std::string WithHeader(std::string bytes, std::size_t offset, std::uint32_t value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
  Reseal(bytes);
  return bytes;
}

void ExpectSameNames(const DictionaryView& a, const DictionaryView& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::uint32_t id = 0; id < a.size(); ++id) {
    EXPECT_EQ(a.Name(id), b.Name(id));
    EXPECT_EQ(b.Find(a.Name(id)), id);
  }
}

template <class Slot>
void ExpectSameRows(const ModelRows<Slot>& a, const ModelRows<Slot>& b) {
  EXPECT_TRUE(std::ranges::equal(a.begin, b.begin));
  EXPECT_TRUE(std::ranges::equal(a.slot, b.slot));
  EXPECT_TRUE(std::ranges::equal(a.weight32, b.weight32));
  EXPECT_TRUE(std::ranges::equal(a.weight64, b.weight64));
}

void ExpectSameModel(const ModelData& a, const ModelData& b) {
  ExpectSameNames(a.labels, b.labels);
  ExpectSameNames(a.node_names, b.node_names);
  ExpectSameNames(a.edge_names, b.edge_names);
  ExpectSameRows(a.node, b.node);
  ExpectSameRows(a.edge, b.edge);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.certificate.objective, b.certificate.objective);
  EXPECT_EQ(a.certificate.gradient_inf, b.certificate.gradient_inf);
  EXPECT_EQ(a.certificate.gradient_l2, b.certificate.gradient_l2);
  EXPECT_EQ(a.certificate.bound, b.certificate.bound);
  EXPECT_EQ(a.options.format, b.options.format);
  EXPECT_EQ(a.options.template_text, b.options.template_text);
  EXPECT_EQ(a.options.template_name, b.options.template_name);
}

/// Uses everything a loaded model offers, so that a sanitizer sees a view that leads outside.
double Exercise(const ModelData& model) {
  double sum = 0;
  for (const DictionaryView* names : {&model.labels, &model.node_names, &model.edge_names}) {
    for (const char* name : {"A", "n0", "n1", "n4", "e0", "", "unknown"}) {
      const std::uint32_t id = names->Find(name);
      if (id != kNoId) sum += static_cast<double>(names->Name(id).size());
    }
    for (std::uint32_t id = 0; id < names->size(); ++id) {
      for (const char c : names->Name(id)) sum += c;
    }
  }
  std::vector<double> node(model.labels.size()), edge(node.size() * node.size());
  for (std::uint64_t k = 0; k < model.node.weights(); ++k) {
    node[model.node.slot[k]] += model.node.Weight(k);
  }
  for (std::uint64_t k = 0; k < model.edge.weights(); ++k) {
    edge[model.edge.slot[k]] += model.edge.Weight(k);
  }
  for (const double x : node) sum += x;
  for (const double x : edge) sum += x;
  return sum;
}

TEST_F(ModelFileTest, RoundTrip) {
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    const auto built = SmallModel().Build(precision);
    built->Save(path_);
    const std::string first = ReadBytes(path_);
    const auto loaded = ModelData::Load(path_);
    ExpectSameModel(*built, *loaded);
    loaded->Save(path_);  // over the file it was read from
    EXPECT_EQ(ReadBytes(path_), first);
    ExpectSameModel(*built, *loaded);
  }
}

TEST_F(ModelFileTest, RoundTripOfAModelWithoutWeights) {
  SmallModel small;
  small.weights.assign(small.weights.size(), 0.0);
  small.settings.clear();
  small.options = {};
  const auto built = small.Build(Precision::kFloat);
  built->Save(path_);
  ExpectSameModel(*built, *ModelData::Load(path_));
}

TEST_F(ModelFileTest, RoundTripOfArbitraryBytes) {
  SmallModel small;
  const std::string odd("a\0\xff\n\t\x80", 6);
  small.names.node = Dictionary();
  for (const char* prefix : {"", "1", "2", "3", "4", "5"}) small.names.node.Intern(prefix + odd);
  small.settings[odd] = odd;
  const auto built = small.Build(Precision::kFloat);
  built->Save(path_);
  ExpectSameModel(*built, *ModelData::Load(path_));
}

TEST_F(ModelFileTest, SectionsAreAlignedAndPaddedWithZeroes) {
  ModelHeader header;
  std::memcpy(&header, bytes_.data(), HeaderSize(kChainVersion));
  std::uint64_t end = HeaderSize(kChainVersion);
  for (const SectionEntry& entry : std::span(header.table).first(SectionsOf(kChainVersion))) {
    EXPECT_EQ(entry.offset % kSectionAlignment, 0u);
    for (std::uint64_t k = end; k < entry.offset; ++k) EXPECT_EQ(bytes_[k], 0);
    end = entry.offset + entry.size;
  }
  EXPECT_EQ(AlignSectionOffset(end), bytes_.size());
}

TEST_F(ModelFileTest, EveryFlippedByteIsFound) {
  for (std::size_t k = 0; k < bytes_.size(); ++k) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      std::string altered = bytes_;
      altered[k] = static_cast<char>(altered[k] ^ mask);
      ASSERT_NE(Complaint(altered), "") << "byte " << k;
    }
  }
}

TEST_F(ModelFileTest, EveryTruncationIsFound) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    ASSERT_NE(Complaint(bytes_.substr(0, size)), "") << size << " bytes";
  }
}

TEST_F(ModelFileTest, EveryExtensionIsFound) {
  for (const std::size_t more : {1, 2, 63, 64, 65, 4096, 100000}) {
    EXPECT_NE(Complaint(bytes_ + std::string(more, '\0')), "") << more << " more bytes";
  }
  EXPECT_NE(Complaint(bytes_ + bytes_), "");
}

TEST_F(ModelFileTest, MessagesSayWhatIsWrong) {
  const std::string size = std::to_string(bytes_.size());
  EXPECT_EQ(Complaint(""), path_ + ": not a Sagitta model");
  EXPECT_EQ(Complaint("B-NP\tw=the\n"), path_ + ": not a Sagitta model");
  EXPECT_EQ(Complaint(bytes_.substr(0, 1000)),
            path_ + ": truncated: 1000 bytes, the header says " + size);
  EXPECT_EQ(Complaint(bytes_.substr(0, 100)),
            path_ + ": truncated: 100 bytes, the header alone has 400");
  EXPECT_EQ(Complaint(bytes_ + "x"), path_ + ": too long: " + std::to_string(bytes_.size() + 1) +
                                         " bytes, the header says " + size);
  std::string altered = bytes_;
  altered.back() = 1;
  EXPECT_EQ(Complaint(altered), path_ + ": checksum mismatch: the file was altered");
  altered = bytes_;
  altered[8] = 4;
  EXPECT_EQ(Complaint(altered), path_ +
                                    ": made by a newer version of Sagitta: the file has format "
                                    "4, this one reads format 3");
}

TEST_F(ModelFileTest, ContentsAreCheckedBehindTheChecksum) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto expect = [&](const std::string& bytes, const char* what) {
    EXPECT_EQ(Complaint(bytes), path_ + ": " + what);
  };
  EXPECT_EQ(Complaint(With(bytes_, Section::kNodeWeight, 0, 7.0f)), "");
  expect(With(bytes_, Section::kNodeWeight, 0, static_cast<float>(infinity)),
         "a weight is not finite");
  expect(With(bytes_, Section::kLabelOffsets, 0, std::uint64_t{1}), "offsets are out of order");
  expect(With(bytes_, Section::kLabelOffsets, 1, ~std::uint64_t{0}), "offsets are out of order");
  expect(With(bytes_, Section::kLabelOffsets, 3, std::uint64_t{9}), "offsets are out of order");
  expect(With(bytes_, Section::kNodeBegin, 1, std::uint64_t{5}), "offsets are out of order");
  expect(With(bytes_, Section::kNodeSlot, 2, std::uint16_t{3}),
         "a row's labels are out of order or unknown");
  expect(With(bytes_, Section::kNodeSlot, 1, std::uint16_t{0}),
         "a row's labels are out of order or unknown");
  expect(With(bytes_, Section::kEdgeSlot, 5, std::uint32_t{9}),
         "a row's labels are out of order or unknown");
  expect(With(bytes_, Section::kSettings, 0, ~std::uint64_t{0}), "the settings are truncated");
  expect(With(bytes_, Section::kSettings, 49, 'a'), "settings are out of order");  // "aethod"

  expect(With(bytes_, Section::kConstraints, 4, std::uint8_t{2}),
         "a constraint is neither 0 nor 1");
  EXPECT_EQ(Complaint(WithHeader(bytes_, offsetof(ModelHeader, template_language), 2)), "");
  expect(WithHeader(bytes_, offsetof(ModelHeader, template_language), 0),
         "unknown template language");
  expect(WithHeader(bytes_, offsetof(ModelHeader, template_language), 4),
         "unknown template language");
  expect(WithHeader(bytes_, offsetof(ModelHeader, reserved), 1), "a reserved field is not zero");
  expect(WithHeader(bytes_, offsetof(ModelHeader, input_format), 0), "unknown input format");
  expect(WithHeader(bytes_, offsetof(ModelHeader, input_format), 6), "unknown input format");
  expect(WithHeader(bytes_, offsetof(ModelHeader, input_format), 3),
         "column names and input format do not agree");

  std::string full = bytes_;  // a hash table without an empty slot would make a search endless
  const SectionEntry slots = Entry(full, Section::kNodeNameSlots);
  std::memset(full.data() + slots.offset, 0, slots.size);
  Reseal(full);
  expect(full, "a hash table has too many or too few entries");
  std::string unknown = bytes_;
  std::memset(unknown.data() + slots.offset, 0x7f, slots.size);
  Reseal(unknown);
  expect(unknown, "a hash table contains an unknown id");
}

TEST_F(ModelFileTest, TheSectionTableIsChecked) {
  for (std::size_t k = 0; k < SectionsOf(kChainVersion); ++k) {
    const SectionEntry entry = Entry(bytes_, static_cast<Section>(k));
    const std::uint64_t huge = ~std::uint64_t{0};
    for (const SectionEntry bad :
         {SectionEntry{entry.offset + 64, entry.size}, SectionEntry{0, entry.size},
          SectionEntry{huge - 63, entry.size}, SectionEntry{entry.offset, huge},
          SectionEntry{entry.offset, huge - entry.offset + 1}, SectionEntry{entry.offset, 1 << 30},
          SectionEntry{entry.offset, entry.size + 64}, SectionEntry{entry.offset, huge - 63}}) {
      std::string altered = bytes_;
      std::memcpy(altered.data() + 80 + 16 * k, &bad, sizeof(bad));
      Reseal(altered);
      EXPECT_NE(Complaint(altered), "") << "section " << k;
    }
  }
}

/// Random damage with a matching checksum: an error or a model that can be used.
TEST_F(ModelFileTest, HostileFilesDoNoHarm) {
  std::mt19937_64 rng(5);
  int loaded = 0;
  for (int round = 0; round < 6000; ++round) {
    const std::string altered = DamageAndReseal(bytes_, rng);
    Put(altered);
    try {
      Exercise(*ModelData::Load(path_));
      ++loaded;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(loaded, 100);  // otherwise the test does not reach what it is about
  EXPECT_LT(loaded, 5900);
}

TEST_F(ModelFileTest, WhatIsNotAFile) {
  for (const std::string& path : {path_ + ".missing", testing::TempDir()}) {
    try {
      ModelData::Load(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kSystem);
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(ModelData::Load("/dev/null"), Error);
  const auto model = ModelData::Load(path_);
  EXPECT_THROW(model->Save(testing::TempDir() + "no/such/directory/m"), Error);
}

TEST_F(ModelFileTest, APipeIsRead) {
  const std::string pipe = path_ + ".pipe";
  std::filesystem::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { WriteBytes(pipe, bytes_); });
  const auto loaded = ModelData::Load(pipe);
  writer.join();
  ExpectSameModel(*SmallModel().Build(Precision::kFloat), *loaded);
  std::filesystem::remove(pipe);
}

}  // namespace
}  // namespace sagitta::internal
