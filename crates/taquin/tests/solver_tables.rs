//! `Solver` and tables: missing, damaged, shared.

use crate::common::{blank_last, shape};
use crate::solver::{hard, problem};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use taquin::exact::DistanceTable;
use taquin::heuristic::AnyHeuristic;
use taquin::pdb::{Catalogue, Store, build};
use taquin::solver::Note;
use taquin::{Problem, Scrambler, Solver, SolverError};

#[test]
fn tables_that_are_not_there_are_an_error_with_their_size() {
    let error = Solver::new().heuristic("pdb:7-8").solve(&hard()).unwrap_err();
    assert!(matches!(&error, SolverError::NotThere(set) if set.bytes() > 500_000_000), "{error}");
    let error = Solver::new().heuristic("pdb:nonsense").solve(&hard()).unwrap_err();
    assert!(matches!(error, SolverError::Set(_)), "{error}");
}

fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.len() - 100;
    bytes[at] ^= 16;
    fs::write(path, bytes).unwrap();
}

/// A store with the tables of 4-4-3 for 4x3 and, if asked for, its table of all boards.
fn store(directory: &Path, full: bool) -> Store {
    let store = Store::in_directory(directory);
    let goal = blank_last("4x3");
    let set = Catalogue::named(goal.shape(), goal.blank(), "4-4-3").unwrap();
    for pattern in set.tables() {
        store.save(&build(&pattern, 2, &mut |_| ControlFlow::Continue(())).unwrap()).unwrap();
    }
    if full {
        let go_on = &mut |_, _| ControlFlow::Continue(());
        let table = DistanceTable::build(shape("4x3"), goal.blank(), 2, go_on).unwrap();
        store.save_all(&table).unwrap();
    }
    store
}

#[test]
fn a_damaged_table_that_was_only_liked_is_a_note_and_one_asked_for_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let goal = blank_last("4x3");
    let problem = Problem::new(Scrambler::new(goal.clone(), 8).walk(60), goal.clone()).unwrap();
    let truth = Solver::new().heuristic("walking-distance").solve(&problem).unwrap().cost();
    let solver = Solver::new().store(store(directory.path(), true));
    let solved = solver.solve(&problem).unwrap();
    assert_eq!((solved.cost(), solved.plan.to_string()), (truth, "looking up exact distances".into()));
    damage(&Store::in_directory(directory.path()).path_of_all(goal.shape(), goal.blank()));
    let solver = Solver::new().store(Store::in_directory(directory.path()));
    let solved = solver.solve(&problem).unwrap();
    assert_eq!((solved.cost(), solved.proved()), (truth, true));
    assert!(matches!(&solved.plan.notes[..], [Note::Unusable(_)]), "{:?}", solved.plan.notes);
    let error = solver.clone().heuristic("pdb:full").solve(&problem).unwrap_err();
    assert!(matches!(error, SolverError::File(_)), "{error}");
    for file in Store::in_directory(directory.path()).list().unwrap() {
        damage(&file.path);
    }
    let solver = Solver::new().store(Store::in_directory(directory.path()));
    let error = solver.heuristic("pdb:4-4-3").solve(&problem).unwrap_err();
    assert!(matches!(error, SolverError::File(_)), "{error}");
}

/// The tables that a hard board is gone on with are built, whatever is on disk under their names.
#[test]
fn a_hard_board_is_solved_beside_damaged_tables_of_every_set() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::in_directory(directory.path());
    let problem = hard();
    let set = Catalogue::in_memory(problem.shape(), problem.goal().blank()).unwrap();
    for pattern in set.tables() {
        store.save(&build(&pattern, 2, &mut |_| ControlFlow::Continue(())).unwrap()).unwrap();
        damage(&store.path_of(&pattern.to_string()));
    }
    let solved = Solver::new().threads(2).store(store).solve(&problem).unwrap();
    assert_eq!((solved.cost(), solved.proved()), (Some(65), true));
    assert!(solved.plan.notes.iter().any(|note| matches!(note, Note::Unusable(_))));
}

#[test]
fn clones_share_tables_and_work_on_any_thread() {
    fn is_shared<T: Clone + Send + Sync + 'static>() {}
    is_shared::<Solver>();
    let goal = blank_last("4x4");
    let solver = Solver::new().heuristic("pdb:5-5-5");
    let first = solver.prepare(&goal).unwrap();
    let again = solver.clone().threads(2).prepare(&goal).unwrap();
    match (&**first.heuristic(), &**again.heuristic()) {
        (AnyHeuristic::Pdb(first), AnyHeuristic::Pdb(again)) => {
            assert!(std::sync::Arc::ptr_eq(&first.tables()[0], &again.tables()[0]));
        }
        _ => panic!("pdb:5-5-5 are pattern databases"),
    }
}

/// 6x6 has too many cells for tables: the estimate is then that of the tiles' distances alone.
#[test]
fn pdb_on_a_shape_without_tables_is_an_answer_and_no_panic() {
    let goal = blank_last("6x6");
    let mut numbers: Vec<String> = (1..36).map(|number| number.to_string()).collect();
    numbers.insert(34, "0".into());
    let solved = Solver::new().heuristic("pdb").solve(&problem(&numbers.join(" "), &goal)).unwrap();
    assert_eq!((solved.cost(), solved.proved()), (Some(1), true));
}
