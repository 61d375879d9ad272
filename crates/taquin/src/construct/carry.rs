//! Carries one tile to a cell: the blank goes in front of it, the tile takes a step, and again.
//!
//! The shortest way of the blank from behind a tile to its front has four moves, from beside it two. Longer ways
//! are worth it when they bring other tiles nearer to their goals: the ways in [`FROM_BEHIND`] and [`FROM_BESIDE`] are
//! compared by what they cost, the best few of them by what can follow.

use super::field::{Field, MOVE, along, axis_of};
use super::route::Routes;
use crate::shape::Direction;
use Way::{Aside, Back, Forth, Home, Over, Under};
use std::cmp::Ordering;

/// Directions as seen from a tile that is about to take a step.
#[derive(Clone, Copy)]
enum Way {
    /// In the direction of the step.
    Forth,
    /// Opposite to it.
    Back,
    /// To the side on which the blank passes.
    Aside,
    /// Back from that side.
    Home,
    /// Along the third axis.
    Over,
    /// Back from there.
    Under,
}

/// How the blank gets from behind a tile to its front.
const FROM_BEHIND: &[&[Way]] = &[
    &[Aside, Forth, Forth, Home],
    &[Aside, Aside, Forth, Forth, Home, Home],
    &[Aside, Forth, Forth, Forth, Home, Back],
    &[Back, Aside, Forth, Forth, Forth, Home],
];

/// How the blank gets from the side of a tile to its front.
const FROM_BESIDE: &[&[Way]] = &[
    &[Forth, Home],
    &[Aside, Forth, Home, Home],
    &[Forth, Forth, Home, Back],
    &[Back, Aside, Forth, Forth, Home, Home],
    &[Aside, Forth, Forth, Home, Home, Back],
];

/// How it gets there in a box of several layers.
const FROM_BESIDE_OVER: &[Way] = &[Over, Forth, Home, Under];

/// A step of a tile with the way of the blank before it.
#[derive(Clone, Copy)]
struct Turn {
    step: Direction,
    aside: Direction,
    over: Direction,
    round: &'static [Way],
    cost: i32,
}

impl Turn {
    /// The moves of the blank, the last of which moves the tile.
    #[inline]
    fn moves(self) -> impl Iterator<Item = Direction> {
        self.round().chain([self.step.opposite()])
    }

    #[inline]
    fn round(self) -> impl Iterator<Item = Direction> {
        self.round.iter().map(move |way| match way {
            Forth => self.step,
            Back => self.step.opposite(),
            Aside => self.aside,
            Home => self.aside.opposite(),
            Over => self.over,
            Under => self.over.opposite(),
        })
    }
}

/// Carries tiles.
pub(super) struct Carrier {
    routes: Routes,
    /// How many steps are looked ahead.
    depth: usize,
}

/// How far beside the straight way the blank looks for a route.
const MARGIN: usize = 3;
/// What it costs when walls forbid all turns.
const STUCK: i32 = 6 * MOVE;
/// How many turns are looked at more closely.
const CLOSER: usize = 2;

impl Carrier {
    /// Looks so many steps ahead.
    pub(super) fn new(depth: usize) -> Carrier {
        Carrier { routes: Routes::default(), depth }
    }

    /// Carries a tile to a cell.
    pub(super) fn carry(&mut self, field: &mut Field, tile: usize, goal: usize) {
        while field.cell_of(tile) != goal {
            let beside = field.distance(field.blank(), field.cell_of(tile)) == 1;
            match if beside { self.look(field, tile, goal, self.depth) } else { None } {
                Some(turn) => turn.moves().for_each(|direction| field.slide(direction)),
                None => self.approach(field, tile, goal),
            }
        }
    }

    /// The cheapest route of the blank to a cell.
    pub(super) fn route(&mut self, field: &Field, cell: usize) -> Option<Vec<Direction>> {
        self.routes.cheapest(field, cell)
    }

    /// Brings the blank from afar in front of a tile, and the tile one step nearer.
    fn approach(&mut self, field: &mut Field, tile: usize, goal: usize) {
        let here = field.cell_of(tile);
        field.set_open(here, false);
        self.routes.sweep(field, here, MARGIN);
        let fronts = steps_nearer(field, here, goal).map(|step| (step, field.next(here, step)));
        let mut routes: Vec<(Direction, Vec<Direction>)> = fronts
            .clone()
            .filter_map(|(step, front)| Some((step, self.routes.swept(field, front)?)))
            .collect();
        if routes.is_empty() {
            routes
                .extend(fronts.filter_map(|(step, front)| Some((step, self.routes.cheapest(field, front)?))));
        }
        field.set_open(here, true);
        let best = routes.into_iter().min_by_key(|(step, route)| {
            let way = route.iter().copied();
            field.route_cost(way.clone()).unwrap_or(0) + self.after(field, way, *step, tile, goal, self.depth)
        });
        let (step, route) = best.expect("a tile can be brought nearer to a cell that is ready");
        route.into_iter().chain([step.opposite()]).for_each(|direction| field.slide(direction));
    }

