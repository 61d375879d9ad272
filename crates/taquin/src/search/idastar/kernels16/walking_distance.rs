//! Walking distance (Takahashi 2001) on flat boards of at most four by four cells.
//!
//! Forget columns: a board becomes a count, per row, of the tiles that belong to each row, and the row of the blank.
//! The distance of such a picture to the goal's, found by breadth-first search, bounds the slides up and down; the same
//! with columns bounds the slides left and right, and the sum is the estimate. A slide changes one of the two pictures, and its
//! distance by exactly one. So per picture we keep one bit per slide, good or bad, and the number of the picture after it.

use super::by_neighbour::Estimator;
use super::moves::Moves;
use super::next_moves::NextMoves;
use crate::fast_hash::FastMap;
use crate::search::idastar::grid::{Grid, cells_of};
use crate::shape::{self, Shape};

const LINES: usize = 4;
/// The axis across which lines are rows, and the one across which they are columns.
const ROWS: shape::Axis = shape::Axis::Y;
const COLUMNS: shape::Axis = shape::Axis::X;
/// Slides of a picture: the tile comes from the line before or after the blank's, and belongs to one of four lines.
const SLIDES: usize = 2 * LINES;

/// Tiles by the line they are in and the line they belong to.
type Counts = [[u8; LINES]; LINES];

/// All pictures along one axis.
struct Axis {
    ids: FastMap<u64, u16>,
    distance: Vec<u8>,
    /// By picture and slide: the next picture, if the slide is possible.
    next: Vec<[Option<u16>; SLIDES]>,
}

/// A picture in a word: three bits for each count, and the line of the blank.
fn packed((counts, blank): &(Counts, u8)) -> u64 {
    counts.iter().flatten().fold(u64::from(*blank), |word, &count| word << 3 | u64::from(count))
}

impl Axis {
    fn new(goal: (Counts, u8), lines: usize) -> Self {
        let mut axis =
            Axis { ids: FastMap::from_iter([(packed(&goal), 0)]), distance: vec![0], next: vec![] };
        let mut queue = vec![goal];
        while axis.next.len() < queue.len() {
            let first = axis.next.len();
            let (counts, blank) = queue[first];
            let mut after = [None; SLIDES];
            for (slide, after) in after.iter_mut().enumerate() {
                // One too large, so that it cannot be negative.
                let (from, belongs) = (blank as usize + 2 * (slide / LINES), slide % LINES);
                if (1..=lines).contains(&from) && counts[from - 1][belongs] > 0 {
                    let mut counts = counts;
                    counts[from - 1][belongs] -= 1;
                    counts[blank as usize][belongs] += 1;
                    let picture = (counts, from as u8 - 1);
                    let fresh = queue.len() as u16;
                    let next = *axis.ids.entry(packed(&picture)).or_insert(fresh);
                    if next == fresh {
                        queue.push(picture);
                        axis.distance.push(axis.distance[first] + 1);
                    }
                    *after = Some(next);
                }
            }
            axis.next.push(after);
        }
        axis
    }

    /// One bit per slide: does it bring the picture closer?
    fn good(&self, id: u16) -> u8 {
        let distance = |id: u16| self.distance[id as usize];
        (0..SLIDES).fold(0, |good, slide| {
            let closer = self.next[id as usize][slide].is_some_and(|next| distance(next) < distance(id));
            good | (closer as u8) << slide
        })
    }
}

/// By picture of either axis and slide: the next picture, and above it the good slides of that.
type Slides = [u32; SLIDES << 16];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo {
    /// Pictures of the rows and of the columns, and which of their slides are good.
    picture: [u16; 2],
    slides: [u8; 2],
    good: u8,
    slack: u8,
}

pub(crate) struct WalkingDistance {
    grid: Grid,
    home: [usize; 16],
    /// Rows, columns; only one if they are alike.
    axes: Vec<Axis>,
    /// Where numbers of the columns' pictures begin; zero if they are the same as the rows'.
    columns_begin: u16,
    slides: Box<Slides>,
    /// By move and tile: the slide of the picture.
    slide: [u8; 1024],
    /// By move: 0 for slides up and down.
    axis: [u8; 64],
}

impl WalkingDistance {
    /// Whether boards of this shape fit.
    pub(crate) fn fits(shape: Shape) -> bool {
        shape.is_flat() && shape.width().max(shape.height()) <= LINES
    }

