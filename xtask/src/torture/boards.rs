//! Boards without any code of the library: which cells touch, random boards that can be solved, their text.

use super::random::Random;

/// A box: width, height, depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    width: usize,
    height: usize,
    depth: usize,
}

/// Which number is in which cell, in the order in which boards are written; 0 is the blank.
pub(super) type Cells = Vec<u16>;

impl Geometry {
    pub(super) const fn flat(width: usize, height: usize) -> Geometry {
        Geometry::solid(width, height, 1)
    }

    pub(super) const fn solid(width: usize, height: usize, depth: usize) -> Geometry {
        Geometry { width, height, depth }
    }

    pub(super) fn cells(self) -> usize {
        self.width * self.height * self.depth
    }

    /// The name that `--shape` takes.
    pub(super) fn name(self) -> String {
        let flat = format!("{}x{}", self.width, self.height);
        if self.depth == 1 { flat } else { format!("{flat}x{}", self.depth) }
    }

    /// The cells that share a side with a cell.
    pub(super) fn neighbours(self, cell: usize) -> Vec<usize> {
        let steps = [(1, self.width), (self.width, self.height), (self.width * self.height, self.depth)];
        let mut found = Vec::with_capacity(6);
        for (stride, side) in steps {
            let place = cell / stride % side;
            found.extend((place > 0).then(|| cell - stride));
            found.extend((place + 1 < side).then(|| cell + stride));
        }
        found
    }

    /// 1, 2, … and the blank last.
    pub(super) fn blank_last(self) -> Cells {
        let cells = self.cells();
        (1..cells).chain([0]).map(|number| number as u16).collect()
    }

    /// Any board.
    pub(super) fn shuffled(self, random: &mut Random) -> Cells {
        let mut board = self.blank_last();
        random.shuffle(&mut board);
        board
    }

    /// A random board from which `goal` can be reached: an even permutation of the tiles with the blank in its
    /// place, then a walk that takes the blank elsewhere.
    pub(super) fn scrambled(self, goal: &Cells, random: &mut Random) -> Cells {
        let tiles: Vec<usize> = (0..goal.len()).filter(|&cell| goal[cell] != 0).collect();
        let mut order = tiles.clone();
        let mut odd = false;
        for i in (1..order.len()).rev() {
            let j = random.index(i + 1);
            order.swap(i, j);
            odd ^= i != j;
        }
        if odd {
            order.swap(0, 1);
        }
        let mut board = goal.clone();
        for (&to, &from) in tiles.iter().zip(&order) {
            board[to] = goal[from];
        }
        let moves = random.index(4 * self.cells());
        self.walked(&board, moves, random)
    }

    /// The board after random moves that never undo the one before.
    pub(super) fn walked(self, board: &Cells, moves: usize, random: &mut Random) -> Cells {
        let mut board = board.clone();
        let mut blank = board.iter().position(|&number| number == 0).unwrap_or(0);
        let mut before = blank;
        for _ in 0..moves {
            let mut next = self.neighbours(blank);
            next.retain(|&cell| cell != before || self.cells() == 2);
            let to = if next.is_empty() { before } else { *random.pick(&next) };
            board.swap(blank, to);
            (before, blank) = (blank, to);
        }
        board
    }

    /// The board on one line, as `solve` reads it.
    pub(super) fn text(self, board: &Cells) -> String {
        let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        let layer = |cells: &[u16]| cells.chunks(self.width).map(row).collect::<Vec<_>>().join("/");
        board.chunks(self.width * self.height).map(layer).collect::<Vec<_>>().join("//")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_texts_of_flat_and_solid_boxes() {
        assert_eq!(Geometry::flat(3, 3).neighbours(4), [3, 5, 1, 7]);
        assert_eq!(Geometry::solid(2, 2, 2).neighbours(0), [1, 2, 4]);
        assert_eq!(Geometry::flat(3, 2).text(&vec![1, 2, 3, 4, 5, 0]), "1 2 3/4 5 0");
        assert_eq!(Geometry::solid(2, 1, 2).text(&vec![1, 2, 3, 0]), "1 2//3 0");
    }
}
