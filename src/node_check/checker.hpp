/// @file Checker: executions of ranks that share memory, with every access checked.
///
/// An execution is wrong if accesses to data are not ordered (PlainMemory), if ranks wait without
/// end, or if its body says so.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "node_check/arena.hpp"
#include "node_check/choices.hpp"
#include "node_check/knowledge.hpp"
#include "node_check/mutation.hpp"
#include "node_check/plain_memory.hpp"
#include "node_check/ranks.hpp"
#include "node_check/variables.hpp"

namespace allfold::node_check {

class Checker {
 public:
  Checker() : plain_(arena_) {}
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// The memory of the next execution, which begins anew. What is there when an execution begins is
  /// known to all ranks.
  Arena& begin_anew();
  [[nodiscard]] Arena& arena() { return arena_; }

  struct Setting {
    std::size_t ranks;
    Choices& choices;
    const Mutation& mutation;
    /// Whether a variable is only accessed as data is: it is never loaded and stored at the same
    /// time.
    std::function<bool(const void*)> is_data = [](const void*) { return false; };
    /// Whether ranks may read what nobody has written, such as the gaps between elements.
    enum class Unwritten : std::uint8_t { not_read, may_be_read } unwritten = Unwritten::not_read;
    /// What is at an address, for messages.
    std::function<std::string(const void*)> name = {};
  };
  /// Runs body(rank) on all ranks. Returns the first fault; empty if there is none.
  std::optional<std::string> run(const Setting& setting,
                                 const std::function<void(std::size_t)>& body);

  /// The checker in whose execution a rank runs; null outside. The functions below are for that
  /// rank.
  [[nodiscard]] static Checker* running();
  /// Notes a fault. The execution goes on, without further checks.
  void fault(const std::string& what);
  /// Synchronises the first `ranks` ranks, as a message from each to each would.
  void meet(std::size_t ranks);
  [[nodiscard]] std::size_t rank() const { return ranks_->current(); }

  std::uint64_t load(const void* at, unsigned bytes, std::memory_order order);
  void store(void* at, unsigned bytes, std::uint64_t value, std::memory_order order);
  std::uint64_t fetch_add(void* at, unsigned bytes, std::uint64_t by, std::memory_order order);
  void begin_poll();
  [[nodiscard]] bool end_poll(bool is_true);
  void read(const void* from, std::size_t bytes);
  void write(void* into, const void* value, std::size_t bytes);
  void copy(void* into, const void* from, std::size_t bytes);
  [[nodiscard]] std::int64_t nanoseconds() { return ++clock_ * nanoseconds_of_look; }

  /// Of all executions.
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }

 private:
  static constexpr std::int64_t nanoseconds_of_look = 50;
  struct Poll {
    bool is_on = false;
    bool was_old = false;    ///< a load did not return the newest value
    bool wants_new = false;  ///< the poll before found nothing new, and loaded an old value
    unsigned looks = 0;      ///< successive ones that found nothing new
    bool is_left_out = true;
    struct Look {
      std::size_t variable;
      std::uint32_t newest;
    };
    std::vector<Look> loaded;
  };
  /// Data that comes to memory late: Mutation::Kind::early_stores.
  struct Late {
    void* into;
    std::vector<std::byte> value;
  };
  [[nodiscard]] Knowledge& own() { return knowledge_[rank()]; }
  [[nodiscard]] Variables::Order effective(std::memory_order order, Mutation::Kind kind,
                                           const void* at) const;
  void access(const void* at, std::size_t bytes, Access access);
  void note_data(const void* at, unsigned bytes, Access how);
  void note_newest(std::size_t variable, const void* at);
  void write_late();
  void begin_access(Choices::Points of);

  Arena arena_;
  Variables variables_;
  PlainMemory plain_;
  const Setting* setting_ = nullptr;
  std::optional<Ranks> ranks_;
  std::array<Knowledge, most_ranks> knowledge_;
  std::array<Poll, most_ranks> polls_;
  std::array<std::vector<Late>, most_ranks> late_;
  std::optional<std::string> fault_;
  std::vector<std::size_t> awaited_;
  std::int64_t clock_ = 0;
  std::uint64_t accesses_ = 0;
};

}  // namespace allfold::node_check
