//! Moves in shifts, all shortest solutions, hints and analyses, as the program tells them.

use crate::common;
use crate::common::serve::Serve;
use crate::common::{run, stdout, taquin};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;

const BOARD: &str = "8 1 3/4 0 2/7 6 5";
const DEEPEST: &str = "8 6 7/2 5 4/3 0 1";
/// One shift from the goal, three slides.
const ROW: &str = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";

/// The object that a command prints.
fn json(command: &mut Command) -> Value {
    common::json(stdout(command).trim_end())
}

fn refused(arguments: &[&str], message: &str) {
    let (code, out, err) = run(taquin().args(arguments));
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(err.contains(message), "{arguments:?}: {err}");
}

#[test]
fn a_row_of_tiles_is_one_move_in_shifts() {
    let text = stdout(taquin().args(["solve", ROW, "--metric", "shifts"]));
    assert!(text.starts_with("1 move, proved optimal in shifts\n"), "{text}");
    assert!(text.contains("blank: R3\n"), "{text}");
    let answer = json(taquin().args(["solve", ROW, "--metric", "shifts", "--json"]));
    assert_eq!(
        (&answer["metric"], &answer["cost"], &answer["moves"]),
        (&"shifts".into(), &1.into(), &"RRR".into())
    );
    let slides = json(taquin().args(["solve", ROW, "--json"]));
    assert_eq!(
        (&slides["metric"], &slides["cost"], &slides["moves"]),
        (&"slides".into(), &3.into(), &"RRR".into())
    );
}

#[test]
fn what_is_printed_in_shifts_is_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("moves.txt");
    fs::write(&file, stdout(taquin().args(["solve", BOARD, "--metric", "shifts"]))).unwrap();
    let checked = |metric: &str| {
        json(taquin().args(["check", BOARD, "--json", "--metric", metric, "--solution"]).arg(&file))
    };
    let (shifts, slides) = (checked("shifts"), checked("slides"));
    assert_eq!(shifts["solves"], true);
    assert!(shifts["cost"].as_u64() < slides["cost"].as_u64());
}

#[test]
fn an_unknown_metric_and_what_does_not_count_shifts_are_refused() {
    refused(&["solve", BOARD, "--metric", "hops"], "no metric is called `hops`; there are slides and shifts");
    refused(
        &["solve", BOARD, "--metric", "shifts", "-H", "manhattan"],
        "manhattan counts slides: a shift moves several tiles at once",
    );
    refused(
        &["solve", BOARD, "--metric", "shifts", "-a", "two-ended"],
        "two-ended counts slides: in shifts there are bfs",
    );
    refused(&["bench", "korf50", "--metric", "shifts"], "lengths in slides");
}

#[test]
fn a_census_in_shifts() {
    let census = json(taquin().args(["census", "3x3", "--metric", "shifts", "--json"]));
    assert_eq!(
        (&census["depth"], &census["total"], &census["metric"]),
        (&24.into(), &181_440.into(), &"shifts".into())
    );
    let board =
        stdout(taquin().args(["scramble", "3x3", "--depth", "24", "--metric", "shifts", "--seed", "1"]));
    let answer = json(taquin().args(["solve", board.trim(), "--metric", "shifts", "--json"]));
    assert_eq!(answer["cost"], 24);
}

#[test]
fn all_shortest_solutions_are_counted_listed_and_drawn() {
    let answer = json(taquin().args(["solve", DEEPEST, "--count", "--json"]));
    let count: usize = answer["shortest_solutions"].as_str().unwrap().parse().unwrap();
    assert_eq!((&answer["cost"], &answer["shortest_complete"]), (&31.into(), &true.into()));
    let listed = stdout(taquin().args(["solve", DEEPEST, "--all"]));
    let solutions: Vec<&str> = listed.lines().filter(|line| line.len() == 31).collect();
    assert_eq!(solutions.len(), count);
    let few = stdout(taquin().args(["solve", DEEPEST, "--all", "--max", "2"]));
    assert_eq!(few.lines().filter(|line| line.len() == 31).count(), 2);
    let graph = json(taquin().args(["solve", DEEPEST, "--format", "json"]));
    assert_eq!(graph["shortest_solutions"], answer["shortest_solutions"]);
    assert_eq!(graph["boards"][0]["left"], 31);
    let dot = stdout(taquin().args(["solve", BOARD, "--format", "dot"]));
    assert!(dot.starts_with("digraph shortest {") && dot.trim_end().ends_with('}'), "{dot}");
}

#[test]
fn a_census_counts_the_shortest_solutions_of_every_board() {
    let table = stdout(taquin().args(["census", "2x2", "--solutions"]));
    assert!(table.contains("a board with the most, 2 shortest solutions of 6 moves:"), "{table}");
    let census = json(taquin().args(["census", "3x3", "--solutions", "--json"]));
    assert_eq!(census["levels"].as_array().unwrap().len(), 32);
    let farthest = &census["levels"][31];
    let answer = json(taquin().args(["solve", farthest["richest"].as_str().unwrap(), "--count", "--json"]));
    assert_eq!(answer["shortest_solutions"], farthest["most"].to_string());
    refused(&["census", "4x4", "--solutions"], "at most 10 cells");
    refused(&["census", "3x3", "--solutions", "--depth", "3"], "--depth");
    let (code, _, err) = run(taquin().args(["census", "3x3", "--solutions", "--memory-limit", "1MB"]));
    assert!(code == 1 && err.contains("(memory)"), "{code} {err}");
}

