// A disk that forgets: loaded into the real server with LD_PRELOAD, it becomes SQLite's default VFS
// and keeps what is written to the database, its WAL and its journal in this process's memory until
// xSync; only then does it reach the file. kill -9 is then a power cut: nothing unsynced survives.
//
// Environment:
//   FORGETFUL_LEAK=permille  that many of the unsynced sectors reach the disk all the same, in no
//                            order: torn writes, later ones without the earlier
//   FORGETFUL_SEED=n         of that chance
//   FORGETFUL_DIE=what:n     SIGKILL at the n-th db_write, wal_write, wal_sync (before it) or
//                            wal_synced (after it) since the start
//   FORGETFUL_FAULT=path     while that file exists, its word says what fails: full, fsync, write,
//                            readonly
//
// One process at a time may have the database open for writing: others do not see what is unsynced.

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t kSector = 512;

sqlite3_vfs* real_vfs = nullptr;
std::mutex mutex;  // of all that follows

// ---------------------------------------------------------------- what the environment asks for

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

class Plan {
 public:
  Plan() {
    leak_permille_ = std::atoi(setting("FORGETFUL_LEAK").c_str());
    state_ = std::strtoull(setting("FORGETFUL_SEED").c_str(), nullptr, 10) * 2 + 1;
    const std::string die = setting("FORGETFUL_DIE");
    const auto colon = die.find(':');
    if (colon != std::string::npos) {
      death_ = die.substr(0, colon);
      steps_left_ = std::atoi(die.c_str() + colon + 1);
    }
    fault_path_ = setting("FORGETFUL_FAULT");
  }

  bool leaks() {
    if (leak_permille_ == 0) return false;
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state_ >> 33) % 1000) < leak_permille_;
  }
  void step(const char* what) {
    if (death_ == what && --steps_left_ == 0) std::raise(SIGKILL);
  }
  std::string fault() const {
    if (fault_path_.empty()) return {};
    std::ifstream file(fault_path_);
    std::string word;
    file >> word;
    return word;
  }

 private:
  int leak_permille_ = 0;
  std::uint64_t state_ = 1;
  std::string death_;
  int steps_left_ = 0;
  std::string fault_path_;
};

Plan& plan() {
  static Plan the_plan;
  return the_plan;
}

// ---------------------------------------------------------------- the files

// What this process takes to be the file; shared by all its connections.
struct Content {
  std::string bytes;
  std::map<std::int64_t, std::int64_t> unsynced;  // offset -> length, not merged
  bool truncated = false;  // the file is longer than it should be, or shorter
  bool loaded = false;
};

std::map<std::string, std::shared_ptr<Content>> contents;

struct File {
  sqlite3_file base;
  std::shared_ptr<Content>* content;
  const char* kind;  // "db", "wal", "journal"
  sqlite3_file* real;
};

File& of(sqlite3_file* file) {
  return *reinterpret_cast<File*>(file);
}
Content& content_of(sqlite3_file* file) {
  return **of(file).content;
}
sqlite3_file* real_of(sqlite3_file* file) {
  return of(file).real;
}
bool is(const File& file, const char* kind) {
  return std::strcmp(file.kind, kind) == 0;
}

int through(sqlite3_file* real, const char* bytes, std::int64_t offset, std::int64_t length) {
  return real->pMethods->xWrite(real, bytes, static_cast<int>(length), offset);
}

int load(Content& content, sqlite3_file* real) {
  if (content.loaded) return SQLITE_OK;
  sqlite3_int64 size = 0;
  if (const int code = real->pMethods->xFileSize(real, &size); code != SQLITE_OK) return code;
  content.bytes.resize(static_cast<std::size_t>(size));
  content.loaded = true;
  if (size == 0) return SQLITE_OK;
  return real->pMethods->xRead(real, content.bytes.data(), static_cast<int>(size), 0);
}

int close(sqlite3_file* file) {
  const int code = real_of(file)->pMethods->xClose(real_of(file));
  delete of(file).content;
  return code;
}

int read(sqlite3_file* file, void* into, int length, sqlite3_int64 offset) {
  const std::lock_guard lock(mutex);
  const std::string& bytes = content_of(file).bytes;
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const auto have = static_cast<int>(std::clamp<sqlite3_int64>(size - offset, 0, length));
  if (have > 0) std::memcpy(into, bytes.data() + offset, static_cast<std::size_t>(have));
  if (have == length) return SQLITE_OK;
  std::memset(static_cast<char*>(into) + have, 0, static_cast<std::size_t>(length - have));
  return SQLITE_IOERR_SHORT_READ;
}

int fault_of_write(const std::string& fault) {
  if (fault == "full") return SQLITE_FULL;
  if (fault == "write") return SQLITE_IOERR_WRITE;
  if (fault == "readonly") return SQLITE_READONLY;
  return SQLITE_OK;
}

