//! A solution that plays itself, again and again, by rules of style alone. Readers whose system asks for less motion see the start.

use super::canvas::{Canvas, Grid, Letters, Number, width_of};
use super::{MOST_MOVES, TooLarge, check};
use crate::shape::Cell;
use crate::solution::Solution;
use std::collections::BTreeMap;
use std::fmt::Write;

const SPACE: f64 = 16.0;
const CELL: f64 = 64.0;
/// Seconds that the first and the last board stand still.
const FIRST: f64 = 1.0;
const LAST: f64 = 2.0;
/// The share of a move's time in which the tile slides.
const SLIDING: f64 = 0.7;
const CAPTION: Letters = Letters { size: 15.0, class: "tq-ink", anchor: "middle" };

/// A picture in which the tiles of a solution move.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    solution: &'a Solution,
    seconds_per_move: f64,
}

impl<'a> Animation<'a> {
    /// Plays a solution, half a second for each move.
    #[must_use]
    pub fn of(solution: &'a Solution) -> Animation<'a> {
        Animation { solution, seconds_per_move: 0.5 }
    }

    /// Takes so long for a move.
    #[must_use]
    pub fn seconds_per_move(self, seconds: f64) -> Animation<'a> {
        Animation { seconds_per_move: seconds.clamp(0.01, 60.0), ..self }
    }

    /// The picture.
    ///
    /// # Errors
    /// If the board is too large to read or the solution too long to watch.
    pub fn to_svg(&self) -> Result<String, TooLarge> {
        let (start, moves) = (self.solution.start(), self.solution.moves().len());
        check(1, start.shape())?;
        if moves > MOST_MOVES {
            return Err(TooLarge::Moves(moves));
        }
        let grid = Grid::new(start.shape(), CELL);
        let title = format!("{start}, solved in {moves} moves");
        let name = self.name();
        let mut canvas = Canvas::default();
        let width = grid.width().max(width_of(&caption(moves, moves), CAPTION.size));
        let left = SPACE + (width - grid.width()) / 2.0;
        canvas.raw(format_args!(
            "<g transform=\"translate({} {SPACE})\" font-size=\"{}\">",
            Number(left),
            Number(grid.letters())
        ));
        canvas.tray(grid);
        let tracks = self.tracks();
        for (cell, tile) in start.tiles() {
            let (x, y) = grid.place(cell);
            let class = match tracks.contains_key(&tile.number()) {
                true => format!(" class=\"{name}\" style=\"animation-name:{name}-{tile}\""),
                false => String::new(),
            };
            canvas.raw(format_args!("<g{class}>"));
            canvas.tile(grid, (x, y), tile, "tq-tile");
            canvas.raw(format_args!("</g>"));
        }
        canvas.raw(format_args!("</g>"));
        self.captions(&mut canvas, &name, (SPACE + width / 2.0, SPACE + grid.height() + 24.0));
        let rail = (SPACE, SPACE + grid.height() + 36.0);
        canvas.rect("tq-rail", rail, (width, 4.0), 2.0);
        canvas.rect(&format!("tq-bar {name}-bar"), rail, (width, 4.0), 2.0);
        let height = rail.1 + 4.0 + SPACE;
        Ok(canvas.finish((width + 2.0 * SPACE, height), &title, &self.style(grid, &name, &tracks)))
    }

    /// A name that no other animation on a page has, unless it is the same.
    fn name(&self) -> String {
        let text = format!("{}{}{}", self.solution.start(), self.solution, self.seconds_per_move);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("tq-{hash:016x}")
    }

    fn seconds(&self) -> f64 {
        FIRST + self.solution.moves().len() as f64 * self.seconds_per_move + LAST
    }

    /// How much of the whole has passed when a move begins, in percent.
    fn percent(&self, moves: f64) -> f64 {
        100.0 * (FIRST + moves * self.seconds_per_move) / self.seconds()
    }

