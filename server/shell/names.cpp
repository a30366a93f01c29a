#include "server/shell/names.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <memory>

#include "common/assert.h"
#include "proto/limits.h"

namespace tianyuan::shell {
namespace {

constexpr std::string_view kGuestPrefix = "访客-";

bool valid_utf8(std::string_view text) {
  // fromUTF8 puts U+FFFD for what is wrong; compare the way back instead of looking for it, because
  // U+FFFD itself can be typed.
  std::string back;
  icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())))
      .toUTF8String(back);
  return back == text;
}

std::string refuse_character(UChar32 c) {
  switch (u_charType(c)) {
    case U_CONTROL_CHAR:
      return "holds a control character";
    case U_FORMAT_CHAR:
      return "holds an invisible character";
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
      return "holds a character that has no meaning";
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
      return "holds a line break";
    default:
      break;
  }
  // Zero-width fillers and variation selectors are letters or marks by type.
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || c == 0x2800) {
    return "holds an invisible character";
  }
  return {};
}

struct Scripts {
  bool latin = false, cyrillic = false, greek = false;
  void add(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    latin |= script == USCRIPT_LATIN;
    cyrillic |= script == USCRIPT_CYRILLIC;
    greek |= script == USCRIPT_GREEK;
  }
  bool mixed() const { return latin + cyrillic + greek > 1; }
};

// One space between words, none round them.
icu::UnicodeString tidy_spaces(const icu::UnicodeString& text) {
  icu::UnicodeString out;
  bool space = false;
  for (int i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    if (u_charType(c) == U_SPACE_SEPARATOR) {
      space = out.length() > 0;
      continue;
    }
    if (space) out.append(static_cast<UChar32>(' '));
    space = false;
    out.append(c);
  }
  return out;
}

const USpoofChecker* spoof_checker() {
  static const std::unique_ptr<USpoofChecker, decltype(&uspoof_close)> kChecker = [] {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker* checker = uspoof_open(&status);
    TIANYUAN_ASSERT(U_SUCCESS(status));
    return std::unique_ptr<USpoofChecker, decltype(&uspoof_close)>(checker, &uspoof_close);
  }();
  return kChecker.get();
}

icu::UnicodeString skeleton_of(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString skeleton;
  uspoof_getSkeletonUnicodeString(spoof_checker(), 0, text, skeleton, &status);
  TIANYUAN_ASSERT(U_SUCCESS(status));
  return skeleton;
}

// The skeleton of the name in small letters. Small i counts as l, because capital i looks like it:
// paypaI is paypal, and INNA is inna.
icu::UnicodeString key_of(icu::UnicodeString name) {
  name.foldCase();
  icu::UnicodeString key = skeleton_of(name);
  key.foldCase();
  key.findAndReplace("i", "l");
  return key;
}

// By its key, so that no other dash or look-alike makes a name that reads as a guest's.
const std::string& guest_prefix_key() {
  static const std::string kKey = [] {
    std::string key;
    key_of(icu::UnicodeString::fromUTF8(std::string(kGuestPrefix))).toUTF8String(key);
    return key;
  }();
  return kKey;
}

// Cyrillic or Greek capitals that read as another Latin name than their small letters do: НОРА.
// (Where both read the same, as in роса and poca, the key is the same and keeps them apart.)
bool reads_as_latin(const icu::UnicodeString& name) {
  icu::UnicodeString read = skeleton_of(name);
  for (int i = 0; i < read.length(); ++i) {
    if (read[i] >= 0x80) return false;
  }
  read.foldCase();
  read.findAndReplace("i", "l");
  return read != key_of(name);
}

std::string refuse(const icu::UnicodeString& name) {
  Scripts scripts;
  int marks = 0;
  for (int i = 0; i < name.length(); i = name.moveIndex32(i, 1)) {
    const UChar32 c = name.char32At(i);
    if (auto why = refuse_character(c); !why.empty()) return why;
    const auto type = u_charType(c);
    const bool mark = type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK;
    if (mark && i == 0) return "begins with a combining mark";
    marks = mark ? marks + 1 : 0;
    if (marks > 2) return "piles up combining marks";
    scripts.add(c);
  }
  if ((scripts.cyrillic || scripts.greek) && reads_as_latin(name)) {
    return "reads as another name in Latin letters";
  }
  if (scripts.mixed()) return "mixes Latin, Cyrillic or Greek letters";
  return {};
}

}  // namespace

std::expected<int, std::string> count_characters(std::string_view text) {
  if (!valid_utf8(text)) return std::unexpected("is not UTF-8");
  int count = 0;
  for (const unsigned char c : text) count += (c & 0xC0) != 0x80;
  return count;
}

std::expected<Name, std::string> check_name(std::string_view text) {
  if (text.size() > 4 * proto::kMaxNameBytes) return std::unexpected("is too long");
  if (!valid_utf8(text)) return std::unexpected("is not UTF-8");
  const auto raw =
      icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())));
  // Before normalising, which drops some of what must be refused.
  for (int i = 0; i < raw.length(); i = raw.moveIndex32(i, 1)) {
    if (auto why = refuse_character(raw.char32At(i)); !why.empty()) return std::unexpected(why);
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  TIANYUAN_ASSERT(U_SUCCESS(status));
  const icu::UnicodeString name = tidy_spaces(nfkc->normalize(raw, status));
  if (U_FAILURE(status)) return std::unexpected("cannot be normalised");

  const int characters = name.countChar32();
  if (characters == 0) return std::unexpected("is empty");
  if (characters > proto::kMaxNameCharacters)
    return std::unexpected("is longer than 16 characters");
  if (auto why = refuse(name); !why.empty()) return std::unexpected(why);

  Name result;
  name.toUTF8String(result.shown);
  if (result.shown.size() > proto::kMaxNameBytes) return std::unexpected("is too long");
  key_of(name).toUTF8String(result.key);
  if (result.key.starts_with(guest_prefix_key())) return std::unexpected("begins like a guest's");
  return result;
}

std::string look_of(std::string_view text) {
  std::string look;
  key_of(icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size()))))
      .toUTF8String(look);
  return look;
}

std::string letters_of(std::string_view text) {
  const auto all =
      icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())));
  icu::UnicodeString letters;
  for (int i = 0; i < all.length(); i = all.moveIndex32(i, 1)) {
    if (u_isalpha(all.char32At(i)) != 0) letters.append(all.char32At(i));
  }
  std::string out;
  letters.toUTF8String(out);
  return out;
}

Name guest_name(std::uint64_t random) {
  Name name;
  name.shown = std::string(kGuestPrefix) + std::to_string(10'000'000 + random % 90'000'000);
  name.key = name.shown;  // no other name may begin so, and digits differ from digits
  return name;
}

}  // namespace tianyuan::shell
