//! Walking distance that pays for tiles that must leave their line, on flat boards with sides of 2 to 5.
//!
//! A slide changes one axis: two lines of its matrix and, if the tile belongs in one of these two, that line's demand. The
//! number of the entry is computed from that (see [`Numbering`]) by tables that stay in a cache, and one bit of the
//! entry, which is in main memory, tells whether the slide is good. So the bits of all slides to come are sent for when a child
//! is begun and read when it is finished.
//!
//! A demand is looked up by the line's *code*: three bits for each cell, 0 or, for a tile in its goal line, 1 and its place
//! along it in the goal.

use crate::heuristic::walking_conflict::numbering::{MOST_LINES, Numbering, Step};
use crate::heuristic::walking_conflict::table::Table;
use crate::heuristic::walking_conflict::{Side, leaving};
use crate::heuristic::{Heuristic, WalkingConflict};
use crate::pdb::prefetch;
use crate::search::idastar::grid::{Grid, blank_of};
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::kernels32::prepare;
use crate::search::idastar::pruning::automaton::Automaton;
use crate::shape::Shape;

/// The longest side.
const MOST: usize = 5;
/// Bits of a cell in a line's code.
const PLACE_BITS: usize = 3;
/// Rows and columns, padded to a power of two.
const LINES: usize = 8;
/// Multisets, padded.
const IDS: usize = 1 << 8;

/// What is known of one axis of a board.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    ids: [u8; LINES],
    demands: [u8; LINES],
    codes: [u16; LINES],
    distance: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// By cell the tile, or 0.
    board: [u8; 32],
    /// Columns, then rows.
    walks: [Walk; 2],
    rule: u32,
    left: u16,
    blank: u8,
    /// Moves that the rule allows, and those of them within the bound.
    candidates: u8,
    within: u8,
    /// By move to come: the length of the walk along its axis after it.
    after: [u8; 4],
}

/// A slide into the blank's cell, by the cell and a neighbour of it.
#[derive(Clone, Copy, Debug, Default)]
struct Slide {
    from: u8,
    /// The axis it goes along.
    axis: u8,
    /// The lines it goes from and to.
    from_line: u8,
    to_line: u8,
    /// The bit of a code at which the cells' place in these lines begins.
    shift: u8,
    /// The line that both cells are in, and the bits of its code.
    same_line: u8,
    from_shift: u8,
    to_shift: u8,
}

/// One axis.
struct AxisTables<'a> {
    table: &'a Table,
    /// The steps of all lines one after the other, as if there were always so many lines.
    steps: Box<[Step]>,
    /// By multiset and goal line: the one with a tile more or less, as in [`Numbering`].
    with: Box<[[u8; LINES]; IDS]>,
    without: Box<[[u8; LINES]; IDS]>,
    /// By number the goal line, and 1 and the place in it.
    goal: [(u8, u8); 32],
}

pub(crate) struct WideWalks<'a> {
    heuristic: &'a WalkingConflict,
    grid: Grid,
    states: Vec<prepare::State<4>>,
    start: Vec<(u32, u8)>,
    slides: [[Slide; 4]; 32],
    axes: [AxisTables<'a>; 2],
    /// By code: the demand.
    demands: Box<[u8; 1 << (MOST * PLACE_BITS)]>,
}

impl<'a> WideWalks<'a> {
    /// Whether boards of a shape have this kernel.
    pub(crate) fn fits(shape: Shape) -> bool {
        shape.long_axes().count() == 2
            && shape.long_axes().all(|axis| shape.side(axis) <= MOST)
            && shape.cells() <= 32
    }

