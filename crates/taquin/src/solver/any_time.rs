//! An answer at once, better ones for as long as there is time, and meanwhile what can be proved: for boards whose
//! shortest solutions take longer to prove than people wait.
//!
//! 1. [`construct`] finds a solution of any board.
//! 2. Beams look for shorter ones, from the start, from the goal or from both ([`crate::beam::End`]), each time four times as
//!    wide as before ([`beam`]). The last are up to sixteen times as wide, as the time that is left allows.
//! 3. Between beams the search that proves has its turns ([`proof`]): an eighth as long, or sixteen times as long if a gap
//!    is asked for. It raises the lower bound: the solution is a shortest one when the two meet, whichever search found it.

mod proof;
mod widening;

use super::error::SolverError;
use super::phase::{Phase, Work};
use super::plan::Note;
use super::prepared::Prepared;
use super::staged::{self, After};
use super::{Aim, Improvement, Solved};
use crate::beam::{Beam, Bounds};
use crate::construct;
use crate::contradiction::{Contradiction, ContradictionKind};
use crate::heuristic::{FirstEntry, Heuristic};
use crate::metric::Metric;
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::{Algorithm, Answer, Budget, Cancel, Limits, Observer, Outcome, Stats, StopReason};
use crate::shape::{Direction, Shape};
use crate::solution::Solution;
use proof::Proof;
use std::time::Duration;
use widening::{FromEnd, Widening};

/// How long it goes on if neither a time nor a gap is asked for.
pub const USUAL_TIME: Duration = Duration::from_secs(10);

