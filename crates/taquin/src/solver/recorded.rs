//! Searches that are recorded: what identifies them, and where their units are known from.

use super::choice::Choice;
use super::error::SolverError;
use super::plan::Plan;
use super::prepared::Prepared;
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::{Algorithm, Answer, Foresight, Limits, Observer, Outcome, Prune, StopReason, UnitLedger};
use crate::shape::Shape;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Where searches are recorded: a file, or the other processes that share the work.
pub trait Ledgers: fmt::Debug + Send + Sync {
    /// A search is about to begin, and this is how it is done: what is known of it.
    ///
    /// # Errors
    /// If it may not be searched in this way, in words.
    fn open(&self, problem: &Problem, method: &RecordedMethod) -> Result<Opened, String>;

    /// A search is over.
    fn close(&self, problem: &Problem, answer: &Answer);

    /// Why a search was ended with [`StopReason::Ledger`], if that is an error.
    fn refusal(&self) -> Option<String>;
}

/// What is known of a search before it begins.
#[derive(Debug)]
pub struct Opened {
    /// Its units.
    pub units: Arc<dyn UnitLedger>,
    /// Its answer, if it is over.
    pub answer: Option<Answer>,
}

/// How a search is done, as far as its units depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMethod {
    algorithm: Algorithm,
    heuristic: Option<HeuristicName>,
    prune: Prune,
    /// A checksum of what its tables hold.
    tables: Option<u32>,
    /// A checksum of the costs that say in which order its units come, where that is not the order of a depth-first search.
    costs: Option<u32>,
    /// What `hybrid` may hold.
    memory: Option<u64>,
}

impl RecordedMethod {
    /// How a plan is done. `None` if its search has no units, or a heuristic that only the caller knows.
    fn of(plan: &Plan, heuristic: &AnyHeuristic, limits: &Limits) -> Option<RecordedMethod> {
        let (algorithm, prune) = (plan.method.algorithm, plan.method.prune);
        let deepens = matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid);
        let has_name = plan.heuristic.is_some() || algorithm == Algorithm::TwoEnded;
        let has_units = (deepens || algorithm == Algorithm::TwoEnded) && !plan.method.in_bulk;
        (has_units && has_name && !plan.look_up).then(|| RecordedMethod {
            algorithm,
            heuristic: plan.heuristic.clone().filter(|_| deepens),
            prune,
            tables: checksum(heuristic).filter(|_| deepens),
            costs: (algorithm == Algorithm::Idastar)
                .then(|| foresight(heuristic.goal().shape(), prune))
                .flatten(),
            memory: limits.memory.filter(|_| algorithm == Algorithm::Hybrid),
        })
    }

    /// What to ask a solver for to search in this way.
    pub fn choice(&self) -> Choice {
        let choice = Choice::new().algorithm(self.algorithm).heuristic(self.heuristic.clone());
        if self.algorithm == Algorithm::TwoEnded { choice } else { choice.prune(self.prune) }
    }

    /// Whether it searches beams before an iteration.
    #[cfg(feature = "store")]
    pub(crate) fn has_beams(&self) -> bool {
        self.algorithm == Algorithm::TwoEnded || self.costs.is_some()
    }

    /// What it may hold, if its units depend on that.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }
}

/// FNV-1a, with which checksums begin and to which they add: they need not withstand more than a mix-up.
const CHECKSUM: u32 = 0x811c_9dc5;

fn add(checksum: u32, byte: u8) -> u32 {
    (checksum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// A checksum of the tables of a heuristic: of their patterns and their entries.
fn checksum(heuristic: &AnyHeuristic) -> Option<u32> {
    let AnyHeuristic::Pdb(databases) = heuristic else { return None };
    let mut sum = CHECKSUM;
    for table in databases.tables() {
        sum = table.pattern().to_string().bytes().fold(sum, add);
        sum = table.checksum().to_le_bytes().into_iter().fold(sum, add);
    }
    Some(sum)
}

/// A checksum of the costs by which IDA* looks ahead, if it does.
fn foresight(shape: Shape, prune: Prune) -> Option<u32> {
    let costs = Foresight::costs(shape, prune)?;
    Some(costs.to_bytes().into_iter().fold(CHECKSUM, add))
}

impl fmt::Display for RecordedMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, "; {heuristic}; prune {}", self.prune)?;
        }
        if let Some(tables) = self.tables {
            write!(f, "; tables {tables:08x}")?;
        }
        if let Some(costs) = self.costs {
            write!(f, "; costs {costs:08x}")?;
        }
        if let Some(memory) = self.memory {
            write!(f, "; memory limit {memory} bytes")?;
        }
        Ok(())
    }
}

