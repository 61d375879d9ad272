//! Mirrors and turns of a shape as permutations of its cells.
//!
//! A symmetry sends neighbours to neighbours, so carrying both boards of a problem through it
//! gives a problem with solutions of the same length.

use crate::board::Board;
use crate::shape::{Axis, Cell, Shape};

/// A permutation of the cells that keeps neighbours neighbours: a mirror or a turn.
///
/// ```
/// use taquin::{Board, Problem, Symmetry};
///
/// let board: Board = "1 2 3/4 5 6/7 8 0".parse()?;
/// let symmetries = Symmetry::all(board.shape());
/// assert_eq!(symmetries.len(), 8);
/// let images: Vec<String> = symmetries.iter().map(|symmetry| symmetry.board(&board).to_string()).collect();
/// assert!(images.contains(&"1 4 7/2 5 8/3 6 0".to_string()));
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Box<[Cell]>,
}

impl Symmetry {
    /// Every symmetry of a shape, the identity first: 2, 4 or 8 for flat boards, up to 48 in 3-D.
    ///
    /// They are the ways to permute axes of equal length and to reverse each axis of length above
    /// 1; reversing an axis of length 1 changes nothing and is not counted again.
    #[must_use]
    pub fn all(shape: Shape) -> Vec<Symmetry> {
        let mut symmetries = Vec::new();
        for order in AXIS_ORDERS {
            let keeps_sides = (0..3).all(|i| shape.side(Axis::ALL[i]) == shape.side(Axis::ALL[order[i]]));
            let moves_a_short_axis = (0..3).any(|i| order[i] != i && shape.side(Axis::ALL[i]) == 1);
            if !keeps_sides || moves_a_short_axis {
                continue;
            }
            for reversed in 0..8u8 {
                let reverses_a_short_axis =
                    (0..3).any(|i| reversed >> i & 1 == 1 && shape.side(Axis::ALL[i]) == 1);
                if !reverses_a_short_axis {
                    symmetries.push(Symmetry::new(shape, order, reversed));
                }
            }
        }
        symmetries
    }

    /// Sends the coordinate along axis i to axis `order[i]`, reversed if bit `order[i]` is set.
    fn new(shape: Shape, order: [usize; 3], reversed: u8) -> Symmetry {
        let image = shape
            .all_cells()
            .map(|cell| {
                let mut coordinates = [0; 3];
                for (from, &to) in order.iter().enumerate() {
                    let place = shape.coordinate(cell, Axis::ALL[from]);
                    let last = shape.side(Axis::ALL[to]) - 1;
                    coordinates[to] = if reversed >> to & 1 == 1 { last - place } else { place };
                }
                shape.cell_at(coordinates)
            })
            .collect();
        Symmetry { image }
    }

    /// Where a cell goes.
    ///
    /// # Panics
    /// If the shape does not have the cell.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.image[cell.index()]
    }

    /// The board with every tile carried to its new cell; the numbers stay on the tiles.
    ///
    /// # Panics
    /// If the board has another number of cells than the shape of this symmetry.
    #[must_use]
    pub fn board(&self, board: &Board) -> Board {
        let mut numbers = vec![0; self.image.len()];
        for (cell, tile) in board.tiles() {
            numbers[self.cell(cell).index()] = tile.number();
        }
        Board::from_permutation(board.shape(), &numbers)
    }
}

const AXIS_ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_there_are_and_that_they_differ() {
        for (w, h, d, count) in [
            (1, 1, 1, 1),
            (5, 1, 1, 2),
            (4, 3, 1, 4),
            (3, 3, 1, 8),
            (1, 3, 3, 8),
            (3, 3, 2, 16),
            (3, 3, 3, 48),
        ] {
            let shape = Shape::new(w, h, d).unwrap();
            let all = Symmetry::all(shape);
            assert_eq!(all.len(), count, "{shape}");
            assert!(shape.all_cells().all(|cell| all[0].cell(cell) == cell));
            for (i, symmetry) in all.iter().enumerate() {
                assert!(!all[..i].contains(symmetry));
            }
        }
    }

    #[test]
    fn distances_are_kept() {
        let shape = Shape::new(3, 2, 3).unwrap();
        for symmetry in Symmetry::all(shape) {
            for a in shape.all_cells() {
                for b in shape.all_cells() {
                    assert_eq!(shape.distance(symmetry.cell(a), symmetry.cell(b)), shape.distance(a, b));
                }
            }
        }
    }
}
