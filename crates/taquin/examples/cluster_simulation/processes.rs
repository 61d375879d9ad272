//! Processes and their messages, event by event.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;
use taquin::cluster::{Handed, Pool};
use taquin::search::{Count, Part};

/// A process asks for more when it has fewer units than this besides those at work, as in the program.
const AHEAD: usize = 8;
/// What has been done is told at least this often, as in the program.
const TELL: f64 = 0.2;
/// A part of a unit takes this much longer than its share of the unit: the cut is made anew for each.
const PART_OVERHEAD: f64 = 0.05;

/// What takes time besides the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// What a message costs the coordinator.
    pub message: Duration,
    /// How long it takes from one process to another: main threads look every millisecond, so half of that at either end.
    pub way: Duration,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs { message: Duration::from_micros(2), way: Duration::from_millis(1) }
    }
}

/// What an iteration took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub time: Duration,
    /// How long the coordinator was at work.
    pub busy: Duration,
    pub messages: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Work {
    Unit(usize),
    Part(Part),
}

#[derive(Clone, Debug)]
enum Event {
    /// A process has searched something, unless it was told to leave it.
    Searched { process: usize, work: Work, attempt: u32 },
    /// The coordinator hears of what is done, and that more is wanted.
    Heard { process: usize, done: Vec<Work>, asks: bool },
    /// A process is given something.
    Given { process: usize, units: Vec<usize>, part: Option<Part> },
    /// A process hears that others have got units.
    Recalled { process: usize, units: Vec<usize> },
    /// A process hears that a unit is done.
    Done { process: usize, unit: usize },
}

#[derive(Debug, Default)]
struct Process {
    queue: VecDeque<usize>,
    parts: VecDeque<Part>,
    at: Option<Work>,
    /// Counts what it has begun.
    attempt: u32,
    has_asked: bool,
    untold: Vec<Work>,
    told: f64,
}

struct Simulation<'a> {
    units: &'a [f64],
    costs: Costs,
    pool: Pool,
    processes: Vec<Process>,
    /// By time, then in the order in which they were planned.
    events: BinaryHeap<Reverse<(u64, usize)>>,
    planned: Vec<Option<Event>>,
    now: f64,
    /// When the coordinator has dealt with all messages so far.
    free: f64,
    /// Those that have asked in vain.
    waiting: Vec<bool>,
    busy: f64,
    messages: u64,
}

/// An iteration of units that take so many seconds each, after it has been cut.
pub(crate) fn simulate(units: &[f64], cut: Duration, processes: usize, costs: &Costs) -> Run {
    let mut simulation = Simulation {
        units,
        costs: *costs,
        pool: Pool::new([0..units.len()], &vec![1; processes]),
        processes: (0..processes).map(|_| Process::default()).collect(),
        events: BinaryHeap::new(),
        planned: Vec::new(),
        now: cut.as_secs_f64(),
        free: 0.0,
        waiting: vec![false; processes],
        busy: 0.0,
        messages: 0,
    };
    // All say that they begin, are told to, and ask.
    simulation.now += 2.0 * costs.way.as_secs_f64();
    (0..processes).for_each(|process| simulation.go_on(process));
    while !simulation.pool.is_done() {
        let Some(Reverse((time, number))) = simulation.events.pop() else { panic!("all processes wait") };
        simulation.now = time as f64 / 1e9;
        if let Some(event) = simulation.planned[number].take() {
            simulation.happen(event);
        }
    }
    // All are told that it is over.
    let time = Duration::from_secs_f64(simulation.now) + costs.way;
    Run { time, busy: Duration::from_secs_f64(simulation.busy), messages: simulation.messages }
}

