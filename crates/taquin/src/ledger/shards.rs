//! The units of an iteration handed to *shards*, each searched anywhere, and their results put together.
//!
//! 1. A file of units is a ledger whose last iteration is cut and not searched ([`Ledger::units`]).
//! 2. A shard copies it and adds the runs of its own units ([`Ledger::shard`]). Its header names the shard and the checksum of
//!    the file of units.
//! 3. Shards are put together when each is there once, and nothing is missing or doubled ([`Ledger::merge`]). The result is
//!    a file of units again, whose last iteration is complete: the next one can be cut.

use super::book::Book;
use super::error::LedgerError;
use super::file::{self, Writer};
use super::policy::{Audit, Policy, Shard};
use super::{Ledger, check_program};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a file of units is for.
const UNITS: &str = "units";

/// Why shards cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// A file cannot be used.
    Ledger(LedgerError),
    /// A file is no shard of these units.
    Foreign(PathBuf),
    /// Two files are the same shard.
    Twice(Shard, PathBuf, PathBuf),
    /// Files are of different divisions: into so many shards, and into so many.
    Divisions(u64, u64),
    /// Some shards are not there: how many, and the first of them.
    Missing(u64, Shard),
    /// A shard is not finished: so many units are left.
    Unfinished(Shard, PathBuf, u64),
    /// Units are in two shards.
    Doubled(PathBuf),
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MergeError::Ledger(error) => error.fmt(f),
            MergeError::Foreign(path) => write!(f, "{} is no shard of these units", path.display()),
            MergeError::Twice(shard, first, second) => {
                write!(f, "shard {shard} is there twice: {} and {}", first.display(), second.display())
            }
            MergeError::Divisions(one, other) => write!(
                f,
                "some files are shards of {one} and others of {other}: use one division for all units"
            ),
            MergeError::Missing(1, shard) => write!(f, "shard {shard} is missing: give all of them"),
            MergeError::Missing(count, shard) => {
                write!(f, "{count} shards are missing, the first is {shard}: give all of them")
            }
            MergeError::Unfinished(shard, path, units) => write!(
                f,
                "shard {shard} in {} is not finished, {units} units are left: run its work again, it goes on",
                path.display()
            ),
            MergeError::Doubled(path) => {
                write!(f, "units of {} are in another shard already", path.display())
            }
        }
    }
}

impl std::error::Error for MergeError {}

impl From<LedgerError> for MergeError {
    fn from(error: LedgerError) -> MergeError {
        MergeError::Ledger(error)
    }
}

impl Ledger {
    /// Opens a file of units, or makes a new one. A search with it ends when it comes to an iteration that is expected to have
    /// `least` nodes.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is something else.
    pub fn units(path: &Path, least: u64) -> Result<Ledger, LedgerError> {
        Ledger::open_for(path, UNITS, Policy::Until(least))
    }

    /// Opens a shard of a file of units to work on it, or makes a new one.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is something else.
    pub fn shard(units: &Path, shard: Shard, path: &Path) -> Result<Ledger, LedgerError> {
        let (mut book, checksum) = read_units(units)?;
        let purpose = purpose_of(shard, checksum);
        if !path.exists() {
            book.purpose.clone_from(&purpose);
            Writer::create(path, &book)?;
        }
        Ledger::open_for(path, &purpose, Policy::Shard(shard))
    }

    /// Puts all shards of a file of units together into a new file of units. Also tells whether one of them has a goal.
    ///
    /// # Errors
    /// If a shard is missing, unfinished, there twice, or of other units.
    pub fn merge(units: &Path, shards: &[PathBuf], path: &Path) -> Result<bool, MergeError> {
        let (mut whole, checksum) = read_units(units)?;
        let mut books: BTreeMap<Shard, (&PathBuf, Book)> = BTreeMap::new();
        for file in shards {
            let (book, _) = file::read(file)?;
            check_program(file, &book)?;
            let shard = shard_of(&book.purpose, checksum).ok_or_else(|| MergeError::Foreign(file.clone()))?;
            if let Some((other, _)) = books.insert(shard, (file, book)) {
                return Err(MergeError::Twice(shard, other.clone(), file.clone()));
            }
        }
        let Some(of) = books.keys().next().map(|shard| shard.of()) else {
            return Err(MergeError::Foreign(units.to_path_buf()));
        };
        if let Some(other) = books.keys().find(|shard| shard.of() != of) {
            return Err(MergeError::Divisions(of, other.of()));
        }
        let all = (1..=of).filter_map(|number| format!("{number}/{of}").parse::<Shard>().ok());
        let missing: Vec<Shard> = all.filter(|shard| !books.contains_key(shard)).collect();
        if let Some(&first) = missing.first() {
            return Err(MergeError::Missing(missing.len() as u64, first));
        }
        let has_goal = add_all(&mut whole, books)?;
        Writer::create(path, &whole)?;
        Ok(has_goal)
    }

