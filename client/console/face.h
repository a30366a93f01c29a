#pragma once

// What the full screen shows and acts on: a server's game, or a local one. Thread: the owner's.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/console/local_table.h"
#include "client/console/script.h"
#include "client/console/session_loop.h"

namespace tianyuan::console {

class Face {
 public:
  virtual ~Face() = default;
  virtual const State& state() const = 0;
  virtual void submit(const std::string& line) = 0;
  virtual void step() = 0;  // does what is due
  virtual std::vector<Notice> take_notices() = 0;
  virtual int wake_fd() const = 0;  // -1: nothing comes by itself
  virtual std::optional<Millis> next_due_ms() const = 0;
  virtual bool online() const = 0;
  virtual std::optional<int> exit_status() const = 0;  // set: it is over
};

class NetworkFace : public Face {
 public:
  explicit NetworkFace(SessionLoop& session) : session_(session) {}
  const State& state() const override { return session_.client().state(); }
  void submit(const std::string& line) override { script_.add_line(line); }
  void step() override;
  std::vector<Notice> take_notices() override { return std::exchange(notices_, {}); }
  int wake_fd() const override { return session_.wake_fd(); }
  std::optional<Millis> next_due_ms() const override;
  bool online() const override { return session_.online(); }
  std::optional<int> exit_status() const override;

 private:
  void collect();
  SessionLoop& session_;
  Script script_;
  std::vector<Notice> notices_;
};

class LocalFace : public Face {
 public:
  LocalFace(LocalTable table, Language language);
  const State& state() const override { return state_; }
  void submit(const std::string& line) override;
  void step() override {}
  std::vector<Notice> take_notices() override { return std::exchange(notices_, {}); }
  int wake_fd() const override { return -1; }
  std::optional<Millis> next_due_ms() const override { return std::nullopt; }
  bool online() const override { return true; }
  std::optional<int> exit_status() const override;

 private:
  void refresh();
  LocalTable table_;
  Language language_;
  State state_;
  std::vector<Notice> notices_;
  bool quit_ = false;
};

}  // namespace tianyuan::console
