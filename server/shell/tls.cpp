#include "server/shell/tls.h"

#include <algorithm>

namespace tianyuan::shell {

namespace ssl = boost::asio::ssl;

std::filesystem::file_time_type TlsContext::changed() const {
  std::error_code ignored;
  const auto certificate = std::filesystem::last_write_time(certificate_, ignored);
  const auto key = std::filesystem::last_write_time(key_, ignored);
  return std::max(certificate, key);
}

std::expected<TlsContext::Context, std::string> TlsContext::read() const {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                           ssl::context::no_sslv3 | ssl::context::no_tlsv1 |
                           ssl::context::no_tlsv1_1,
                       error);
  context->use_certificate_chain_file(certificate_, error);
  if (error) return std::unexpected(certificate_ + ": " + error.message());
  context->use_private_key_file(key_, ssl::context::pem, error);
  if (error) return std::unexpected(key_ + ": " + error.message());
  if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
    return std::unexpected(key_ + " is not the key of " + certificate_);
  }
  return context;
}

std::expected<std::shared_ptr<TlsContext>, std::string> TlsContext::load(std::string certificate,
                                                                         std::string key) {
  std::shared_ptr<TlsContext> tls(new TlsContext(std::move(certificate), std::move(key)));
  const auto at = tls->changed();
  auto context = tls->read();
  if (!context) return std::unexpected(context.error());
  tls->contexts_.push_back(std::move(*context));
  tls->read_at_ = at;
  return tls;
}

ssl::context& TlsContext::current() {
  const std::lock_guard lock(mutex_);
  return *contexts_.back();
}

std::string TlsContext::reload_if_changed() {
  const auto at = changed();
  const std::lock_guard lock(mutex_);
  if (at == read_at_) return {};
  read_at_ = at;
  auto context = read();
  if (!context) return context.error();
  contexts_.push_back(std::move(*context));
  return {};
}

}  // namespace tianyuan::shell