    pub(crate) fn new(grid: &Grid, goal: &[u8]) -> Self {
        assert!(Self::fits(grid.shape), "walking distance is packed for at most 4x4 cells");
        let home = cells_of(goal);
        let mut slide = [0; 1024];
        let mut axis = [0; 64];
        for to in 0..grid.cells() {
            for &from in grid.neighbours(to) {
                let number = Moves::number(grid, to, from) as usize;
                let upright = grid.is_upright(from, to);
                axis[number] = !upright as u8;
                for tile in 1..grid.cells() {
                    let belongs = grid.coordinate(home[tile], if upright { ROWS } else { COLUMNS });
                    slide[number * 16 + tile] = ((from > to) as usize * LINES + belongs) as u8;
                }
            }
        }
        let picture = |axis| Self::picture(grid, &home, goal, axis);
        let alike = picture(ROWS) == picture(COLUMNS) && grid.shape.width() == grid.shape.height();
        let mut axes = vec![Axis::new(picture(ROWS), grid.shape.height())];
        let mut columns_begin = 0;
        if !alike {
            columns_begin = axes[0].next.len() as u16;
            axes.push(Axis::new(picture(COLUMNS), grid.shape.width()));
        }
        let mut slides: Box<Slides> =
            vec![0; SLIDES << 16].into_boxed_slice().try_into().expect("length is fixed");
        for (axis, begin) in axes.iter().zip([0, columns_begin]) {
            for (id, after) in axis.next.iter().enumerate() {
                for (slide, next) in after.iter().enumerate() {
                    let number = (begin as usize + id) * SLIDES + slide;
                    slides[number] =
                        next.map_or(0, |next| (begin + next) as u32 | (axis.good(next) as u32) << 16);
                }
            }
        }
        WalkingDistance { grid: grid.clone(), home, axes, columns_begin, slides, slide, axis }
    }

    /// What remains of a board along one axis.
    fn picture(grid: &Grid, home: &[usize; 16], tiles: &[u8], axis: shape::Axis) -> (Counts, u8) {
        let (mut counts, mut blank) = ([[0; LINES]; LINES], 0);
        for (cell, &tile) in tiles.iter().enumerate() {
            let line = grid.coordinate(cell, axis);
            if tile == 0 {
                blank = line as u8;
            } else {
                counts[line][grid.coordinate(home[tile as usize], axis)] += 1;
            }
        }
        (counts, blank)
    }

    /// 0 for the rows, 1 for the columns.
    fn axis(&self, number: usize) -> &Axis {
        &self.axes[number.min(self.axes.len() - 1)]
    }

    /// The numbers of a board's pictures.
    fn pictures(&self, tiles: &[u8]) -> [u16; 2] {
        [0, 1].map(|axis| {
            self.axis(axis).ids[&packed(&Self::picture(&self.grid, &self.home, tiles, [ROWS, COLUMNS][axis]))]
        })
    }

    #[inline(always)]
    fn is_good(&self, slides: u8, tile: usize, number: u8) -> u8 {
        slides >> (self.slide[(number & 63) as usize * 16 + (tile & 15)] & 7) & 1
    }
}

impl Estimator for WalkingDistance {
    type Memo = Memo;
    type Prefetched = ();

    fn estimate(&self, tiles: &[u8]) -> u32 {
        let pictures = self.pictures(tiles);
        (0..2).map(|axis| self.axis(axis).distance[pictures[axis] as usize] as u32).sum()
    }

    fn start(&self, tiles: &[u8], bound: u32) -> Memo {
        let picture = self.pictures(tiles);
        let slides = [0, 1].map(|axis| self.axis(axis).good(picture[axis]));
        Memo {
            picture: [picture[0], self.columns_begin + picture[1]],
            slides,
            good: 0,
            slack: ((bound - self.estimate(tiles)) / 2) as u8,
        }
    }

    #[inline(always)]
    fn slide(&self, memo: &Memo, number: u8, tile: usize, local: u8) -> Memo {
        let number = (number & 63) as usize;
        let slide = (self.slide[number * 16 + (tile & 15)] & 7) as usize;
        let upright = self.axis[number] == 0;
        let old = if upright { memo.picture[0] } else { memo.picture[1] };
        let entry = self.slides[old as usize * SLIDES + slide];
        let (new, good) = (entry as u16, (entry >> 16) as u8);
        Memo {
            picture: if upright { [new, memo.picture[1]] } else { [memo.picture[0], new] },
            slides: if upright { [good, memo.slides[1]] } else { [memo.slides[0], good] },
            good: 0,
            slack: memo.slack.wrapping_sub(!(memo.good >> (local & 3)) & 1),
        }
    }

    #[inline(always)]
    fn prefetch(&self, _: &Memo, _: &NextMoves, _: u64, _: [usize; 3]) {}

    #[inline(always)]
    fn look(&self, memo: &mut Memo, (): &(), around: &NextMoves, _: u64, tiles: [usize; 3]) {
        let [rows, columns] = memo.slides;
        memo.good = self.is_good(if around.upright[0] { rows } else { columns }, tiles[0], around.next[0])
            | self.is_good(columns, tiles[1], around.next[1]) << 1
            | self.is_good(if around.upright[1] { rows } else { columns }, tiles[2], around.next[2]) << 2;
    }

    fn look_from_root(&self, memo: &mut Memo, next: &[(u8, usize)]) {
        for (local, &(number, tile)) in next.iter().enumerate() {
            memo.good |=
                self.is_good(memo.slides[self.axis[number as usize] as usize], tile, number) << local;
        }
    }

    fn bytes(&self) -> usize {
        let axis = |axis: &Axis| {
            axis.next.len() * (size_of::<[Option<u16>; SLIDES]>() + size_of::<(Counts, u32)>() + 1)
        };
        size_of_val(&*self.slides) + self.axes.iter().map(axis).sum::<usize>()
    }

    #[inline(always)]
    fn within(&self, memo: &Memo) -> u64 {
        memo.good as u64 | if memo.slack > 0 { u64::MAX } else { 0 }
    }

    fn slack(&self, memo: &Memo) -> u32 {
        memo.slack.into()
    }
}
