//! How many shifts a board needs along each axis, each solved by itself.
//!
//! Every shift runs along one axis, and in a shortest solution the axes take turns ([`least_moves`]). So what counts is the
//! larger of the two needs, and every bound of the shifts along one axis counts twice. Two kinds are asked: walking
//! distance, which knows the goal line of every tile and forgets its place in the line, and on small flat boards [`orders`],
//! which know the order in the lines and look at some tiles only.
//!
//! Values are those of shifts. In slides the sum of walking distances is never less.

mod orders;
mod word_tables;
mod words;

pub(crate) use orders::{Index, LineOrders};
pub(crate) use word_tables::WordTables;
pub(crate) use words::{Lines, MOST_TILES, Word};

use super::walking_distance::least_moves;
use super::{AnyHeuristic, Guarantees, Heuristic, WalkingDistance};
use crate::board::{Board, Slide};
use crate::metric::Metric;
use crate::search::StopReason;
use crate::shape::Axis;
use std::sync::OnceLock;

/// The least number of shifts if every axis had to be solved by itself.
#[derive(Clone, Debug)]
pub struct AxisDistance {
    walking: WalkingDistance,
    orders: Option<Box<[LineOrders; 2]>>,
    /// Those of larger boards, which take longer to make: made if a search needs them, and left out of estimates.
    later: OnceLock<Box<[LineOrders; 2]>>,
}

/// What [`AxisDistance`] remembers of a board.
#[derive(Clone, Copy, Debug)]
pub struct AxisMemo {
    walk: [u32; 3],
    orders: [u8; 2],
}

impl AxisDistance {
    /// For this goal. A 15-puzzle gets eight tables of three million entries.
    pub fn new(goal: &Board) -> AxisDistance {
        let walking = WalkingDistance::in_metric(Metric::Shifts, goal);
        let orders = LineOrders::are_for::<u64>(goal.shape())
            .then(|| LineOrders::both(goal, &|| None).expect("nothing stops it"));
        AxisDistance { walking, orders: orders.map(Box::new), later: OnceLock::new() }
    }

    /// Its walking distances.
    pub(crate) fn walking(&self) -> &WalkingDistance {
        &self.walking
    }

    /// The tables of orders along both axes of a small flat board.
    pub(crate) fn orders(&self) -> Option<&[LineOrders; 2]> {
        self.orders.as_deref()
    }

    /// Those, or the ones that are left out of estimates; none if there are none for the shape.
    ///
    /// # Errors
    /// Why to stop, if `is_over` says so while they are made.
    pub(crate) fn orders_at_last(
        &self,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<Option<&[LineOrders; 2]>, StopReason> {
        let goal = self.walking.goal();
        if self.orders.is_some() || !LineOrders::are_for::<u128>(goal.shape()) {
            return Ok(self.orders());
        }
        if self.later.get().is_none() {
            // Whoever made them first, they are the same.
            let _ = self.later.set(Box::new(LineOrders::both(goal, is_over)?));
        }
        Ok(self.later.get().map(|orders| &**orders))
    }

    /// Bytes that making it takes at most.
    pub(crate) fn build_bytes(shape: crate::shape::Shape) -> u64 {
        WalkingDistance::build_bytes(shape) + LineOrders::BUILD_BYTES
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> u64 {
        let later = self.later.get().map(|orders| &**orders);
        self.walking.bytes() + self.orders().or(later).map_or(0, LineOrders::bytes_of)
    }

    /// Whether every axis has a table of walking distances.
    pub fn is_complete(&self) -> bool {
        self.walking.is_complete()
    }

    /// The estimate of a board that a move along an axis led to: the next runs along another.
    pub(crate) fn estimate_after(&self, memo: AxisMemo, last: Option<Axis>) -> u32 {
        let [x, y, z] = self.walking.along(memo.walk);
        least_moves([x.max(memo.orders[0].into()), y.max(memo.orders[1].into()), z], last)
    }

    fn by_order(&self, board: &Board, axis: Axis) -> u8 {
        let Some(orders) = self.orders().and_then(|both| both.get(axis as usize)) else { return 0 };
        let word = Lines::new(self.walking.goal(), axis).word::<u64>(board);
        orders.shifts(orders.index(word), board.shape().coordinate(board.blank(), axis))
    }
}

impl Heuristic for AxisDistance {
    type Memo = AxisMemo;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::AxisDistance(self)
    }

    fn goal(&self) -> &Board {
        self.walking.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn is_for(&self, metric: Metric) -> bool {
        metric == Metric::Shifts
    }

    fn remember(&self, board: &Board) -> AxisMemo {
        let orders = [Axis::X, Axis::Y].map(|axis| self.by_order(board, axis));
        AxisMemo { walk: self.walking.remember(board), orders }
    }

    fn after(&self, mut memo: AxisMemo, board: &Board, slide: Slide) -> AxisMemo {
        memo.walk = self.walking.after(memo.walk, board, slide);
        let axis = board.shape().axis_between(slide.from(), slide.to());
        if let Some(order) = memo.orders.get_mut(axis as usize) {
            *order = self.by_order(board, axis);
        }
        memo
    }

    fn estimate(&self, memo: AxisMemo) -> u32 {
        self.estimate_after(memo, None)
    }
}
