// Writes the figures of a page, which the page itself lists (sagittaPictures in main.js), as
// images.
#include "cli/pictures.h"

#include "cli/browser.h"
#include "cli/output.h"

namespace sagitta::cli {

std::vector<std::string> WritePictures(const std::string& page, const std::string& prefix) {
  Browser browser(std::chrono::seconds(180));
  browser.Open(page);
  std::vector<std::string> files;
  const nlohmann::ordered_json names = browser.Evaluate("sagittaPictures()");
  for (const std::string name : names) {
    const nlohmann::ordered_json place =
        browser.Evaluate("(() => { const r = document.getElementById('figure-" + name +
                         "').getBoundingClientRect();"
                         " return [r.x + scrollX, r.y + scrollY, r.width, r.height]; })()");
    Output output(prefix + name + ".png");
    output.Write(browser.Picture(place[0], place[1], place[2], place[3]));
    output.Finish();
    files.push_back(prefix + name + ".png");
  }
  return files;
}

}  // namespace sagitta::cli