impl Simulation<'_> {
    fn plan(&mut self, at: f64, event: Event) {
        self.events.push(Reverse(((at * 1e9) as u64, self.planned.len())));
        self.planned.push(Some(event));
    }

    /// How long something takes.
    fn takes(&self, work: Work) -> f64 {
        match work {
            Work::Unit(unit) => self.units[unit],
            Work::Part(part) => (1.0 + PART_OVERHEAD) * self.units[part.unit] / part.of as f64,
        }
    }

    /// A process begins with the next, and says what there is to say.
    fn go_on(&mut self, process: usize) {
        let it = &mut self.processes[process];
        if it.at.is_none() {
            it.at = it.queue.pop_front().map(Work::Unit).or_else(|| it.parts.pop_front().map(Work::Part));
            it.attempt += 1;
            if let Some(work) = it.at {
                let attempt = it.attempt;
                let at = self.now + self.takes(work);
                self.plan(at, Event::Searched { process, work, attempt });
            }
        }
        let it = &mut self.processes[process];
        let asks = !it.has_asked && it.queue.len() < AHEAD;
        let is_due = it.queue.is_empty() || self.now - it.told >= TELL;
        if asks || (is_due && !it.untold.is_empty()) {
            it.has_asked |= asks;
            it.told = self.now;
            let done = std::mem::take(&mut it.untold);
            self.send(Event::Heard { process, done, asks });
        }
    }

    /// A message to the coordinator, which deals with one after the other.
    fn send(&mut self, event: Event) {
        let arrives = self.now + self.costs.way.as_secs_f64();
        let cost = self.costs.message.as_secs_f64();
        self.free = self.free.max(arrives) + cost;
        self.busy += cost;
        self.messages += 1;
        self.plan(self.free, event);
    }

    fn reply(&mut self, event: Event) {
        self.messages += 1;
        self.plan(self.now + self.costs.way.as_secs_f64(), event);
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Searched { process, work, attempt } => {
                let it = &mut self.processes[process];
                if it.attempt == attempt && it.at == Some(work) {
                    it.at = None;
                    it.untold.push(work);
                    self.go_on(process);
                }
            }
            Event::Heard { process, done, asks } => self.hear(process, &done, asks),
            Event::Given { process, units, part } => {
                let it = &mut self.processes[process];
                it.queue.extend(units);
                it.parts.extend(part);
                it.has_asked = false;
                self.go_on(process);
            }
            Event::Recalled { process, units } => {
                self.processes[process].queue.retain(|unit| !units.contains(unit));
                self.go_on(process);
            }
            Event::Done { process, unit } => {
                let it = &mut self.processes[process];
                it.parts.retain(|part| part.unit != unit);
                let is_of = |work: Work| matches!(work, Work::Unit(at) | Work::Part(Part { unit: at, .. }) if at == unit);
                if it.at.is_some_and(is_of) {
                    it.at = None;
                    self.go_on(process);
                }
            }
        }
    }

    /// What the coordinator does with a message.
    fn hear(&mut self, process: usize, done: &[Work], asks: bool) {
        let mut frees_others = false;
        for &work in done {
            let unit = match work {
                Work::Unit(unit) => Some(unit),
                Work::Part(part) => self.pool.part_done(part, Some(Count::default())).map(|_| part.unit),
            };
            let Some(unit) = unit else { continue };
            let is_divided = self.pool.is_divided(unit);
            self.pool.done(unit);
            if is_divided {
                frees_others = true;
                (0..self.processes.len()).for_each(|process| self.reply(Event::Done { process, unit }));
            }
        }
        if asks || self.asks_again(process) {
            self.hand_out(process);
        }
        if frees_others {
            let again: Vec<usize> =
                (0..self.processes.len()).filter(|&other| self.asks_again(other)).collect();
            again.into_iter().for_each(|other| self.hand_out(other));
        }
    }

    /// Whether a process has asked in vain and has nothing to do by now.
    fn asks_again(&self, process: usize) -> bool {
        self.waiting[process] && self.pool.is_idle(process)
    }

    fn hand_out(&mut self, process: usize) {
        self.waiting[process] = false;
        let flat = |units: Vec<std::ops::Range<usize>>| units.into_iter().flatten().collect::<Vec<usize>>();
        match self.pool.take(process) {
            Handed::Units(units) => self.reply(Event::Given { process, units: flat(units), part: None }),
            Handed::Taken { units, from } => {
                let units = flat(units);
                self.reply(Event::Recalled { process: from, units: units.clone() });
                self.reply(Event::Given { process, units, part: None });
            }
            Handed::Nothing => match self.pool.take_part(process) {
                Some(part) => self.reply(Event::Given { process, units: vec![], part: Some(part) }),
                None => self.waiting[process] = true,
            },
        }
    }
}
