//! `compare --resume` and `--force`: rows are kept, never mixed up and never lost by accident.

use crate::common::rows::{column, rows};
use crate::common::taquin_with;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::Path;

#[test]
fn a_run_that_was_killed_is_resumed_where_it_ended() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, part) = (directory.path().join("whole.csv"), directory.path().join("part.csv"));
    let compare = |path: &Path| {
        let mut command = taquin_with("compare --random 6 --shape 3x3 --heuristics hamming,manhattan");
        command.arg("--export-csv").arg(path);
        command
    };
    compare(&whole).assert().success();
    let text = fs::read_to_string(&whole).unwrap();
    // Five rows are there, the sixth was being written, and the first is marked to be known again.
    let kept: Vec<&str> = text.lines().take(6).collect();
    let mark = |line: &str| line.replacen("3x3", "3X3", 1);
    let half = format!("{}\n{}\n{}\n4,3x3,1 2", kept[0], mark(kept[1]), kept[2..].join("\n"));
    fs::write(&part, half).unwrap();
    compare(&part).arg("--resume").assert().success();
    let resumed = fs::read_to_string(&part).unwrap();
    assert!(resumed.contains("3X3"), "known rows are kept, not made again");
    let unmarked = |path: &Path| -> Vec<Vec<String>> {
        rows(path)
            .into_iter()
            .map(|row| row.iter().map(|field| field.replace("3X3", "3x3")).collect())
            .collect()
    };
    assert_eq!(unmarked(&part), unmarked(&whole));
}

#[test]
fn resuming_with_another_weight_makes_the_runs_again() {
    let directory = tempfile::tempdir().unwrap();
    let compare = |name: &str, weight: &str, how: &str| {
        let path = directory.path().join(name);
        taquin_with("compare --random 6 --shape 3x3 --seed 3 -a weighted-astar -H manhattan --weight")
            .args([weight, how, "--export-csv"])
            .arg(&path)
            .assert()
            .success();
        path
    };
    let mixed = compare("mixed.csv", "5", "--force");
    let heavy = column(&mixed, "cost");
    compare("mixed.csv", "1", "--resume");
    let light = column(&compare("light.csv", "1", "--force"), "cost");
    assert_ne!(heavy, light);
    assert_eq!(column(&mixed, "cost"), [heavy, light].concat(), "no row is lost, none is mistaken");
    let before = fs::read_to_string(&mixed).unwrap();
    compare("mixed.csv", "5", "--resume");
    assert_eq!(fs::read_to_string(&mixed).unwrap(), before, "all rows are known");
}

#[test]
fn resuming_with_a_larger_limit_makes_stopped_runs_again_and_no_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    let compare = |limit: &str, code: i32| {
        taquin_with("compare --random 5 --shape 3x3 --seed 1 -H zero,manhattan --resume --node-limit")
            .args([limit, "--export-csv"])
            .arg(&path)
            .assert()
            .code(code);
    };
    compare("3000", 1);
    let stopped = column(&path, "stopped_by").iter().filter(|why| *why == "nodes").count();
    assert_eq!((stopped, rows(&path).len()), (5, 10), "those without a heuristic");
    compare("1000000", 0);
    assert_eq!(rows(&path).len(), 10 + stopped);
    let limits = column(&path, "node_limit");
    assert!(limits[..10].iter().all(|limit| limit == "3000"));
    assert!(limits[10..].iter().all(|limit| limit == "1000000"));
    assert!(column(&path, "solved")[10..].iter().all(|solved| solved == "true"));
    // A smaller limit would have stopped them sooner.
    compare("2000", 1);
    assert_eq!(rows(&path).len(), 15 + stopped);
}

#[test]
fn resuming_changes_no_digit_of_the_rows_it_keeps() {
    let directory = tempfile::tempdir().unwrap();
    for form in ["--export-csv", "--export-json"] {
        let path = directory.path().join(form);
        let resume = || {
            taquin_with("compare --random 60 --shape 3x3 -H hamming,manhattan,linear-conflict --resume")
                .arg(form)
                .arg(&path)
                .assert()
                .success();
            fs::read_to_string(&path).unwrap()
        };
        let (first, second) = (resume(), resume());
        let changed = first.lines().zip(second.lines()).find(|(first, second)| first != second);
        assert_eq!(changed, None);
    }
}

#[test]
fn a_file_of_rows_is_not_overwritten_without_force() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows");
    for form in ["--export-csv", "--export-json", "--export-markdown"] {
        let compare = || {
            let mut command = taquin_with("compare --convention classic-lists");
            command.arg(form).arg(&path);
            command
        };
        fs::write(&path, "precious").unwrap();
        compare().assert().code(2).stderr(contains("--resume").and(contains("--force")));
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        compare().arg("--force").assert().success();
        assert!(fs::read_to_string(&path).unwrap().contains("astar"));
        fs::write(&path, "").unwrap();
        compare().assert().success();
    }
    let experiment = "compare --experiment n8 --heuristics manhattan --output";
    fs::write(directory.path().join("rows.csv"), "precious").unwrap();
    taquin_with(experiment).arg(directory.path()).assert().code(2).stderr(contains("--force"));
    assert_eq!(fs::read_to_string(directory.path().join("rows.csv")).unwrap(), "precious");
}

#[test]
fn conventions_answer_to_their_old_names_and_old_exports_are_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    let compare = |name: &str| {
        let mut command = taquin_with("compare --resume --convention");
        command.arg(name).arg("--export-csv").arg(&path).assert().success();
        fs::read_to_string(&path).unwrap()
    };
    let rows = compare("classic-lists");
    assert!(rows.contains(",classic-lists,"), "{rows}");
    fs::write(&path, rows.replace(",classic-lists,", ",r3,")).unwrap();
    // The rows are taken over, down to the seconds that the runs took, under the new name.
    assert_eq!(compare("r3"), rows);
}

#[test]
fn rows_of_an_earlier_version_are_refused_with_a_way_out() {
    let directory = tempfile::tempdir().unwrap();
    let (csv, json) = (directory.path().join("rows.csv"), directory.path().join("rows.jsonl"));
    let header = "number,shape,start,goal,convention,algorithm,heuristic,solvable,solved,optimal,cost,\
                  lower_bound,expanded,generated,reached,effective_branching,seconds,peak_bytes,stopped_by";
    let row = r#"{"number":1,"shape":"2x2","start":"1 2/0 3","goal":"1 2/3 0","algorithm":"astar"}"#;
    fs::write(
        &csv,
        format!("{header}\n1,2x2,1 2/0 3,1 2/3 0,standard,astar,zero,true,true,true,1,1,1,2,3,2.0,0.1,9,\n"),
    )
    .unwrap();
    fs::write(&json, format!("{row}\n")).unwrap();
    for (form, path) in [("--export-csv", &csv), ("--export-json", &json)] {
        let before = fs::read_to_string(path).unwrap();
        let mut command = taquin_with("compare --random 2 --resume");
        let refused = command.arg(form).arg(path).assert().code(2);
        refused.stderr(contains("weight").and(contains("--force")));
        assert_eq!(fs::read_to_string(path).unwrap(), before);
    }
}
