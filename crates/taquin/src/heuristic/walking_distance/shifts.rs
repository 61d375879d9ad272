//! Walking distance where a move is a shift.
//!
//! 1. A shift of k tiles along an axis takes the blank k lines on, with a tile of each line on its way: one step of cost 1
//!    between matrices, along any number of single ones. [`distances`] searches the same matrices with these steps.
//! 2. Every move runs along one axis, so the distances of the axes add up.
//! 3. Two shifts along one axis, one after the other, would be one shift or nothing. So in a shortest solution moves along
//!    an axis are never adjacent: of L moves at most ⌈L/2⌉ run along it, and at most ⌊L/2⌋ if the move before was along it
//!    too. If an axis needs d moves then L ≥ 2d − 1, or 2d ([`least_moves`]). On flat boards this is never less than the sum.
//!
//! Distances of tiles, as Manhattan counts them, do not add up: a shift brings several tiles closer at once.

use super::NO_MATRIX;
use crate::shape::Axis;

/// Entries that no search has come to.
const UNKNOWN: u16 = u16::MAX;

/// The least number of shifts from every matrix to the first. `next` has for each matrix the matrices one slide on,
/// `lines` of them backward and as many forward.
pub(super) fn distances(next: &[u32], lines: usize) -> Vec<u16> {
    let matrices = next.len() / (2 * lines);
    let mut distance = vec![UNKNOWN; matrices];
    distance[0] = 0;
    let mut level = vec![0];
    // By direction: whether a shift that is under way has come to a matrix. One that comes later gains nothing there.
    let mut passed = [vec![false; matrices], vec![false; matrices]];
    for depth in 1.. {
        let mut after = Vec::new();
        for (forward, passed) in passed.iter_mut().enumerate() {
            let mut under_way = level.clone();
            while let Some(matrix) = under_way.pop() {
                let begin = (matrix as usize * 2 + forward) * lines;
                for &to in next[begin..begin + lines].iter().filter(|&&to| to != NO_MATRIX) {
                    if std::mem::replace(&mut passed[to as usize], true) {
                        continue;
                    }
                    under_way.push(to);
                    if distance[to as usize] == UNKNOWN {
                        distance[to as usize] = depth;
                        after.push(to);
                    }
                }
            }
        }
        if after.is_empty() {
            break;
        }
        level = after;
    }
    distance
}

/// The moves that a board needs if it needs so many along each axis and the last move ran along `last`.
#[inline]
pub(crate) fn least_moves(along: [u32; 3], last: Option<Axis>) -> u32 {
    let alternating = |axis: Axis| {
        let twice = 2 * along[axis as usize];
        if last == Some(axis) { twice } else { twice.saturating_sub(1) }
    };
    Axis::ALL.into_iter().map(alternating).fold(along.iter().sum(), u32::max)
}
