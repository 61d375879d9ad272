//! `trace`: the form that the ending of a file tells, and the search tree as a picture and as a graph.

use crate::common::{assert_is_xml, stdout, taquin};
use predicates::str::contains;
use std::fs;

#[test]
fn the_ending_of_a_file_tells_the_form() {
    let directory = tempfile::tempdir().unwrap();
    let board = "1 2 3/0 4 6/7 5 8";
    for (name, begin) in [
        ("a.txt", "astar with hamming: "),
        ("a.json", "{\"event\":\"start\""),
        ("a.jsonl", "{\"event\":\"start\""),
        ("a.dot", "digraph search {"),
        ("a.HTML", "<!doctype html>"),
        ("a.svg", "<svg "),
    ] {
        let file = directory.path().join(name);
        let out = stdout(taquin().args(["trace", board, "-o"]).arg(&file));
        assert_eq!(out, "3 moves: 3 nodes expanded, 8 generated\n", "{name}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(begin), "{name}: {text}");
        // In the place of OUT1 the same.
        stdout(taquin().args(["trace", board, "blank-last"]).arg(&file));
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name}");
    }
    let file = directory.path().join("a.dot");
    stdout(taquin().args(["trace", board, "--format", "json", "--output"]).arg(&file));
    assert!(fs::read_to_string(&file).unwrap().starts_with("{\"event\""), "a form that is named wins");
    let fails = |arguments: &[&str], message: &str| {
        taquin()
            .current_dir(directory.path())
            .args(["trace", board])
            .args(arguments)
            .assert()
            .code(2)
            .stderr(contains(message));
    };
    fails(
        &["-o", "a.pdf"],
        "a.pdf: the ending of the name tells no form: take .txt, .json, .jsonl, .dot, .html or .svg",
    );
    fails(&["-o", "trace"], "or name it with --format");
    fails(&["blank-last", "lists"], "with a second file, OUT2, it is classic-lists");
    fails(&["-o", "b.txt", "--goal", "snail", "blank-last", "lists"], "cannot be used with");
    for name in ["x.html", "a.svg", "new.txt"] {
        fails(
            &[name],
            &format!("goal `{name}`: this is no board; to write the trace to that file, say -o {name}"),
        );
    }
    let out = stdout(taquin().args(["trace", board, "-o", "-"]));
    assert_eq!(out, stdout(taquin().args(["trace", board])), "- is standard output");
}

#[test]
fn the_tree_is_a_picture() {
    let board = "8 1 3/4 0 2/7 6 5";
    for (algorithm, board, boards) in [
        ("astar", board, 31),
        ("idastar", board, 31),
        ("bidirectional", board, 31),
        ("beam", board, 31),
        ("descent", "1 2 3/4 8 0/7 6 5", 12),
    ] {
        let trace = ["trace", board, "-H", "manhattan", "-f", "svg", "-a", algorithm];
        let out = stdout(taquin().args(trace));
        assert_is_xml(&out);
        assert!(out.matches("class=\"tq-tray\"").count() >= boards, "{algorithm}");
        assert!(out.contains("class=\"tq-way"), "{algorithm}: the way is drawn");
        assert!(out.contains("tq-goal\" x="), "{algorithm}");
        assert!(!out.contains("<script") && !out.contains("href"), "{algorithm}");
    }
    let short = ["trace", board, "-H", "manhattan", "-f", "svg"];
    let out = stdout(taquin().args(short));
    assert!(out.contains("46 more steps not drawn: --max-steps N draws more"), "{out}");
    let out = stdout(taquin().args(short).arg("--all"));
    assert!(!out.contains("more steps not drawn") && out.matches("tq-closed").count() >= 76, "{out}");
    let out = stdout(taquin().args(["trace", "8 6 7/2 5 4/3 0 1", "-f", "svg", "--max-steps", "2000"]));
    assert!(out.contains("only the first 3,000 nodes are drawn"));
    assert_is_xml(&out);
}

#[test]
fn no_node_of_a_tree_floats() {
    for steps in ["0", "1", "2", "7"] {
        let out = stdout(taquin().args(["trace", "8 1 3/4 0 2/7 6 5", "-f", "dot", "--max-steps", steps]));
        let nodes = out
            .lines()
            .filter(|line| line.starts_with("  n") && line.contains("[label=\"") && !line.contains(" -> "));
        for node in nodes.filter(|node| !node.starts_with("  n0 ") && !node.starts_with("  node ")) {
            let name = node.split_whitespace().next().unwrap();
            assert!(out.contains(&format!(" -> {name} [")), "{steps}: {node}\n{out}");
        }
        assert_eq!(out.contains("style=dashed"), steps != "0", "{out}");
    }
}
