//! What the boards are about while a unit is placed: the score of a board, and how those of its children differ from it.

use super::super::field::Field;
use super::super::pull::Pull;
use super::learned::{Learned, Slide};
use super::{NEED, PART};
use crate::shape::Direction;
use crate::zobrist::wide_key;

/// What is known of a board besides its tiles.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) hash: u64,
    pub(super) score: i32,
    /// The learned costs.
    pub(super) costs: i32,
    pub(super) blank: u32,
    pub(super) came: u32,
    /// Where the unit's tiles are.
    pub(super) unit: [u32; 2],
}

impl Node {
    /// Whether a unit is in place.
    pub(super) fn is_done(&self, pull: &Pull) -> bool {
        self.unit.map(|cell| cell as usize) == pull.tiles()
    }
}

/// What the boards are about at the moment.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) field: &'a Field,
    pub(super) pull: &'a Pull,
    /// Cells that the blank may enter.
    pub(super) open: &'a [usize],
    /// By tile.
    pub(super) weights: &'a [i32],
    pub(super) learned: &'a Learned,
}

impl Ground<'_> {
    /// About how many moves the unit still needs.
    fn pull_of(&self, node: &Node) -> i32 {
        self.pull.of(self.field, node.unit.map(|cell| cell as usize), node.blank as usize)
    }

    /// Scores a board anew.
    pub(super) fn weigh(&self, node: &mut Node, tile_in: impl Fn(usize) -> usize) {
        let others = self.open.iter().filter(|&&cell| cell != node.blank as usize).map(|&cell| {
            let tile = tile_in(cell);
            self.weights[tile] * self.field.distance(tile, cell) as i32
        });
        node.score = NEED * self.pull_of(node) + others.sum::<i32>() + node.costs / PART;
    }

    /// The children of a board.
    #[inline]
    pub(super) fn for_each_child(
        &self,
        node: &Node,
        tile_in: impl Fn(usize) -> usize,
        kinds: &[u8],
        mut take: impl FnMut(Node, Direction),
    ) {
        let Ground { field, learned, .. } = *self;
        let to = node.blank as usize;
        let (pull, blank) = (self.pull_of(node), tile_in(to));
        for &direction in field.directions() {
            let from = field.next(to, direction);
            if !field.is_open(from) || from == node.came as usize {
                continue;
            }
            let tile = tile_in(from);
            let (before, after) = (kinds[learned.spot(from)], learned.kind(field, tile, to));
            let costs = node.costs + learned.change(kinds, &Slide { from, to, direction, before, after });
            let [near, far] = [to, from].map(|cell| field.distance(tile, cell) as i32);
            let shifted = |cell: u32| if cell as usize == from { to as u32 } else { cell };
            let keys = [key_of(tile, from), key_of(tile, to), key_of(blank, to), key_of(blank, from)];
            let mut child = Node {
                hash: keys.iter().fold(node.hash, |hash, key| hash ^ key),
                score: node.score + self.weights[tile] * (near - far) + costs / PART - node.costs / PART,
                costs,
                blank: from as u32,
                came: to as u32,
                unit: node.unit.map(shifted),
            };
            child.score += NEED * (self.pull_of(&child) - pull);
            take(child, direction);
        }
    }
}

/// Random bits of a tile in a cell.
pub(super) fn key_of(tile: usize, cell: usize) -> u64 {
    wide_key(tile as u16, cell as u16)
}
