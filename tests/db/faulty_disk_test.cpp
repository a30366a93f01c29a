// A disk whose syncs or writes fail: nothing is acknowledged that may not be there, and after it
// nothing more is written. The VFS below stands over the real one and fails when told to.

#include <sqlite3.h>

#include "support.h"

namespace tianyuan::db::test {
namespace {

bool fail_syncs = false;
bool fail_writes = false;

struct File {  // what SQLite sees; the real file follows in memory
  sqlite3_file base;
  sqlite3_file* real;
};

sqlite3_file* real_of(sqlite3_file* file) {
  return reinterpret_cast<File*>(file)->real;
}

template <auto Member, class... Args>
int forward(sqlite3_file* file, Args... args) {
  return (real_of(file)->pMethods->*Member)(real_of(file), args...);
}

int write_file(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  if (fail_writes) return SQLITE_IOERR_WRITE;
  return real_of(file)->pMethods->xWrite(real_of(file), data, size, offset);
}

int sync_file(sqlite3_file* file, int flags) {
  if (fail_syncs) return SQLITE_IOERR_FSYNC;
  return real_of(file)->pMethods->xSync(real_of(file), flags);
}

using Methods = sqlite3_io_methods;
const Methods kMethods = {
    3,
    [](sqlite3_file* file) { return forward<&Methods::xClose>(file); },
    [](sqlite3_file* file, void* data, int size, sqlite3_int64 offset) {
      return forward<&Methods::xRead>(file, data, size, offset);
    },
    write_file,
    [](sqlite3_file* file, sqlite3_int64 size) { return forward<&Methods::xTruncate>(file, size); },
    sync_file,
    [](sqlite3_file* file, sqlite3_int64* size) {
      return forward<&Methods::xFileSize>(file, size);
    },
    [](sqlite3_file* file, int level) { return forward<&Methods::xLock>(file, level); },
    [](sqlite3_file* file, int level) { return forward<&Methods::xUnlock>(file, level); },
    [](sqlite3_file* file, int* out) { return forward<&Methods::xCheckReservedLock>(file, out); },
    [](sqlite3_file* file, int op, void* arg) {
      return forward<&Methods::xFileControl>(file, op, arg);
    },
    [](sqlite3_file* file) { return forward<&Methods::xSectorSize>(file); },
    [](sqlite3_file* file) { return forward<&Methods::xDeviceCharacteristics>(file); },
    [](sqlite3_file* file, int page, int size, int extend, void volatile** out) {
      return forward<&Methods::xShmMap>(file, page, size, extend, out);
    },
    [](sqlite3_file* file, int offset, int count, int flags) {
      return forward<&Methods::xShmLock>(file, offset, count, flags);
    },
    [](sqlite3_file* file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); },
    [](sqlite3_file* file, int remove) { return forward<&Methods::xShmUnmap>(file, remove); },
    [](sqlite3_file* file, sqlite3_int64 offset, int amount, void** out) {
      return forward<&Methods::xFetch>(file, offset, amount, out);
    },
    [](sqlite3_file* file, sqlite3_int64 offset, void* page) {
      return forward<&Methods::xUnfetch>(file, offset, page);
    },
};

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  auto* real_vfs = static_cast<sqlite3_vfs*>(vfs->pAppData);
  auto* outer = reinterpret_cast<File*>(file);
  outer->real = reinterpret_cast<sqlite3_file*>(outer + 1);
  const int code = real_vfs->xOpen(real_vfs, name, outer->real, flags, out_flags);
  outer->base.pMethods = outer->real->pMethods != nullptr ? &kMethods : nullptr;
  return code;
}

void register_faulty_disk() {
  static sqlite3_vfs vfs = [] {
    sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
    sqlite3_vfs copy = *real;
    copy.zName = "faulty";
    copy.szOsFile = static_cast<int>(sizeof(File)) + real->szOsFile;
    copy.pAppData = real;
    copy.pNext = nullptr;
    copy.xOpen = open_file;
    return copy;
  }();
  REQUIRE(sqlite3_vfs_register(&vfs, 0) == SQLITE_OK);
  fail_syncs = fail_writes = false;
}

}  // namespace

TEST_CASE("a failed sync or write is an I/O failure, and the Store writes no more", "[log][disk]") {
  register_faulty_disk();
  for (bool* fault : {&fail_syncs, &fail_writes}) {
    INFO((fault == &fail_syncs ? "sync" : "write"));
    Hall hall;
    hall.start(1);
    hall.store.reset();
    OpenOptions options;
    options.path = hall.path;
    options.vfs = "faulty";
    hall.store = good(Store::open(options));
    const Record row = LogRow{1, 1, kNoonMs, "stone", "{}"};
    good(hall.store->commit({&row, 1}, settled_text));

    const Record next = LogRow{1, 2, kNoonMs, "stone", "{}"};
    *fault = true;
    CHECK(failure(hall.store->commit({&next, 1}, settled_text)) == Failure::io);
    *fault = false;
    // The disk is well again: what failed may or may not be there, so only a restart tells.
    CHECK(failure(hall.store->commit({&next, 1}, settled_text)) == Failure::io);
    CHECK(failure(hall.store->create_user("x", "x", "h", false, 1)) == Failure::io);
    CHECK(good(hall.store->user_by_id(hall.first)).name == "alice");
    hall.reopen();
    CHECK(good(hall.store->recover()).running.at(0).rows.size() >= 2);
    CHECK(good(hall.store->ledger_difference()) == 0);
  }
}

}  // namespace tianyuan::db::test
