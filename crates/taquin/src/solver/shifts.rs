//! What is different if solutions are counted in shifts: which searches and heuristics there are, and what is done for
//! boards too large for a proof.

use super::any_time::USUAL_TIME;
use super::choice::{Aim, Choice, HeuristicChoice};
use super::error::SolverError;
use super::phase::{Phase, Work};
use super::plan::{Begin, Note, Outline};
use super::prepared::Prepared;
use super::{Improvement, Solved};
use crate::construct;
use crate::heuristic::{Heuristic, HeuristicName};
use crate::metric::Metric;
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::{Algorithm, Answer, Limits, Method, Observer, Outcome, Prune, Stats, StopReason};
use crate::shape::Shape;

/// Whether boards of this shape are searched until their solutions are proved shortest.
fn is_proof_the_rule(shape: Shape) -> bool {
    shape.is_strip() || shape.cells() <= 16
}

/// Fills in what is left open.
pub(super) fn outline(
    choice: &Choice,
    shape: Shape,
    threads: usize,
    watched: bool,
) -> Result<Outline, SolverError> {
    let usual = if watched && shape.cells() <= 10 { Algorithm::Astar } else { Algorithm::Idastar };
    let algorithm = choice.algorithm.unwrap_or(usual);
    if !algorithm.counts_in(Metric::Shifts) {
        return Err(SolverError::CountsSlides(algorithm));
    }
    let mut notes = Vec::new();
    let begin = match &choice.heuristic {
        HeuristicChoice::Named(heuristic) if !algorithm.uses_heuristic() => {
            notes.push(Note::HeuristicIgnored { algorithm, heuristic: heuristic.clone() });
            Begin::None
        }
        _ if !algorithm.uses_heuristic() => Begin::None,
        HeuristicChoice::Named(name) => Begin::Named(name.clone()),
        HeuristicChoice::Made(heuristic) => Begin::Made(heuristic.clone()),
        _ => Begin::Named(HeuristicName::AxisDistance),
    };
    let left_open = choice.algorithm.is_none() && choice.heuristic.is_auto() && !watched;
    let any_time = left_open && (choice.aim == Aim::First || !is_proof_the_rule(shape));
    let method = Method {
        algorithm,
        metric: Metric::Shifts,
        weight: choice.weight.unwrap_or_default(),
        prune: Prune::Undo,
        width: choice.width.unwrap_or_default(),
        threads: threads.max(1),
        in_bulk: false,
    };
    Ok(Outline { method, look_up: false, begin, tables_pay: false, any_time, notes })
}

/// Refuses a heuristic whose values mean nothing in the metric.
pub(super) fn check_metric(choice: &Choice) -> Result<(), SolverError> {
    let metric = choice.metric;
    match &choice.heuristic {
        HeuristicChoice::Named(name) if !name.is_for(metric) => {
            Err(SolverError::OtherMetric { heuristic: Some(name.clone()), metric })
        }
        HeuristicChoice::Made(heuristic) if !heuristic.is_for(metric) => {
            Err(SolverError::OtherMetric { heuristic: None, metric })
        }
        _ => Ok(()),
    }
}

/// A solution at once, and a shortest one if the search finds it in the time there is.
pub(super) fn any_time(
    prepared: &Prepared,
    problem: &Problem,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Solved, SolverError> {
    let started = Instant::now();
    let lower_bound = prepared.heuristic().of(problem.start());
    // Some answer is better than none, however short the time.
    let first = match construct::solve_within(problem, &Limits { time: None, ..limits.clone() }) {
        Ok(first) => first.in_metric(Metric::Shifts),
        Err(why) => {
            let stats = Stats { elapsed: started.elapsed(), ..Stats::default() };
            let outcome = Outcome::Stopped { best: None, lower_bound, why };
            let phases = vec![Phase::without_nodes(Work::Construct, None, stats.elapsed)];
            return Ok(Solved { phases, ..prepared.solved(Answer { outcome, stats }) });
        }
    };
    observer.solution(&first);
    let made = Improvement { elapsed: started.elapsed(), cost: first.cost() };
    let construction = Phase::without_nodes(Work::Construct, None, made.elapsed);
    let aim = prepared.solver.choice.aim;
    if aim == Aim::First {
        let optimal = first.cost() == lower_bound;
        let outcome = Outcome::Solved { solution: first, lower_bound, optimal };
        let stats = Stats { elapsed: started.elapsed(), ..Stats::default() };
        let solved = prepared.solved(Answer { outcome, stats });
        return Ok(Solved { phases: vec![construction], improvements: vec![made], ..solved });
    }
    let is_usual_time = limits.time.is_none() && aim == Aim::Auto;
    let time = if is_usual_time { Some(USUAL_TIME) } else { limits.time };
    let time = time.map(|time| time.saturating_sub(started.elapsed()));
    let mut solved = prepared.prove(
        problem,
        prepared.plan.method.threads,
        &Limits { time, ..limits.clone() },
        observer,
    )?;
    solved.phases.insert(0, construction);
    solved.improvements.push(made);
    match &mut solved.answer.outcome {
        Outcome::Stopped { best, why, .. } => {
            *best = Some(first);
            if is_usual_time && *why == StopReason::Time {
                solved.plan.notes.push(Note::UsualTime);
            }
        }
        Outcome::Solved { solution, .. } => {
            let cost = solution.cost();
            solved.improvements.push(Improvement { elapsed: started.elapsed(), cost });
        }
    }
    solved.answer.stats.elapsed = started.elapsed();
    Ok(solved)
}
