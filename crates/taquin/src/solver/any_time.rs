//! An answer at once, better ones for as long as there is time, and meanwhile what can be proved: for boards whose
//! shortest solutions take longer to prove than people wait.
//!
//! 1. [`construct`] finds a solution of any board.
//! 2. Beams look for shorter ones, each twice as wide as the one before ([`beam`]). The last is as wide as the time
//!    that is left allows.
//! 3. After each beam the search that proves has its turn: an eighth as long, or ten times as long if a gap is asked
//!    for. It raises the lower bound: the solution is a shortest one when the two meet, whichever search found it.

use super::error::SolverError;
use super::plan::Note;
use super::prepared::Prepared;
use super::staged::{self, After};
use super::{Aim, Improvement, Solved};
use crate::beam::{Beam, Beams, beams};
use crate::construct;
use crate::contradiction::{Contradiction, ContradictionKind};
use crate::heuristic::{Heuristic, Manhattan};
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::{Answer, Budget, Cancel, Limits, Observer, Outcome, Stats, StopReason};
use crate::shape::{Direction, Shape};
use crate::solution::Solution;
use std::time::Duration;

/// How long it goes on if neither a time nor a gap is asked for.
pub const USUAL_TIME: Duration = Duration::from_secs(10);

/// The width of the first beam.
const FIRST_WIDTH: usize = 256;
/// The widest beam: places of parents are 32 bits, and few boards gain from more.
const WIDEST: usize = 1 << 28;
/// The search that proves gets this part of the time of the beam before it …
const PROOF_PER_BEAM: f64 = 0.125;
/// … or so many times as much, if a gap has to be proved.
const PROOF_PER_BEAM_FOR_GAP: f64 = 10.0;
/// No shorter than this: it would hardly begin.
const LEAST_PROOF: Duration = Duration::from_millis(5);
/// What is left of the time that the last beam is planned to use.
const LAST_SHARE: f64 = 0.85;

/// Whether boards of this shape are searched until their solutions are proved shortest: strips, boxes of up to 27 cells,
/// flat boards of up to 20, or 18 with two rows. Random ones of these take seconds, rarely minutes.
pub(super) fn is_proof_the_rule(shape: Shape) -> bool {
    let shortest = shape.long_axes().map(|axis| shape.side(axis)).min();
    let most = match shape.long_axes().count() {
        3 => 27,
        2 if shortest == Some(2) => 18,
        _ => 20,
    };
    shape.is_strip() || shape.cells() <= most
}

/// What is known of a problem so far.
pub(super) struct AnyTime<'a> {
    prepared: &'a Prepared,
    problem: &'a Problem,
    limits: Limits,
    /// Whether the time limit is [`USUAL_TIME`] and not the caller's.
    is_usual_time: bool,
    started: Instant,
    best: Solution,
    lower_bound: u32,
    stats: Stats,
    improvements: Vec<Improvement>,
}

impl<'a> AnyTime<'a> {
    /// Solves a problem within limits.
    ///
    /// # Errors
    /// If the tables of the search that proves contradict themselves or a solution.
    pub(super) fn solve(
        prepared: &'a Prepared,
        problem: &'a Problem,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        let started = Instant::now();
        let lower_bound =
            prepared.heuristic().of(problem.start()).max(Manhattan::new(problem.goal()).of(problem.start()));
        // Some answer is better than none, however short the time.
        let first = match construct::solve_within(problem, &Limits { time: None, ..limits.clone() }) {
            Ok(first) => first,
            Err(why) => {
                let stats = Stats { elapsed: started.elapsed(), ..Stats::default() };
                let outcome = Outcome::Stopped { best: None, lower_bound, why };
                return Ok(prepared.solved(Answer { outcome, stats }));
            }
        };
        let aim = prepared.solver.choice.aim;
        let is_usual_time = limits.time.is_none() && aim == Aim::Auto;
        let time = if is_usual_time { Some(USUAL_TIME) } else { limits.time };
        let mut search = AnyTime {
            prepared,
            problem,
            limits: Limits { time, ..limits.clone() },
            is_usual_time,
            started,
            best: first,
            lower_bound,
            stats: Stats::default(),
            improvements: Vec::new(),
        };
        search.tell(observer);
        let stopped = if aim == Aim::First { Ok(()) } else { search.go_on(observer)? };
        search.confront()?;
        Ok(search.finish(stopped.err()))
    }

