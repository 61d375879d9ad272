//! Boards side by side: a single one, several, or the boards of a solution.

use super::canvas::{Canvas, Grid, Letters, width_of};
use super::{Marks, TooLarge, check};
use crate::board::{Board, Tile};
use crate::solution::Solution;

/// Space around the sheet and between boards.
const SPACE: f64 = 16.0;
/// As wide as a sheet becomes before the next row begins.
const USUAL_WIDTH: f64 = 1000.0;
const CAPTION: Letters = Letters { size: 14.0, class: "tq-ink", anchor: "middle" };
const SMALL: Letters = Letters { size: 13.0, class: "tq-soft", anchor: "middle" };
/// What a line of words takes.
const LINE: f64 = 19.0;

/// Boards of one shape in a picture.
#[derive(Clone, Debug)]
pub struct Sheet {
    panels: Vec<Panel>,
    columns: Option<usize>,
    marks: Option<Marks>,
    cell: f64,
    title: String,
}

#[derive(Clone, Debug)]
struct Panel {
    board: Board,
    caption: String,
    moved: Option<Tile>,
}

impl Sheet {
    /// One board.
    #[must_use]
    pub fn of_board(board: &Board) -> Sheet {
        let panel = Panel { board: board.clone(), caption: String::new(), moved: None };
        Sheet { panels: vec![panel], columns: None, marks: None, cell: 64.0, title: board.to_string() }
    }

    /// Several boards, each under its caption.
    ///
    /// # Panics
    /// If the boards have different shapes.
    #[must_use]
    pub fn of_boards(boards: impl IntoIterator<Item = (Board, String)>) -> Sheet {
        let panel = |(board, caption)| Panel { board, caption, moved: None };
        let panels: Vec<Panel> = boards.into_iter().map(panel).collect();
        let shape = panels.first().map(|panel| panel.board.shape());
        assert!(panels.iter().all(|panel| Some(panel.board.shape()) == shape), "boards of one shape");
        let title = format!("{} boards", panels.len());
        Sheet { panels, columns: None, marks: None, cell: 40.0, title }
    }

    /// The boards of a solution, each under the move that leads to it.
    #[must_use]
    pub fn of_solution(solution: &Solution) -> Sheet {
        let shape = solution.start().shape();
        let moved = solution.slides_by_move().map(|slides| {
            let tiles: Vec<String> = slides.iter().map(|slide| slide.tile().to_string()).collect();
            let caption = format!("{} {}", tiles.join(" "), slides[0].direction().opposite().word(shape));
            (caption, Some(slides[0].tile()))
        });
        let captions = std::iter::once(("start".to_string(), None)).chain(moved);
        let panels = solution.boards().zip(captions).enumerate().map(|(step, (board, (caption, moved)))| {
            let caption = if step == 0 { caption } else { format!("{step}: {caption}") };
            Panel { board, caption, moved }
        });
        let title = format!("{}, solved in {} moves", solution.start(), solution.cost());
        Sheet { panels: panels.collect(), columns: None, marks: None, cell: 40.0, title }
    }

    /// Puts so many boards next to each other (default: as many as make a sheet of about 1000 pixels).
    #[must_use]
    pub fn columns(self, columns: usize) -> Sheet {
        Sheet { columns: Some(columns.max(1)), ..self }
    }

    /// Marks on the tiles what a heuristic counts.
    #[must_use]
    pub fn marks(self, marks: Marks) -> Sheet {
        Sheet { marks: Some(marks), ..self }
    }

    /// Makes the side of a cell so many pixels long.
    #[must_use]
    pub fn cell(self, pixels: f64) -> Sheet {
        Sheet { cell: pixels, ..self }
    }

    /// The picture.
    ///
    /// # Errors
    /// If it would be too large to read.
    pub fn to_svg(&self) -> Result<String, TooLarge> {
        let Some(first) = self.panels.first() else {
            return Ok(Canvas::default().finish((0.0, 0.0), &self.title, ""));
        };
        let shape = first.board.shape();
        check(self.panels.len(), shape)?;
        let grid = Grid::new(shape, self.cell);
        let is_single = self.panels.len() == 1;
        let note = |board: &Board| match &self.marks {
            Some(marks) if is_single => marks.summary(board),
            Some(marks) => format!("h = {}", marks.value(board)),
            None => String::new(),
        };
        let widest = |panel: &Panel| {
            width_of(&panel.caption, CAPTION.size).max(width_of(&note(&panel.board), SMALL.size))
        };
        let width = self.panels.iter().map(widest).fold(grid.width(), f64::max);
        let above = if first.caption.is_empty() { 0.0 } else { LINE };
        let below = if self.marks.is_some() { LINE + 4.0 } else { 0.0 };
        let height = above + grid.height() + below;
        let fit = ((USUAL_WIDTH - SPACE) / (width + SPACE)).floor().max(1.0) as usize;
        let columns = self.columns.unwrap_or(fit).min(self.panels.len());
        let mut canvas = Canvas::default();
        for (index, panel) in self.panels.iter().enumerate() {
            let x = SPACE + (index % columns) as f64 * (width + SPACE);
            let y = SPACE + (index / columns) as f64 * (height + SPACE);
            let middle = x + width / 2.0;
            if above > 0.0 {
                canvas.words((middle, y + LINE - 6.0), CAPTION, &panel.caption);
            }
            let marks = self.marks.as_ref().map(|marks| marks.of(&panel.board));
            let corner = (middle - grid.width() / 2.0, y + above);
            canvas.board(grid, corner, &panel.board, marks.as_deref(), panel.moved);
            if below > 0.0 {
                canvas.words((middle, y + above + grid.height() + LINE), SMALL, &note(&panel.board));
            }
        }
        let rows = self.panels.len().div_ceil(columns);
        let size = |count: usize, side: f64| SPACE + count as f64 * (side + SPACE);
        Ok(canvas.finish((size(columns, width), size(rows, height)), &self.title, ""))
    }
}
