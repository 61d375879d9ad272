//! What is asked of a search, as the keyword arguments say it, made into the library's solver.

use crate::errors::bad_argument;
use crate::heuristic::Callable;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use taquin::pdb::Store;
use taquin::search::{Algorithm, Cancel, Limits, Prune, Weight, Width};
use taquin::solver::{Aim, Choice};
use taquin::{Board, Metric, Solver};

/// The variable that names the directory of tables, as for the program.
const CACHE_VARIABLE: &str = "TAQUIN_CACHE_DIR";

/// The keyword arguments that all functions with a search have.
#[derive(Default)]
pub(crate) struct Asked<'py> {
    choice: Choice,
    heuristic: Option<Bound<'py, PyAny>>,
    time_limit: Option<Duration>,
    memory_limit: Option<u64>,
    node_limit: Option<u64>,
    threads: Option<usize>,
    cache_dir: Option<PathBuf>,
    progress: Option<Bound<'py, PyAny>>,
    /// Whether a limit that is reached is an exception.
    pub(crate) raise_on_limit: bool,
    /// Whether anything but `progress` and `raise_on_limit` was asked for.
    is_special: bool,
}

/// A solver as asked for, with what is kept beside it.
pub(crate) struct Ready<'py> {
    pub(crate) solver: Solver,
    pub(crate) cancel: Cancel,
    /// A heuristic of Python's: it runs in the interpreter, and so must the search.
    pub(crate) callable: Option<Callable>,
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    pub(crate) threads: usize,
    /// Nothing was asked for: no limits, no choices, no progress.
    pub(crate) is_plain: bool,
}

impl<'py> Asked<'py> {
    /// Reads the keyword arguments of a function; those that are None count as not given.
    pub(crate) fn read(
        py: Python<'py>,
        function: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Asked<'py>> {
        let mut asked = Asked::default();
        for (key, value) in options.into_iter().flatten() {
            let key = key.cast::<PyString>()?.to_cow()?.into_owned();
            if !Self::KNOWN.contains(&key.as_str()) {
                return Err(PyTypeError::new_err(format!(
                    "{function}() got an unexpected keyword argument '{key}': there are {}",
                    Self::KNOWN.join(", ")
                )));
            }
            if !value.is_none() {
                asked.set(py, &key, value)?;
            }
        }
        Ok(asked)
    }

    const KNOWN: [&'static str; 15] = [
        "algorithm",
        "heuristic",
        "metric",
        "time_limit",
        "memory_limit",
        "node_limit",
        "threads",
        "cache_dir",
        "progress",
        "raise_on_limit",
        "within",
        "first",
        "weight",
        "width",
        "prune",
    ];

    fn set(&mut self, py: Python<'py>, key: &str, value: Bound<'py, PyAny>) -> PyResult<()> {
        let bad = |error: &dyn std::fmt::Display| bad_argument(py, format_args!("{key}: {error}"));
        self.is_special |= !matches!(key, "progress" | "raise_on_limit" | "metric");
        match key {
            "progress" => self.progress = Some(value),
            "raise_on_limit" => self.raise_on_limit = value.is_truthy()?,
            "metric" => {
                self.choice.metric = metric(py, Some(&value))?;
                self.is_special |= self.choice.metric != Metric::Slides;
            }
            "algorithm" => match &*text(py, key, &value)? {
                "auto" => {}
                name => self.choice.algorithm = Some(name.parse::<Algorithm>().map_err(|error| bad(&error))?),
            },
            "heuristic" => self.heuristic = Some(value),
            "time_limit" => self.time_limit = Some(duration(py, key, &value)?),
            "memory_limit" => self.memory_limit = Some(size(py, key, &value)?),
            "node_limit" => self.node_limit = Some(whole(py, key, &value)?),
            "threads" => {
                let threads = whole(py, key, &value)?;
                self.threads = Some(usize::try_from(threads).unwrap_or(usize::MAX).clamp(1, MOST_THREADS));
            }
            "cache_dir" => self.cache_dir = Some(value.extract()?),
            "within" => {
                let share: f64 = value.extract()?;
                if !(0.0..=1e6).contains(&share) {
                    return Err(bad(&format_args!("{share} is not a share: 0.05 stands for 5 %")));
                }
                self.choice.aim = Aim::Within(share);
            }
            "first" if value.is_truthy()? => self.choice.aim = Aim::First,
            "first" => {}
            "weight" => {
                self.choice.weight = Some(Weight::new(value.extract()?).map_err(|error| bad(&error))?)
            }
            "width" => {
                let width = u32::try_from(whole(py, key, &value)?).unwrap_or(u32::MAX);
                self.choice.width = Some(Width::new(width).map_err(|error| bad(&error))?);
            }
            _ => {
                let name = text(py, key, &value)?;
                let rule = [Prune::Undo, Prune::Automaton].into_iter().find(|rule| rule.name() == name);
                let rule =
                    rule.ok_or_else(|| bad(&format_args!("'{name}' is no rule: 'undo' or 'automaton'")))?;
                self.choice.prune = Some(rule);
            }
        }
        Ok(())
    }

