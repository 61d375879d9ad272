//! Which sums of pattern databases are worth asking on one board.
//!
//! More sums mean fewer nodes and dearer ones, and which sums cut depends on the board: one partition may be worth ten
//! others on one board and nothing on the next. So a small search by all sums tells for every child beyond the bound which
//! sums say so, and a greedy cover picks sums: first the one that cuts most, then the one that cuts most of what is left,
//! until the next one would cut too little to pay for being asked. Each sum is admissible, so any choice gives
//! shortest solutions.

use crate::board::Board;
use crate::heuristic::{Heuristic, PatternDatabases};
use crate::shape::Direction;
use std::collections::HashMap;

/// Nodes that an iteration of the sample must have.
const ENOUGH: u64 = 20_000;
/// A sum is asked if it cuts at least this part of all that is cut, of what those before it do not.
const PAYS: f64 = 0.02;

/// The numbers of the sums worth asking for searches from this board, the one that cuts most first.
pub(super) fn worth_asking(databases: &PatternDatabases, start: &Board) -> Vec<usize> {
    let sums = databases.sums();
    if sums <= 2 {
        return (0..sums).collect();
    }
    let mut bound = databases.of(start);
    loop {
        let mut sample = Sample { databases, bound, nodes: 0, cuts: HashMap::new() };
        let mut board = start.clone();
        let solved = sample.search(&mut board, 0, None);
        if solved || sample.nodes >= ENOUGH {
            return cover(&sample.cuts, sums);
        }
        bound += 2;
    }
}

struct Sample<'a> {
    databases: &'a PatternDatabases,
    bound: u32,
    nodes: u64,
    /// How many children were cut by each set of sums.
    cuts: HashMap<u16, u64>,
}

impl Sample<'_> {
    /// Searches below a board; true if there is nothing left to learn.
    fn search(&mut self, board: &mut Board, depth: u32, last: Option<Direction>) -> bool {
        let memo = self.databases.remember(board);
        self.search_from(board, memo, depth, last)
    }

    fn search_from(
        &mut self,
        board: &mut Board,
        memo: <PatternDatabases as Heuristic>::Memo,
        depth: u32,
        last: Option<Direction>,
    ) -> bool {
        if depth == self.bound {
            return true;
        }
        self.nodes += 1;
        for (direction, _) in board.moves() {
            if Some(direction.opposite()) == last {
                continue;
            }
            let Some(slide) = board.slide(direction) else { continue };
            let after = self.databases.after(memo, board, slide);
            let cut = self.databases.sums_above(after, self.bound - depth - 1);
            let done = if cut != 0 {
                *self.cuts.entry(cut).or_default() += 1;
                false
            } else {
                self.search_from(board, after, depth + 1, Some(direction))
            };
            board.undo(slide);
            if done || self.nodes >= 4 * ENOUGH {
                return done;
            }
        }
        false
    }
}

/// Sums whose sets cover most of what is cut, the best first.
fn cover(cuts: &HashMap<u16, u64>, sums: usize) -> Vec<usize> {
    let total: u64 = cuts.values().sum();
    let mut left: Vec<(u16, u64)> = cuts.iter().map(|(&set, &count)| (set, count)).collect();
    let mut picked = Vec::new();
    loop {
        let cut_by =
            |sum: usize| left.iter().filter(|(set, _)| set >> sum & 1 == 1).map(|(_, count)| count).sum();
        let (most, sum) = (0..sums)
            .map(|sum| (cut_by(sum), sum))
            .max_by_key(|&(cut, sum): &(u64, usize)| (cut, std::cmp::Reverse(sum)))
            .expect("there are sums");
        if most == 0 || (most as f64) < std::env::var("PAYS").map_or(PAYS, |s| s.parse().unwrap()) * total as f64 {
            return if picked.is_empty() { vec![0] } else { picked };
        }
        picked.push(sum);
        left.retain(|(set, _)| set >> sum & 1 == 0);
    }
}
