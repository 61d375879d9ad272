//! `ask`: the dialogue from a pipe, with the same questions as on a terminal.

use crate::common::{run, stdout, taquin};

fn answers(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_whole_dialogue() {
    let input = answers(&["3", "1 2 3", "0 4 6", "7 5 8", "", "hamming, 4"]);
    let (code, out, err) = run(taquin().arg("ask").write_stdin(input));
    assert_eq!((code, err.as_str()), (0, ""));
    insta::assert_snapshot!("dialogue", out);
}

#[test]
fn a_wrong_row_is_explained_and_asked_again() {
    let input = answers(&[
        "three",
        "2x2",
        "1",
        "1 1",
        "1 4",
        "1 y",
        "1 2",
        "2 3",
        "0 3",
        "snail",
        "nonsense",
        "9",
        "manhattan",
    ]);
    let (code, out, _) = run(taquin().arg("ask").write_stdin(input));
    assert_eq!(code, 0);
    for explanation in [
        "`three` is not a shape",
        "this row has 1 number, expected 2",
        "1 appears twice in this row",
        "4 is out of range: this board has the numbers 0 to 3",
        "`y` is not a number",
        "2 is in row 1 already",
        "no heuristic is called `nonsense`",
        "there is no heuristic 9: the numbers are 1 to 7",
    ] {
        assert!(out.contains(explanation), "{explanation}: {out}");
    }
    assert!(out.contains("Nodes expanded: "), "{out}");
}

#[test]
fn the_figures_of_reference_r2() {
    for (start, goal, figures) in [
        ("1 2 3/7 4 5/6 8 0", "1 2 3/8 6 4/7 5 0", [44, 24, 19, 10]),
        ("7 2 4/5 0 6/8 3 1", "", [5886, 3813, 452, 283]),
    ] {
        let input = answers(&["", start, goal, ""]);
        let out = stdout(taquin().args(["ask", "--convention", "classic-prompt"]).write_stdin(input));
        let found: Vec<u32> = out
            .lines()
            .filter_map(|line| line.strip_prefix("Nodes ")?.split(": ").nth(1)?.parse().ok())
            .collect();
        assert_eq!(found, figures, "{start}");
    }
}

#[test]
fn an_unsolvable_board_says_so_with_the_reason() {
    let (code, out, _) =
        run(taquin().arg("ask").write_stdin(answers(&["3", "2 1 3/4 5 6/7 8 0", "", "all"])));
    assert_eq!(code, 1);
    assert!(out.contains("Solution Not Found: 1 inversion: an odd number stays odd\n"), "{out}");
    assert!(out.contains("as it is it can be slid to the goal snail"), "{out}");
    assert!(!out.contains("Nodes"), "nothing was searched");
    let input = answers(&["3", "2 1 3/4 5 6/7 8 0", "", "manhattan"]);
    let (code, out, _) =
        run(taquin().args(["ask", "--convention", "classic-prompt", "--exhaustive"]).write_stdin(input));
    assert_eq!(code, 1);
    assert!(out.contains("Nodes generated: 181439\nNodes expanded: 181440"), "{out}");
}

#[test]
fn boxes_are_asked_for_layer_by_layer() {
    let input = answers(&["2x2x2", "1 2", "3 4", "5 6", "0 7", "", "manhattan"]);
    let out = stdout(taquin().arg("ask").write_stdin(input));
    assert!(out.contains("Start, layer 2 of 2, row 2 of 2: "), "{out}");
    assert!(out.contains("Step 1: "), "{out}");
}

#[test]
fn the_end_of_the_answers_is_the_end() {
    for input in ["", "3\n", "3\n1 2 3\n", "3\n1 2 3/4 5 6/7 8 0\n\n"] {
        let (code, _, err) = run(taquin().arg("ask").write_stdin(input));
        assert_eq!(code, 1, "{input:?}");
        assert_eq!(err, "note: the answers ended before the questions: nothing was searched\n", "{input:?}");
    }
}

#[test]
fn a_script_without_a_command_gets_the_help() {
    let (code, out, err) = run(taquin().write_stdin(""));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no command given") && err.contains("Examples:"), "{err}");
}

#[test]
fn help_is_complete() {
    insta::assert_snapshot!("help_ask", stdout(taquin().args(["ask", "--help"])));
}
