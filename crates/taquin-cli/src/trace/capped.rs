//! Passes on so many bytes, and only counts those that come after: the text form grows with the square of
//! the steps, and a trace that fills the disk is of no use.

use std::cell::Cell;
use std::io::{self, Write};

/// A writer that takes any number of bytes and passes on those within a limit.
pub(crate) struct Capped<'a, W> {
    out: W,
    most: u64,
    /// Bytes taken.
    bytes: &'a Cell<u64>,
}

impl<'a, W: Write> Capped<'a, W> {
    pub(crate) fn new(out: W, most: u64, bytes: &'a Cell<u64>) -> Capped<'a, W> {
        Capped { out, most, bytes }
    }
}

impl<W: Write> Write for Capped<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.set(self.bytes.get() + bytes.len() as u64);
        if self.bytes.get() <= self.most {
            self.out.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_beyond_the_limit_are_counted_and_not_passed_on() {
        let mut passed_on = Vec::new();
        let bytes = Cell::new(0);
        let mut capped = Capped::new(&mut passed_on, 7, &bytes);
        for piece in ["12345", "67", "8", "9"] {
            capped.write_all(piece.as_bytes()).unwrap();
        }
        assert_eq!((passed_on.as_slice(), bytes.get()), (&b"1234567"[..], 9));
    }
}
