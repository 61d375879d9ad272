//! How many units go out at a time.
//!
//! A goal makes everything moot that comes after it, and searches look first where they expect it. So those who search a list
//! should all be near its beginning, and a chunk has only some hundredths of a second of work. Where there are so many threads
//! that they would ask too often chunks are larger, and at the end they are a share of what is left.

/// A chunk has about so many nodes for each thread of the one that gets it, ...
const NODES: u64 = 1 << 19;

/// ... or so many for each thread that there is, if that is more: the more of them ask, the less often each may.
const NODES_PER_THREAD: u64 = 1 << 13;

/// But no more than its share of a part of what is left: one of so many.
pub(super) const SHARES: usize = 4;

/// And no fewer units for each of its threads, which search several in turn.
const FEWEST: usize = 8;

/// What is expected tells nothing any more when so many units are done.
const ENOUGH: u64 = 64;

/// The sizes of chunks, by what is known of units.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    all_threads: usize,
    /// The nodes that a unit is expected to have.
    expected: u64,
    /// Units that are done, and their nodes.
    done: u64,
    nodes: u64,
}

impl Chunks {
    /// For so many threads in all.
    pub(super) fn new(all_threads: usize, expected: u64) -> Chunks {
        Chunks { all_threads, expected, done: 0, nodes: 0 }
    }

    /// A unit has so many nodes.
    pub(super) fn learn(&mut self, nodes: u64) {
        self.done += 1;
        self.nodes += nodes;
    }

    /// How many of those that are left go to a member with so many threads.
    pub(super) fn units(&self, left: usize, threads: usize) -> usize {
        let in_unit = if self.done < ENOUGH { self.expected } else { self.nodes / self.done };
        let nodes = NODES.max(NODES_PER_THREAD * self.all_threads as u64);
        let short = usize::try_from(nodes / in_unit.max(1)).unwrap_or(usize::MAX);
        let share = left / (SHARES * self.all_threads);
        share.min(short).max(FEWEST) * threads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_short_unless_many_would_ask_for_them() {
        let mut chunks = Chunks::new(2, 1 << 10);
        assert_eq!(chunks.units(100_000, 1), 1 << 9);
        assert_eq!(Chunks::new(1024, 1 << 10).units(100_000_000, 2), 1 << 14);
        (0..ENOUGH).for_each(|_| chunks.learn(1 << 14));
        assert_eq!((chunks.units(100_000, 1), chunks.units(100_000, 3)), (1 << 5, 3 << 5));
    }

    #[test]
    fn they_shrink_at_the_end_but_a_thread_has_some_to_search_in_turn() {
        let chunks = Chunks::new(2, 1);
        assert_eq!((chunks.units(800, 1), chunks.units(80, 1), chunks.units(1, 1)), (100, 10, FEWEST));
        assert_eq!(Chunks::new(2, 1 << 30).units(100_000, 1), FEWEST);
    }
}