    /// Beams and proofs in turn until the aim is reached or a limit is. The inner error is the limit.
    fn go_on(&mut self, observer: &mut dyn Observer) -> Result<Result<(), StopReason>, SolverError> {
        let Some(beams) = beams(self.problem.goal()) else { return self.prove(None, observer) };
        let mut width = FIRST_WIDTH;
        loop {
            if self.is_done() {
                return Ok(Ok(()));
            }
            let begun = Instant::now();
            if let Err(why) = self.widen(&*beams, width, observer) {
                return Ok(Err(why));
            }
            let took = begun.elapsed();
            let turn = took.mul_f64(self.proof_per_beam()).max(LEAST_PROOF);
            if let Err(why) = self.prove(Some(turn), observer)? {
                return Ok(Err(why));
            }
            match self.next_width(&*beams, width, took + turn) {
                Some(next) => width = next,
                None if self.is_done() => return Ok(Ok(())),
                None => return self.prove(None, observer),
            }
        }
    }

    fn proof_per_beam(&self) -> f64 {
        match self.prepared.solver.choice.aim {
            Aim::Within(_) => PROOF_PER_BEAM_FOR_GAP,
            _ => PROOF_PER_BEAM,
        }
    }

    /// Looks for a shorter solution by a beam.
    fn widen(
        &mut self,
        beams: &dyn Beams,
        width: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let beam = Beam { width, threads: self.prepared.plan().method.threads, below: self.best.cost() };
        let left = self.left();
        let mut budget = Budget::new(&left);
        let mut stats = Stats::default();
        let lower_bound = self.lower_bound;
        let mut after = After::new(observer, &self.stats);
        let found = beams.search(self.problem.start(), beam, &mut |kept| {
            stats.expanded = kept;
            budget.check(&mut stats, lower_bound, &mut after).err()
        });
        self.add(&stats);
        self.stats.peak_bytes = self.stats.peak_bytes.max(beams.bytes(width, self.best.cost()));
        match found {
            Ok(Some(moves)) => {
                self.take(moves, observer);
                Ok(())
            }
            Ok(None) => Ok(()),
            // A beam that does not fit into memory is not the end.
            Err(StopReason::Memory) => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// Raises the lower bound for some time, or for all that is left.
    fn prove(
        &mut self,
        turn: Option<Duration>,
        observer: &mut dyn Observer,
    ) -> Result<Result<(), StopReason>, SolverError> {
        if self.is_done() {
            return Ok(Ok(()));
        }
        let left = self.left();
        let time = [turn, left.time].into_iter().flatten().min();
        let is_last = turn.is_none() || time == left.time;
        let after = After::new(observer, &self.stats);
        let mut watch = Proof { observer: after, best: self.best.cost(), bound: self.lower_bound };
        let answer =
            self.prepared.prove(self.problem, turn.is_none(), &Limits { time, ..left }, &mut watch)?;
        self.lower_bound = self.lower_bound.max(watch.bound).max(answer.lower_bound());
        self.add(&answer.stats);
        if let Some(solution) = answer.solution().filter(|solution| solution.cost() < self.best.cost()) {
            self.best = solution.clone();
            self.tell(observer);
        }
        match answer.outcome {
            Outcome::Stopped { why, .. } if !self.is_done() && (is_last || why != StopReason::Time) => {
                Ok(Err(why))
            }
            _ => Ok(Ok(())),
        }
    }

    /// The width of the next beam: twice as wide, or as wide as the time that is left allows. `None` if memory or time
    /// does not suffice for a wider one.
    fn next_width(&self, beams: &dyn Beams, width: usize, took: Duration) -> Option<usize> {
        let mut next = 2 * width;
        if let Some(left) = self.left().time {
            let share = LAST_SHARE * left.as_secs_f64() / took.as_secs_f64().max(1e-6);
            if share < 4.0 {
                next = (width as f64 * share) as usize;
            }
        }
        let fits = |width: usize| {
            let bytes = beams.bytes(width, self.best.cost());
            self.limits.memory.is_none_or(|most| bytes <= most)
        };
        (next > width + width / 8 && next <= WIDEST && fits(next)).then_some(next)
    }

    /// What is left of the limits.
    fn left(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.started.elapsed())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.expanded)),
            ..self.limits.clone()
        }
    }

    /// Adds the figures of a beam or of a turn of the proof.
    fn add(&mut self, more: &Stats) {
        self.stats = staged::plus(&self.stats, more);
        self.stats.elapsed = self.started.elapsed();
    }

    /// Takes over a solution that is shorter than the best so far.
    fn take(&mut self, moves: Vec<Direction>, observer: &mut dyn Observer) {
        let Outcome::Solved { solution, .. } = Outcome::solved(self.problem, moves, self.lower_bound, false)
        else {
            return;
        };
        self.best = solution;
        self.tell(observer);
    }

    fn tell(&mut self, observer: &mut dyn Observer) {
        self.improvements.push(Improvement { elapsed: self.started.elapsed(), cost: self.best.cost() });
        observer.solution(&self.best);
    }

    /// Whether the gap is as small as was asked for.
    fn is_done(&self) -> bool {
        let (cost, bound) = (self.best.cost(), self.lower_bound);
        match self.prepared.solver.choice.aim {
            Aim::Within(share) => f64::from(cost) <= f64::from(bound) * (1.0 + share),
            _ => cost <= bound,
        }
    }

    /// Compares the solution with what was proved: no bound is above the length of a solution, and tables agree with it.
    fn confront(&self) -> Result<(), SolverError> {
        let (moves, distance) = (self.best.cost(), self.lower_bound);
        if distance > moves {
            let kind = ContradictionKind::NotShortest { moves, distance };
            let table = self.prepared.plan().heuristic.as_ref().map(ToString::to_string).unwrap_or_default();
            return Err(SolverError::Contradiction(Contradiction::new(table, kind)));
        }
        let confronted = self.prepared.heuristic().confront(&self.best, moves == distance);
        confronted.map_err(SolverError::Contradiction)
    }

    fn finish(mut self, stopped: Option<StopReason>) -> Solved {
        let (cost, is_cancelled) =
            (self.best.cost(), self.limits.cancel.as_ref().is_some_and(Cancel::is_cancelled));
        self.stats.elapsed = self.started.elapsed();
        let lower_bound = self.lower_bound;
        let by_itself = self.is_usual_time && stopped == Some(StopReason::Time) && !is_cancelled;
        let outcome = match stopped {
            Some(why) if lower_bound < cost && !by_itself => {
                Outcome::Stopped { best: Some(self.best), lower_bound, why }
            }
            _ => Outcome::Solved { solution: self.best, lower_bound, optimal: lower_bound == cost },
        };
        let mut solved = self.prepared.solved(Answer { outcome, stats: self.stats });
        if by_itself && lower_bound < cost {
            solved.plan.notes.push(Note::UsualTime);
        }
        solved.improvements = self.improvements;
        solved
    }
}

/// Watches the search that proves, and stops it when the lower bound meets the best solution.
struct Proof<'a> {
    observer: After<'a>,
    best: u32,
    bound: u32,
}

impl Observer for Proof<'_> {
    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> std::ops::ControlFlow<()> {
        self.bound = self.bound.max(lower_bound);
        if self.bound >= self.best {
            return std::ops::ControlFlow::Break(());
        }
        self.observer.progress(stats, self.bound)
    }
}
