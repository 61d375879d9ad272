//! `trace`: steps for people, the classroom program's files byte for byte, events for programs, trees and pages.

#[cfg(unix)]
use crate::common::terminal::on_a_terminal;
#[cfg(unix)]
use crate::common::{data, run, stdout, taquin};
use predicates::str::contains;
use serde_json::Value;
use std::fs;

const SWAPPED: &str = "2 1 3/4 5 6/7 8 0";

fn events(arguments: &[&str]) -> Vec<Value> {
    let out = stdout(taquin().arg("trace").args(arguments).args(["--format", "json"]));
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn count(events: &[Value], kind: &str) -> usize {
    events.iter().filter(|event| event["event"] == kind).count()
}

#[test]
fn the_lists_and_the_drawing_equal_the_reference_byte_for_byte() {
    let directory = tempfile::tempdir().unwrap();
    let (out1, out2) = (directory.path().join("out1"), directory.path().join("out2"));
    for (name, start, goal) in [
        ("123046758", "1 2 3 0 4 6 7 5 8", "1 2 3 4 5 6 7 8 0"),
        ("281346750", "2 8 1/3 4 6/7 5 0", "3 2 1/8 0 4/7 5 6"),
    ] {
        taquin().args(["trace", start, goal]).args([&out1, &out2]).assert().success();
        for (written, expected) in [
            (&out1, format!("classic-lists_out1_{name}.txt")),
            (&out2, format!("classic-lists_out2_{name}.txt")),
        ] {
            assert!(fs::read(written).unwrap() == fs::read(data(&expected)).unwrap(), "{expected}");
        }
    }
    let left: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "no temporary file stays");
}

#[test]
fn start_and_goal_may_be_files() {
    let directory = tempfile::tempdir().unwrap();
    let (start, goal) = (directory.path().join("start"), directory.path().join("goal"));
    fs::write(&start, "1 2 3\n0 4 6\n7 5 8\n").unwrap();
    fs::write(&goal, "1 2 3\n4 5 6\n7 8 0\n").unwrap();
    let out = stdout(taquin().arg("trace").args([&start, &goal]).args(["--format", "classic-lists"]));
    let lists = fs::read_to_string(data("classic-lists_out1_123046758.txt")).unwrap();
    let drawing = fs::read_to_string(data("classic-lists_out2_123046758.txt")).unwrap();
    assert_eq!(out, lists + &drawing);
}

#[test]
fn an_unsolvable_board_is_explained_at_once_and_in_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let (out1, out2) = (directory.path().join("out1"), directory.path().join("out2"));
    let (code, out, err) = run(taquin().args(["trace", SWAPPED, "blank-last"]).args([&out1, &out2]));
    assert_eq!(code, 1);
    assert!(out.contains("nothing was searched") && out.contains("unsolvable: 1 inversion "), "{out}");
    assert!(err.starts_with("note: with 7 and 8 swapped it could be solved"), "it is told once: {err}");
    let text = fs::read_to_string(&out1).unwrap();
    assert!(text.starts_with("Error: there is no solution: 1 inversion "), "{text}");
    assert!(fs::read_to_string(&out2).unwrap().starts_with("Error"));
    for form in ["text", "classic-lists", "json", "dot", "svg"] {
        let (code, out, err) = run(taquin().args(["trace", SWAPPED, "--format", form]));
        assert_eq!(code, 1);
        let told = out.matches("1 inversion against").count() + err.matches("1 inversion against").count();
        let fields = usize::from(form == "json");
        assert_eq!(told, 1 + fields, "{form}: {out}{err}");
    }
}

#[test]
fn an_exhaustive_trace_of_an_unsolvable_board_ends_with_an_empty_open_list() {
    let exhaustive = ["trace", SWAPPED, "--exhaustive", "--max-steps", "2"];
    let (code, out, _) = run(taquin().args(exhaustive).args(["--format", "r3"]));
    assert_eq!(code, 1);
    assert_eq!(out.matches("This is Open list:").count(), 2);
    assert!(out.contains("written down for 2 steps; the search went on for 181438 more"), "{out}");
    assert!(out.contains("Error: the open list is empty"), "{out}");
    let (_, out, _) = run(taquin().args(exhaustive));
    assert!(out.contains("… 181,438 more steps not shown\n"), "{out}");
    assert!(out.contains("no solution: the open list is empty\n181,440 nodes expanded"), "{out}");
    let events = events(&[SWAPPED, "--exhaustive", "--max-steps", "3", "--algorithm", "mark-at-generation"]);
    let end = events.last().unwrap();
    assert_eq!((&end["expanded"], &end["reached"]), (&181_440.into(), &181_440.into()));
    assert_eq!((&end["solved"], &end["stopped_by"]), (&false.into(), &"dead-end".into()));
}

