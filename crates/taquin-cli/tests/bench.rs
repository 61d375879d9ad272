//! `taquin bench` on random sets and on files of boards with lengths behind them.

use crate::common::{json, run, stdout, taquin, taquin_with};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use tempfile::NamedTempFile;

fn file(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    file
}

fn rows(file: &NamedTempFile, arguments: &str) -> Vec<Value> {
    let out = stdout(taquin().arg("bench").arg(file.path()).args(arguments.split(' ')));
    out.lines().map(json).collect()
}

#[test]
fn random_sets_are_the_boards_of_scramble_with_seed_1() {
    for (name, count) in [("6x6", 100), ("3x3x4", 20)] {
        let boards = stdout(&mut taquin_with(&format!("scramble --shape {name} --seed 1 --count {count}")));
        let arguments = format!("bench random-{name} --time-limit 10ms --json --boards 1,{count}");
        let out = stdout(&mut taquin_with(&arguments));
        let starts: Vec<Value> = out.lines().map(|line| json(line)["start"].clone()).collect();
        assert_eq!(starts, [boards.lines().next().unwrap(), boards.lines().last().unwrap()]);
        let beyond = format!("bench random-{name} --boards {}", count + 1);
        taquin_with(&beyond).assert().code(2).stderr(contains(format!("numbered 1 to {count}")));
    }
    let row = json(&stdout(&mut taquin_with("bench random-6x6 --first 1 --time-limit 10ms --json")));
    assert_eq!((&row["set"], &row["published_cost"]), (&"random-6x6".into(), &Value::Null));
    let [cost, bound] = ["cost", "lower_bound"].map(|field| row[field].as_f64().unwrap());
    assert!((row["gap"].as_f64().unwrap() - (cost / bound - 1.0)).abs() < 1e-9);
}

#[test]
fn a_file_is_measured_against_the_lengths_behind_its_boards() {
    let set = file(
        "# three boards\n8 1 3/4 0 2/7 6 5 | 14 | 16 | 0.5\n1 2 3/0 4 6/7 5 8 | - | 5\n1 2 3/4 5 6/7 0 8 | UNSOLVED | 9\n",
    );
    let figures = |row: &Value| (row["cost"].as_u64(), row["published_cost"].as_u64());
    let measured: Vec<_> = rows(&set, "--json").iter().map(figures).collect();
    assert_eq!(measured, [(Some(14), Some(14)), (Some(3), Some(5)), (Some(1), None)]);
    let phases = |row: &Value| (row["phases"][0]["algorithm"].clone(), row["counts_repeat"] == true);
    assert!(rows(&set, "--json").iter().all(|row| phases(row) == ("look-up".into(), true)));
    let (code, out, _) = run(taquin().arg("bench").arg(set.path()));
    assert_eq!(code, 0);
    assert!(out.contains(" given ") && out.contains("+0") && out.contains("-2"), "{out}");
    let mean = out.lines().find(|line| line.starts_with(" mean")).unwrap();
    let mean: Vec<&str> = mean.split_whitespace().collect();
    assert_eq!(mean[1..7], ["6.00", "6.00", "0.0", "%", "9.50", "-1.00"]);
    assert!(out.contains(
        "3 of 3 boards solved, 3 proved optimal; 2 as short as given (100.0 %), of these 1 shorter"
    ));
}

#[test]
fn lengths_are_drawn_against_time() {
    let folder = tempfile::tempdir().unwrap();
    let bench = |set: &str, picture: &str| {
        let mut command = taquin_with(&format!("bench {set} --first 2 --time-limit 50ms --plot"));
        command.arg(folder.path().join(picture));
        command
    };
    stdout(&mut bench("random-5x5", "lengths.svg"));
    let drawn = fs::read_to_string(folder.path().join("lengths.svg")).unwrap();
    for text in ["random-5x5: mean length of 2 boards", "mean length", "seconds", "polyline"] {
        assert!(drawn.contains(text), "{text}");
    }
    stdout(&mut bench("random-5x5", "lengths.png"));
    assert!(fs::read(folder.path().join("lengths.png")).unwrap().starts_with(b"\x89PNG"));
    bench("korf50", "korf50.svg").assert().code(2).stderr(contains("--any-time"));
    bench("random-5x5", "lengths.txt").assert().code(2).stderr(contains(".svg or a .png"));
}

#[test]
fn lists_with_figures_around_the_boards_and_a_goal_in_a_comment_are_read() {
    let set = file(
        "# Goal: blank first, 0 1 2 ... 8\n1 4 3 1 2 6 4 5 0 7 8 4 276361933\n2 2 3 1 2 0 4 5 6 7 8 1\n",
    );
    let measured = rows(&set, "--json");
    assert_eq!((&measured[0]["goal"], &measured[0]["cost"]), (&"0 1 2/3 4 5/6 7 8".into(), &2.into()));
    assert_eq!((&measured[0]["published_cost"], &measured[1]["published_cost"]), (&4.into(), &2.into()));
    assert_eq!(rows(&set, "--json --goal blank-last --first 1")[0]["goal"], "1 2 3/4 5 6/7 8 0");
}

#[test]
fn a_length_below_what_is_needed_is_wrong() {
    let set = file("8 1 3/4 0 2/7 6 5 | 12\n");
    taquin().arg("bench").arg(set.path()).assert().code(1).stdout(contains("+2"));
}

#[test]
fn what_cannot_be_measured_is_said() {
    let wrong =
        contains("no such file").and(contains("korf100, korf100-shifts, korf50, cube100, random-5x5"));
    taquin_with("bench random-7x5").assert().code(2).stderr(wrong);
    taquin_with("bench korf100 --goal snail").assert().code(2).stderr(contains("are for files"));
    let bad = file("# comment\n1 2 3/4 5 6/7 8 0 | 0\n1 2 3/4 5 ?/7 8 0 | 3\n");
    taquin()
        .arg("bench")
        .arg(bad.path())
        .assert()
        .code(2)
        .stderr(contains("`?` is not a number (line 3, column 11)"));
    let unsolvable = file("1 2 3/4 5 6/8 7 0 | 3\n");
    taquin().arg("bench").arg(unsolvable.path()).assert().code(2).stderr(contains("(line 1); --goal names"));
    taquin().arg("bench").arg(file("# nothing\n").path()).assert().code(2).stderr(contains("no boards"));
}

#[test]
fn published_sets_can_be_searched_as_solve_does() {
    let out = stdout(&mut taquin_with("bench korf50 --any-time --first 1 --time-limit 20ms"));
    assert!(out.starts_with("korf50 by any-time") && out.contains("gap     given    excess"), "{out}");
    let row = json(&stdout(&mut taquin_with("bench korf50 --any-time --first 1 --time-limit 20ms --json")));
    assert_eq!((&row["algorithm"], &row["published_cost"]), (&"any-time".into(), &95.into()));
}
