//! Processes and their messages, event by event.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::time::Duration;
use taquin::cluster::{Handed, Pool};
use taquin::search::{Count, Part};

/// A process asks for more when it has fewer units than this besides those at work, or less than half of those that came last, as in
/// the program.
const AHEAD: usize = 8;
/// What has been done is told at least this often, as in the program.
const TELL: f64 = 0.2;
/// A unit of so many nodes is told of, and each time that it has twice as many, as in the program.
const LONG: u64 = 1 << 19;

/// What takes time besides the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// The seconds that a message costs the coordinator, and each unit of which it tells.
    pub message: f64,
    pub unit: f64,
    /// How long it takes from one process to another: main threads look every millisecond, so half of that at either end.
    pub way: Duration,
    /// Nodes that a process searches in a second.
    pub pace: f64,
    /// How long a process takes to cut a unit into parts.
    pub split: f64,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs { message: 2e-6, unit: 0.0, way: Duration::from_millis(1), pace: 1e7, split: 0.0 }
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

/// An iteration that has been cut.
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    /// The seconds that each unit takes, and what it weighs.
    pub units: Vec<f64>,
    pub weights: Vec<u8>,
    /// The shares that parts have of a unit.
    pub parts: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Work {
    Unit(usize),
    Part(Part),
}

impl Work {
    fn unit(self) -> usize {
        let (Work::Unit(unit) | Work::Part(Part { unit, .. })) = self;
        unit
    }
}

/// What a process tells the coordinator.
#[derive(Clone, Debug, Default)]
struct Report {
    done: Vec<Work>,
    /// A unit that it has been at for so many nodes.
    grown: Option<(usize, u64)>,
    asks: Option<Asks>,
}

/// When a process asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asks {
    /// It has a few units left.
    Early,
    /// It has nothing to do.
    Idle,
}

#[derive(Clone, Debug)]
enum Event {
    /// A process has searched something, unless it was told to leave it.
    Searched { process: usize, attempt: u32 },
    /// A process has been at a unit for so many nodes.
    Grown { process: usize, attempt: u32, nodes: u64 },
    /// The coordinator hears a process.
    Heard { process: usize, report: Report },
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
    came: usize,
    parts: VecDeque<Part>,
    at: Option<Work>,
    /// Counts what it has begun.
    attempt: u32,
    asked: Option<Asks>,
    untold: Report,
    told: f64,
    /// The unit that it has cut into parts.
    split: Option<usize>,
}

struct Simulation {
    units: Vec<f64>,
    parts: Vec<f64>,
    costs: Costs,
    pool: Pool,
    processes: Vec<Process>,
    /// By time, then in the order in which they were planned.
    events: BinaryHeap<Reverse<(u64, u64, usize)>>,
    planned: u64,
    /// What happens, by the number in the last place; and numbers that are free.
    happens: Vec<Option<Event>>,
    unused: Vec<usize>,
    now: f64,
    /// When the coordinator has dealt with all messages so far.
    free: f64,
    /// Those that have asked in vain.
    waiting: VecDeque<usize>,
    busy: f64,
    messages: u64,
}

/// An iteration, each process of which takes so long to cut it.
pub(crate) fn simulate(iteration: Iteration, cut: Duration, processes: usize, costs: &Costs) -> Run {
    let Iteration { units, weights, parts } = iteration;
    let nodes = (units.iter().sum::<f64>() * costs.pace) as u64;
    let mut pool = Pool::new([0..units.len()], &vec![1; processes], nodes / units.len() as u64);
    pool.weigh(weights, nodes);
    let mut simulation = Simulation {
        units,
        parts,
        costs: *costs,
        pool,
        processes: (0..processes).map(|_| Process::default()).collect(),
        events: BinaryHeap::new(),
        planned: 0,
        happens: Vec::new(),
        unused: Vec::new(),
        now: cut.as_secs_f64(),
        free: 0.0,
        waiting: VecDeque::new(),
        busy: 0.0,
        messages: 0,
    };
    // All say that they begin, are told to, and ask.
    simulation.now += 2.0 * costs.way.as_secs_f64();
    (0..processes).for_each(|process| simulation.go_on(process));
    while !simulation.pool.is_done() {
        let Some(Reverse((time, _, number))) = simulation.events.pop() else { panic!("all processes wait") };
        simulation.now = time as f64 / 1e9;
        simulation.unused.push(number);
        if let Some(event) = simulation.happens[number].take() {
            simulation.happen(event);
        }
    }
    // All are told that it is over.
    let time = Duration::from_secs_f64(simulation.now) + costs.way;
    Run { time, busy: Duration::from_secs_f64(simulation.busy), messages: simulation.messages }
}

impl Simulation {
    fn plan(&mut self, at: f64, event: Event) {
        let number = self.unused.pop().unwrap_or_else(|| {
            self.happens.push(None);
            self.happens.len() - 1
        });
        self.happens[number] = Some(event);
        self.planned += 1;
        self.events.push(Reverse(((at * 1e9) as u64, self.planned, number)));
    }

    /// A process begins with something.
    fn begin(&mut self, process: usize, work: Work) {
        let it = &mut self.processes[process];
        it.at = Some(work);
        it.attempt += 1;
        let attempt = it.attempt;
        let whole = self.units[work.unit()];
        let seconds = match work {
            Work::Unit(_) => whole,
            Work::Part(part) => {
                let is_split = it.split.replace(part.unit) == Some(part.unit);
                let split = if is_split { 0.0 } else { self.costs.split };
                split + whole * self.parts[part.number]
            }
        };
        if let Work::Unit(_) = work
            && seconds * self.costs.pace > LONG as f64
        {
            let at = self.now + LONG as f64 / self.costs.pace;
            self.plan(at, Event::Grown { process, attempt, nodes: LONG });
        }
        self.plan(self.now + seconds, Event::Searched { process, attempt });
    }