/// A text that names no way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMethod;

impl fmt::Display for NoMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search is recorded in a way that this program does not know")
    }
}

impl std::error::Error for NoMethod {}

impl FromStr for RecordedMethod {
    type Err = NoMethod;

    /// Reads what it writes.
    fn from_str(text: &str) -> Result<RecordedMethod, NoMethod> {
        let mut parts = text.split("; ");
        let algorithm = parts.next().and_then(|name| name.parse().ok()).ok_or(NoMethod)?;
        let mut method = RecordedMethod {
            algorithm,
            heuristic: None,
            prune: Prune::Undo,
            tables: None,
            costs: None,
            memory: None,
        };
        for part in parts {
            if let Some(name) = part.strip_prefix("prune ") {
                method.prune = Prune::ALL.into_iter().find(|rule| rule.name() == name).ok_or(NoMethod)?;
            } else if let Some(sum) = part.strip_prefix("tables ") {
                method.tables = Some(u32::from_str_radix(sum, 16).map_err(|_| NoMethod)?);
            } else if let Some(sum) = part.strip_prefix("costs ") {
                method.costs = Some(u32::from_str_radix(sum, 16).map_err(|_| NoMethod)?);
            } else if let Some(bytes) = part.strip_prefix("memory limit ") {
                let bytes = bytes.trim_end_matches(" bytes").parse().map_err(|_| NoMethod)?;
                method.memory = Some(bytes);
            } else {
                method.heuristic = Some(part.parse().map_err(|_| NoMethod)?);
            }
        }
        Ok(method)
    }
}

impl Prepared {
    /// One search, with what is known of its units if it is recorded.
    pub(super) fn search(
        &self,
        problem: &Problem,
        heuristic: &AnyHeuristic,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolverError> {
        let ledgers = self.solver.ledgers.as_deref().filter(|_| limits.nodes.is_none());
        if ledgers.is_some() && self.plan.method.metric != Metric::Slides {
            let why = "searches in shifts are not recorded: leave the ledger out, or count in slides";
            return Err(SolverError::Ledger(why.into()));
        }
        let recorded = ledgers.zip(ledgers.and_then(|_| RecordedMethod::of(&self.plan, heuristic, limits)));
        let Some((ledgers, method)) = recorded else {
            return self.search_once(problem, heuristic, limits, observer);
        };
        let Opened { units, answer } = ledgers.open(problem, &method).map_err(SolverError::Ledger)?;
        if let Some(answer) = answer {
            return Ok(answer);
        }
        let limits = Limits { ledger: Some(units), ..limits.clone() };
        let answer = self.search_once(problem, heuristic, &limits, observer)?;
        if let Outcome::Stopped { why: StopReason::Ledger, .. } = answer.outcome
            && let Some(why) = ledgers.refusal()
        {
            return Err(SolverError::Ledger(why));
        }
        ledgers.close(problem, &answer);
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_as_it_is_written() {
        for text in [
            "two-ended",
            "idastar; manhattan; prune undo",
            "idastar; pdb:6-6-6-6; prune automaton; tables 00c0ffee",
            "idastar; manhattan; prune automaton; costs 00000001",
            "hybrid; max:manhattan,hamming; prune undo; memory limit 1000 bytes",
        ] {
            assert_eq!(text.parse::<RecordedMethod>().unwrap().to_string(), text);
        }
        assert!(
            ["", "guessing", "idastar; nonsense"].iter().all(|text| text.parse::<RecordedMethod>().is_err())
        );
    }
}