    /// Whether there is a limit on time or memory.
    pub(crate) fn has_limits(&self) -> bool {
        self.time_limit.is_some() || self.memory_limit.is_some()
    }

    /// The limits alone, for what is no search.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        Limits {
            time: self.time_limit,
            memory: self.memory_limit,
            nodes: self.node_limit,
            cancel: Some(cancel.clone()),
            ..Limits::default()
        }
    }

    /// The solver for boards with this goal. Its tables are kept for later calls.
    pub(crate) fn ready(self, py: Python<'py>, goal: &Board) -> PyResult<Ready<'py>> {
        let is_plain = !self.is_special && self.progress.is_none();
        let cancel = Cancel::new();
        let metric = self.choice.metric;
        let directory = self.cache_dir.or_else(usual_directory);
        let mut solver = kept_solver(directory).choice(self.choice).cancel(&cancel);
        let mut callable = None;
        match self.heuristic {
            Some(heuristic) if heuristic.is_callable() => {
                let made = Callable::new(heuristic, cancel.clone())?;
                solver = solver.heuristic(made.heuristic(goal).in_metric(metric));
                callable = Some(made);
            }
            Some(heuristic) => solver = solver.heuristic(&*text(py, "heuristic", &heuristic)?),
            None => {}
        }
        let threads = match (&callable, self.threads) {
            (Some(_), _) => 1,
            (None, Some(threads)) => threads,
            (None, None) => all_threads(),
        };
        solver = solver
            .threads(threads)
            .time_limit(self.time_limit)
            .memory_limit(self.memory_limit)
            .node_limit(self.node_limit);
        let progress = match self.progress {
            Some(progress) if progress.is(pyo3::types::PyBool::new(py, false)) => None,
            Some(progress) if progress.is(pyo3::types::PyBool::new(py, true)) => {
                Some(py.import("taquin._progress")?.call_method0("bar")?)
            }
            Some(progress) if progress.is_callable() => Some(progress),
            Some(_) => return Err(bad_argument(py, "progress: give a callable, or True for a bar")),
            None => None,
        };
        Ok(Ready { solver, cancel, callable, progress, threads, is_plain })
    }
}

/// More threads than any machine has cores only take memory.
const MOST_THREADS: usize = 1024;

/// As many as the machine has cores. Linux takes a tenth of a millisecond to tell.
pub(crate) fn all_threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The solvers of all calls, one for each directory of tables: what one call built the next finds.
fn kept_solver(directory: Option<PathBuf>) -> Solver {
    static SOLVERS: Mutex<Option<HashMap<Option<PathBuf>, Solver>>> = Mutex::new(None);
    let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    let solvers = solvers.get_or_insert_default();
    let new = || Solver::new().store(directory.clone().map(Store::in_directory));
    solvers.entry(directory.clone()).or_insert_with(new).clone()
}

/// The solver of calls that ask for nothing.
pub(crate) fn usual_solver() -> Solver {
    kept_solver(usual_directory())
}

/// Where the program keeps its tables.
fn usual_directory() -> Option<PathBuf> {
    let told = std::env::var_os(CACHE_VARIABLE).filter(|directory| !directory.is_empty());
    told.map(PathBuf::from).or_else(|| Some(choose_native_strategy().ok()?.cache_dir().join("taquin")))
}

/// What counts as a move: slides unless another is named.
pub(crate) fn metric(py: Python<'_>, name: Option<&Bound<'_, PyAny>>) -> PyResult<Metric> {
    let Some(name) = name else { return Ok(Metric::Slides) };
    let parsed = text(py, "metric", name)?.parse();
    parsed.map_err(|error: taquin::UnknownMetric| bad_argument(py, format_args!("metric: {error}")))
}

fn text(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| {
        let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
        bad_argument(py, format_args!("{key}: a name was expected, not {kind}"))
    })
}

/// Seconds, a `timedelta`, or a text such as `1min 30s`.
fn duration(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let bad = || bad_argument(py, format_args!("{key}: give seconds, e.g. 1.5, or a text such as '90s'"));
    if let Ok(text) = value.extract::<String>() {
        return humantime::parse_duration(&text).map_err(|_| bad());
    }
    let seconds: f64 = match value.extract() {
        Ok(seconds) => seconds,
        Err(_) => {
            value.call_method0("total_seconds").and_then(|seconds| seconds.extract()).map_err(|_| bad())?
        }
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| bad())
}

/// Bytes, or a text such as `2GB`.
fn size(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.extract::<String>() {
        Ok(text) => match text.parse::<bytesize::ByteSize>() {
            Ok(size) => Ok(size.as_u64()),
            Err(_) => {
                Err(bad_argument(py, format_args!("{key}: '{text}' is no size: give bytes, or e.g. '2GB'")))
            }
        },
        Err(_) => whole(py, key, value),
    }
}

/// A whole number that is not negative.
fn whole(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract().map_err(|_| {
        let what = value.repr().map_or_else(|_| "this".into(), |repr| repr.to_string());
        bad_argument(py, format_args!("{key}: {what} is not a whole number from 0 on"))
    })
}
