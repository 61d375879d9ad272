//! A search as a member sees it: the units that it was given, what it has found and not told yet, and what the others have.

use super::Link;
use crate::cluster::message::{Asks, Ended, Goal, Key, Reply, Request};
use crate::search::{Count, Cut, Elsewhere, Part, Share, StopReason, Taken, UnitLedger};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Iterations that are expected to have fewer nodes are searched by every process: some hundredths of a second of work. Ledgers do not
/// record them either.
const LEAST_NODES: u64 = 1 << 18;

/// More units are asked for when fewer than so many are left for each thread, which searches several in turn, or less than half
/// of those that came last.
const AHEAD: usize = 8;

/// What has been found is told after so long while there are more units to search.
const EVERY: Duration = Duration::from_millis(200);

/// A unit of so many nodes is told of, and each time that it has twice as many: some hundredths of a second of work.
const LONG: u64 = 1 << 19;

/// Units go to the threads in so many handfuls, so that what is left can be taken back.
const HANDFULS: usize = 16;

#[derive(Debug)]
pub(super) struct Units {
    link: Arc<dyn Link>,
    ticket: u32,
    threads: usize,
    /// Whether it takes part in the search of another member.
    joins: bool,
    state: Mutex<State>,
    changed: Condvar,
    first_goal: AtomicUsize,
    /// Whether others have searched units that may be under way here.
    has_done_elsewhere: AtomicBool,
}

#[derive(Debug)]
struct State {
    /// Whether the search may begin, and its answer if it is known.
    opened: Option<Option<Vec<u8>>>,
    refused: Option<String>,
    is_over: bool,
    /// What is known of the beams before an iteration.
    beams: Option<(u32, Option<Count>)>,
    /// The list under way.
    list: Option<Key>,
    units: usize,
    is_begun: bool,
    queue: VecDeque<Range<usize>>,
    /// How many units came last.
    came: usize,
    /// Whether it has asked for units, and waits for an answer.
    asked: Option<Asks>,
    /// Parts of units that others have.
    parts: VecDeque<Part>,
    done_elsewhere: HashSet<usize>,
    /// The nodes of units that were searched here, and those of them that have not been told.
    own: Vec<(usize, Count)>,
    untold: Vec<(usize, Count)>,
    told: Instant,
    /// Units that have grown long: their nodes when that was noted last, and those that have not been told.
    long: HashMap<usize, u64>,
    untold_long: Vec<(usize, u64)>,
    elsewhere: Count,
    ended: Option<Ended>,
}