#[test]
fn the_search_goes_on_after_the_last_step_that_is_written_down() {
    let trace = ["trace", "8 6 7/2 5 4/3 0 1", "-H", "manhattan", "--max-steps", "3"];
    let out = stdout(taquin().args(trace));
    assert_eq!(out.matches("\nstep ").count(), 3);
    assert!(out.contains("more steps not shown\n\ngoal: take 1 2 3/4 5 6/7 8 0, f = 31 + 0 = 31\n\nsolved: 31 moves, proved optimal: "), "{out}");
    assert!(out.contains("Step 31: "), "the solution is drawn all the same");
    let out = stdout(taquin().args(trace).args(["--format", "classic-lists"]));
    assert_eq!(out.matches("This is child list:").count(), 3);
    assert!(out.contains("written down for 3 steps; the search went on for"), "{out}");
    assert!(out.contains("Step 31 "), "the solution is drawn all the same");
}

#[test]
fn events_tell_the_whole_search() {
    let events = events(&["1 2 3/0 4 6/7 5 8"]);
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let step = |children: usize| [vec!["expand"], vec!["generate"; children]].concat();
    assert_eq!(kinds, [vec!["start"], step(3), step(3), step(2), vec!["goal", "end"]].concat());
    let end = events.last().unwrap();
    assert_eq!((&end["solved"], &end["cost"], &end["moves"]), (&true.into(), &3.into(), &"RDR".into()));
    assert_eq!((&end["expanded"], &end["generated"], &end["reached"]), (&3.into(), &8.into(), &9.into()));
    assert_eq!(end["truncated"], false);
    insta::assert_snapshot!("events", stdout(taquin().args(["trace", "1 2 3/0 4 6/7 5 8", "-f", "json"])));
}

#[test]
fn every_child_belongs_to_the_node_expanded_before_it_and_f_is_the_sum() {
    let events = events(&["1 3 5/2 7 4/0 8 6", "-H", "manhattan"]);
    let mut current = Value::Null;
    for event in &events {
        match event["event"].as_str().unwrap() {
            "expand" => current = event["id"].clone(),
            "generate" | "duplicate" | "improve" | "reopen" => assert_eq!(event["parent"], current),
            _ => continue,
        }
        assert_eq!(event["f"].as_u64(), Some(event["g"].as_u64().unwrap() + event["h"].as_u64().unwrap()));
    }
}

#[test]
fn an_open_node_is_replaced_when_a_shorter_way_to_it_is_found() {
    let events = events(&["5 0 1/3 4 2", "-H", "manhattan"]);
    assert!(count(&events, "improve") > 0);
    assert_eq!(count(&events, "reopen"), 0, "Manhattan is consistent");
    let improved = events.iter().find(|event| event["event"] == "improve").unwrap();
    let before =
        events.iter().find(|event| event["event"] == "generate" && event["id"] == improved["id"]).unwrap();
    assert!(improved["g"].as_u64() < before["g"].as_u64());
    assert_eq!((&improved["board"], &improved["h"]), (&before["board"], &before["h"]));
}

#[test]
fn every_algorithm_can_be_traced_as_events() {
    for algorithm in [
        "bfs",
        "bidirectional",
        "astar",
        "idastar",
        "weighted-astar",
        "greedy",
        "descent",
        "mark-at-generation",
        "beam",
    ] {
        let events = events(&["0 1 3/4 2 5/7 8 6", "-H", "manhattan", "--algorithm", algorithm]);
        let end = events.last().unwrap();
        assert_eq!(
            (&end["event"], &end["solved"], &end["cost"]),
            (&"end".into(), &true.into(), &4.into()),
            "{algorithm}"
        );
        assert_eq!(count(&events, "goal"), 1, "{algorithm}");
        assert_eq!(count(&events, "expand") as u64, end["expanded"].as_u64().unwrap(), "{algorithm}");
        assert_eq!(count(&events, "iteration") > 0, algorithm == "idastar");
    }
}

#[test]
fn a_beam_is_traced_level_by_level() {
    let out = stdout(taquin().args(["trace", "1 2 3/0 4 6/7 5 8", "--algorithm", "beam", "--width", "2"]));
    insta::assert_snapshot!("beam", out);
    let stuck = ["trace", "4 6 5/3 0 7/1 2 8", "--algorithm", "beam", "--width", "1"];
    taquin().args(stuck).assert().code(1).stdout(contains("no solution: the beam is stuck"));
}