/// The width of the first beam.
const FIRST_WIDTH: usize = 256;
/// The widest beam: few boards gain from more.
const WIDEST: usize = 1 << 22;
/// The next beam is so many times as wide …
const WIDER: f64 = 4.0;
/// … or it is the last, as wide as time allows, if that is at most so many times as wide. One more beam in between would
/// leave the last one less than three quarters of that.
const WIDER_AT_LAST: f64 = 16.0;
/// Memory that beams may take if no limit is given.
const USUAL_MEMORY: u64 = 1 << 30;
/// The search that proves gets this part of the time of beams …
const PROOF_PER_BEAM: f64 = 0.125;
/// … or so many times as much, if a gap has to be proved.
const PROOF_PER_BEAM_FOR_GAP: f64 = 16.0;
/// About what the first beam takes.
const FIRST_BEAM: Duration = Duration::from_millis(10);
/// What is left of the time that the last beam is planned to use: more than all, as it is narrowed if time runs out.
const LAST_SHARE: f64 = 1.2;

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
    /// The width of the next beams, the time that beams have taken, and that of the last ones.
    width: usize,
    in_beams: Duration,
    last_beams: Duration,
    /// Whether beams and the proof are both under way.
    is_shared: bool,
    /// The figures of the proof that is under way.
    proving: Stats,
    /// What was done besides beams, and the nodes of beams.
    phases: Vec<Phase>,
    beamed: Stats,
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
        let mut lower_bound = prepared.heuristic().of(problem.start());
        let metric = prepared.plan().method.metric;
        if metric == Metric::Slides && FirstEntry::is_for(problem.goal().shape()) {
            lower_bound = lower_bound.max(FirstEntry::new(problem.goal()).of(problem.start()));
        }
        // Some answer is better than none, however short the time.
        let first = match construct::solve_within(problem, &Limits { time: None, ..limits.clone() }) {
            Ok(first) => first.in_metric(metric),
            Err(why) => {
                let stats = Stats { elapsed: started.elapsed(), ..Stats::default() };
                let outcome = Outcome::Stopped { best: None, lower_bound, why };
                let phases = vec![Phase::without_nodes(Work::Construct, None, stats.elapsed)];
                return Ok(Solved { phases, ..prepared.solved(Answer { outcome, stats }) });
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
            width: FIRST_WIDTH,
            in_beams: Duration::ZERO,
            last_beams: Duration::ZERO,
            is_shared: false,
            proving: Stats::default(),
            phases: Vec::new(),
            beamed: Stats::default(),
        };
        search.phases.push(Phase::without_nodes(Work::Construct, None, started.elapsed()));
        search.tell(observer);
        let stopped = if aim == Aim::First { Ok(()) } else { search.go_on(observer)? };
        search.confront()?;
        Ok(search.finish(stopped.err()))
    }

    /// Beams and the proof in turn until the aim is reached or a limit is. The inner error is the limit.
    fn go_on(&mut self, observer: &mut dyn Observer) -> Result<Result<(), StopReason>, SolverError> {
        let beams = widening::from_ends(self.problem, self.prepared.plan().method.metric);
        let stopped = self.prove(&beams, observer)?;
        // Without memory or nodes for a proof there are still beams.
        if let Err(StopReason::Memory | StopReason::Nodes) = stopped {
            while !beams.is_empty() && !self.is_done() {
                match self.next_beams(&beams, observer) {
                    Ok(true) => {}
                    Ok(false) => return Ok(stopped),
                    Err(why) => return Ok(Err(why)),
                }
            }
        }
        Ok(stopped)
    }

    /// Raises the lower bound, with beams in between.
    fn prove(
        &mut self,
        beams: &[FromEnd],
        observer: &mut dyn Observer,
    ) -> Result<Result<(), StopReason>, SolverError> {
        if self.is_done() {
            return Ok(Ok(()));
        }
        self.is_shared = true;
        let (prepared, problem, left) = (self.prepared, self.problem, self.left());
        let limits = Limits {
            memory: left.memory.map(|bytes| self.share(bytes)),
            nodes: left.nodes.map(|nodes| self.share(nodes)),
            ..left
        };
        let threads = if self.is_proof_first() { prepared.plan().method.threads } else { 1 };
        let mut proof = Proof::new(self, beams, observer);
        let Solved { answer, mut phases, .. } = prepared.prove(problem, threads, &limits, &mut proof)?;
        let (stopped, away) = (proof.stopped(), proof.away());
        // Beams had their turns within the proof: in its longest phase, as a rule.
        if let Some(longest) = phases.iter_mut().max_by_key(|phase| phase.elapsed) {
            longest.elapsed = longest.elapsed.saturating_sub(away);
        }
        self.phases.append(&mut phases);
        self.is_shared = false;
        self.proving = Stats::default();
        self.lower_bound = self.lower_bound.max(answer.lower_bound());
        // Proof and beams held their memory at the same time.
        let peak_bytes = self.stats.peak_bytes + answer.stats.peak_bytes;
        self.add(&answer.stats);
        self.stats.peak_bytes = peak_bytes;
        if let Some(solution) = answer.solution().filter(|solution| solution.cost() < self.best.cost()) {
            self.best = solution.clone();
            self.tell(observer);
        }
        match answer.outcome {
            Outcome::Stopped { why, .. } if !self.is_done() => Ok(Err(stopped.unwrap_or(why))),
            _ => Ok(Ok(())),
        }
    }

    /// Whether most of the time is the proof's.
    fn is_proof_first(&self) -> bool {
        matches!(self.prepared.solver.choice.aim, Aim::Within(_))
    }

    /// Whether it is the turn of beams after the proof has had so much time.
    fn is_due(&self, proving: Duration) -> bool {
        if self.is_proof_first() {
            // The next beams take twice as long as those before.
            let next = self.last_beams.mul_f64(2.0).max(FIRST_BEAM);
            (self.in_beams + next).mul_f64(PROOF_PER_BEAM_FOR_GAP) <= proving
        } else {
            self.in_beams.mul_f64(PROOF_PER_BEAM) <= proving
        }
    }

    /// Tries the next beams, one from each end. False if there is neither time nor memory for wider ones after them.
    fn next_beams(&mut self, beams: &[FromEnd], observer: &mut dyn Observer) -> Result<bool, StopReason> {
        let begun = Instant::now();
        let widened = (1..=beams.len() as u32).rev().zip(beams).try_for_each(|(to_come, beams)| {
            if self.is_done() { Ok(()) } else { self.widen(beams, to_come, observer) }
        });
        self.last_beams = begun.elapsed();
        self.in_beams += self.last_beams;
        widened?;
        let next = self.next_width(beams);
        self.width = next.unwrap_or(self.width);
        Ok(next.is_some())
    }

    /// Looks for a shorter solution by a beam, which shares the time that is left with those to come.
    fn widen(
        &mut self,
        FromEnd { end, beams }: &FromEnd,
        to_come: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let beam =
            Beam { width: self.width, threads: self.prepared.plan().method.threads, below: self.best.cost() };
        let left = self.left();
        let clock = Budget::new(&left);
        let bounds = Bounds {
            memory: self.beam_memory(),
            nodes: self
                .limits
                .nodes
                .map_or(u64::MAX, |most| self.share(most).saturating_sub(self.stats.expanded)),
            deadline: left.time.and_then(|time| Instant::now().checked_add(time / to_come)),
            is_over: &|| clock.is_over(),
        };
        let before = staged::plus(&self.stats, &self.proving);
        let mut watch = Widening {
            observer: After::new(observer, &before),
            budget: Budget::new(&left),
            lower_bound: self.lower_bound,
            stats: Stats::default(),
        };
        let found = end.search(self.problem, &**beams, beam, &bounds, &mut watch);
        let stats = watch.stats;
        self.add(&stats);
        self.beamed = staged::plus(&self.beamed, &stats);
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

    /// The width of the next beam: several times as wide, or as wide as the time that is left and the memory allow. `None` if
    /// they do not suffice for a wider one.
    fn next_width(&self, beams: &[FromEnd]) -> Option<usize> {
        let (width, beams) = (self.width, &*beams.first()?.beams);
        let mut wider = if self.is_proof_first() { 2.0 } else { WIDER };
        if let (Some(left), false) = (self.left().time, self.is_proof_first()) {
            let took = self.last_beams.mul_f64(1.0 + PROOF_PER_BEAM);
            let share = LAST_SHARE * left.as_secs_f64() / took.as_secs_f64().max(1e-6);
            let fixed = beams.fixed_share();
            let widest = (share - fixed) / (1.0 - fixed);
            if widest < WIDER_AT_LAST {
                wider = widest;
            }
        }
        let fits = |width: usize| beams.bytes(width, self.best.cost()) <= self.beam_memory();
        let mut next = ((width as f64 * wider) as usize).min(WIDEST);
        while next > width && !fits(next) {
            next -= next / 8 + 1;
        }
        (next > width + width / 8).then_some(next)
    }

    /// Bytes that beams may hold.
    fn beam_memory(&self) -> u64 {
        self.limits.memory.map_or(USUAL_MEMORY, |most| self.share(most))
    }

    /// What beams get of a limit, and the proof as well: half of it while both are under way.
    fn share(&self, limit: u64) -> u64 {
        if self.is_shared { limit / 2 } else { limit }
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
        let metric = self.prepared.plan().method.metric;
        let outcome = Outcome::solved_in(metric, self.problem, moves, self.lower_bound, false);
        let Outcome::Solved { solution, .. } = outcome else {
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
        solved.phases = self.phases;
        if self.in_beams > Duration::ZERO {
            let beamed = Stats { elapsed: self.in_beams, ..self.beamed };
            solved.phases.insert(1, Phase::search(Work::Search(Algorithm::Beam), None, &beamed));
        }
        solved.improvements = self.improvements;
        solved
    }
}