    /// What it costs to carry a tile to the goal after a step.
    fn after(
        &self,
        field: &mut Field,
        round: impl Iterator<Item = Direction>,
        step: Direction,
        tile: usize,
        goal: usize,
        depth: usize,
    ) -> i32 {
        let mark = field.moves().len();
        round.chain([step.opposite()]).for_each(|direction| field.slide(direction));
        let here = field.cell_of(tile);
        let cost = match self.look(field, tile, goal, depth) {
            _ if here == goal => 0,
            Some(turn) => turn.cost,
            None => estimate(field, here, goal, step) + STUCK,
        };
        field.take_back(mark);
        cost
    }

    /// The turn that promises most, with the cost of the whole way to the goal.
    fn look(&self, field: &mut Field, tile: usize, goal: usize, depth: usize) -> Option<Turn> {
        let here = field.cell_of(tile);
        if here == goal {
            return None;
        }
        let mut best = [None; CLOSER];
        for step in steps_nearer(field, here, goal) {
            let rest = estimate(field, field.next(here, step), goal, step) + MOVE;
            turns(field, here, step, |mut turn| {
                turn.cost += rest;
                insert(&mut best, turn);
            });
        }
        if depth == 0 {
            return best[0];
        }
        for turn in best.iter_mut().flatten() {
            let estimated = estimate(field, field.next(here, turn.step), goal, turn.step);
            turn.cost += self.after(field, turn.round(), turn.step, tile, goal, depth - 1) - estimated;
        }
        best.into_iter().flatten().min_by_key(|turn| turn.cost)
    }
}

fn insert(best: &mut [Option<Turn>; CLOSER], mut turn: Turn) {
    for place in best {
        match place {
            Some(better) if better.cost <= turn.cost => {}
            Some(worse) => std::mem::swap(worse, &mut turn),
            None => {
                *place = Some(turn);
                return;
            }
        }
    }
}

/// What remains to be moved after a step: three moves for a step that turns, five for one straight on.
#[inline]
fn estimate(field: &Field, here: usize, goal: usize, last: Direction) -> i32 {
    let (a, b) = (field.place(here), field.place(goal));
    let apart: [i32; 3] = std::array::from_fn(|axis| i32::from(a[axis].abs_diff(b[axis])));
    let all: i32 = apart.iter().sum();
    let longest = apart[0].max(apart[1]).max(apart[2]);
    let turned = i32::from(apart[axis_of(last)] != longest);
    let straight = (2 * longest - all - turned).max(0);
    MOVE * (3 * all + 2 * straight)
}

/// The steps that bring a tile nearer to a cell, as far as there are no walls.
#[inline]
fn steps_nearer(field: &Field, here: usize, goal: usize) -> impl Iterator<Item = Direction> + Clone + use<> {
    let (a, b) = (field.place(here), field.place(goal));
    let steps: [Option<Direction>; 3] = std::array::from_fn(|axis| {
        let step = match a[axis].cmp(&b[axis]) {
            Ordering::Less => along(axis, true),
            Ordering::Greater => along(axis, false),
            Ordering::Equal => return None,
        };
        field.is_open(field.next(here, step)).then_some(step)
    });
    steps.into_iter().flatten()
}

/// Every turn by which a tile with the blank beside it can take a step.
#[inline]
fn turns(field: &Field, here: usize, step: Direction, mut visit: impl FnMut(Turn)) {
    let mut consider = |aside: Direction, over: Direction, round: &'static [Way]| {
        let mut turn = Turn { step, aside, over, round, cost: 0 };
        if let Some(cost) = field.route_cost(turn.round()) {
            turn.cost = cost;
            visit(turn);
        }
    };
    if field.blank() == field.next(here, step) {
        consider(step, step, &[]);
        return;
    }
    let behind = field.blank() == field.next(here, step.opposite());
    let across = |direction: &&Direction| axis_of(**direction) != axis_of(step);
    for &aside in field.directions().iter().filter(across) {
        if behind {
            for round in FROM_BEHIND {
                consider(aside, aside, round);
            }
        } else if field.blank() == field.next(here, aside) {
            for round in FROM_BESIDE {
                consider(aside, aside, round);
            }
            let third = |direction: &&Direction| axis_of(**direction) != axis_of(aside);
            for &over in field.directions().iter().filter(across).filter(third) {
                consider(aside, over, FROM_BESIDE_OVER);
            }
        }
    }
}