#[test]
fn the_tree_is_a_graph_for_graphviz() {
    let out = stdout(taquin().args(["trace", "1 2 3/0 4 6/7 5 8", "--format", "dot"]));
    insta::assert_snapshot!("tree", out);
}

#[test]
fn the_page_is_one_file_that_fetches_nothing() {
    let out = stdout(taquin().args(["trace", "1 2 3/0 4 6/7 5 8", "--format", "html"]));
    assert!(out.starts_with("<!doctype html>") && out.trim_end().ends_with("</html>"));
    assert!(out.contains(r#"{"event":"goal","id":"#) && out.contains(r#""event":"end""#));
    for outside in ["http://", "https://", "src=", "@import", "url(", "fetch("] {
        assert!(!out.contains(outside), "{outside}");
    }
}

#[test]
fn boxes_are_traced_too() {
    let out = stdout(taquin().args(["trace", "1 2/3 4//5 6/0 7"]));
    assert!(out.contains("  E  1 2/3 4//5 6/7 0  f = 1 + 0 = 1  new\n"), "{out}");
    let out = stdout(taquin().args(["trace", "1 2/3 4//5 6/0 7", "-f", "r3"]));
    assert!(out.contains("<1 2 3 4 5 6 7 0 :: 1 :: 1 2 3 4 5 6 0 7>-->"), "{out}");
}

#[test]
fn what_cannot_be_traced_is_refused_with_a_way_out() {
    let fails = |arguments: &[&str], message: &str| {
        taquin().arg("trace").args(arguments).assert().code(2).stderr(contains(message));
    };
    fails(&["1 2/3 0", "-a", "idastar", "-f", "classic-lists"], "try --format text");
    fails(&["1 2/3 0", "-a", "two-ended"], "try --algorithm idastar");
    fails(&["1 2/0 3", "-a", "idastar", "-f", "json", "--exhaustive"], "try --algorithm astar");
    fails(&["1 2/0 3", "blank-last", "/nowhere/out1", "out2"], "/nowhere/out1");
    fails(&["1 2/0 3", "-o", "/nowhere/out1.txt"], "there is no directory /nowhere");
    fails(&["1 2/0 3", "blank-last", "/", "out2"], "directory");
    fails(&["-"], "no board here");
    fails(&["1 2/0 3", "--weight", "2"], "weighted-astar");
    fails(&["1 2/0 3", "--width", "2"], "--algorithm beam");
}

#[test]
fn a_trace_that_grows_too_long_is_refused_and_nothing_is_left() {
    const LIMIT: usize = 100_000;
    let directory = tempfile::tempdir().unwrap();
    let out1 = directory.path().join("out1");
    let trace = |more: &[&str]| {
        let mut command = taquin();
        command.args(["trace", "8 6 7/2 5 4/3 0 1", "blank-last"]).args(more);
        command
    };
    for form in ["text", "classic-lists", "json", "dot", "html", "svg"] {
        let form = ["--format", form, "--max-bytes", "100kB", "--max-steps", "1000"];
        let (code, out, err) = run(trace(&form).arg(&out1));
        assert_eq!((code, out.as_str()), (2, ""), "{form:?}");
        assert!(err.contains("100.0 kB (--max-bytes)") && err.contains("--max-steps"), "{err}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{form:?}");
        let (code, out, _) = run(&mut trace(&form));
        assert_eq!(code, 2);
        assert!(out.len() <= LIMIT, "{form:?}: {}", out.len());
    }
}

#[test]
fn the_refusal_of_a_long_trace_foretells_its_size_and_gives_advice_that_helps() {
    let trace = |steps: &str, bytes: &str| {
        run(taquin().args(["trace", "8 6 7/2 5 4/3 0 1", "--max-steps", steps, "--max-bytes", bytes]))
    };
    let (code, _, err) = trace("300", "300kB");
    assert_eq!(code, 2);
    let between = |before: &str, after: &str| -> &str {
        err.split(before).nth(1).and_then(|rest| rest.split(after).next()).unwrap_or_else(|| panic!("{err}"))
    };
    let (code, _, _) = trace(between("try --max-steps ", ","), "300kB");
    assert_eq!(code, 0);
    let foretold: f64 = between("may take ", " MB").parse().unwrap();
    let (_, out, _) = trace("300", "1GB");
    let true_size = out.len() as f64 / 1e6;
    assert!((0.5..2.0).contains(&(foretold / true_size)), "{foretold} MB foretold, {true_size} MB written");
}

#[test]
fn steps_are_told_for_people() {
    let out = stdout(taquin().args(["trace", "1 2 3/0 4 6/7 5 8"]));
    insta::assert_snapshot!("steps", out);
    let idastar = ["trace", "1 2 3/4 8 0/7 6 5", "-a", "idastar", "-H", "manhattan"];
    insta::assert_snapshot!("steps_idastar", stdout(taquin().args(idastar)));
    let ends = ["trace", "1 2 3/4 5 6/0 7 8", "-a", "bidirectional"];
    insta::assert_snapshot!("steps_bidirectional", stdout(taquin().args(ends)));
}

#[test]
fn every_algorithm_is_told_for_people() {
    for (algorithm, figures) in [
        ("bfs", ", g = 0\n"),
        ("bidirectional", ", g = 0\n"),
        ("astar", ", f = 0 + 4 = 4\n"),
        ("idastar", ", f = 0 + 4 = 4\n"),
        ("weighted-astar", ", f = 0 + 1.5 · 4 = 6\n"),
        ("greedy", ", f = 0 + 4 = 4\n"),
        ("descent", ", f = 0 + 4 = 4\n"),
        ("mark-at-generation", ", f = 0 + 4 = 4\n"),
        ("hybrid", ", f = 0 + 4 = 4\n"),
    ] {
        let trace = ["trace", "0 1 3/4 2 5/7 8 6", "-H", "manhattan", "--algorithm", algorithm];
        let out = stdout(taquin().args(trace));
        assert!(out.contains(&format!(": take 0 1 3/4 2 5/7 8 6{figures}")), "{algorithm}: {out}");
        assert!(out.contains("solved: 4 moves, "), "{algorithm}: {out}");
        assert_eq!(out.contains(" open"), !["idastar", "descent"].contains(&algorithm), "{algorithm}: {out}");
    }
}

#[test]
fn the_next_node_is_the_first_of_the_open_list() {
    for more in [
        &["-a", "astar"][..],
        &["-a", "weighted-astar"],
        &["-a", "greedy"],
        &["-a", "bfs"],
        &["-a", "hybrid"],
    ] {
        let trace = ["trace", "8 1 3/4 0 2/7 6 5", "-H", "manhattan", "--max-steps", "80"];
        let out = stdout(taquin().args(trace).args(more));
        let steps: Vec<&str> = out.split("\nstep ").skip(1).collect();
        assert!(steps.len() > 10, "{out}");
        for pair in steps.windows(2) {
            let first = pair[0].split("\n open").nth(1).unwrap().lines().nth(1).unwrap().trim();
            let board = first.split("  ").next().unwrap();
            assert!(pair[1].contains(&format!(": take {board}, ")), "{more:?}: {first} then {}", pair[1]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_a_short_trace_and_is_told_how_to_see_all() {
    let board = "8 1 3/4 0 2/7 6 5";
    let short = on_a_terminal(80, &["trace", board]);
    assert_eq!(short.matches("\nstep ").count(), 5, "{short}");
    assert!(short.contains("… 296 more steps not shown\n"), "{short}");
    assert!(short.contains("\nsolved: 14 moves, proved optimal: RDLLU URDLD RURD\n"), "{short}");
    assert!(short.contains(" more\n") && short.contains("--all shows everything, -o FILE"), "{short}");
    assert!(short.lines().count() < 150, "{}", short.lines().count());
    let three = on_a_terminal(80, &["trace", board, "--max-steps", "3"]);
    assert_eq!(three.matches("\nstep ").count(), 3, "{three}");
    // The progress line of a slow machine would come between the steps.
    let all = on_a_terminal(80, &["-q", "trace", board, "--all"]);
    assert!(all == stdout(taquin().args(["trace", board])), "as a pipe gets it");
}

#[cfg(unix)]
#[test]
fn a_long_trace_shows_its_progress() {
    let hard = "trace 0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1 -H manhattan -f json -o /dev/null --time-limit 3s --max-steps 5";
    let out = on_a_terminal(80, &hard.split(' ').collect::<Vec<_>>());
    assert!(out.contains(" nodes · "), "{out}");
    assert!(out.contains("stopped by the time limit after"), "{out}");
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!("help_trace", stdout(taquin().args(["trace", "--help"])));
}