#[test]
fn a_hint_tells_every_first_move() {
    assert_eq!(stdout(taquin().args(["hint", "1 2 3/4 5 6/7 0 8"])), "R 0, L 2, U 2\n");
    let shifts = stdout(taquin().args(["hint", ROW, "--metric", "shifts"]));
    assert!(shifts.starts_with("R3 0, "), "{shifts}");
    let report = json(taquin().args(["hint", BOARD, "--json"]));
    assert_eq!(report["distance"], 14);
    assert_eq!(report["first_moves"].as_array().unwrap().len(), 4);
    let (code, out, _) = run(taquin().args(["hint", "2 1 3/4 5 6/7 8 0"]));
    assert!(code == 1 && out.contains("unsolvable"), "{out}");
}

#[test]
fn an_analysis_names_the_mistake() {
    let text = stdout(taquin().args(["analyse", "1 2 3/4 5 6/0 7 8", "UDRR"]));
    assert_eq!(
        text,
        "4 moves in slides, to the goal\n2 moves lost: the start is 2 moves from the goal\nmove 1, U: 2 moves lost; R was best\n"
    );
    let none = stdout(taquin().args(["analyse", "1 2 3/4 5 6/0 7 8", "7 8"]));
    assert!(none.contains("no move lost"), "{none}");
    let report = json(taquin().args(["analyse", "1 2 3/4 5 6/0 7 8", "R2", "--metric", "shifts", "--json"]));
    assert_eq!((&report["lost"], &report["cost"]), (&0.into(), &1.into()));
    let directory = tempfile::tempdir().unwrap();
    let picture = directory.path().join("distance.svg");
    stdout(taquin().args(["analyse", "1 2 3/4 5 6/0 7 8", "UDRR", "--plot"]).arg(&picture));
    assert!(fs::read_to_string(picture).unwrap().contains("moves made"));
}

#[test]
fn moves_that_cannot_be_analysed_say_why() {
    let analyse = |moves: &str, message: &str| refused(&["analyse", "1 2 3/4 5 6/0 7 8", moves], message);
    analyse("RL L", "move 3 leads out of the box");
    analyse("", "there are no moves");
    analyse("moves.txt", "moves.txt: no such file");
    analyse("RX", "move 2: `X` is not a move; write R L U D");
    refused(&["analyse", "2 1 3/4 5 6/7 8 0", "U"], "unsolvable");
}

#[test]
fn shifts_first_moves_counts_and_analyses() {
    let server = Serve::start(&[]);
    let row = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
    let solved = server.post("solve", &json!({"board": row, "metric": "shifts", "count": true})).json();
    assert_eq!((&solved["cost"], &solved["metric"]), (&json!(1), &json!("shifts")));
    assert_eq!(solved["shortest_solutions"], json!("1"));
    let hint = server.post("hint", &json!({"board": row, "metric": "shifts", "count": true})).json();
    assert_eq!((&hint["distance"], &hint["tiles"]), (&json!(1), &json!(3)));
    assert_eq!(hint["first_moves"][0]["move"], json!("R3"));
    let body = json!({"board": "1 2 3/4 5 6/0 7 8", "moves": "UDRR"});
    let analysis = server.post("analyse", &body).json();
    assert_eq!((&analysis["lost"], &analysis["moves"][0]["best"]), (&json!(2), &json!(["R"])));
    let wrong = server.post("analyse", &json!({"board": "1 2 3/4 5 6/0 7 8", "moves": "L"}));
    assert_eq!(wrong.status, 422);
    let unknown = server.post("solve", &json!({"board": row, "metric": "hops"}));
    assert_eq!(unknown.status, 422);
}

#[test]
fn the_api_counts_in_shifts_wherever_that_is_asked_for() {
    let server = Serve::start(&[]);
    let (board, metric) = ("1 2 3/4 5 6/0 7 8", "shifts");
    let checked = server.post("check", &json!({"board": board, "metric": metric})).json();
    assert_eq!((&checked["metric"], &checked["estimates"][1]["value"]), (&json!(metric), &json!(1)));
    let traced = server.post("trace", &json!({"board": board, "metric": metric, "algorithm": "astar"}));
    let end: Value = serde_json::from_str(traced.body.lines().last().unwrap()).unwrap();
    assert_eq!((&end["cost"], &end["moves"]), (&json!(1), &json!("R2")));
    let ways = json!([{"algorithm": "idastar"}, {"algorithm": "astar"}]);
    let rows = server.post("compare", &json!({"board": board, "metric": metric, "ways": ways})).json();
    let rows = rows.as_array().unwrap().clone();
    assert!(
        rows.len() == 2 && rows.iter().all(|row| row["cost"] == 1 && row["metric"] == metric),
        "{rows:?}"
    );
    for question in ["check", "trace"] {
        let refused = server.post(question, &json!({"board": board, "metric": "hops"})).problem(422);
        assert!(refused.contains("slides and shifts"), "{refused}");
    }
}
