//! Looks at boards the way a table does whose goal differs in the names of tiles, by a mirror or by
//! a turn.

use super::DistanceTable;
use crate::board::Board;
use crate::contradiction::{Contradiction, ContradictionKind};
use crate::fast_hash::FastMap;
use crate::shape::Cell;
use crate::sweep::Ranking;
use crate::symmetry::Symmetry;

/// Where a board lies in a table: the blank's cell, and the rank.
type Place = (Cell, u32);

/// How the boards on their way to one goal lie in a table. The table is handed in each time.
#[derive(Clone, Debug)]
pub(crate) struct GoalView {
    ranking: Ranking,
    /// Where the goal is.
    goal: Place,
    /// For each cell of the blank, whether distances are odd.
    odd: Vec<bool>,
}

impl GoalView {
    /// `None` if the table does not serve the goal.
    pub(crate) fn new(table: &DistanceTable, goal: &Board) -> Option<GoalView> {
        if goal.shape() != table.shape {
            return None;
        }
        let symmetries = Symmetry::all(goal.shape());
        let mirror = symmetries.iter().find(|symmetry| symmetry.cell(goal.blank()) == table.blank)?;
        let ranking = Ranking::mirrored(goal, mirror);
        let goal = ranking.locate(goal).expect("the goal is the goal");
        let shape = table.shape;
        let odd = shape.all_cells().map(|cell| shape.distance(cell, table.blank) % 2 == 1).collect();
        Some(GoalView { ranking, goal, odd })
    }

    /// The distance of a board modulo 4; `None` if it cannot be slid into the goal.
    #[inline]
    pub(crate) fn residue(&self, table: &DistanceTable, board: &Board) -> Option<u32> {
        let (blank, rank) = self.ranking.locate(board)?;
        Some(self.residue_at(table, blank, rank))
    }

    #[inline]
    fn residue_at(&self, table: &DistanceTable, blank: Cell, rank: u32) -> u32 {
        u32::from(table.bit(blank, rank)) * 2 + u32::from(self.odd[blank.index()])
    }

    /// The distance of a board; `None` if it cannot be slid into the goal. No walk is longer than the deepest board's.
    pub(crate) fn distance(
        &self,
        table: &DistanceTable,
        board: &Board,
    ) -> Result<Option<u32>, Contradiction> {
        match self.ranking.locate(board) {
            Some(place) => self.walk(table, board, place, |_| None, |_| ()).map(Some),
            None => Ok(None),
        }
    }

    /// Walks down from a board, which lies at a place, until the goal is met or a place whose distance is known. `passes`
    /// hears of every place before that.
    fn walk(
        &self,
        table: &DistanceTable,
        board: &Board,
        mut place: Place,
        known: impl Fn(Place) -> Option<u32>,
        mut passes: impl FnMut(Place),
    ) -> Result<u32, Contradiction> {
        let mut board = board.clone();
        for steps in 0..=table.deepest() {
            let left = if place == self.goal { Some(0) } else { known(place) };
            match left.map(|left| steps + left) {
                Some(distance) if distance <= table.deepest() => return Ok(distance),
                Some(_) => break,
                None => passes(place),
            }
            let nearer = (self.residue_at(table, place.0, place.1) + 3) % 4;
            let next = self.neighbour(table, &mut board, nearer);
            place = next.ok_or_else(|| table.note(ContradictionKind::NoWayDown))?;
        }
        Err(table.note(ContradictionKind::Endless))
    }

    /// Slides a board into the first neighbour with this residue and tells where it lies.
    fn neighbour(&self, table: &DistanceTable, board: &mut Board, residue: u32) -> Option<Place> {
        for (_, cell) in board.moves() {
            let slide = board.slide_blank_to(cell);
            let place = self.ranking.locate(board)?;
            if self.residue_at(table, place.0, place.1) == residue {
                return Some(place);
            }
            board.take_back(slide);
        }
        None
    }
}

/// Walks down from boards that lie near each other. Each ends where it meets an earlier one: where a walk goes on depends
/// on the place alone, so that the distance is that of a walk to the goal.
pub(crate) struct Walks<'a> {
    view: &'a GoalView,
    table: &'a DistanceTable,
    /// The distance of every place that was passed.
    passed: FastMap<Place, u32>,
}

impl<'a> Walks<'a> {
    pub(crate) fn new(view: &'a GoalView, table: &'a DistanceTable) -> Walks<'a> {
        Walks { view, table, passed: FastMap::default() }
    }

    /// What [`GoalView::distance`] says.
    pub(crate) fn distance(&mut self, board: &Board) -> Result<Option<u32>, Contradiction> {
        let Some(place) = self.view.ranking.locate(board) else { return Ok(None) };
        let known = |place| self.passed.get(&place).copied();
        if let Some(distance) = known(place) {
            return Ok(Some(distance));
        }
        let mut places = Vec::new();
        let distance = self.view.walk(self.table, board, place, known, |place| places.push(place))?;
        self.passed.extend(places.into_iter().zip((0..=distance).rev()));
        Ok(Some(distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    fn table(shape: Shape) -> DistanceTable {
        DistanceTable::build(shape, Cell(0), 1, &mut |_, _| ControlFlow::Continue(())).unwrap()
    }

    /// Every board of the table's goal, in an order that leaps about.
    fn all_boards(view: &GoalView, goal: &Board) -> Vec<Board> {
        let ranks = view.ranking.ranks();
        let places = (0..ranks).flat_map(|rank| goal.shape().all_cells().map(move |cell| (cell, rank)));
        let board = |(cell, rank)| {
            let mut board = goal.clone();
            view.ranking.load(cell, rank * 7 % ranks, &mut board);
            board
        };
        places.map(board).collect()
    }

    #[test]
    fn walks_that_end_where_others_have_passed_find_the_same_distances() {
        let goal = Board::goal("3x2".parse().unwrap());
        let right = table(goal.shape());
        let view = GoalView::new(&right, &goal).unwrap();
        let boards = all_boards(&view, &goal);
        assert_eq!(boards.len(), 360);
        let mut walks = Walks::new(&view, &right);
        for board in &boards {
            let distance = walks.distance(board).unwrap();
            assert_eq!(distance, view.distance(&right, board).unwrap(), "{board}");
            assert!(distance.is_some(), "{board}");
        }
        assert_eq!(walks.passed.len(), 359, "all but the goal");
    }

    #[test]
    fn and_the_same_contradictions_in_tables_that_are_wrong() {
        let goal = Board::goal("3x2".parse().unwrap());
        let right = table(goal.shape());
        let view = GoalView::new(&right, &goal).unwrap();
        let boards = all_boards(&view, &goal);
        let mut wrong = 0;
        for byte in 0..right.entries().len() {
            let mut entries = right.entries().to_vec();
            entries[byte] ^= 0b0100_1010;
            let histogram = right.histogram().to_vec();
            let forged =
                DistanceTable::from_parts(goal.shape(), Cell(0), histogram, Arc::new(entries)).unwrap();
            let mut walks = Walks::new(&view, &forged);
            for board in &boards {
                let (alone, among) = (view.distance(&forged, board), walks.distance(board));
                assert_eq!(alone.is_ok(), among.is_ok(), "byte {byte}, {board}");
                assert_eq!(alone.ok(), among.ok(), "byte {byte}, {board}");
                wrong += u32::from(view.distance(&forged, board).is_err());
            }
        }
        assert!(wrong > 100, "{wrong} boards met a contradiction");
    }
}
