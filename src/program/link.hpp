/// @file link: from rounds to a program in which each operation knows what it waits for.
///
/// The linked Program is what runs, and what the checker proves. Its rules:
///  - An operation may start when all its predecessors are complete: those before it in schedule
///    order that touch the same blocks of the same memory, unless both only read.
///  - To each peer, sends start in schedule order, and so do the receives from each peer; an
///    operation that is ready early waits for its turn. Messages therefore match by their order
///    alone.
///  - In a Schedule whose messages keep in step with its rounds, a send starts when the last but
///    one of the sends of earlier rounds is complete, and a receive likewise. Thus two messages
///    share a link, unless a round has more, and the link stays busy when one of them ends.
///  - The k-th message starts when message k - `message_window` is complete, so that a bounded
///    number of messages is in flight, and request slot k mod `message_window` is free for it.
#pragma once

#include "program/program.hpp"

namespace allfold::program {

/// Links a Schedule for one binding of the buffers. With `in_place` the input is the result. `pace`
/// is that of the network: with `in_step` the pace of the Schedule holds, any other replaces it.
[[nodiscard]] Program link(const schedule::Schedule& schedule, Binding binding,
                           schedule::Pace pace = schedule::Pace::in_step);

}  // namespace allfold::program
