//! Boards from arrays and lists of numbers.

use super::{Board, BoardError};
use crate::shape::Shape;

/// Rows of a flat board, 0 being the blank.
///
/// ```
/// use taquin::Board;
///
/// let board = Board::try_from([[1, 2, 3], [4, 0, 5]])?;
/// assert_eq!(board.to_string(), "1 2 3/4 0 5");
/// assert!(Board::try_from([[1, 2], [3, 3]]).is_err());
/// # Ok::<(), taquin::BoardError>(())
/// ```
impl<const W: usize, const H: usize> TryFrom<[[u16; W]; H]> for Board {
    type Error = BoardError;

    fn try_from(rows: [[u16; W]; H]) -> Result<Board, BoardError> {
        Board::new(Shape::flat(W, H).map_err(BoardError::Shape)?, rows.as_flattened())
    }
}

/// Layers of a box from the top, each with its rows, 0 being the blank.
///
/// ```
/// use taquin::Board;
///
/// let board = Board::try_from([[[1, 2], [3, 4]], [[5, 6], [7, 0]]])?;
/// assert_eq!(board.to_string(), "1 2/3 4//5 6/7 0");
/// # Ok::<(), taquin::BoardError>(())
/// ```
impl<const W: usize, const H: usize, const D: usize> TryFrom<[[[u16; W]; H]; D]> for Board {
    type Error = BoardError;

    fn try_from(layers: [[[u16; W]; H]; D]) -> Result<Board, BoardError> {
        let shape = Shape::new(W, H, D).map_err(BoardError::Shape)?;
        Board::new(shape, layers.as_flattened().as_flattened())
    }
}

/// Rows of a flat board, which must have one length.
impl TryFrom<Vec<Vec<u16>>> for Board {
    type Error = BoardError;

    fn try_from(rows: Vec<Vec<u16>>) -> Result<Board, BoardError> {
        let width = rows.first().map_or(0, Vec::len);
        for (row, numbers) in rows.iter().enumerate() {
            if numbers.len() != width {
                return Err(BoardError::RaggedRow { row, found: numbers.len(), expected: width });
            }
        }
        Board::new(Shape::flat(width, rows.len()).map_err(BoardError::Shape)?, &rows.concat())
    }
}

/// The numbers of a square board, or of the cube of 27 cells, in reading order. [`Board::new`] takes
/// any shape.
///
/// ```
/// use taquin::Board;
///
/// let numbers: &[u16] = &[8, 1, 3, 4, 0, 2, 7, 6, 5];
/// assert_eq!(Board::try_from(numbers)?.to_string(), "8 1 3/4 0 2/7 6 5");
/// # Ok::<(), taquin::BoardError>(())
/// ```
impl TryFrom<&[u16]> for Board {
    type Error = BoardError;

    fn try_from(numbers: &[u16]) -> Result<Board, BoardError> {
        let count = numbers.len();
        let shape = Shape::of_a_list(count).ok_or(BoardError::ShapeUnknown { count })?;
        Board::new(shape, numbers)
    }
}

/// As for `&[u16]`.
impl TryFrom<Vec<u16>> for Board {
    type Error = BoardError;

    fn try_from(numbers: Vec<u16>) -> Result<Board, BoardError> {
        Board::try_from(&numbers[..])
    }
}

/// As for `&[u16]`, from bytes.
///
/// ```
/// use taquin::Board;
///
/// assert_eq!(Board::try_from(&[1u8, 2, 3, 0][..])?.to_string(), "1 2/3 0");
/// assert!(Board::try_from(&[1u8, 2, 3, 4, 5, 0][..]).is_err());
/// # Ok::<(), taquin::BoardError>(())
/// ```
impl TryFrom<&[u8]> for Board {
    type Error = BoardError;

    fn try_from(numbers: &[u8]) -> Result<Board, BoardError> {
        Board::try_from(numbers.iter().copied().map(u16::from).collect::<Vec<u16>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ShapeError;

    #[test]
    fn lists_that_are_not_boards_say_why() {
        let error = |rows: Vec<Vec<u16>>| Board::try_from(rows).unwrap_err();
        assert_eq!(error(vec![]), BoardError::Shape(ShapeError::Side(0)));
        assert_eq!(error(vec![vec![]]), BoardError::Shape(ShapeError::Side(0)));
        let ragged = BoardError::RaggedRow { row: 1, found: 1, expected: 2 };
        assert_eq!(error(vec![vec![1, 2], vec![0]]), ragged);
        assert_eq!(ragged.to_string(), "row 2 has 1 numbers, expected 2 like the first row");
        let unknown = Board::try_from(vec![0, 1, 2]).unwrap_err();
        assert_eq!(unknown, BoardError::ShapeUnknown { count: 3 });
        assert_eq!(Board::try_from(vec![0, 1, 2, 2]).unwrap_err().to_string(), "2 appears twice");
        assert_eq!(Board::try_from((0..27).collect::<Vec<u16>>()).unwrap().shape().depth(), 3);
    }
}
