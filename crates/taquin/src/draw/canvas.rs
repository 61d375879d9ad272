//! The text of a picture: rectangles, lines and words at their places, boards made of them, and the style of all.
//!
//! Names of classes begin with `tq-`, as a page that a picture is put into has names of its own.

use super::Mark;
use crate::board::{Board, Tile};
use crate::shape::{Cell, Shape};
use std::fmt::{self, Write};

/// Colours of boards, for light surroundings and then for dark ones. Rules are written out, as some programs for pictures
/// know no variables.
const STYLE: &str = "\
.tq-paper{fill:#f5f4f0}.tq-tray{fill:#27334b}.tq-hole{fill:#1d2740}.tq-ink{fill:#1c2230}.tq-soft{fill:#576070}\
.tq-tile{fill:#fffdf8;stroke:#d9d2c2}.tq-number{fill:#1c2230;font-weight:600;text-anchor:middle}\
.tq-home{fill:#dcefe4;stroke:#a9cdb9}.tq-home+.tq-number{fill:#14573a}\
.tq-1{fill:#fdf0d5;stroke:#e5cf9f}.tq-2{fill:#fbdca4;stroke:#dcb468}.tq-3{fill:#f7c069;stroke:#cf9231}.tq-4{fill:#ee9c3a;stroke:#bd6f12}\
.tq-moved{fill:#e0e9fd;stroke:#2450b5}.tq-mark{fill:#5b4a1f;font-weight:600}.tq-leaves{fill:none;stroke:#c0341d}\
.tq-plus{fill:#a8321f;font-weight:700}.tq-bar{fill:#2450b5}.tq-rail{fill:#dedbd2}.tq-away{fill:none;stroke:#ee9c3a}\
@media (prefers-color-scheme:dark){\
.tq-paper{fill:#10141c}.tq-tray{fill:#05070b}.tq-hole{fill:#161b26}.tq-ink{fill:#e9ecf2}.tq-soft{fill:#a3acbc}\
.tq-tile{fill:#333c4e;stroke:#485369}.tq-number{fill:#f4f6fa}\
.tq-home{fill:#24503f;stroke:#37715a}.tq-home+.tq-number{fill:#d5f5e3}\
.tq-1{fill:#4a4030;stroke:#6b5c41}.tq-2{fill:#6a4e22;stroke:#8c6931}.tq-3{fill:#8a5a14;stroke:#b37a28}.tq-4{fill:#ad680c;stroke:#d98d2b}\
.tq-moved{fill:#2b3d68;stroke:#9dbbff}.tq-mark{fill:#ffe9bd}.tq-leaves{stroke:#ff8a70}\
.tq-plus{fill:#ffc2b3}.tq-bar{fill:#9dbbff}.tq-rail{fill:#2d3442}.tq-away{stroke:#ad680c}}";

const FONT: &str = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// The share of a cell that is left free around its tile.
const MARGIN: f64 = 0.04;

/// A number with a digit behind the point where it matters.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        if tenths % 10.0 == 0.0 { write!(f, "{}", tenths / 10.0) } else { write!(f, "{:.1}", tenths / 10.0) }
    }
}

/// A text in which no character means anything to XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where the cells of a board are, in pixels from its corner. Layers stand side by side, the top one first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    shape: Shape,
    /// The side of a cell.
    pub(crate) cell: f64,
}

impl Grid {
    pub(crate) fn new(shape: Shape, cell: f64) -> Grid {
        Grid { shape, cell }
    }

    fn rim(self) -> f64 {
        (self.cell * 0.1).max(2.0)
    }

    fn layer_width(self) -> f64 {
        self.shape.width() as f64 * self.cell + 2.0 * self.rim()
    }

    fn gap(self) -> f64 {
        self.cell * 0.35
    }

    pub(crate) fn width(self) -> f64 {
        let layers = self.shape.depth() as f64;
        layers * self.layer_width() + (layers - 1.0) * self.gap()
    }

    pub(crate) fn height(self) -> f64 {
        self.shape.height() as f64 * self.cell + 2.0 * self.rim()
    }

    /// The corner of a cell.
    pub(crate) fn place(self, cell: Cell) -> (f64, f64) {
        let (width, height) = (self.shape.width(), self.shape.height());
        let (layer, within) = (cell.index() / (width * height), cell.index() % (width * height));
        let left = layer as f64 * (self.layer_width() + self.gap()) + self.rim();
        (left + (within % width) as f64 * self.cell, self.rim() + (within / width) as f64 * self.cell)
    }

    /// Letters of numbers as large as the widest number allows.
    pub(crate) fn letters(self) -> f64 {
        let share = match self.shape.tiles() {
            ..10 => 0.52,
            10..100 => 0.46,
            100..1000 => 0.36,
            1000..10_000 => 0.29,
            _ => 0.23,
        };
        share * self.cell
    }
}

/// How a word is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    pub(crate) size: f64,
    pub(crate) class: &'static str,
    /// `start`, `middle` or `end`: which part of the word is at its place.
    pub(crate) anchor: &'static str,
}

/// A picture in the making.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    body: String,
}

impl Canvas {
    /// Adds text of the picture as it is.
    pub(crate) fn raw(&mut self, text: fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("memory can be written to");
    }

