#pragma once

// What each HTTP path answers. Thread: any I/O thread.

#include "server/shell/config.h"
#include "server/shell/health.h"
#include "server/shell/http.h"
#include "server/shell/metrics.h"
#include "server/shell/queries.h"

namespace tianyuan::shell {

class Routes {
 public:
  Routes(const Config& config, Queries& queries, const Health& health, Metrics& metrics)
      : config_(config), queries_(queries), health_(health), metrics_(metrics) {}

  void handle(const HttpRequest& request, HttpReply reply);

 private:
  void admin(const HttpRequest& request, const HttpReply& reply);
  void ladder(const HttpRequest& request, HttpReply reply);
  void game(const HttpRequest& request, HttpReply reply);
  HttpResponse page(const HttpRequest& request) const;

  const Config& config_;
  Queries& queries_;
  const Health& health_;
  Metrics& metrics_;
};

}  // namespace tianyuan::shell
