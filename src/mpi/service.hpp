/// @file Service: how calls that differ in their buffers only are served.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "exec/prepared.hpp"
#include "mpi/native.hpp"
#include "mpi/operand.hpp"
#include "mpi/shared_call.hpp"
#include "mpi/staged_call.hpp"
#include "select/choose.hpp"

namespace allfold {

class Communicator;

/// What a call reduces, as far as the choice of a kernel goes: equal on all ranks. Not for what is
/// reduced natively in any case.
[[nodiscard]] Problem problem_of(const Arguments& call, const Operand& operand,
                                 const Communicator& communicator);

/// What serves such calls.
struct Decision {
  Problem problem = {};
  Choice choice = {};
  /// `on_trial`: for one call, which is to tell how long it takes.
  enum class Role : std::uint8_t { to_stay, on_trial } role = Role::to_stay;
};

/// Made at the first of such calls on a communicator. A pure function of what MPI guarantees to be
/// equal on all ranks, and of what these have agreed on, as far as the choice and all messages go.
class Service {
 public:
  /// Of what is reduced natively in any case the decision does not count.
  Service(const Arguments& call, Binding binding, const Operand& operand,
          Communicator& communicator, Decision decision);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Whether it is for this call. Handles of the user's may mean something else from call to call,
  /// so these are looked at again.
  [[nodiscard]] bool is_for(const Arguments& call, Binding binding) const;

  /// Whether a kernel serves the calls, without more ado.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  [[nodiscard]] bool is_on_trial() const { return decision_.role == Decision::Role::on_trial; }
  /// Why the MPI library serves the calls; "" if Allfold does.
  [[nodiscard]] std::string_view native_reason() const { return native_reason_; }
  [[nodiscard]] Collective collective() const { return key_.collective; }
  [[nodiscard]] std::int64_t bytes() const { return decision_.problem.bytes; }
  /// What was chosen for; all that is reduced natively by itself has none.
  [[nodiscard]] const Problem& problem() const { return decision_.problem; }
  [[nodiscard]] const Choice& choice() const { return decision_.choice; }
  [[nodiscard]] const Operand& operand() const { return operand_; }

  /// What the elements are in shared memory, where the calls go through it alone; else null. Then
  /// there is no StagedCall and no Prepared.
  [[nodiscard]] const SharedElements* shared_elements() const { return shared_elements_.get(); }

  /// Whether the other ranks do not look for failures of this one: short vectors that go through
  /// shared memory, and the driver of a GPU has been loaded after the communicator's set-up.
  [[nodiscard]] bool hides_failures() const {
    return shared_elements_ != nullptr &&
           shared_elements_->elements().risk == node::Elements::Risk::none &&
           bytes() <= static_cast<std::int64_t>(node::Slot::most_short_bytes);
  }

  /// Whether the calls need the communicator's channel.
  [[nodiscard]] bool sends_messages() const {
    return decision_.choice.kernel != nullptr && native_reason_.empty() &&
           shared_elements_ == nullptr;
  }

  /// Where some stages go through shared memory and others do not; else null. Then there is no
  /// Prepared.
  [[nodiscard]] const StagedCall* staged() const { return staged_.get(); }

  /// Long vectors are reduced in parts, one after the other: parts of `elements_at_once`, then a
  /// shorter one.
  [[nodiscard]] std::int64_t elements_at_once() const { return elements_at_once_; }
  /// For a part of that length, and for one of any other length.
  [[nodiscard]] const Prepared& prepared() const { return *prepared_; }
  [[nodiscard]] Prepared prepared_for(std::int64_t elements) const {
    return prepared_for(elements, result_);
  }
  /// For a rank that has failed before the call, and writes no result.
  [[nodiscard]] Prepared prepared_without_result(std::int64_t elements) const {
    return prepared_for(elements, Shape::Result::work_buffer);
  }

 private:
  struct Key {
    Collective collective;
    int count;
    MPI_Datatype datatype;
    MPI_Op op;
    int root;
    Binding binding;
    friend bool operator==(const Key&, const Key&) = default;
  };
  [[nodiscard]] Prepared prepared_for(std::int64_t elements, Shape::Result result) const;
  [[nodiscard]] static Key key_of(const Arguments& call, Binding binding);

  Key key_;
  Shape::Result result_;
  Operand operand_;
  Decision decision_;
  std::string native_reason_;
  bool is_plain_ = false;
  std::unique_ptr<const SharedElements> shared_elements_;
  std::int64_t elements_at_once_ = 0;
  std::unique_ptr<StagedCall> staged_;
  std::shared_ptr<const Program> program_;
  std::optional<Prepared> prepared_;
};

}  // namespace allfold