    pub(crate) fn words(&mut self, (x, y): (f64, f64), letters: Letters, words: &str) {
        let Letters { size, class, anchor } = letters;
        let (x, y, size) = (Number(x), Number(y), Number(size));
        self.raw(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(words)
        ));
    }

    pub(crate) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), round: f64) {
        self.raw(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            Number(x),
            Number(y),
            Number(width),
            Number(height),
            Number(round)
        ));
    }

    /// The trays that tiles lie in, one for each layer.
    pub(crate) fn tray(&mut self, grid: Grid) {
        for layer in 0..grid.shape.depth() {
            let left = layer as f64 * (grid.layer_width() + grid.gap());
            let round = grid.cell * 0.18;
            self.rect("tq-tray", (left, 0.0), (grid.layer_width(), grid.height()), round);
        }
    }

    /// A tile with its corner at a place.
    pub(crate) fn tile(&mut self, grid: Grid, (x, y): (f64, f64), tile: Tile, class: &str) {
        let (margin, letters) = (grid.cell * MARGIN, grid.letters());
        let side = grid.cell - 2.0 * margin;
        self.rect(class, (x + margin, y + margin), (side, side), grid.cell * 0.14);
        let (middle, base) = (x + grid.cell / 2.0, y + grid.cell / 2.0 + letters * 0.36);
        self.raw(format_args!(
            "<text class=\"tq-number\" x=\"{}\" y=\"{}\">{}</text>",
            Number(middle),
            Number(base),
            tile.number()
        ));
    }

    /// A board with its corner at a place. `moved` is the tile that has just been moved.
    pub(crate) fn board(
        &mut self,
        grid: Grid,
        (x, y): (f64, f64),
        board: &Board,
        marks: Option<&[Mark]>,
        moved: Option<Tile>,
    ) {
        let letters = Number(grid.letters());
        self.raw(format_args!(
            "<g transform=\"translate({} {})\" font-size=\"{letters}\">",
            Number(x),
            Number(y)
        ));
        self.tray(grid);
        for (index, content) in board.contents().iter().enumerate() {
            let place = grid.place(Cell::from_index(index));
            let mark = marks.map(|marks| marks[index]);
            match content {
                Some(tile) => {
                    let class = match mark {
                        Some(mark) => mark.class(),
                        None if moved == Some(*tile) => "tq-moved",
                        None => "tq-tile",
                    };
                    self.tile(grid, place, *tile, class);
                }
                None => {
                    let (margin, round) = (grid.cell * MARGIN, grid.cell * 0.14);
                    let side = grid.cell - 2.0 * margin;
                    self.rect("tq-hole", (place.0 + margin, place.1 + margin), (side, side), round);
                }
            }
            if let Some(mark) = mark {
                self.mark(grid, place, mark);
            }
        }
        self.raw(format_args!("</g>"));
    }

    /// What a heuristic counts for a cell.
    fn mark(&mut self, grid: Grid, (x, y): (f64, f64), mark: Mark) {
        let Mark { counted, is_blank, must_leave, .. } = mark;
        let (cell, small) = (grid.cell, grid.cell * 0.2);
        let ring = |canvas: &mut Canvas, class: &str| {
            let inset = cell * 0.07;
            let (width, side) = (Number(cell * 0.06), Number(cell - 2.0 * inset));
            canvas.raw(format_args!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"{}\" \
                 stroke-width=\"{width}\"/>",
                Number(x + inset),
                Number(y + inset),
                Number(cell * 0.12)
            ));
        };
        if is_blank && mark.away {
            ring(self, "tq-away");
        }
        if must_leave {
            ring(self, "tq-leaves");
            let place = (x + cell * 0.17, y + cell * 0.85);
            self.words(place, Letters { size: small, class: "tq-plus", anchor: "start" }, "+2");
        }
        if let Some(counted) = counted.filter(|&counted| counted > 0) {
            let place = (x + cell * 0.84, y + cell * 0.85);
            let letters = Letters { size: small, class: "tq-mark", anchor: "end" };
            self.words(place, letters, &counted.to_string());
        }
    }

    /// The whole picture, with a style of its own besides that of boards.
    pub(crate) fn finish(self, (width, height): (f64, f64), title: &str, style: &str) -> String {
        let (width, height) = (Number(width.ceil()), Number(height.ceil()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" font-family=\"{FONT}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}{style}</style>\n\
             <rect class=\"tq-paper\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n{}\n</svg>\n",
            escaped(title),
            self.body
        )
    }
}

/// About how wide a line of words is.
pub(crate) fn width_of(words: &str, size: f64) -> f64 {
    words.chars().count() as f64 * size * 0.56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        let written = [1.0, 0.25, -3.04, 12.96].map(|number| Number(number).to_string());
        assert_eq!(written, ["1", "0.3", "-3", "13"]);
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
    }

    #[test]
    fn cells_of_the_next_layer_stand_beside_those_of_the_first() {
        let grid = Grid::new(Shape::new(3, 2, 2).unwrap(), 10.0);
        assert_eq!(grid.place(Cell(0)), (2.0, 2.0));
        assert_eq!(grid.place(Cell(5)), (22.0, 12.0));
        assert_eq!(grid.place(Cell(6)), (39.5, 2.0));
        assert_eq!((grid.width(), grid.height()), (71.5, 24.0));
    }
}
