//! The parts of a level: into how many shards the boards of a beam are divided by their hash, how many each of them keeps,
//! and what it holds.

use super::trail::Trail;

/// Boards in a shard at least, if there are several.
const LEAST_SHARD: usize = 1024;
/// Shards at most: enough to keep the threads of large machines busy.
const MOST_SHARDS: usize = 64;

/// What is known of a board besides its labels.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) hash: u64,
    pub(super) score: i32,
    pub(super) manhattan: u16,
    pub(super) blank: u8,
    /// Where the blank was before.
    pub(super) came: u8,
}

/// The boards of a shard on a level, best first.
pub(super) struct Shard {
    pub(super) nodes: Vec<Node>,
    /// Board after board, the labels of all cells and then their kinds.
    pub(super) boards: Vec<u8>,
    /// Parents and last moves, until the trail of the whole level takes them over.
    pub(super) trail: Trail,
}

impl Shard {
    pub(super) fn hashes(&self) -> Vec<u64> {
        self.nodes.iter().map(|node| node.hash).collect()
    }

    /// The labels of all boards.
    pub(super) fn all_labels(&self, cells: usize) -> impl Iterator<Item = &[u8]> {
        self.boards.chunks_exact(2 * cells).map(move |board| &board[..cells])
    }

    /// Labels and kinds of a board.
    #[inline]
    pub(super) fn board(&self, place: usize, cells: usize) -> &[u8] {
        &self.boards[2 * cells * place..][..2 * cells]
    }
}

/// Into how many shards the boards of a beam are divided.
pub(super) fn shards(width: usize) -> usize {
    let most = (width / LEAST_SHARD).clamp(1, MOST_SHARDS);
    1 << most.ilog2()
}

/// How many boards of a level a shard keeps.
pub(super) fn share(width: usize, shard: usize) -> usize {
    let shards = shards(width);
    width / shards + usize::from(shard < width % shards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_classes_are_the_width() {
        for width in [1, 2, 100, 511, 513, 1024, 5000, 100_003, 1 << 20] {
            assert_eq!((0..shards(width)).map(|shard| share(width, shard)).sum::<usize>(), width);
        }
    }
}
