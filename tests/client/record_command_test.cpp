#include "client/console/record_command.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace tianyuan::console;

namespace {

// A folder of its own for each case, gone at its end.
struct Folder {
  std::string path;
  std::vector<std::string> files;
  std::ostringstream out;
  std::ostringstream err;

  Folder() {
    char name[] = "/tmp/tianyuan-record-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path = name;
  }
  ~Folder() {
    for (const std::string& file : files) std::remove(file.c_str());
    std::remove(path.c_str());
  }
  std::string file(const std::string& name) {
    files.push_back(path + "/" + name);
    return files.back();
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string made = file(name);
    std::ofstream(made, std::ios::binary) << text;
    return made;
  }
  static std::string read(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  int run(const std::vector<std::string>& args) {
    out.str("");
    err.str("");
    return run_record(args, out, err);
  }
};

}  // namespace

TEST_CASE("A record goes through every format and comes back the same") {
  Folder folder;
  const std::string moves = folder.write("a.txt", "h8h9j10i7o15\n");
  const std::string sgf = folder.file("a.sgf");
  const std::string psq = folder.file("a.psq");
  const std::string back = folder.file("b.txt");
  CHECK(folder.run({"convert", moves, sgf}) == 0);
  CHECK(folder.run({"convert", sgf, psq}) == 0);
  CHECK(folder.run({"convert", psq, back}) == 0);
  CHECK(folder.err.str().empty());
  CHECK(Folder::read(back) == "h8h9j10i7o15\n");
}

TEST_CASE("A pass is kept in SGF and refused by psq, with the reason and without a file") {
  Folder folder;
  const std::string moves = folder.write("a.txt", "h8h9--i7");
  const std::string sgf = folder.file("a.sgf");
  const std::string psq = folder.file("a.psq");
  const std::string back = folder.file("b.txt");
  CHECK(folder.run({"convert", moves, sgf}) == 0);
  CHECK(folder.run({"convert", sgf, back}) == 0);
  CHECK(Folder::read(back) == "h8h9--i7\n");
  CHECK(folder.run({"convert", moves, psq}) == 1);
  CHECK(folder.err.str().find("pass") != std::string::npos);
  CHECK_FALSE(std::ifstream(psq).is_open());
}

TEST_CASE("Faulty input is refused with its place and leaves the old file alone") {
  Folder folder;
  const std::string bad = folder.write("bad.txt", "h8\nz9");
  const std::string old = folder.write("old.sgf", "old");
  CHECK(folder.run({"convert", bad, old}) == 1);
  CHECK(folder.err.str().find("line 2") != std::string::npos);
  CHECK(Folder::read(old) == "old");
  CHECK(folder.run({"convert", folder.path + "/none", old}) == 1);
  CHECK(folder.run({"convert", folder.write("a.txt", "h8"), folder.path + "/a.doc"}) == 1);
  CHECK(folder.run({"convert", folder.path + "/a.txt", folder.path + "/no/a.sgf"}) == 1);
  CHECK(folder.run({"convert", bad}) == 2);
  CHECK(folder.run({}) == 2);
  CHECK(folder.run({"--help"}) == 0);
}

TEST_CASE("Show draws the diagram with numbers, and a file cannot speak to the terminal") {
  Folder folder;
  const std::string sgf =
      folder.write("a.sgf", "(;FF[4]GM[4]SZ[15]PB[a\x1b[2Jb]PW[w\\]w]RE[B+R];B[hh];W[hg])");
  REQUIRE(folder.run({"show", sgf}) == 0);
  const std::string shown = folder.out.str();
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.starts_with("record black="));
  CHECK(shown.find("result=B+R") != std::string::npos);
  CHECK(shown.find("①") != std::string::npos);
  REQUIRE(folder.run({"show", sgf, "--ascii"}) == 0);
  CHECK(folder.out.str().find("x1") != std::string::npos);
}
