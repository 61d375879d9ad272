//! What a slide changes: the costs of pairs with a cell near it, and of the blocks of four cells about it.
//!
//! A slide is of a *sort*: its direction and the kind of its tile before and after. For every sort, every cell near the
//! slide and every kind in that cell there is one number: by how much all pairs with that cell change. The costs of a block
//! are read before and after.
//!
//! This is the inner loop of a beam. Rows of tables have as many entries as a masked index can name, and kinds as many as
//! a byte can: so nothing is checked on the way. Cells come several at a time; the last few may be cells that cost nothing.

use super::costs::Costs;
use super::kinds::{BLOCK_SCALES, BLOCKS, Family, Vector};
use crate::shape::{Cell, Direction, Shape};

/// The kinds in the cells of a board, with room for every byte that may be the number of a cell.
pub(crate) type Kinds = [u8; 1 << u8::BITS];

/// Room for kinds.
pub(crate) const NO_KINDS: Kinds = [0; 1 << u8::BITS];

/// Cells that are looked at together.
const LANES: usize = 8;
/// The numbers of a sort: a power of two that the cells near a slide times all kinds do not exceed.
const SORT_ROOM: usize = 1 << 13;
/// The same for the contents of a block.
const BLOCK_ROOM: usize = BLOCKS.next_power_of_two();
/// The same for the kinds on flat boards, which alone have blocks.
const KIND_ROOM: usize = 64;

/// The changes by all slides on boards of one shape.
pub(super) struct Slides {
    cells: usize,
    /// By cell and cell beside it.
    slides: Vec<Slide>,
    /// By direction, kind before, and whether the kind stays the same.
    sorts: Vec<Sort>,
    /// By sort, cell near the slide and kind in that cell.
    changes: Vec<i16>,
    /// By borders and contents of a block.
    blocks: Vec<[i8; BLOCK_ROOM]>,
    /// By corner of a block and kind, what the kind counts in the number of the contents.
    scaled: [[u16; KIND_ROOM]; 4],
    /// By kind; the last one is the blank's.
    coarse: Vec<u8>,
}

/// A slide from one cell to another.
#[derive(Clone, Default)]
struct Slide {
    direction: u8,
    near: Vec<Near>,
    /// Blocks that hold one of the two cells, or both.
    blocks: Vec<Block>,
}

/// Cells near a slide, and where the numbers for the kinds in them begin.
#[derive(Clone)]
struct Near {
    begins: [u16; LANES],
    cells: [u8; LANES],
}

#[derive(Clone, Copy, Default)]
struct Sort {
    /// Where its changes begin.
    begin: u32,
    /// The change of what the tile and the blank cost together.
    own: i32,
}

/// A block as a slide sees it.
#[derive(Clone)]
struct Block {
    border: u8,
    cells: [u8; 4],
    /// By how much what is in the two cells of the slide counts in the number of the contents.
    from: u16,
    to: u16,
}

impl Slides {
    pub(super) fn new(shape: Shape, costs: &Costs) -> Slides {
        let (cells, family) = (shape.cells(), costs.family());
        let mut slides = Slides {
            cells,
            slides: vec![Slide::default(); cells * cells],
            sorts: Vec::new(),
            changes: Vec::new(),
            blocks: Vec::new(),
            scaled: [[0; KIND_ROOM]; 4],
            coarse: (0..family.kinds()).map(|kind| family.coarse(kind) as u8).collect(),
        };
        let pairs = Pairs::new(costs);
        let ways = directions(family);
        slides.sorts = vec![Sort::default(); 2 * family.kinds() * ways.len()];
        for (direction, &way) in ways.iter().enumerate() {
            let near = offsets_near(family, way);
            slides.add_sorts(direction, way, &near, &pairs);
            slides.add_slides(direction, way, &near, shape, family);
        }
        slides.changes.resize(slides.changes.len() + SORT_ROOM, 0);
        slides.add_blocks(shape, costs);
        slides
    }

    /// Bytes that the tables hold.
    pub(super) fn bytes(&self) -> usize {
        let slide = |slide: &Slide| {
            size_of::<Slide>()
                + slide.near.len() * size_of::<Near>()
                + slide.blocks.len() * size_of::<Block>()
        };
        let tables = self.changes.len() * size_of::<i16>() + self.blocks.len() * BLOCK_ROOM;
        tables + self.slides.iter().map(slide).sum::<usize>()
    }

