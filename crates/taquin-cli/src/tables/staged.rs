//! A search with tables at hand: by what is on disk if something is, else first without tables, and with
//! tables built in memory once a board turns out to be hard.

use super::choice::peak_bytes;
use super::{Made, Tables, Trouble, advice};
use crate::failure::Failure;
use std::borrow::Borrow;
use std::sync::Arc;
use std::time::Instant;
use taquin::Board;
use taquin::Problem;
use taquin::exact::DistanceTable;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::pdb::Catalogue;
use taquin::search::{Algorithm, Answer, Cancel, Limits, Observer, Plan, StopReason, solve, solve_in_stages};

/// A plan with the heuristic it begins with.
pub(crate) struct Prepared {
    /// Its heuristics have their full names; `then` is none if there is nothing to go on with.
    pub(crate) plan: Plan,
    pub(crate) heuristic: Arc<AnyHeuristic>,
    /// What to go on with.
    tables: Option<Catalogue>,
}

/// What came of a search.
pub(crate) struct Searched {
    /// With the heuristic that was used last.
    pub(crate) plan: Plan,
    pub(crate) heuristic: Arc<AnyHeuristic>,
    /// The heuristic it began with, if that was another.
    pub(crate) before: Option<HeuristicName>,
    pub(crate) answer: Answer,
}

impl Borrow<AnyHeuristic> for Made {
    fn borrow(&self) -> &AnyHeuristic {
        &self.heuristic
    }
}

impl Tables {
    /// Makes what a plan needs to begin.
    pub(crate) fn prepare(&self, plan: &Plan, goal: &Board, limits: &Limits) -> Result<Prepared, Failure> {
        let cancel = limits.cancel.clone().unwrap_or_default();
        let mut plan = plan.clone();
        let mut tables = None;
        let then = plan.then.take();
        if let Some(then) = then {
            let in_memory = Catalogue::in_memory(goal.shape(), goal.blank()).ok();
            let fits = |set: &Catalogue| limits.memory.is_none_or(|most| peak_bytes(set) <= most);
            if self.is_at_hand(&then, goal, in_memory.as_ref()) {
                plan.heuristic = then;
            } else if let Some(set) = in_memory.filter(fits) {
                plan.then = Some(HeuristicName::Pdb(Some(set.name().into())));
                tables = Some(set);
            }
        }
        let made = self.heuristic(&plan.heuristic, goal, &cancel)?;
        plan.heuristic = made.name;
        Ok(Prepared { plan, heuristic: made.heuristic, tables })
    }

    /// Whether tables are on disk or have been made for another board.
    fn is_at_hand(&self, name: &HeuristicName, goal: &Board, in_memory: Option<&Catalogue>) -> bool {
        self.kept.find(name, goal).is_some()
            || self.has_exact(goal)
            || in_memory.is_some_and(|set| self.is_in_memory(set))
            || self.best_on_disk(goal).is_some()
    }

    /// Searches as prepared.
    pub(crate) fn search(
        &self,
        problem: &Problem,
        prepared: Prepared,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Failure> {
        let Prepared { mut plan, heuristic, tables } = prepared;
        if tables.is_none() {
            let answer = solve(problem, &plan, &heuristic, limits, observer);
            return Ok(Searched { plan, heuristic, before: None, answer });
        }
        let mut failure = None;
        let (answer, made) = solve_in_stages(problem, &plan, &heuristic, limits, observer, |left| {
            self.within(left, problem.goal()).map_err(|trouble| match trouble {
                Trouble::Stopped(reason) => reason,
                Trouble::Failed(what) => {
                    failure = Some(what);
                    StopReason::Cancelled
                }
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        plan.then = None;
        Ok(match made {
            None => Searched { plan, heuristic, before: None, answer },
            Some(made) => {
                let before = std::mem::replace(&mut plan.heuristic, made.name);
                Searched { plan, heuristic: made.heuristic, before: Some(before), answer }
            }
        })
    }

    /// The best tables at hand, made within limits.
    fn within(&self, limits: &Limits, goal: &Board) -> Result<Made, Trouble> {
        let started = Instant::now();
        let is_cancelled = || limits.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        let stop = || match limits.time {
            _ if is_cancelled() => Some(StopReason::Cancelled),
            Some(time) if started.elapsed() >= time => Some(StopReason::Time),
            _ => None,
        };
        self.made(&HeuristicName::Pdb(None), goal, &stop)
    }

    /// What to build for boards of a goal to be solved faster, if there is anything.
    pub(crate) fn advice(&self, goal: &Board) -> Option<String> {
        if DistanceTable::fits(goal.shape()) {
            return Some(format!(
                "tables were built for hard boards: `{}` would make it faster, {} in about a second",
                advice::command(goal, Some("full")),
                advice::size(DistanceTable::entry_bytes(goal.shape()))
            ));
        }
        let best = Catalogue::default_on_disk(goal.shape(), goal.blank()).ok()?;
        let used = Catalogue::in_memory(goal.shape(), goal.blank()).ok()?;
        let what = if best == used { "keeps them on disk" } else { "would make it faster" };
        Some(format!(
            "tables were built for hard boards: `{}` {what}, {}",
            advice::command(goal, None),
            advice::cost(&best, self.threads)
        ))
    }
}

impl Prepared {
    /// The plan in words.
    pub(crate) fn described(&self) -> String {
        let then = self.plan.then.as_ref();
        let then = then.map_or(String::new(), |then| format!(", then with {then} if the board is hard"));
        format!("{}{then}", described(&self.plan))
    }
}

impl Searched {
    /// What was done in words.
    pub(crate) fn described(&self) -> String {
        match &self.before {
            Some(before) => {
                format!("{} with {before}, then with {}", self.plan.algorithm, self.plan.heuristic)
            }
            None => described(&self.plan),
        }
    }
}

fn described(plan: &Plan) -> String {
    if plan.heuristic != HeuristicName::Zero || Algorithm::uses_heuristic(plan.algorithm) {
        format!("{} with {}", plan.algorithm, plan.heuristic)
    } else {
        plan.algorithm.to_string()
    }
}