impl Units {
    pub(super) fn new(link: Arc<dyn Link>, ticket: u32, threads: usize, joins: bool) -> Units {
        let state = State {
            opened: None,
            refused: None,
            is_over: false,
            beams: None,
            list: None,
            units: 0,
            is_begun: false,
            queue: VecDeque::new(),
            came: 0,
            asked: None,
            parts: VecDeque::new(),
            done_elsewhere: HashSet::new(),
            own: Vec::new(),
            untold: Vec::new(),
            told: Instant::now(),
            long: HashMap::new(),
            untold_long: Vec::new(),
            elsewhere: Count::default(),
            ended: None,
        };
        Units {
            link,
            ticket,
            threads,
            joins,
            state: Mutex::new(state),
            changed: Condvar::new(),
            first_goal: AtomicUsize::new(usize::MAX),
            has_done_elsewhere: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something is known, or the search may not go on.
    fn wait<T>(&self, known: impl Fn(&State) -> Option<T>) -> Result<T, StopReason> {
        let mut state = self.lock();
        loop {
            if state.is_over || state.refused.is_some() {
                return Err(StopReason::Ledger);
            }
            if let Some(known) = known(&state) {
                return Ok(known);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The answer of the search, if it is known.
    ///
    /// # Errors
    /// If it may not begin.
    pub(super) fn wait_until_opened(&self) -> Result<Option<Vec<u8>>, String> {
        let refused = || self.lock().refused.clone().unwrap_or_else(|| "the search is over".into());
        self.wait(|state| state.opened.clone()).map_err(|_| refused())
    }

    /// The coordinator has said something of this search.
    pub(super) fn receive(&self, reply: Reply) {
        let mut state = self.lock();
        let current = state.list;
        match reply {
            Reply::Opened { answer, .. } => state.opened = Some(answer),
            Reply::Refused { why, .. } => state.refused = Some(why),
            Reply::Over { .. } => state.is_over = true,
            Reply::Beams { bound, known, .. } => state.beams = Some((bound, known)),
            Reply::Begun { list, elsewhere, first_goal, .. } if Some(list) == current => {
                (state.is_begun, state.elsewhere) = (true, elsewhere);
                self.first_goal.store(first_goal.unwrap_or(usize::MAX), Relaxed);
            }
            Reply::Units { list, units, .. } if Some(list) == current => {
                // It may have been another's before.
                units.iter().flat_map(Clone::clone).for_each(|unit| {
                    state.done_elsewhere.remove(&unit);
                });
                state.came = units.iter().map(ExactSizeIterator::len).sum();
                state.queue.extend(units);
                state.asked = None;
            }
            Reply::Part { list, part, .. } if Some(list) == current => {
                state.parts.push_back(part);
                state.asked = None;
            }
            Reply::DoneElsewhere { list, unit, .. } if Some(list) == current => {
                state.done_elsewhere.insert(unit);
                state.parts.retain(|part| part.unit != unit);
                self.has_done_elsewhere.store(true, Relaxed);
            }
            Reply::Recall { list, units, .. } if Some(list) == current => state.drop_units(&units),
            Reply::FirstGoal { list, unit, .. } if Some(list) == current => {
                self.first_goal.fetch_min(unit, Relaxed);
            }
            Reply::Elsewhere { list, count, .. } if Some(list) == current => state.elsewhere = count,
            Reply::Ended { list, ended, .. } if Some(list) == current => state.ended = Some(ended),
            // Of a list that is behind this search.
            _ => {}
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Tells what has been found if that has waited for long, or the coordinator may be waiting for it.
    pub(super) fn tell_if_due(&self) {
        let mut state = self.lock();
        let is_short = state.units_left() == 0;
        let has_news = !state.untold.is_empty() || !state.untold_long.is_empty();
        if has_news && (is_short || state.told.elapsed() >= EVERY) {
            self.report(&mut state, Vec::new(), None);
        }
    }

    fn report(&self, state: &mut State, goals: Vec<Goal>, asks: Option<Asks>) {
        let Some(list) = state.list else { return };
        let done = std::mem::take(&mut state.untold);
        let grown = std::mem::take(&mut state.untold_long);
        state.told = Instant::now();
        state.asked = state.asked.max(asks);
        self.link.send(Request::Report { ticket: self.ticket, list, done, goals, grown, asks });
    }

    /// Asks for units, unless it has done so.
    fn ask(&self, state: &mut State, asks: Asks) {
        if state.asked < Some(asks) {
            self.report(state, Vec::new(), Some(asks));
        }
    }
}

impl State {
    fn units_left(&self) -> usize {
        self.queue.iter().map(ExactSizeIterator::len).sum()
    }

    /// Others search these units.
    fn drop_units(&mut self, units: &[Range<usize>]) {
        for drop in units {
            let keep = |queued: Range<usize>| {
                let before = queued.start..queued.end.min(drop.start);
                let after = queued.start.max(drop.end)..queued.end;
                [before, after].into_iter().filter(|units| !units.is_empty())
            };
            self.queue = std::mem::take(&mut self.queue).into_iter().flat_map(keep).collect();
        }
    }
}

impl UnitLedger for Units {
    fn begin(&self, cut: &Cut) -> Result<Share, StopReason> {
        let mut state = self.lock();
        if !state.untold.is_empty() {
            self.report(&mut state, Vec::new(), None);
        }
        (state.is_begun, state.asked, state.ended) = (false, None, None);
        state.came = 0;
        state.long.clear();
        state.untold_long.clear();
        state.queue.clear();
        state.parts.clear();
        state.done_elsewhere.clear();
        self.has_done_elsewhere.store(false, Relaxed);
        state.own.clear();
        if cut.expected < LEAST_NODES {
            state.list = None;
            return Ok(Share::Alone);
        }
        (state.list, state.units) = (Some((cut.bound, cut.part)), cut.units);
        drop(state);
        self.first_goal.store(usize::MAX, Relaxed);
        self.link.send(Request::Begin { ticket: self.ticket, cut: *cut });
        self.wait(|state| state.is_begun.then_some(Share::Units))
    }

    fn weigh(&self, weight: &dyn Fn(usize) -> u8) {
        let state = self.lock();
        if let (false, Some(list), units) = (self.joins, state.list, state.units) {
            drop(state);
            let weights = (0..units).map(weight).collect();
            self.link.send(Request::Weights { ticket: self.ticket, list, weights });
        }
    }

    fn take(&self) -> Taken {
        let mut state = self.lock();
        if state.is_over || state.refused.is_some() || state.ended.is_some() {
            return Taken::Nothing;
        }
        let left = state.units_left();
        if left < (AHEAD * self.threads).max(state.came / 2) {
            self.ask(&mut state, Asks::Early);
        }
        let handful = (left / HANDFULS).max(1);
        let Some(first) = state.queue.front_mut() else { return Taken::Later };
        let units = first.start..first.start + first.len().min(handful);
        first.start = units.end;
        if first.start == first.end {
            state.queue.pop_front();
        }
        Taken::Units(units)
    }

    fn done(&self, unit: usize, count: Count, goal: Option<&[u8]>) {
        let mut state = self.lock();
        state.own.push((unit, count));
        state.long.remove(&unit);
        state.untold_long.retain(|&(long, _)| long != unit);
        match goal {
            None => state.untold.push((unit, count)),
            Some(path) => {
                let goal = Goal { unit, count, path: path.to_vec() };
                self.report(&mut state, vec![goal], None);
            }
        }
    }

    fn grown(&self, unit: usize, nodes: u64) {
        let mut state = self.lock();
        if nodes >= state.long.get(&unit).map_or(LONG, |&noted| 2 * noted) {
            state.long.insert(unit, nodes);
            state.untold_long.retain(|&(long, _)| long != unit);
            state.untold_long.push((unit, nodes));
        }
    }

    fn take_part(&self) -> Option<Part> {
        let mut state = self.lock();
        let part = state.parts.pop_front();
        if part.is_none() && state.units_left() == 0 {
            self.ask(&mut state, Asks::Idle);
        }
        part
    }

    fn part_done(&self, part: Part, count: Option<Count>) {
        let Some(list) = self.lock().list else { return };
        self.link.send(Request::PartDone { ticket: self.ticket, list, part, count });
    }

    fn is_done_elsewhere(&self, unit: usize) -> bool {
        self.has_done_elsewhere.load(Relaxed) && self.lock().done_elsewhere.contains(&unit)
    }

    fn first_goal(&self) -> usize {
        self.first_goal.load(Relaxed)
    }

    fn elsewhere(&self) -> Count {
        self.lock().elsewhere
    }

    fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
        let mut state = self.lock();
        if state.is_over || state.refused.is_some() {
            return Err(StopReason::Ledger);
        }
        if !state.untold.is_empty() {
            self.report(&mut state, Vec::new(), None);
        }
        let Some(Ended { total, goal }) = state.ended.take() else { return Ok(None) };
        let last = goal.as_ref().map_or(usize::MAX, |goal| goal.unit);
        let own = state.own.iter().filter(|&&(unit, _)| unit <= last);
        let own = own.fold(Count::default(), |sum, &(_, count)| sum + count);
        let is_own = goal.as_ref().is_some_and(|goal| state.own.iter().any(|&(unit, _)| unit == goal.unit));
        // The sum is of units before the goal, the first one as good as any.
        let goal = goal.filter(|_| !is_own).map(|goal| (goal.unit, Count::default(), goal.path));
        Ok(Some(Elsewhere { counted: vec![(0, total - own)], goal }))
    }

    fn beams(&self, bound: u32, expected: u64) -> Option<Count> {
        if expected < LEAST_NODES {
            return None;
        }
        self.link.send(Request::AskBeams { ticket: self.ticket, bound });
        let known = |state: &State| state.beams.filter(|&(of, _)| of == bound);
        // A search that is over ends when it begins with the units.
        self.wait(known).map_or(Some(Count::default()), |(_, count)| count)
    }

    fn no_beam(&self, bound: u32, count: Count) {
        let is_asked = self.lock().beams.is_some_and(|(of, known)| of == bound && known.is_none());
        if is_asked {
            self.link.send(Request::NoBeam { ticket: self.ticket, bound, count });
        }
    }
}
