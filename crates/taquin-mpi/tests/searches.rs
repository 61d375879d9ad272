//! One board by several processes, and ledgers that go on with others.

use crate::common::{FLAGS, LONG, SHORT, figures, file, mpirun, run, taquin};
use std::fs;

#[test]
fn answers_and_counts_are_the_same_for_any_number_of_processes() {
    // Of the second and third the solution is found in a unit and by a beam, each while units are under way.
    let cube = ["bench", "cube100", "--boards", "2,58,85", "--json"];
    let line = |text: &str| text.lines().map(figures).collect::<Vec<_>>();
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let (_, cubes_alone, _) = run(taquin().args(cube));
    for processes in [1, 2, 3, 4, 8] {
        let (code, text, error) = run(mpirun(processes).args(["solve", LONG, "--json"]).args(FLAGS));
        assert_eq!(code, 0, "{error}");
        assert_eq!(line(&text), line(&alone), "{processes} processes");
    }
    for processes in [2, 3] {
        let (code, text, error) = run(mpirun(processes).args(cube));
        assert_eq!(code, 0, "{error}");
        assert_eq!(line(&text), line(&cubes_alone), "{processes} processes");
    }
}

#[test]
fn processes_with_threads_are_no_different() {
    let (_, alone, _) = run(taquin().args(["solve", SHORT, "--json"]).args(FLAGS));
    let (code, text, error) = run(mpirun(2).args(["solve", SHORT, "--json", "--threads", "2"]).args(FLAGS));
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");
}

#[test]
fn a_ledger_goes_on_with_fewer_processes_and_with_none() {
    let directory = tempfile::tempdir().unwrap();
    let (_, alone, _) = run(taquin().args(["solve", LONG, "--json"]).args(FLAGS));
    let ledger = file(&directory, "ledger");
    let with = |command: &mut std::process::Command, more: &[&str]| {
        run(command.args(["solve", LONG, "--json", "--ledger", &ledger]).args(FLAGS).args(more))
    };
    let (code, text, error) = with(&mut mpirun(4), &["--time-limit", "150ms"]);
    assert!(code != 0 && text.contains(r#""stopped_by":"time""#), "{text}{error}");
    assert!(fs::metadata(&ledger).unwrap().len() < 200_000);
    let (_, shown, _) = run(taquin().args(["ledger", "show", &ledger]));
    assert!(shown.contains("by idastar; manhattan; prune undo"), "{shown}");
    let (code, text, error) = with(&mut mpirun(2), &[]);
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");
    let (code, text, error) = with(&mut taquin(), &[]);
    assert_eq!((code, figures(&text)), (0, figures(&alone)), "{error}");
    let (code, text, error) = run(taquin().args(["ledger", "verify", "--sample", "20", &ledger]));
    assert!(code == 0 && text.starts_with("right: 20 runs"), "{text}{error}");
}

#[test]
fn what_cannot_be_done_is_said_once() {
    for (arguments, what) in [
        (&["solve", "8 1 3/4 0 2/7 6"][..], "row 3 has 2 numbers"),
        (&["solve", "8 1 3/4 0 2/7 6 5", "--wrong"], "--wrong"),
        (&["bench", "korf50", "--any-time"], "taquin bench"),
        (&["serve"], "serve"),
    ] {
        let (code, out, error) = run(mpirun(3).args(arguments));
        assert!(code == 2 && out.is_empty(), "{code} {out} {error}");
        assert_eq!(error.matches("error:").count(), 1, "{error}");
        assert!(error.contains(what), "{what}: {error}");
    }
    let (code, help, _) = run(mpirun(2).args(["solve", "--help"]));
    assert!(code == 0 && help.matches("Usage: taquin-mpi solve").count() == 1, "{help}");
}