int write(sqlite3_file* file, const void* from, int length, sqlite3_int64 offset) {
  const std::lock_guard lock(mutex);
  if (const int code = fault_of_write(plan().fault()); code != SQLITE_OK) return code;
  const File& self = of(file);
  if (is(self, "db")) plan().step("db_write");
  if (is(self, "wal")) plan().step("wal_write");
  Content& content = content_of(file);
  const auto end = static_cast<std::size_t>(offset + length);
  if (content.bytes.size() < end) content.bytes.resize(end);
  std::memcpy(content.bytes.data() + offset, from, static_cast<std::size_t>(length));
  std::int64_t& known = content.unsynced[offset];
  known = std::max<std::int64_t>(known, length);
  for (std::int64_t at = 0; at < length; at += kSector) {
    if (plan().leaks())
      through(self.real, static_cast<const char*>(from) + at, offset + at,
              std::min(kSector, length - at));
  }
  return SQLITE_OK;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const std::lock_guard lock(mutex);
  Content& content = content_of(file);
  content.bytes.resize(static_cast<std::size_t>(size));
  content.truncated = true;
  return SQLITE_OK;
}

int sync(sqlite3_file* file, int flags) {
  const std::lock_guard lock(mutex);
  if (plan().fault() == "fsync") return SQLITE_IOERR_FSYNC;
  const File& self = of(file);
  if (is(self, "wal")) plan().step("wal_sync");
  Content& content = content_of(file);
  const auto size = static_cast<std::int64_t>(content.bytes.size());
  for (const auto& [offset, length] : content.unsynced) {
    const std::int64_t kept = std::clamp<std::int64_t>(size - offset, 0, length);
    if (kept == 0) continue;
    const int code = through(self.real, content.bytes.data() + offset, offset, kept);
    if (code != SQLITE_OK) return code;
  }
  if (content.truncated) {
    const int code = self.real->pMethods->xTruncate(self.real, size);
    if (code != SQLITE_OK) return code;
  }
  const int code = self.real->pMethods->xSync(self.real, flags);
  if (code != SQLITE_OK) return code;
  content.unsynced.clear();
  content.truncated = false;
  if (is(self, "wal")) plan().step("wal_synced");
  return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  const std::lock_guard lock(mutex);
  *size = static_cast<sqlite3_int64>(content_of(file).bytes.size());
  return SQLITE_OK;
}

int lock_file(sqlite3_file* file, int level) {
  return real_of(file)->pMethods->xLock(real_of(file), level);
}
int unlock_file(sqlite3_file* file, int level) {
  return real_of(file)->pMethods->xUnlock(real_of(file), level);
}
int check_reserved_lock(sqlite3_file* file, int* reserved) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}
int file_control(sqlite3_file* file, int what, void* argument) {
  if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
  return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}
int sector_size(sqlite3_file* file) {
  return real_of(file)->pMethods->xSectorSize(real_of(file));
}
int device_characteristics(sqlite3_file* file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}
int shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** mapped) {
  return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, mapped);
}
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}
void shm_barrier(sqlite3_file* file) {
  real_of(file)->pMethods->xShmBarrier(real_of(file));
}
int shm_unmap(sqlite3_file* file, int remove) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

const sqlite3_io_methods kMethods = {2,
                                     close,
                                     read,
                                     write,
                                     truncate,
                                     sync,
                                     file_size,
                                     lock_file,
                                     unlock_file,
                                     check_reserved_lock,
                                     file_control,
                                     sector_size,
                                     device_characteristics,
                                     shm_map,
                                     shm_lock,
                                     shm_barrier,
                                     shm_unmap,
                                     nullptr,
                                     nullptr};

const char* kind_of(int flags) {
  if (flags & SQLITE_OPEN_MAIN_DB) return "db";
  if (flags & SQLITE_OPEN_WAL) return "wal";
  if (flags & SQLITE_OPEN_MAIN_JOURNAL) return "journal";
  return nullptr;
}

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  const char* kind = kind_of(flags);
  if (kind == nullptr || name == nullptr)
    return real_vfs->xOpen(real_vfs, name, file, flags, out_flags);
  File& self = of(file);
  self.base.pMethods = nullptr;
  self.kind = kind;
  self.real = reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(File));
  const int code = real_vfs->xOpen(real_vfs, name, self.real, flags, out_flags);
  if (code != SQLITE_OK) return code;
  const std::lock_guard lock(mutex);
  auto& known = contents[name];
  if (!known) known = std::make_shared<Content>();
  self.content = new std::shared_ptr<Content>(known);
  self.base.pMethods = &kMethods;
  return load(*known, self.real);
}

int remove(sqlite3_vfs*, const char* name, int sync_folder) {
  const std::lock_guard lock(mutex);
  contents.erase(name);
  return real_vfs->xDelete(real_vfs, name, sync_folder);
}

sqlite3_vfs forgetful;

__attribute__((constructor)) void install() {
  real_vfs = sqlite3_vfs_find(nullptr);
  if (real_vfs == nullptr) return;
  forgetful = *real_vfs;
  forgetful.zName = "forgetful";
  forgetful.pNext = nullptr;
  forgetful.szOsFile = static_cast<int>(sizeof(File)) + real_vfs->szOsFile;
  forgetful.xOpen = open;
  forgetful.xDelete = remove;
  sqlite3_vfs_register(&forgetful, 1);
}

}  // namespace