    /// The changes of all sorts of slides in a direction; behind the cells near them one that costs nothing.
    fn add_sorts(&mut self, direction: usize, way: Vector, near: &[Vector], pairs: &Pairs) {
        let family = pairs.family;
        let (blank, back) = (family.blank(), way.map(|along| -along));
        for before in 0..blank {
            let stepped = family.kind(sum(family.away(before), way));
            let stays = stepped == before || family.kind(difference(family.away(before), way)) == before;
            let after = [(stepped != before).then_some(stepped), stays.then_some(before)];
            for after in after.into_iter().flatten() {
                let own = pairs.row(after, back)[blank] - pairs.row(before, way)[blank];
                let begin = self.changes.len();
                let number = self.sort(direction as u8, before as u8, after as u8);
                self.sorts[number] = Sort { begin: begin as u32, own: i32::from(own) };
                self.changes.resize(begin + (near.len() + 1) * blank, 0);
                let numbers = self.changes[begin..].chunks_exact_mut(blank);
                for (&offset, numbers) in near.iter().zip(numbers) {
                    let then = difference(offset, way);
                    let tile = pairs.row(after, then).iter().zip(pairs.row(before, offset));
                    let of_blank = pairs.row(blank, offset).iter().zip(pairs.row(blank, then));
                    for ((number, (a, b)), (c, d)) in numbers.iter_mut().zip(tile).zip(of_blank) {
                        *number = a - b + c - d;
                    }
                }
            }
        }
        debug_assert!((near.len() + 1) * blank <= SORT_ROOM);
    }

    /// The cells near every slide in a direction.
    fn add_slides(&mut self, direction: usize, way: Vector, near: &[Vector], shape: Shape, family: Family) {
        let kinds = family.blank();
        let number = |number: usize| (number * kinds) as u16;
        for from in shape.all_cells() {
            let beside = |(place, &offset): (usize, &Vector)| {
                let cell = family.stepped(shape, from, offset)?;
                Some((cell.index() as u8, number(place)))
            };
            let Some(to) = family.stepped(shape, from, way) else { continue };
            let beside: Vec<(u8, u16)> = near.iter().enumerate().filter_map(beside).collect();
            let together = beside.chunks(LANES).map(|few| {
                let mut lanes =
                    Near { begins: [number(near.len()); LANES], cells: [from.index() as u8; LANES] };
                for (lane, &(cell, begin)) in few.iter().enumerate() {
                    (lanes.cells[lane], lanes.begins[lane]) = (cell, begin);
                }
                lanes
            });
            self.slides[from.index() * self.cells + to.index()] =
                Slide { direction: direction as u8, near: together.collect(), blocks: Vec::new() };
        }
    }

    /// The costs of blocks, and which of them a slide changes.
    fn add_blocks(&mut self, shape: Shape, costs: &Costs) {
        let family = costs.family();
        if !family.has_blocks() {
            return;
        }
        for (row, scale) in self.scaled.iter_mut().zip(BLOCK_SCALES) {
            for (number, &coarse) in row.iter_mut().zip(&self.coarse) {
                *number = u16::from(coarse) * scale as u16;
            }
        }
        self.blocks = vec![[0; BLOCK_ROOM]; family.borders()];
        for (border, row) in self.blocks.iter_mut().enumerate() {
            for (contents, cost) in row.iter_mut().enumerate().take(BLOCKS) {
                *cost = costs.block(border, contents) as i8;
            }
        }
        for (border, cells) in family.blocks(shape) {
            let scale = |cell: Cell| {
                cells.iter().position(|&other| other == cell).map_or(0, |place| BLOCK_SCALES[place] as u16)
            };
            for from in shape.all_cells() {
                for to in Direction::ALL.into_iter().filter_map(|way| shape.neighbour(from, way)) {
                    let (from_scale, to_scale) = (scale(from), scale(to));
                    if from_scale + to_scale > 0 {
                        self.slides[from.index() * self.cells + to.index()].blocks.push(Block {
                            border: border as u8,
                            cells: cells.map(|cell| cell.index() as u8),
                            from: from_scale,
                            to: to_scale,
                        });
                    }
                }
            }
        }
    }

