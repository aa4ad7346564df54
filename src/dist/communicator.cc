// Communicator: how ranks agree on an error.
#include "dist/communicator.h"

#include <exception>
#include <new>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kWorks = 0;
constexpr std::uint64_t kFailed = 1;

/// The kind of the current exception as one letter, then its message.
std::string DescribeError() {
  const auto text = [](ErrorKind kind, const char* what) {
    return static_cast<char>('0' + static_cast<int>(kind)) + std::string(what);
  };
  try {
    throw;
  } catch (const Error& error) {
    return text(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return text(ErrorKind::kSystem, "out of memory");
  } catch (const std::exception& error) {
    return text(ErrorKind::kSystem, error.what());
  } catch (...) {
    return text(ErrorKind::kSystem, "unknown failure");
  }
}

}  // namespace

void Communicator::Run(const std::function<void()>& work) {
  try {
    work();
    Highest(0);  // nobody leaves before all are done
  } catch (...) {
    Fail();
  }
}

void Communicator::Begin() {
  inside_ = true;
  ++traffic_.calls;
  if (DoHighest(kWorks) != kWorks) ThrowAgreed("");
}

void Communicator::Fail() {
  if (agreed_) throw;
  const std::string mine = DescribeError();
  if (inside_) {
    agreed_ = true;
    Abort(mine.substr(1));
    throw;
  }
  DoHighest(kFailed);
  ThrowAgreed(mine);
}

void Communicator::ThrowAgreed(const std::string& mine) {
  agreed_ = true;
  for (const Bytes& bytes : DoAllGather(std::as_bytes(std::span(mine)))) {
    if (bytes.empty()) continue;
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    throw Error(static_cast<ErrorKind>(text[0] - '0'), text.substr(1));
  }
  throw Error(ErrorKind::kSystem, "a rank failed without a message");
}

std::vector<Bytes> Communicator::AllGather(ByteSpan mine) {
  Begin();
  traffic_.bytes += mine.size() * (size_ - 1);
  std::vector<Bytes> all = DoAllGather(mine);
  inside_ = false;
  return all;
}

std::vector<Bytes> Communicator::Exchange(std::span<const ByteSpan> to) {
  Begin();
  for (std::uint32_t r = 0; r < size_; ++r) traffic_.bytes += r == rank_ ? 0 : to[r].size();
  std::vector<Bytes> from = DoExchange(to);
  inside_ = false;
  return from;
}

std::uint64_t Communicator::Highest(std::uint64_t mine) {
  Begin();
  traffic_.bytes += sizeof mine * (size_ - 1);
  const std::uint64_t highest = DoHighest(mine);
  inside_ = false;
  return highest;
}

std::vector<Bytes> SingleRank::DoAllGather(ByteSpan mine) {
  return {Bytes(mine.begin(), mine.end())};
}

std::vector<Bytes> SingleRank::DoExchange(std::span<const ByteSpan> to) {
  return {Bytes(to[0].begin(), to[0].end())};
}

}  // namespace sagitta::internal
