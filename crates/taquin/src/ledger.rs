//! Searches that survive: a file of everything that is proved so far, from which the same search goes on after anything
//! that ended it.
//!
//! Iterations of `idastar`, `hybrid` and `two-ended` are lists of units ([`UnitLedger`]). A [`Ledger`] keeps which of them are
//! done, and their nodes, in a small file: records with checksums that are only ever added at the end, about once a second.
//! A record that is not whole is dropped, and nothing else is lost.
//!
//! ```no_run
//! use std::sync::Arc;
//! use taquin::ledger::{Ledger, Purpose};
//! use taquin::{Board, Problem, Shape, Solver};
//!
//! let ledger = Ledger::open("evening.ledger".as_ref(), Purpose::OneBoard)?;
//! let start: Board = "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15".parse()?;
//! let problem = Problem::new(start, Board::goal(Shape::PUZZLE_15))?;
//! let answer = Solver::new().ledger(Some(Arc::new(ledger))).solve(&problem)?;
//! println!("{:?} moves", answer.cost());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `bytes.rs`, `record.rs` | numbers, frames with checksums, records |
//! | `book.rs` | what records say together |
//! | `file.rs` | the file: read with what can be saved, written at its end |
//! | `answer.rs` | answers as they are kept |
//! | `recorder.rs` | a search that asks and tells |
//! | `policy.rs` | which units a search is given: all, a shard, a sample |
//! | `summary.rs` | what is proved, what is left, and how long that may take |
//! | `shards.rs` | units handed to shards, and shards put together |

mod answer;
mod book;
mod bytes;
mod error;
mod file;
mod policy;
mod record;
mod recorder;
mod shards;
mod summary;

pub use error::LedgerError;
pub use file::Dropped;
use policy::Policy;
pub use policy::{Audit, Audited, NoShard, Shard};
pub(crate) use record::Recorded;
pub use record::Run;
pub use shards::MergeError;
pub use summary::{Forecast, IterationSummary, SearchSummary, Summary};

use crate::problem::Problem;
use crate::search::{Answer, Outcome, UnitLedger};
use crate::solver::{Ledgers, Opened, RecordedMethod};
use book::{Book, Search};
use file::Writer;
use record::Record;
use recorder::Recorder;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// What is found is written about this often.
const EVERY: Duration = Duration::from_secs(1);

/// The program whose ledgers go on: another version may cut iterations in another way.
const PROGRAM: &str = concat!("taquin ", env!("CARGO_PKG_VERSION"));

/// What a ledger is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// One board: another one is refused.
    OneBoard,
    /// Any number of boards.
    ManyBoards,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Purpose::OneBoard => "one board",
            Purpose::ManyBoards => "many boards",
        }
    }
}

/// An open ledger. Clones are the same ledger.
#[derive(Clone, Debug)]
pub struct Ledger {
    shared: Arc<Shared>,
    dropped: Dropped,
}

/// What recorders and the thread that writes share.
#[derive(Debug)]
struct Shared {
    inner: Mutex<Inner>,
    policy: Policy,
}

#[derive(Debug)]
struct Inner {
    book: Book,
    writer: Writer,
    recorders: Vec<Weak<Recorder>>,
    /// Why a search was refused.
    refusal: Option<LedgerError>,
}

impl Inner {
    /// Notes something and writes it soon. What is known already, as when a board is searched twice at a time, is not noted again.
    fn record(&mut self, record: Record) {
        if self.book.apply(record.clone()) {
            self.writer.append(&record);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what has been found.
    fn write(&self, at_once: bool) {
        let recorders: Vec<Arc<Recorder>> = {
            let mut inner = self.lock();
            inner.recorders.retain(|recorder| recorder.strong_count() > 0);
            inner.recorders.iter().filter_map(Weak::upgrade).collect()
        };
        recorders.iter().for_each(|recorder| recorder.flush());
        let mut inner = self.lock();
        inner.writer.write();
        inner.writer.sync(at_once);
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let inner = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        inner.writer.write();
        inner.writer.sync(true);
    }
}

impl Ledger {
    /// Opens a ledger, or makes a new one.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no ledger, is in use, or is for something else.
    pub fn open(path: &Path, purpose: Purpose) -> Result<Ledger, LedgerError> {
        Ledger::open_for(path, purpose.name(), Policy::All)
    }

    fn open_for(path: &Path, purpose: &str, policy: Policy) -> Result<Ledger, LedgerError> {
        let (writer, book, dropped) = Writer::open(path, PROGRAM, purpose)?;
        check_program(path, &book)?;
        if book.purpose != purpose {
            let why = format!("is a ledger for {}, and this is for {purpose}", book.purpose);
            return Err(LedgerError::Foreign { path: path.to_path_buf(), why });
        }
        let inner = Inner { book, writer, recorders: Vec::new(), refusal: None };
        let shared = Arc::new(Shared { inner: Mutex::new(inner), policy });
        let weak = Arc::downgrade(&shared);
        let write = move || {
            loop {
                thread::park_timeout(EVERY);
                let Some(shared) = weak.upgrade() else { return };
                shared.write(false);
            }
        };
        // Without a thread it is written when it is closed.
        let _ = thread::Builder::new().name("ledger".into()).spawn(write);
        Ok(Ledger { shared, dropped })
    }

    /// What had to be dropped when the file was read.
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.shared.lock().writer.path().to_path_buf()
    }

    /// Why the file cannot be written at the moment, if it cannot. Searches go on, and it is tried again every second.
    pub fn trouble(&self) -> Option<String> {
        self.shared.lock().writer.trouble.clone()
    }

    /// Writes everything that is known, safe from a loss of power.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self) -> Result<(), LedgerError> {
        self.shared.write(true);
        match self.trouble() {
            Some(why) => Err(LedgerError::Io { path: self.path(), what: "write", why }),
            None => Ok(()),
        }
    }

