//! Every form of docs/boards.md is read by every command that reads boards, and by the server.

use crate::common::forms::forms;
use crate::common::serve;
use crate::common::{json, run, taquin};

const BOARD: &str = "1 2 3/4 0 6/7 5 8";

fn taquin_on(command: &str, more: &[&str], form: &str, piped: bool) -> (i32, String, String) {
    let mut program = taquin();
    program.arg(command);
    if piped {
        program.arg("-").write_stdin(form);
    } else {
        program.arg(form);
    }
    run(program.args(more))
}

#[test]
fn every_form_is_read_by_every_command_from_an_argument_and_from_a_pipe() {
    for form in forms() {
        for piped in [false, true] {
            let (code, out, err) = taquin_on("solve", &["--json", "--quiet"], &form, piped);
            assert_eq!((code, err.as_str()), (0, ""), "{form}");
            assert_eq!(json(&out)["start"], BOARD, "{form}");
            assert_eq!((&json(&out)["number"], &json(&out)["cost"]), (&1.into(), &2.into()), "{form}");
            let (code, out, err) = taquin_on("check", &["--json"], &form, piped);
            assert_eq!((code, &json(&out)["start"]), (0, &BOARD.into()), "{form}: {err}");
            let (code, out, err) = taquin_on("compare", &["--export-json", "-"], &form, piped);
            let first = out.lines().next().unwrap_or_default();
            assert_eq!((code, &json(first)["start"]), (0, &BOARD.into()), "{form}: {err}");
            let (code, out, err) = taquin_on("trace", &["--format", "json"], &form, piped);
            let first = out.lines().next().unwrap_or_default();
            assert!(code == 0 && first.contains(BOARD), "{form}: {first} {err}");
            let (code, out, err) = taquin_on("draw", &[], &form, piped);
            let drawing =
                "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+\n| 7 | 5 | 8 |\n";
            assert!(code == 0 && out.starts_with(drawing), "{form}: {out}{err}");
        }
    }
}

#[test]
fn every_form_is_read_by_the_prompt_line_by_line() {
    for form in forms() {
        // An empty answer is the usual goal.
        let lines = form.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
        let (code, out, err) = run(taquin().arg("ask").write_stdin(format!("{lines}\n\nmanhattan\n")));
        assert_eq!((code, err.as_str()), (0, ""), "{form}: {out}");
        assert!(out.contains("Nodes expanded: 2\n"), "{form}: {out}");
    }
}

/// The board that an answer of the API is about.
fn asked_for(path: &str, answer: &serve::Answer) -> serde_json::Value {
    let answer = match path {
        "trace" => answer.events().remove(0),
        "compare" | "scramble" => answer.json()[0].clone(),
        _ => answer.json(),
    };
    answer[if path == "scramble" { "goal" } else { "start" }].clone()
}

#[test]
fn every_form_is_read_by_every_address_of_the_server() {
    let server = serve::Serve::start(&[]);
    let description = server.get("/api/v1/openapi.json").json();
    let addresses = description["paths"].as_object().expect("addresses").iter();
    let takes_boards = |(path, methods): (&String, &serde_json::Value)| {
        let name = path.rsplit('/').next().unwrap_or_default();
        // A picture of a link has no board.
        (methods.get("post").is_some() && name != "qr").then(|| name.to_string())
    };
    let paths: Vec<String> = addresses.filter_map(takes_boards).collect();
    assert!(paths.len() >= 7, "{paths:?}");
    for form in forms() {
        for path in &paths {
            let request = match path.as_str() {
                "compare" => serde_json::json!({ "board": form, "ways": [{ "heuristic": "manhattan" }] }),
                "scramble" => serde_json::json!({ "goal": form, "shape": "3x3" }),
                "analyse" => serde_json::json!({ "board": form, "moves": "DR" }),
                _ => serde_json::json!({ "board": form }),
            };
            let answer = server.post(path, &request);
            assert_eq!(asked_for(path, &answer), BOARD, "{path} of {form}: {}", answer.body);
        }
        let request = serde_json::json!({ "board": "1 2 3/4 5 6/7 0 8", "goal": form });
        for path in ["check", "solve", "hint", "trace"] {
            let answer = server.post(path, &request);
            let goal = if path == "trace" { answer.events().remove(0) } else { answer.json() };
            assert_eq!(goal["goal"], BOARD, "{path} to {form}: {}", answer.body);
        }
    }
}

#[test]
fn every_form_is_read_as_a_goal() {
    for form in forms() {
        let (code, out, err) = run(taquin().args(["solve", "1 2 3/4 5 6/7 0 8", &form, "--json"]));
        assert_eq!((code, &json(&out)["goal"]), (0, &BOARD.into()), "{form}: {err}");
        for command in [&["scramble", "--seed", "1"][..], &["census", "--depth", "1"]] {
            let (code, out, err) = run(taquin().args(command).args(["--json", "--goal", &form]));
            let first = out.lines().next().unwrap_or_default();
            assert_eq!((code, &json(first)["goal"]), (0, &BOARD.into()), "{command:?} {form}: {err}");
        }
    }
}

