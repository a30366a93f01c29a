#pragma once

// The certificate and key for wss and https; re-read when the files change, so that a renewed
// certificate needs no restart. Connections keep the one that they began with.
// Thread: any.

#include <boost/asio/ssl/context.hpp>
#include <expected>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

namespace tianyuan::shell {

class TlsContext {
 public:
  // What is wrong with the files.
  static std::expected<std::shared_ptr<TlsContext>, std::string> load(std::string certificate,
                                                                      std::string key);

  // Valid as long as this object lives: older ones are kept.
  boost::asio::ssl::context& current();

  // Reads the files again if they changed since; a bad pair is reported and the old one stays.
  // Answers what is wrong, empty: nothing.
  std::string reload_if_changed();

 private:
  using Context = std::unique_ptr<boost::asio::ssl::context>;
  TlsContext(std::string certificate, std::string key)
      : certificate_(std::move(certificate)), key_(std::move(key)) {}
  std::expected<Context, std::string> read() const;
  std::filesystem::file_time_type changed() const;

  const std::string certificate_;
  const std::string key_;
  std::mutex mutex_;
  std::filesystem::file_time_type read_at_{};
  // A context holds a few kilobytes and changes some times a year; connections point into it.
  std::vector<Context> contexts_;
};

}  // namespace tianyuan::shell
