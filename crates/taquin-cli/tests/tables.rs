//! Heuristics with tables: from the disk, built in memory, or asked for in vain.

use crate::common::{run, taquin};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A random board and its solution's length.
const TWELVE: (&str, u64) = ("6 1 3/0 10 8/2 5 7/9 11 4", 30);
const FIFTEEN: (&str, u64) = ("0 11 6/4 7 9/8 2 12/10 13 14/5 3 1", 48);
const SIXTEEN: (&str, u64) = ("3 8 2 7/6 12 1 11/5 14 13 4/9 0 10 15", 38);
/// One of the hardest boards there are.
const HARD: (&str, u64) = ("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", 80);

/// Solves a board as told, arguments separated by spaces: the object and the notes.
fn solve(board: (&str, u64), arguments: &str) -> (Value, String) {
    let (code, out, err) =
        run(taquin().args(["solve", board.0, "--json"]).args(arguments.split_whitespace()));
    assert_eq!(code, 0, "{arguments}: {err}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["cost"], &answer["optimal"]), (&board.1.into(), &true.into()), "{arguments}");
    (answer, err)
}

fn refused(board: &str, arguments: &str) -> String {
    let (code, out, err) = run(taquin().args(["solve", board]).args(arguments.split_whitespace()));
    assert_eq!((code, out.as_str()), (2, ""), "{arguments}");
    err
}

fn build(cache: &Path, arguments: &str) {
    let (code, _, err) =
        run(taquin().args(["pdb", "build"]).args(arguments.split(' ')).arg("--cache-dir").arg(cache));
    assert_eq!(code, 0, "{err}");
}

#[test]
fn the_answer_names_the_set_that_was_used() {
    for (board, asked, used) in [
        (FIFTEEN, "pdb", "pdb:5-5-4"),
        (SIXTEEN, "pdb:5-5-5", "pdb:5-5-5"),
        (SIXTEEN, "max:pdb:5-5-5,linear-conflict", "max:pdb:5-5-5,linear-conflict"),
        (("8 1 3/4 0 2/7 6 5", 14), "pdb", "pdb:full"),
        (TWELVE, "pdb:full", "pdb:full"),
    ] {
        let (answer, _) = solve(board, &format!("--heuristic {asked}"));
        assert_eq!(answer["heuristic"], used, "{asked}");
    }
}

#[test]
fn shapes_without_patterns_count_as_manhattan_and_it_is_said() {
    let (_, notes) = solve(("1 2 3 4 0 5", 1), "--shape 6x1 --heuristic pdb");
    assert!(
        notes.contains("6x1 is too large for pdb: where it has no tables it counts as manhattan"),
        "{notes}"
    );
}

#[test]
fn sets_that_are_not_there_are_refused_with_the_way_out() {
    let error = refused(SIXTEEN.0, "--heuristic pdb:7-8");
    assert!(error.contains("`taquin pdb build 4x4 7-8` builds them, 576.6 MB in about "), "{error}");
    let error = refused(SIXTEEN.0, "--heuristic max:pdb:7-8,zero");
    assert!(error.contains("pdb build 4x4 7-8"), "{error}");
    let error = refused(SIXTEEN.0, "--heuristic pdb:best14");
    assert!(error.contains("take 7-8, 7-6-2, 6-6-3, 5-5-5"), "{error}");
}

#[test]
fn tables_on_disk_are_used_and_damaged_ones_are_an_error_if_they_were_asked_for() {
    let cache = TempDir::new().unwrap();
    build(cache.path(), "3x4");
    let with_cache = format!("--cache-dir {}", cache.path().display());
    let (answer, notes) = solve(TWELVE, &with_cache);
    assert_eq!((&answer["heuristic"], &answer["algorithm"]), (&"pdb:6-5".into(), &"idastar".into()));
    assert_eq!(notes, "note: 3x4: searching by idastar with pdb:6-5\n");
    assert_eq!(solve(TWELVE, "").0["heuristic"], "walking-distance");

    let table = fs::read_dir(cache.path()).unwrap().map(|file| file.unwrap().path());
    let table = table.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "taquin-pdb"));
    let table = table.unwrap();
    let bytes = fs::read(&table).unwrap();
    fs::remove_file(&table).unwrap();
    fs::write(&table, &bytes[..bytes.len() - 1]).unwrap();
    let (answer, notes) = solve(TWELVE, &with_cache);
    assert_eq!(answer["heuristic"], "walking-distance");
    assert!(
        notes.contains("searching without a table that cannot be used") && notes.contains("truncated"),
        "{notes}"
    );
    for heuristic in ["--heuristic pdb", "--heuristic pdb:6-5"] {
        let error = refused(TWELVE.0, &format!("{with_cache} {heuristic}"));
        assert!(error.contains("truncated") && error.contains("build the table again"), "{error}");
    }
    assert_eq!(solve(TWELVE, &format!("{with_cache} --heuristic manhattan")).0["heuristic"], "manhattan");
}

#[test]
fn easy_boards_need_no_tables_and_small_memory_allows_none() {
    let (answer, notes) = solve(SIXTEEN, "");
    assert_eq!(answer["heuristic"], "walking-distance");
    assert_eq!(
        notes,
        "note: 4x4: searching by idastar with walking-distance, then with pdb:6-6-3 if the board is hard\n"
    );
    let (_, notes) = solve(SIXTEEN, "--memory-limit 10MB");
    assert_eq!(notes, "note: 4x4: searching by idastar with walking-distance\n");
}

#[test]
fn a_hard_board_is_solved_with_tables_built_in_memory() {
    let (answer, notes) = solve(HARD, "");
    assert_eq!(answer["heuristic"], "walking-distance+pdb:6-6-3");
    assert!(notes.contains("built temporary tables; `taquin pdb build 4x4` (576.6 MB in about "), "{notes}");
    let iterations = answer["iterations"].as_array().unwrap();
    let nodes: u64 = iterations.iter().map(|one| one["nodes"].as_u64().unwrap()).sum();
    assert_eq!(answer["expanded"], nodes);
}

#[test]
fn limits_hold_over_both_stages() {
    for (limit, name) in [("--node-limit 4000000", "nodes"), ("--time-limit 600ms", "time")] {
        let (code, out, _) = run(taquin().args(["solve", HARD.0, "--json"]).args(limit.split(' ')));
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &answer["stopped_by"]), (1, &name.into()), "{limit}");
        assert!(answer["expanded"].as_u64().unwrap() <= 4_000_000 || name != "nodes", "{answer}");
        assert!(answer["lower_bound"].as_u64().unwrap() >= 60, "{answer}");
    }
}

#[test]
fn bench_runs_chosen_boards_with_tables() {
    let (code, out, err) =
        run(taquin().args(["bench", "korf100", "--boards", "79,12", "--heuristic", "pdb:5-5-5"]));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("korf100 by idastar with pdb:5-5-5, prune undo"), "{out}");
    assert!(out.contains("2 of 2 boards solved") && out.contains("tables read or built in "), "{out}");
    let (code, _, err) = run(taquin().args(["bench", "korf100", "--boards", "0"]));
    assert_eq!(code, 2);
    assert!(err.contains("korf100 has no board 0: they are numbered 1 to 100"), "{err}");
}