    /// `None` if the heuristic lacks a table.
    pub(crate) fn new(grid: &Grid, heuristic: &'a WalkingConflict, machine: &Automaton) -> Option<Self> {
        let sides = heuristic.sides()?;
        let axis = |side: &'a Side| {
            let mut goal = [(LINES as u8 - 1, 0); 32];
            for (goal, (&line, &place)) in goal.iter_mut().zip(side.goal_line.iter().zip(&side.goal_place)) {
                *goal = (line, 1 + place);
            }
            let table = side.table.as_deref()?;
            let numbering = &table.numbering;
            Some(AxisTables {
                table,
                steps: steps(numbering),
                with: padded(&numbering.with),
                without: padded(&numbering.without),
                goal,
            })
        };
        let mut slides = [[Slide::default(); 4]; 32];
        for (cell, slides) in slides.iter_mut().enumerate().take(grid.cells()) {
            for (slide, &from) in slides.iter_mut().zip(grid.neighbours(cell)) {
                let axis = grid.axis_between(from, cell) as usize;
                let (across, along) = (&sides[axis], &sides[1 - axis]);
                let place = |side: &Side, cell: usize| {
                    let same = |other: &&crate::shape::Cell| side.line[other.index()] == side.line[cell];
                    let place = side.cells.iter().filter(same).position(|other| other.index() == cell);
                    (place.expect("every cell is in its line") * PLACE_BITS) as u8
                };
                *slide = Slide {
                    from: from as u8,
                    axis: axis as u8,
                    from_line: across.line[from],
                    to_line: across.line[cell],
                    shift: place(across, cell),
                    same_line: along.line[cell],
                    from_shift: place(along, from),
                    to_shift: place(along, cell),
                };
            }
        }
        Some(WideWalks {
            axes: [axis(&sides[0])?, axis(&sides[1])?],
            heuristic,
            grid: grid.clone(),
            states: prepare::states(machine),
            start: prepare::start(machine),
            slides,
            demands: demands(),
        })
    }

    /// The axis of a slide after it, all but the length of the walk.
    #[inline(always)]
    fn walked(&self, node: &Node, slide: Slide) -> Walk {
        let axis = usize::from(slide.axis & 1);
        let tables = &self.axes[axis];
        let tile = usize::from(node.board[usize::from(slide.from & 31)] & 31);
        let (goal_line, place) = tables.goal[tile];
        let (from, to) = (usize::from(slide.from_line) % LINES, usize::from(slide.to_line) % LINES);
        let mut walk = node.walks[axis];
        let goal = usize::from(goal_line) % LINES;
        walk.ids[to] = tables.with[usize::from(walk.ids[to])][goal];
        walk.ids[from] = tables.without[usize::from(walk.ids[from])][goal];
        // One of both lines at most is the tile's.
        let bits = u16::from(place) << slide.shift;
        walk.codes[to] |= if goal == to { bits } else { 0 };
        walk.codes[from] ^= if goal == from { bits } else { 0 };
        walk.demands[to] = self.demand(walk.codes[to]);
        walk.demands[from] = self.demand(walk.codes[from]);
        walk
    }

    #[inline(always)]
    fn demand(&self, code: u16) -> u8 {
        self.demands[usize::from(code) % (1 << (MOST * PLACE_BITS))]
    }

    /// Sends for the bits of all moves to come.
    #[inline(always)]
    fn prefetch(&self, node: &Node, numbers: &mut [u32; 4]) {
        let mut rest = node.candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % 4;
            rest &= rest - 1;
            let slide = self.slides[usize::from(node.blank & 31)][step];
            let AxisTables { table, steps, .. } = &self.axes[usize::from(slide.axis & 1)];
            let number = number(steps, &self.walked(node, slide));
            numbers[step] = number;
            prefetch(&table.bits[(number >> 6) as usize]);
        }
    }

    /// Finds out which moves to come are within the bound.
    #[inline(always)]
    fn look(&self, node: &mut Node, numbers: &[u32; 4]) {
        node.within = 0;
        let spare = u32::from(node.left).saturating_sub(1);
        let mut rest = node.candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % 4;
            rest &= rest - 1;
            let axis = usize::from(self.slides[usize::from(node.blank & 31)][step].axis & 1);
            let distance = self.axes[axis].table.beside(node.walks[axis].distance, numbers[step]);
            node.after[step] = distance as u8;
            let is_within = distance + node.walks[1 - axis].distance <= spare;
            node.within |= u8::from(is_within) << step;
        }
    }
}

/// The number of an entry.
#[inline(always)]
fn number(steps: &[Step], walk: &Walk) -> u32 {
    let (mut at, mut weight, mut begin, mut within) = (0, 1, 0, 0);
    for line in 0..MOST {
        let step = steps[(at + u32::from(walk.ids[line])) as usize];
        begin += weight * step.before;
        weight *= step.radix();
        within = within * step.radix() + u32::from(walk.demands[line]);
        at = step.next();
    }
    begin + within
}

/// The steps of all lines in one piece. Lines that are not there have multiset 0, and a step that changes nothing.
fn steps(numbering: &Numbering) -> Box<[Step]> {
    let mut all = Vec::new();
    for steps in &numbering.steps {
        let next_line = (all.len() + steps.len()) as u32;
        all.extend(steps.iter().map(|step| step.further(next_line)));
    }
    let last = all.len() as u32;
    all.push(Step::nothing(last));
    all.into()
}

/// Multisets by multiset and goal line, padded.
fn padded(table: &[[u8; MOST_LINES]]) -> Box<[[u8; LINES]; IDS]> {
    let mut all = Box::new([[0; LINES]; IDS]);
    for (row, known) in all.iter_mut().zip(table) {
        row[..MOST_LINES].copy_from_slice(known);
    }
    all
}