#[test]
fn what_the_program_prints_as_json_it_reads() {
    let scrambled =
        run(taquin().args(["scramble", "--shape", "3x3", "--seed", "1", "--count", "3", "--json"])).1;
    let (code, solved, _) = run(taquin().args(["solve", "--json"]).write_stdin(scrambled.clone()));
    assert_eq!((code, solved.lines().count()), (0, 3));
    for rows in [scrambled, solved] {
        let (code, out, err) = run(taquin().args(["solve", "--quiet"]).write_stdin(rows));
        assert_eq!((code, out.lines().count()), (0, 3), "{err}");
    }
}

#[test]
fn quotes_may_be_left_out() {
    for words in [
        "1 2 3 4 0 6 7 5 8",
        "1 2 3/4 0 6/7 5 8",
        "[[1,2,3], [4,0,6], [7,5,8]]",
        "1 2 3 4 _ 6 7 5 8 blank-last",
    ] {
        for (command, more) in
            [("solve", "--json"), ("check", "--json"), ("compare", "--json"), ("trace", "--format=json")]
        {
            let (code, out, err) = run(taquin().arg(command).args(words.split(' ')).arg(more));
            let first = out.lines().next().unwrap_or_default();
            assert_eq!((code, &json(first)["start"]), (0, &BOARD.into()), "{command} {words}: {err}");
        }
    }
    let (code, _, err) = run(taquin().args(["solve", "1 2/3 0", "blank-last", "more"]));
    assert_eq!(code, 2);
    assert!(err.contains("unexpected argument `more`: put a board into quotes"), "{err}");
}

#[test]
fn two_boards_in_rows_are_start_and_goal_and_that_is_said() {
    let rows = "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 7 8\n";
    let (code, out, err) = run(taquin().args(["solve", "--json"]).write_stdin(rows));
    assert_eq!((code, &json(&out)["cost"]), (0, &1.into()));
    assert!(err.contains("note: standard input: two boards: the second one (line 5) is the goal"), "{err}");
    let three = format!("{rows}\n1 2 3\n4 5 6\n7 8 0\n");
    let (code, out, err) = run(taquin().args(["solve", "--json"]).write_stdin(three));
    let costs: Vec<_> = out.lines().map(|line| json(line)["cost"].clone()).collect();
    assert_eq!((code, costs), (0, vec![1.into(), 2.into(), 0.into()]), "{err}");
}

#[test]
fn errors_name_the_likely_cause_and_show_a_good_board() {
    for (board, message) in [
        ("./nosuch.txt", "no such file"),
        ("../x.txt", "no such file"),
        ("boards.txt", "no such file"),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 14 0", "14 appears twice, 15 is missing"),
        ("1 2 3/4 5 6/7 8", "is the blank missing? write it as 0"),
        ("1 2 3/4 5 6/7 8 9", "is the blank missing? write it as 0"),
        ("[[1,2,3],[4,0,6],[7,5,8]", "this bracket is never closed"),
    ] {
        let (code, _, err) = run(taquin().args(["solve", board]));
        assert!(code == 2 && err.contains(message), "{board}: {err}");
        assert!(err.contains("a board is written like \"1 2 3/4 0 6/7 5 8\""), "{board}: {err}");
    }
}

/// A thousand boards of which every fiftieth line is bad, the first one too.
fn batch() -> String {
    let boards = run(taquin().args(["scramble", "--shape", "3x3", "--seed", "5", "--count", "1000"])).1;
    let bad = ["1 2 3/4 5 6/7 8 8", "junk", "1 2 3/4 5 6", "[[1,2],[3,0]"];
    let line = |(index, line): (usize, &str)| match index % 50 {
        0 => format!("{}\n", bad[index / 50 % bad.len()]),
        _ => format!("{line}\n"),
    };
    boards.lines().enumerate().map(line).collect()
}

#[test]
fn a_batch_goes_on_after_bad_lines() {
    let (code, out, err) = run(taquin().args(["solve", "--json"]).write_stdin(batch()));
    assert_eq!(code, 2, "{err}");
    let rows: Vec<serde_json::Value> = out.lines().map(json).collect();
    assert_eq!(rows.len(), 1000);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!((&row["number"], &row["line"]), (&(index + 1).into(), &(index + 1).into()), "{row}");
        assert_eq!(row["error"].is_string(), index % 50 == 0, "{row}");
        assert_eq!(row["solved"] == true, index % 50 != 0, "{row}");
    }
    assert_eq!(err.matches("error:").count(), 20, "{err}");
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("note: 1,000 boards in "), "{last}");
    assert!(last.ends_with(": 980 solved, 20 could not be read"), "{last}");
}

#[test]
fn answers_in_lines_keep_the_place_of_bad_ones() {
    let (code, out, _) = run(taquin().arg("solve").write_stdin("1 2/0 3\n1 2/3 3\n2 1/3 0\n1 2/3 0\n"));
    assert_eq!(code, 2);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[1], lines[3]), (4, "not a board (line 2)", "0 optimal"), "{out}");
    let (code, out, err) = run(taquin().args(["check", "--json"]).write_stdin("1 2/0 3\nx y\n1 2/3 0\n"));
    assert_eq!((code, out.lines().count()), (2, 3), "{err}");
    let (code, out, err) = run(taquin().args(["compare", "--quiet"]).write_stdin("1 2/0 3\nx y\n1 2/3 0\n"));
    assert!(code == 2 && out.contains("manhattan") && err.contains("line 2"), "{out}{err}");
}
