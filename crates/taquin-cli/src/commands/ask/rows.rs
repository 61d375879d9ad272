//! A board that is typed row by row: every row is checked when it comes.

use crate::ui;
use taquin::notation::{ParseErrorKind, parse_row};
use taquin::{Board, Shape};

/// The rows of a board so far.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The shape, if it is known; else it is a square unless the numbers are too large for one.
    shape: Option<Shape>,
    rows: Vec<Vec<u16>>,
}

impl Rows {
    pub(super) fn new(shape: Option<Shape>) -> Rows {
        Rows { shape, rows: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Which row comes next: `row 2 of 3`, `layer 1 of 2, row 2 of 2`.
    pub(super) fn place(&self) -> String {
        let row = self.rows.len();
        match self.shape() {
            Some(shape) if shape.is_flat() => format!("row {} of {}", row + 1, shape.height()),
            Some(shape) => {
                let (layer, row) = (row / shape.height() + 1, row % shape.height() + 1);
                format!("layer {layer} of {}, row {row} of {}", shape.depth(), shape.height())
            }
            None => format!("row {}", row + 1),
        }
    }

    /// The shape that is known or supposed.
    fn shape(&self) -> Option<Shape> {
        let square = || {
            let width = self.rows.first()?.len();
            let shape = Shape::flat(width, width).ok()?;
            let largest = self.rows.iter().flatten().max()?;
            (usize::from(*largest) <= shape.tiles()).then_some(shape)
        };
        self.shape.or_else(square)
    }

    /// Whether there is nothing but one number.
    pub(super) fn is_single_number(&self) -> bool {
        matches!(&self.rows[..], [row] if row.len() == 1)
    }

    /// Whether there is one row that is rather a whole board with a mistake: as many numbers as a square has, and none of
    /// them larger than that.
    pub(super) fn looks_like_a_list(&self) -> bool {
        let [row] = &self.rows[..] else { return false };
        let cells = row.len();
        cells > 8 && cells.isqrt().pow(2) == cells && row.iter().all(|&number| usize::from(number) <= cells)
    }

    /// Forgets the last row, if there is one.
    pub(super) fn pop(&mut self) -> bool {
        self.rows.pop().is_some()
    }

    /// Adds the rows of one or several lines, all of them or none.
    pub(super) fn add(&mut self, text: &str) -> Result<(), String> {
        let before = self.rows.len();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if let Err(why) = self.add_row(line) {
                self.rows.truncate(before);
                return Err(why);
            }
        }
        Ok(())
    }

    fn add_row(&mut self, text: &str) -> Result<(), String> {
        let row = parse_row(text, self.shape.or_else(|| self.shape())).map_err(|error| match error.kind {
            ParseErrorKind::NotANumber(word) => format!("`{}` is not a number", word.escape_debug()),
            _ => error.to_string(),
        })?;
        // A line of a drawing between two rows.
        if row.is_empty() {
            return Ok(());
        }
        if self.is_full() {
            return Err(format!(
                "a row too many: {} has {}",
                self.name(),
                ui::count(self.rows.len() as u64, "row")
            ));
        }
        self.check(&row)?;
        self.rows.push(row);
        Ok(())
    }

    fn name(&self) -> String {
        self.shape().map_or("this board".into(), |shape| shape.to_string())
    }

    fn check(&self, row: &[u16]) -> Result<(), String> {
        for (place, &number) in row.iter().enumerate() {
            if let Some(tiles) = self.shape.map(Shape::tiles).filter(|&tiles| usize::from(number) > tiles) {
                return Err(format!("{number} is out of range: this board has the numbers 0 to {tiles}"));
            }
            if row[..place].contains(&number) {
                return Err(format!("{number} appears twice in this row"));
            }
            if let Some(other) = self.rows.iter().position(|row| row.contains(&number)) {
                return Err(format!("{number} is in row {} already", other + 1));
            }
        }
        let width = self.shape.map(Shape::width).or(self.rows.first().map(Vec::len));
        match width.filter(|&width| width != row.len()) {
            Some(width) => {
                let numbers = ui::count(row.len() as u64, "number");
                Err(format!("this row has {numbers}, expected {width}; 0 is the blank"))
            }
            None => Ok(()),
        }
    }

    fn numbers(&self) -> Vec<u16> {
        self.rows.iter().flatten().copied().collect()
    }

    fn is_full(&self) -> bool {
        self.shape().is_some_and(|shape| self.rows.len() == shape.height() * shape.depth())
    }

    /// The board, once its last row is there; or why the rows make none.
    pub(super) fn board(&self) -> Option<Result<Board, String>> {
        match self.shape() {
            Some(shape) if self.is_full() => {
                Some(Board::new(shape, &self.numbers()).map_err(|error| error.to_string()))
            }
            Some(_) => None,
            // Too large for a square: it ends where no number is missing.
            None => self.as_it_is().map(Ok),
        }
    }

    /// The board of the rows that are there, if no number is missing.
    pub(super) fn as_it_is(&self) -> Option<Board> {
        let shape = Shape::flat(self.rows.first()?.len(), self.rows.len()).ok()?;
        Board::new(shape, &self.numbers()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rows: &str, row: &str) -> Result<(), String> {
        let mut typed = Rows::new("3x3".parse().ok());
        typed.add(rows).unwrap();
        typed.add(row)
    }

    #[test]
    fn rows_are_checked_against_the_board() {
        let row = |text: &str| after("1 2 3", text);
        for fine in ["4 _ 6", "4,5,6", "[4, 5, 6],", "| 4 |   | 6 |", "4x6", "+---+---+---+"] {
            assert_eq!(row(fine), Ok(()), "{fine}");
        }
        assert_eq!(row("4 5").unwrap_err(), "this row has 2 numbers, expected 3; 0 is the blank");
        assert_eq!(row("4 5 2").unwrap_err(), "2 is in row 1 already");
        assert_eq!(row("4 4 5").unwrap_err(), "4 appears twice in this row");
        assert_eq!(row("4 5 9").unwrap_err(), "9 is out of range: this board has the numbers 0 to 8");
        assert_eq!(row("4 5 y").unwrap_err(), "`y` is not a number");
        assert!(row("99999999999999999999 4 5").unwrap_err().contains("too large"));
    }

    #[test]
    fn without_a_shape_it_is_a_square_unless_the_numbers_say_otherwise() {
        let mut square = Rows::new(None);
        square.add("1 2 0\n3 4 5").unwrap();
        assert_eq!((square.place().as_str(), square.board()), ("row 3 of 3", None));
        assert_eq!(square.as_it_is().unwrap().to_string(), "1 2 0/3 4 5");
        square.add("6 7 8").unwrap();
        assert_eq!(square.board().unwrap().unwrap().to_string(), "1 2 0/3 4 5/6 7 8");
        let mut tall = Rows::new(None);
        tall.add("1 2\n3 4").unwrap();
        assert_eq!((tall.place().as_str(), tall.board()), ("row 3", None));
        tall.add("5 0").unwrap();
        assert_eq!(tall.board().unwrap().unwrap().shape().to_string(), "2x3");
    }
}