/// By code: the demand of a line.
fn demands() -> Box<[u8; 1 << (MOST * PLACE_BITS)]> {
    let demand = |code: usize| {
        let places = (0..MOST).map(|place| (code >> (place * PLACE_BITS)) as u8 & 7);
        leaving::<32>(places.filter(|&place| place > 0)) as u8
    };
    let all: Vec<u8> = (0..1 << (MOST * PLACE_BITS)).map(demand).collect();
    all.into_boxed_slice().try_into().expect("as many as there are codes")
}

impl Kernel for WideWalks<'_> {
    type Node = Node;
    type Prefetched = [u32; 4];

    const AHEAD: bool = true;

    #[inline(always)]
    fn survivors(&self, node: &Node) -> u64 {
        u64::from(node.within)
    }

    #[inline(always)]
    fn children(&self, node: &Node) -> u64 {
        const ONES_IN: u64 = 0x4332_3221_3221_2110;
        ONES_IN >> (4 * (node.candidates & 15)) & 15
    }

    fn later_children(&self, node: &Node, step: u8) -> u32 {
        (u32::from(node.candidates) >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Node, step: u8, child: &mut Node, prefetched: &mut [u32; 4]) {
        let step = usize::from(step) % 4;
        let slide = self.slides[usize::from(node.blank & 31)][step];
        let axis = usize::from(slide.axis & 1);
        let tile = usize::from(node.board[usize::from(slide.from & 31)] & 31);
        let mut walk = self.walked(node, slide);
        walk.distance = node.after[step].into();
        let state = &self.states[node.rule as usize];
        *child = *node;
        child.walks[axis] = walk;
        // Along the other axis the tile goes to another place of its line.
        let (goal_line, place) = self.axes[1 - axis].goal[tile];
        let place = if goal_line == slide.same_line { u16::from(place) } else { 0 };
        let code = &mut child.walks[1 - axis].codes[usize::from(slide.same_line) % LINES];
        *code ^= place << slide.from_shift | place << slide.to_shift;
        child.board[usize::from(node.blank & 31)] = tile as u8;
        child.board[usize::from(slide.from & 31)] = 0;
        child.rule = state.next[step];
        child.candidates = state.candidates[step];
        prefetch(&self.states[child.rule as usize]);
        child.left = node.left.wrapping_sub(1);
        child.blank = slide.from;
        self.prefetch(child, prefetched);
    }

    #[inline(always)]
    fn finish(&self, child: &mut Node, prefetched: &[u32; 4]) {
        self.look(child, prefetched);
    }

    #[inline(always)]
    fn left(&self, node: &Node) -> u32 {
        node.left.into()
    }

    fn slack(&self, node: &Node) -> u32 {
        (u32::from(node.left) - node.walks[0].distance - node.walks[1].distance) / 2
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        self.heuristic.of(&prepare::board(&self.grid, numbers))
    }

    fn root(&self, numbers: &[u8], left: u32) -> Node {
        let blank = blank_of(numbers);
        let (rule, candidates) = self.start[blank];
        let memos = self.heuristic.walks(&prepare::board(&self.grid, numbers));
        let mut root = Node {
            board: [0; 32],
            walks: [Walk::default(); 2],
            rule,
            left: left as u16,
            blank: blank as u8,
            candidates,
            within: 0,
            after: [0; 4],
        };
        root.board[..numbers.len()].copy_from_slice(numbers);
        for (axis, (walk, (lines, distance))) in root.walks.iter_mut().zip(memos).enumerate() {
            walk.ids[..MOST_LINES].copy_from_slice(&lines.ids);
            walk.demands[..MOST_LINES].copy_from_slice(&lines.demands);
            walk.distance = distance;
            let side = &self.heuristic.sides().expect("the board is flat")[axis];
            let mut places = [0; LINES];
            for cell in &side.cells {
                let line = usize::from(side.line[cell.index()]);
                let tile = usize::from(numbers[cell.index()]);
                let (goal_line, place) = self.axes[axis].goal[tile];
                if tile > 0 && usize::from(goal_line) == line {
                    walk.codes[line] |= u16::from(place) << places[line];
                }
                places[line] += PLACE_BITS;
            }
        }
        let mut numbers = [0; 4];
        self.prefetch(&root, &mut numbers);
        self.look(&mut root, &numbers);
        root
    }

    fn bytes(&self) -> usize {
        // The heuristic's own tables are counted where they are kept.
        size_of::<Self>() + size_of_val(&self.states[..]) + size_of_val(&self.demands[..])
    }

    fn target(&self, node: &Node, step: u8) -> usize {
        self.slides[usize::from(node.blank)][usize::from(step)].from.into()
    }
}
