#include "db/internal/books.h"

namespace tianyuan::db {

using soci::into;

std::int64_t books_difference(soci::session& sql) {
  Integer in_all = 0, in_kind = 0, coins = 0, house = 0;
  sql << "SELECT coalesce(sum(abs(s.Score - coalesce(l.Total, 0))), 0) FROM TUserScore s "
         "LEFT JOIN (SELECT UserId, sum(Amount) AS Total FROM TScoreLedger "
         "WHERE Currency = 'score' GROUP BY UserId) l ON l.UserId = s.UserId "
         "WHERE s.Kind = 'all'",
      into(in_all);
  sql << "SELECT coalesce(sum(abs(s.Score - coalesce(l.Total, 0))), 0) FROM TUserScore s "
         "LEFT JOIN (SELECT UserId, Kind, sum(Amount) AS Total FROM TScoreLedger "
         "WHERE Currency = 'score' AND Kind <> '' GROUP BY UserId, Kind) l "
         "ON l.UserId = s.UserId AND l.Kind = s.Kind WHERE s.Kind <> 'all'",
      into(in_kind);
  sql << "SELECT coalesce(sum(abs(u.Coins - coalesce(l.Total, 0))), 0) FROM TUserBase u "
         "LEFT JOIN (SELECT UserId, sum(Amount) AS Total FROM TScoreLedger "
         "WHERE Currency = 'coins' GROUP BY UserId) l ON l.UserId = u.UserId",
      into(coins);
  sql << "SELECT abs(coalesce(sum(Coins), 0)) FROM TUserBase", into(house);
  return in_all + in_kind + coins + house;
}

}  // namespace tianyuan::db
