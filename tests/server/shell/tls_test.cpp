// wss and https: the certificate is served, a renewed one is taken up without a restart, and a
// broken one changes nothing.

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <thread>

#include "running_server.h"

using namespace tianyuan::shell;

namespace {

// A self-signed pair for `name`, as PEM files.
void write_pair(const std::string& name, const std::string& certificate, const std::string& key) {
  EVP_PKEY* pair = EVP_EC_gen("P-256");
  X509* x509 = X509_new();
  X509_set_version(x509, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
  X509_gmtime_adj(X509_getm_notBefore(x509), 0);
  X509_gmtime_adj(X509_getm_notAfter(x509), 86'400);
  X509_set_pubkey(x509, pair);
  X509_NAME* subject = X509_get_subject_name(x509);
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(x509, subject);
  X509_sign(x509, pair, EVP_sha256());
  std::FILE* file = std::fopen((key + ".new").c_str(), "w");
  PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  file = std::fopen((certificate + ".new").c_str(), "w");
  PEM_write_X509(file, x509);
  std::fclose(file);
  std::filesystem::rename(key + ".new", key);
  std::filesystem::rename(certificate + ".new", certificate);
  X509_free(x509);
  EVP_PKEY_free(pair);
}

// One request over TLS: whose certificate it was, and the answer.
struct Answer {
  std::string name;
  std::string text;
};
Answer ask(std::uint16_t port, const std::string& request) {
  RawClient client(port);
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL* ssl = SSL_new(context);
  SSL_set_fd(ssl, client.native());
  Answer answer;
  if (SSL_connect(ssl) == 1) {
    X509* x509 = SSL_get1_peer_certificate(ssl);
    char name[100] = "";
    X509_NAME_get_text_by_NID(X509_get_subject_name(x509), NID_commonName, name, sizeof name);
    answer.name = name;
    X509_free(x509);
    SSL_write(ssl, request.data(), static_cast<int>(request.size()));
    char bytes[4'096];
    const int got = SSL_read(ssl, bytes, sizeof bytes);
    if (got > 0) answer.text.assign(bytes, static_cast<std::size_t>(got));
  }
  SSL_free(ssl);
  SSL_CTX_free(context);
  return answer;
}

const std::string kGet = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

// A folder for the pair, gone afterwards.
struct Pair {
  Pair() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tianyuan-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    certificate = folder + "/cert.pem";
    key = folder + "/key.pem";
  }
  ~Pair() { std::filesystem::remove_all(folder); }
  std::string folder, certificate, key;
};

}  // namespace

TEST_CASE("https and wss, and a certificate renewed while the server runs") {
  Pair pair;
  write_pair("first.example", pair.certificate, pair.key);
  Config config;
  config.tls_certificate = pair.certificate;
  config.tls_key = pair.key;
  RunningServer server(config);

  const auto page = ask(server.port(), kGet);
  CHECK(page.name == "first.example");
  CHECK(page.text.starts_with("HTTP/1.1 200"));
  CHECK(ask(server.port(), kUpgrade).text.starts_with("HTTP/1.1 101"));

  // Plain words on the TLS port lead nowhere, and harm nobody.
  RawClient plain(server.port());
  plain.send(kGet);
  while (plain.read_more()) {
  }

  // A new pair; file times may be as coarse as a tick.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  write_pair("second.example", pair.certificate, pair.key);
  while (ask(server.port(), kGet).name != "second.example") {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  // A broken one: the last good one stays.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  {
    std::FILE* file = std::fopen(pair.certificate.c_str(), "w");
    std::fclose(file);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1'500));
  CHECK(ask(server.port(), kGet).name == "second.example");
}

TEST_CASE("a pair that does not fit is refused at start") {
  Pair pair;
  write_pair("first.example", pair.certificate, pair.key);
  write_pair("other.example", pair.folder + "/other.pem", pair.key);
  Config config;
  config.tls_certificate = pair.certificate;
  config.tls_key = pair.key;
  CHECK_THROWS_WITH(RunningServer(config), Catch::Contains("key"));
  config.tls_certificate = pair.folder + "/nowhere.pem";
  CHECK_THROWS(RunningServer(config));
}