    #[inline]
    fn sort(&self, direction: u8, before: u8, after: u8) -> usize {
        2 * (usize::from(direction) * self.coarse.len() + usize::from(before)) + usize::from(before == after)
    }

    /// The change of the costs of a board of these kinds if a tile slides from one cell to another and its kind becomes
    /// this one.
    #[inline]
    pub(super) fn change(&self, kinds: &Kinds, from: usize, to: usize, after: u8) -> i32 {
        let slide = &self.slides[from * self.cells + to];
        let before = kinds[from];
        let sort = self.sorts[self.sort(slide.direction, before, after)];
        let changes = self.changes[sort.begin as usize..].first_chunk::<SORT_ROOM>();
        let changes = changes.expect("behind the last sort there is room for one");
        let mut change = sort.own;
        for Near { begins, cells } in &slide.near {
            for (&begin, &cell) in begins.iter().zip(cells) {
                let kind = usize::from(kinds[usize::from(cell)]);
                change += i32::from(changes[(usize::from(begin) + kind) % SORT_ROOM]);
            }
        }
        change + self.change_of_blocks(slide, kinds, before, after)
    }

    /// The change of the costs of blocks if the kind of a tile changes by a slide.
    #[inline]
    fn change_of_blocks(&self, slide: &Slide, kinds: &Kinds, before: u8, after: u8) -> i32 {
        let coarse = |kind: u8| u16::from(self.coarse[usize::from(kind)]);
        let blank = u16::from(self.coarse[self.coarse.len() - 1]);
        // What is in the first cell afterwards instead of before, and in the second one.
        let [first, second] =
            [(blank, coarse(before)), (coarse(after), blank)].map(|(a, b)| a.wrapping_sub(b));
        let mut change = 0;
        for block in &slide.blocks {
            let in_corner = |corner: usize| {
                let kind = kinds[usize::from(block.cells[corner])];
                self.scaled[corner][usize::from(kind) % KIND_ROOM]
            };
            let contents = in_corner(0) + in_corner(1) + in_corner(2) + in_corner(3);
            let then = contents
                .wrapping_add(block.from.wrapping_mul(first))
                .wrapping_add(block.to.wrapping_mul(second));
            let costs = &self.blocks[usize::from(block.border)];
            let [then, contents] = [then, contents].map(|number| usize::from(number) % BLOCK_ROOM);
            change += i32::from(costs[then]) - i32::from(costs[contents]);
        }
        change
    }
}

/// The costs of pairs, by kind, offset and kind in the cell there.
struct Pairs {
    family: Family,
    costs: Vec<i16>,
    /// Costs of cells that are not near each other.
    none: Vec<i16>,
}

impl Pairs {
    fn new(costs: &Costs) -> Pairs {
        let family = costs.family();
        let (kinds, offsets) = (family.kinds(), family.offsets());
        let mut pairs = Pairs { family, costs: vec![0; kinds * offsets * kinds], none: vec![0; kinds] };
        for (kind, rows) in pairs.costs.chunks_exact_mut(offsets * kinds).enumerate() {
            for other in 0..kinds {
                for (offset, cost) in costs.pairs(kind, other).enumerate() {
                    rows[offset * kinds + other] = cost.into();
                }
            }
        }
        pairs
    }

    /// What a kind costs with others at an offset.
    fn row(&self, kind: usize, offset: Vector) -> &[i16] {
        let (kinds, offsets) = (self.family.kinds(), self.family.offsets());
        match self.family.offset_number(offset) {
            Some(number) => &self.costs[(kind * offsets + number) * kinds..][..kinds],
            None => &self.none,
        }
    }
}

/// The ways in which a tile may slide.
fn directions(family: Family) -> Vec<Vector> {
    let all = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
    all.into_iter().filter(|&way| family.offset_number(way).is_some()).collect()
}

/// Offsets of cells that are near a tile before or after it slides, but neither where it comes from nor where it goes.
pub(crate) fn offsets_near(family: Family, way: Vector) -> Vec<Vector> {
    let before = (0..family.offsets()).map(|number| family.offset(number));
    let mut near: Vec<Vector> = before.flat_map(|offset| [offset, sum(offset, way)]).collect();
    near.sort_unstable();
    near.dedup();
    near.retain(|&offset| offset != [0; 3] && offset != way);
    near
}

fn sum(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] + b[axis])
}

fn difference(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}