    /// A process begins with the next, and says what there is to say.
    fn go_on(&mut self, process: usize) {
        let it = &mut self.processes[process];
        if it.at.is_none() {
            let next = it.queue.pop_front().map(Work::Unit).or_else(|| it.parts.pop_front().map(Work::Part));
            if let Some(work) = next {
                self.begin(process, work);
            }
        }
        let it = &mut self.processes[process];
        let wants = match it.at {
            None => Some(Asks::Idle),
            Some(_) if it.queue.len() < AHEAD.max(it.came / 2) => Some(Asks::Early),
            Some(_) => None,
        };
        let asks = wants.filter(|_| wants > it.asked);
        let has_news = !it.untold.done.is_empty() || it.untold.grown.is_some();
        let is_due = it.queue.is_empty() || self.now - it.told >= TELL;
        if asks.is_some() || (is_due && has_news) {
            it.asked = it.asked.max(asks);
            it.told = self.now;
            let report = Report { asks, ..std::mem::take(&mut it.untold) };
            self.send(Event::Heard { process, report });
        }
    }

    /// A message to the coordinator, which deals with one after the other.
    fn send(&mut self, event: Event) {
        let arrives = self.now + self.costs.way.as_secs_f64();
        let units = if let Event::Heard { report, .. } = &event { report.done.len() } else { 0 };
        let cost = self.costs.message + self.costs.unit * units as f64;
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
            Event::Searched { process, attempt } => {
                let it = &mut self.processes[process];
                if it.attempt == attempt
                    && let Some(work) = it.at.take()
                {
                    it.untold.grown = None;
                    it.untold.done.push(work);
                    self.go_on(process);
                }
            }
            Event::Grown { process, attempt, nodes } => {
                let it = &mut self.processes[process];
                if it.attempt == attempt
                    && let Some(Work::Unit(unit)) = it.at
                {
                    it.untold.grown = Some((unit, nodes));
                    let again = self.now + nodes as f64 / self.costs.pace;
                    self.plan(again, Event::Grown { process, attempt, nodes: 2 * nodes });
                    self.go_on(process);
                }
            }
            Event::Heard { process, report } => self.hear(process, report),
            Event::Given { process, units, part } => {
                let it = &mut self.processes[process];
                it.came = units.len();
                it.queue.extend(units);
                it.parts.extend(part);
                it.asked = None;
                self.go_on(process);
            }
            Event::Recalled { process, units } => {
                let units: HashSet<usize> = units.into_iter().collect();
                self.processes[process].queue.retain(|unit| !units.contains(unit));
                self.go_on(process);
            }
            Event::Done { process, unit } => {
                let it = &mut self.processes[process];
                it.parts.retain(|part| part.unit != unit);
                if it.at.is_some_and(|work| work.unit() == unit) {
                    it.at = None;
                    it.attempt += 1;
                    it.untold.grown = None;
                    self.go_on(process);
                }
            }
        }
    }

    /// What the coordinator does with a message.
    fn hear(&mut self, process: usize, report: Report) {
        for work in report.done {
            let unit = match work {
                Work::Unit(unit) => Some(unit),
                Work::Part(part) => self.pool.part_done(part, Some(Count::default())).map(|_| part.unit),
            };
            let Some(unit) = unit else { continue };
            let at = self.pool.at(unit);
            self.pool.done(unit, (self.units[unit] * self.costs.pace) as u64);
            at.into_iter().for_each(|process| self.reply(Event::Done { process, unit }));
        }
        if let Some((unit, nodes)) = report.grown
            && let Some(other) = self.pool.grown(process, unit, nodes)
        {
            self.reply(Event::Recalled { process: other, units: vec![unit] });
            self.reply(Event::Done { process: other, unit });
        }
        if let Some(asks) = report.asks {
            self.hand_out(process, asks);
        }
        self.hand_out_again();
    }

    /// To those that have nothing to do, until there is nothing for them.
    fn hand_out_again(&mut self) {
        while let Some(process) = self.waiting.pop_front() {
            if !self.give(process, Asks::Idle) {
                return self.waiting.push_front(process);
            }
        }
    }

    fn hand_out(&mut self, process: usize, asks: Asks) {
        if !self.give(process, asks) && asks == Asks::Idle {
            self.waiting.push_back(process);
        }
    }

    fn give(&mut self, process: usize, asks: Asks) -> bool {
        let flat = |units: Vec<std::ops::Range<usize>>| units.into_iter().flatten().collect::<Vec<usize>>();
        match self.pool.take(process, asks == Asks::Idle) {
            Handed::Units(units) => self.reply(Event::Given { process, units: flat(units), part: None }),
            Handed::Taken { units, from } => {
                let units = flat(units);
                self.reply(Event::Recalled { process: from, units: units.clone() });
                self.reply(Event::Given { process, units, part: None });
            }
            Handed::Nothing if asks == Asks::Early => return false,
            Handed::Nothing => match self.pool.take_part(process) {
                Some(part) => self.reply(Event::Given { process, units: vec![], part: Some(part) }),
                None => return false,
            },
        }
        true
    }
}
