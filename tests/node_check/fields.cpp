#include "node_check/fields.hpp"

#include <array>
#include <cstddef>

namespace allfold::testing {

namespace {

using node::Slot;

/// Three fields of entries: the mark, the signature, and the data.
struct OfEntries {
  Field mark;
  Field signature;
};

/// `place`: bytes from the start of the entries.
template <class Entries>
Field field_in_entries(std::size_t place, OfEntries fields) {
  const auto in_entry = [&](std::size_t at) {
    if (at == offsetof(node::CallMark, number)) return fields.mark;
    return at == offsetof(node::CallMark, signature) ? fields.signature : Field::data;
  };
  if (place < offsetof(Entries, small)) return in_entry(place % sizeof(node::InlineEntry));
  using Small = typename decltype(Entries::small)::value_type;
  using Large = typename decltype(Entries::large)::value_type;
  if (place < offsetof(Entries, large))
    return in_entry((place - offsetof(Entries, small)) % sizeof(Small));
  return in_entry((place - offsetof(Entries, large)) % sizeof(Large));
}

Field field_in_progress(std::size_t place) {
  if (place % sizeof(node::OwnProgress) != 0) return Field::asked;
  return place == 0 ? Field::staged : Field::reduced;
}

Field field_in_lent(std::size_t place) {
  return place < offsetof(node::Lent, refused) ? Field::lent : Field::refused;
}

Field field_in_trials(std::size_t place) {
  if (place < offsetof(node::Trials, heard)) return Field::told;
  return place < offsetof(node::Trials, times) ? Field::heard : Field::times;
}

Field by_progress(std::size_t place, Field staged, Field reduced) {
  return place / sizeof(node::Flag) % node::progresses == 0 ? staged : reduced;
}

/// Fields that one member of a slot consists of.
struct Member {
  std::size_t offset;
  Field field;
};
constexpr std::array members{Member{offsetof(Slot, reduced_at), Field::reduced_at},
                             Member{offsetof(Slot, complete_at), Field::complete_at},
                             Member{offsetof(Slot, lent), Field::lent},
                             Member{offsetof(Slot, trials), Field::times},
                             Member{offsetof(Slot, done), Field::done},
                             Member{offsetof(Slot, waiting_in), Field::waiting_in},
                             Member{offsetof(Slot, failed), Field::failed},
                             Member{offsetof(Slot, joined), Field::joined},
                             Member{offsetof(Slot, able), Field::able},
                             Member{offsetof(Slot, torn_in), Field::torn_in},
                             Member{offsetof(Slot, departed), Field::departed},
                             Member{offsetof(Slot, place_of_first_area), Field::data},
                             Member{offsetof(Slot, area), Field::area},
                             Member{offsetof(Slot, introduced), Field::introduced},
                             Member{offsetof(Slot, settled), Field::settled},
                             Member{offsetof(Slot, found), Field::found},
                             Member{offsetof(Slot, processor), Field::processor},
                             Member{offsetof(Slot, counted), Field::data}};

}  // namespace

Field field_of(const Slot& slot, const void* at) {
  const auto place = static_cast<std::size_t>(static_cast<const std::byte*>(at) -
                                              reinterpret_cast<const std::byte*>(&slot));
  if (place < offsetof(Slot, partials))
    return field_in_entries<Slot::Inputs>(place, {Field::input_mark, Field::input_signature});
  if (place < offsetof(Slot, result))
    return field_in_entries<Slot::Relays>((place - offsetof(Slot, partials)) % sizeof(Slot::Relays),
                                          {Field::partial_mark, Field::partial_signature});
  if (place < offsetof(Slot, own))
    return field_in_entries<Slot::Relays>(place - offsetof(Slot, result),
                                          {Field::result_mark, Field::result_signature});
  if (place < offsetof(Slot, of_cluster)) return field_in_progress(place - offsetof(Slot, own));
  if (place < offsetof(Slot, of_all))
    return by_progress(place - offsetof(Slot, of_cluster), Field::staged_of_cluster,
                       Field::reduced_of_cluster);
  if (place < offsetof(Slot, reduced_at))
    return by_progress(place - offsetof(Slot, of_all), Field::staged_of_all, Field::reduced_of_all);
  Member found = members.front();
  for (const Member& member : members)
    if (member.offset <= place) found = member;
  if (found.field == Field::lent) return field_in_lent(place - found.offset);
  if (found.field == Field::times) return field_in_trials(place - found.offset);
  return found.field;
}

std::string name_of(Field field) {
  static const std::array<const char*, 33> names{"input.mark",
                                                 "input.signature",
                                                 "partials.mark",
                                                 "partials.signature",
                                                 "result.mark",
                                                 "result.signature",
                                                 "own.staged",
                                                 "own.reduced",
                                                 "own.calls",
                                                 "of_cluster.staged",
                                                 "of_cluster.reduced",
                                                 "of_all.staged",
                                                 "of_all.reduced",
                                                 "reduced_at",
                                                 "complete_at",
                                                 "lent",
                                                 "lent.refused",
                                                 "trials.told",
                                                 "trials.heard",
                                                 "trials.times",
                                                 "done",
                                                 "waiting_in",
                                                 "failed",
                                                 "joined",
                                                 "able",
                                                 "torn_in",
                                                 "departed",
                                                 "area",
                                                 "introduced",
                                                 "settled",
                                                 "found",
                                                 "processor",
                                                 "data"};
  return names[static_cast<std::size_t>(field)];
}

}  // namespace allfold::testing