    /// A copy of a ledger that searches some of its runs once more; the file itself is not changed.
    ///
    /// # Errors
    /// If it cannot be read, or no copy can be made.
    pub fn audit(path: &Path, sample: usize, seed: u64) -> Result<(Ledger, Arc<Audit>), LedgerError> {
        let (book, _) = file::read(path)?;
        check_program(path, &book)?;
        let audit = Arc::new(Audit::choose(&book, sample, seed));
        let directory = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
        let copy = tempfile::NamedTempFile::new_in(directory);
        let copy = copy.map_err(|error| LedgerError::io(path, "copy", &error))?;
        Writer::create(copy.path(), &book)?;
        let ledger = Ledger::open_for(copy.path(), &book.purpose, Policy::Audit(audit.clone()))?;
        // The name goes; the open file stays for as long as the ledger does.
        Ok((ledger, audit))
    }
}

/// Adds the runs of all shards to the units that they are of; tells whether one has a goal.
fn add_all(whole: &mut Book, books: BTreeMap<Shard, (&PathBuf, Book)>) -> Result<bool, MergeError> {
    let mut has_goal = false;
    for (&number, search) in &mut whole.searches {
        for (&key, list) in &mut search.lists {
            let of_shard = |book: &Book| book.searches.get(&number)?.lists.get(&key).cloned();
            let lists: Vec<_> = books
                .iter()
                .filter_map(|(shard, (path, book))| Some((shard, path, of_shard(book)?)))
                .collect();
            let (open, before, spent) = (list.gaps(), list.runs.clone(), list.milliseconds);
            let goal = lists.iter().filter_map(|(_, _, part)| part.goal).min();
            has_goal |= goal.is_some();
            list.goal = goal;
            for (shard, path, part) in &lists {
                let own = shard.share(&open, list.block());
                let is_needed = |unit: u64| goal.is_none_or(|goal| unit < goal);
                let left = part.gaps().into_iter().flat_map(|gap| shard.share(&[gap], list.block()));
                let left: u64 = left.map(|gap| gap.filter(|&unit| is_needed(unit)).count() as u64).sum();
                if left > 0 {
                    return Err(MergeError::Unfinished(**shard, (**path).clone(), left));
                }
                let is_own = |first: u64| own.iter().any(|range| range.contains(&first));
                for run in part.runs.values().filter(|run| !before.contains_key(&run.first)) {
                    if !is_own(run.first) || !list.add(*run) {
                        return Err(MergeError::Doubled((**path).clone()));
                    }
                }
                list.milliseconds += part.milliseconds.saturating_sub(spent);
            }
        }
    }
    Ok(has_goal)
}

fn read_units(path: &Path) -> Result<(Book, u32), LedgerError> {
    let (book, _) = file::read(path)?;
    check_program(path, &book)?;
    if book.purpose != UNITS {
        let why = format!("is a ledger for {}, and no file of units", book.purpose);
        return Err(LedgerError::Foreign { path: path.to_path_buf(), why });
    }
    Ok((book.clone(), book.checksum()))
}

fn purpose_of(shard: Shard, checksum: u32) -> String {
    format!("shard {shard} of units {checksum:08x}")
}

/// The shard that a file is for, if it is of units with this checksum.
fn shard_of(purpose: &str, checksum: u32) -> Option<Shard> {
    let shard = purpose.strip_prefix("shard ")?.split(' ').next()?.parse().ok()?;
    (purpose == purpose_of(shard, checksum)).then_some(shard)
}

#[cfg(test)]
mod tests {
    use super::super::Purpose;
    use super::*;
    use crate::Solver;
    use crate::published::PublishedSet;
    use crate::search::Algorithm;

    #[test]
    fn an_audit_finds_the_one_count_that_is_wrong() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("ledger");
        let problem = PublishedSet::Korf100.boards()[4].problem.clone();
        let solver = Solver::new().algorithm(Algorithm::Idastar).heuristic("manhattan");
        let ledger = Ledger::open(&path, Purpose::OneBoard).unwrap();
        solver.clone().ledger(Some(Arc::new(ledger.clone()))).solve(&problem).unwrap();
        ledger.save().unwrap();
        drop(ledger);
        let wrong = |path: &Path| {
            let (ledger, audit) = Ledger::audit(path, usize::MAX, 7).unwrap();
            solver.clone().ledger(Some(Arc::new(ledger))).solve(&problem).unwrap();
            audit.results().iter().filter(|result| result.found.is_some() && !result.is_right()).count()
        };
        assert_eq!(wrong(&path), 0);

        let (mut book, _) = file::read(&path).unwrap();
        let lists = book.searches.values_mut().flat_map(|search| search.lists.values_mut());
        let run = lists.flat_map(|list| list.runs.values_mut()).next().unwrap();
        run.count.expanded += 1;
        let forged = directory.path().join("forged");
        Writer::create(&forged, &book).unwrap();
        assert_eq!(wrong(&forged), 1);
    }

    #[test]
    fn a_shard_names_its_units() {
        let shard: Shard = "17/1000".parse().unwrap();
        let purpose = purpose_of(shard, 0x12ab);
        assert_eq!(purpose, "shard 17/1000 of units 000012ab");
        assert_eq!(shard_of(&purpose, 0x12ab), Some(shard));
        assert_eq!(shard_of(&purpose, 0x12ac), None);
        assert_eq!(shard_of("one board", 0x12ab), None);
    }
}
