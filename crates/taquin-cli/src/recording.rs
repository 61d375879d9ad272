//! Ledgers as commands use them: opened, told of, saved.

use crate::failure::Failure;
use crate::ui::{self, Ui};
use indicatif::HumanCount;
use std::path::Path;
use std::sync::Arc;
use taquin::ledger::{Dropped, Ledger, LedgerError, Purpose, SearchSummary};
use taquin::search::Algorithm;
use taquin::solver::RecordedMethod;
use taquin::{Board, Metric, Problem, Solver};

/// A ledger that a command writes to, if it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording(Option<Ledger>);

impl Recording {
    /// Opens a ledger, or makes one, and says what is known from before.
    pub(crate) fn open(path: Option<&Path>, purpose: Purpose, ui: &Ui) -> Result<Recording, Failure> {
        let Some(path) = path else { return Ok(Recording(None)) };
        Recording::of(Ledger::open(path, purpose), ui)
    }

    /// Takes a ledger that has been opened, and says what is known from before.
    pub(crate) fn of(opened: Result<Ledger, LedgerError>, ui: &Ui) -> Result<Recording, Failure> {
        Recording::going_on(opened, |search| search.iterations.iter().map(|it| it.done).sum(), ui)
    }

    /// Takes the ledger of a shard, and says what of the shard is known from before.
    pub(crate) fn of_shard(opened: Result<Ledger, LedgerError>, ui: &Ui) -> Result<Recording, Failure> {
        Recording::going_on(opened, |search| search.iterations.last().map_or(0, |last| last.done), ui)
    }

    fn going_on(
        opened: Result<Ledger, LedgerError>,
        done: impl Fn(&SearchSummary) -> u64,
        ui: &Ui,
    ) -> Result<Recording, Failure> {
        let ledger = opened.map_err(Failure::new)?;
        let path = ledger.path();
        if let Some(loss) = loss(ledger.dropped()) {
            ui.note(format_args!("{}: {loss}; what could be saved is kept", path.display()));
        }
        let done: u64 = ledger.summary().searches.iter().map(done).sum();
        if done > 0 {
            ui.note(format_args!("going on with {}: {} units are done", path.display(), HumanCount(done)));
        }
        Ok(Recording(Some(ledger)))
    }

    /// Takes a ledger that has just been made.
    pub(crate) fn new(opened: Result<Ledger, LedgerError>) -> Result<Recording, Failure> {
        Ok(Recording(Some(opened.map_err(Failure::new)?)))
    }

    /// The ledger, if there is one.
    pub(crate) fn ledger(&self) -> Option<&Ledger> {
        self.0.as_ref()
    }

    /// A solver that records its searches.
    pub(crate) fn of_solver(&self, solver: Solver) -> Solver {
        match &self.0 {
            Some(ledger) => solver.ledger(Some(Arc::new(ledger.clone()))),
            None => solver,
        }
    }

    /// Says so if the ledger cannot be written at the moment.
    pub(crate) fn look(&self, ui: &Ui) {
        if let Some(ledger) = &self.0
            && let Some(why) = ledger.trouble()
        {
            ui.note_once(format_args!(
                "{} cannot be written ({why}): the search goes on, and writing is tried again every second",
                ledger.path().display()
            ));
        }
    }

    /// Writes what is known.
    pub(crate) fn save(&self) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |ledger| ledger.save().map_err(Failure::new))
    }
}

/// Refuses a ledger for a search of which nothing would be recorded.
pub(crate) fn refuse_without_units(algorithm: Option<Algorithm>, metric: Metric) -> Result<(), Failure> {
    if metric != Metric::Slides {
        return Err(Failure::new(
            "searches in shifts are not recorded: leave the ledger out, or count in slides",
        ));
    }
    match algorithm {
        None | Some(Algorithm::Idastar | Algorithm::Hybrid | Algorithm::TwoEnded) => Ok(()),
        Some(other) => Err(Failure::new(format_args!(
            "{other} has no units, so that nothing would be recorded: leave the ledger out, or search by idastar, hybrid or two-ended"
        ))),
    }
}

/// A search was stopped, and the ledger has what it has proved.
pub(crate) fn tell_that_it_goes_on(ledger: &Path, ui: &Ui) {
    ui.note_once(format_args!("what is proved is in {}: the same command goes on with it", ledger.display()));
}

/// What had to be dropped of a ledger, in words.
pub(crate) fn loss(dropped: Dropped) -> Option<String> {
    let Dropped { torn, damaged, orphans, .. } = dropped;
    let mut parts = Vec::new();
    if torn > 0 {
        parts.push(format!("the last {} are no whole record", ui::count(torn, "byte")));
    }
    if damaged > 0 {
        parts.push(format!("{} are damaged", ui::count(damaged, "byte")));
    }
    if orphans > 0 {
        parts.push(format!("{} cannot be used without those", ui::count(orphans, "record")));
    }
    (!parts.is_empty()).then(|| format!("{} and were dropped", parts.join(", ")))
}

/// The problem of a recorded search, and how it is searched.
pub(crate) fn problem_of(search: &SearchSummary) -> Result<(Problem, RecordedMethod), Failure> {
    let board = |text: &str| text.parse::<Board>().map_err(Failure::new);
    let problem = Problem::new(board(&search.start)?, board(&search.goal)?).map_err(Failure::new)?;
    Ok((problem, search.plan.parse().map_err(Failure::new)?))
}