    /// The moves of each tile that moves: when, and where to.
    fn tracks(&self) -> BTreeMap<u16, Vec<(usize, Cell)>> {
        let mut tracks: BTreeMap<u16, Vec<(usize, Cell)>> = BTreeMap::new();
        for (step, slide) in self.solution.slides().enumerate() {
            tracks.entry(slide.tile().number()).or_default().push((step, slide.to()));
        }
        tracks
    }

    /// How many moves have been made, one caption after the other at one place.
    fn captions(&self, canvas: &mut Canvas, name: &str, place: (f64, f64)) {
        let moves = self.solution.moves().len();
        for step in 0..=moves {
            let hidden = if step == 0 { "" } else { " visibility=\"hidden\"" };
            canvas.raw(format_args!("<g{hidden} class=\"{name}\" style=\"animation-name:{name}-c{step}\">"));
            canvas.words(place, CAPTION, &caption(step, moves));
            canvas.raw(format_args!("</g>"));
        }
    }

    fn style(&self, grid: Grid, name: &str, tracks: &BTreeMap<u16, Vec<(usize, Cell)>>) -> String {
        let (moves, seconds) = (self.solution.moves().len(), self.seconds());
        let mut style = format!(
            ".{name}{{animation:{seconds:.2}s ease-in-out infinite}}\
             .{name}-bar{{transform:scaleX(0);transform-origin:{SPACE}px 0;animation:{name}-bar {seconds:.2}s linear infinite}}\
             @keyframes {name}-bar{{0%,{:.3}%{{transform:scaleX(0)}}{:.3}%,100%{{transform:scaleX(1)}}}}",
            self.percent(0.0),
            self.percent(moves as f64)
        );
        let mut add =
            |text: std::fmt::Arguments<'_>| style.write_fmt(text).expect("memory can be written to");
        for step in 0..=moves {
            let begin = if step == 0 { 0.0 } else { self.percent(step as f64 - 1.0 + SLIDING / 2.0) };
            let end = if step == moves { 100.0 } else { self.percent(step as f64 + SLIDING / 2.0) };
            add(format_args!(
                "@keyframes {name}-c{step}{{0%{{visibility:{}}}",
                if step == 0 { "visible" } else { "hidden" }
            ));
            if step > 0 {
                add(format_args!(
                    "{begin:.3}%{{visibility:hidden}}{:.3}%{{visibility:visible}}",
                    begin + 0.001
                ));
            }
            if step < moves {
                add(format_args!("{end:.3}%{{visibility:visible}}{:.3}%{{visibility:hidden}}", end + 0.001));
            }
            add(format_args!("100%{{visibility:{}}}}}", if step == moves { "visible" } else { "hidden" }));
        }
        let home = self.solution.start().cells_by_number();
        for (number, track) in tracks {
            let from = grid.place(home[usize::from(*number)]);
            let mut at = (0.0, 0.0);
            add(format_args!("@keyframes {name}-{number}{{0%{{transform:none}}"));
            for (step, to) in track {
                let (x, y) = grid.place(*to);
                let (begin, end) = (self.percent(*step as f64), self.percent(*step as f64 + SLIDING));
                add(format_args!(
                    "{begin:.3}%{{transform:translate({}px,{}px)}}",
                    Number(at.0),
                    Number(at.1)
                ));
                at = (x - from.0, y - from.1);
                add(format_args!("{end:.3}%{{transform:translate({}px,{}px)}}", Number(at.0), Number(at.1)));
            }
            add(format_args!("100%{{transform:translate({}px,{}px)}}}}", Number(at.0), Number(at.1)));
        }
        add(format_args!("@media (prefers-reduced-motion:reduce){{.{name},.{name}-bar{{animation:none}}}}"));
        style
    }
}

fn caption(step: usize, moves: usize) -> String {
    match (step, moves) {
        (0, 1) => "1 move".into(),
        (0, _) => format!("{moves} moves"),
        _ => format!("{step} of {moves}"),
    }
}