    /// What is proved so far, and what is left.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.shared.lock().book, self.dropped)
    }

    /// What a file says, without changing it.
    ///
    /// # Errors
    /// If it cannot be read or is no ledger.
    pub fn read(path: &Path) -> Result<Summary, LedgerError> {
        let (book, dropped) = file::read(path)?;
        Ok(Summary::of(&book, dropped))
    }

    /// The units of one search, to ask and to tell.
    fn recorder(&self, problem: &Problem, plan: &str) -> Result<Arc<Recorder>, LedgerError> {
        let mut inner = self.shared.lock();
        let (start, goal) = (problem.start().to_string(), problem.goal().to_string());
        let path = inner.writer.path().to_path_buf();
        let foreign = |why: String| Err(LedgerError::Foreign { path: path.clone(), why });
        let is_it = |search: &Search| search.start == start && search.goal == goal;
        let known = inner.book.searches.iter().find(|(_, search)| is_it(search));
        let number = match known {
            Some((_, search)) if search.plan != plan => {
                return foreign(format!(
                    "was begun by {}, and this search is by {plan}: search as it was begun, or name another file",
                    search.plan
                ));
            }
            Some((&number, _)) => number,
            None => {
                let other = inner.book.searches.values().next();
                if let (Some(other), true) = (other, inner.book.purpose == Purpose::OneBoard.name()) {
                    return foreign(format!(
                        "is for the board {} and the goal {}: name another file for this one",
                        other.start, other.goal
                    ));
                }
                let number = inner.book.searches.keys().next_back().map_or(0, |last| last + 1);
                inner.record(Record::Search { search: number, start, goal, plan: plan.into() });
                number
            }
        };
        let recorder = Arc::new(Recorder::new(self.shared.clone(), number));
        inner.recorders.push(Arc::downgrade(&recorder));
        Ok(recorder)
    }
}

/// A ledger of another version of the program is refused.
fn check_program(path: &Path, book: &Book) -> Result<(), LedgerError> {
    match &book.program {
        Some(program) if program != PROGRAM => Err(LedgerError::Foreign {
            path: path.to_path_buf(),
            why: format!(
                "was written by {program}, whose units may be others than those of {PROGRAM}: finish it with that program"
            ),
        }),
        _ => Ok(()),
    }
}

impl Ledgers for Ledger {
    fn open(&self, problem: &Problem, method: &RecordedMethod) -> Result<Opened, String> {
        let recorder = self.recorder(problem, &method.to_string()).map_err(|error| error.to_string())?;
        let inner = self.shared.lock();
        let search = inner.book.searches.get(&recorder.search());
        let answer =
            search.and_then(|search| search.answer.as_ref()).filter(|_| self.shared.policy.answers());
        let answer = answer.and_then(|recorded| recorded.answer(problem));
        let units: Arc<dyn UnitLedger> = recorder;
        Ok(Opened { units, answer })
    }

    fn close(&self, problem: &Problem, answer: &Answer) {
        let mut inner = self.shared.lock();
        let Outcome::Solved { solution, lower_bound, optimal } = &answer.outcome else { return };
        // What is found when a limit ends the search has counts that depend on the clock.
        if !self.shared.policy.answers() || answer.stats.timed {
            return;
        }
        let (start, goal) = (problem.start().to_string(), problem.goal().to_string());
        let is_it = |(_, search): &(&u64, &Search)| search.start == start && search.goal == goal;
        let Some((&search, _)) = inner.book.searches.iter().find(is_it) else { return };
        let recorded = Recorded::new(answer, solution, *lower_bound, *optimal);
        inner.record(Record::Answer { search, recorded });
    }

    fn refusal(&self) -> Option<String> {
        self.shared.lock().refusal.as_ref().map(LedgerError::to_string)
    }
}
