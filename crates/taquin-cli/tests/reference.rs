//! The reference in book/reference/ has every command, algorithm, heuristic and field that there is.

use crate::common::{json, stdout, taquin};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use taquin::heuristic::HeuristicName;
use taquin::search::Algorithm;

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/reference").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(page(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names that a help text lists under `Commands:`.
fn commands_of(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// What `--help` says of a command and of those within it.
fn sections(words: &[&str], text: &mut String) {
    let help = stdout(taquin().args(words).arg("--help"));
    let name = ["taquin"].iter().chain(words).copied().collect::<Vec<_>>().join(" ");
    let level = "#".repeat((words.len() + 1).max(2));
    text.push_str(&format!("{level} {name}\n\n```text\n{}\n```\n\n", help.trim_end()));
    for command in commands_of(&help) {
        let words: Vec<&str> = words.iter().copied().chain([command.as_str()]).collect();
        sections(&words, text);
    }
}

#[test]
fn the_page_of_commands_is_what_help_says() {
    let mut text = String::from(
        "# Commands\n\nWhat `taquin COMMAND --help` prints, for every command. This page is written by a test \
         ([how](../how-to/reproduce.md)).\n\n",
    );
    sections(&[], &mut text);
    let text = text.trim_end().to_owned() + "\n";
    assert!(text.contains("\n## taquin survey\n") && text.contains("\n### taquin pdb build\n"));
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(page("commands.md"), &text).unwrap();
    }
    assert!(text == read("commands.md"), "commands.md is not what --help says: see book/how-to/reproduce.md");
}

#[test]
fn every_algorithm_and_every_heuristic_has_a_section_and_a_row() {
    let algorithms = Algorithm::ALL.map(|algorithm| algorithm.name().to_owned());
    let heuristics = HeuristicName::SIMPLE
        .into_iter()
        .chain([HeuristicName::WalkingConflict, HeuristicName::AxisDistance]);
    let heuristics =
        heuristics.map(|heuristic| heuristic.to_string()).chain(["pdb".into(), "pdb:full".into()]);
    for (name, file) in algorithms
        .map(|name| (name, "algorithms.md"))
        .into_iter()
        .chain(heuristics.map(|name| (name, "heuristics.md")))
    {
        let text = read(file);
        assert!(text.contains(&format!("\n## {name}\n")), "{file} has no section on {name}");
        assert!(text.contains(&format!("| [`{name}`")), "the table of {file} has no row for {name}");
    }
}

/// The names of all fields of an object and of the objects in its lists.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                found.insert(name.clone());
                fields(value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_described() {
    let board = "8 1 3/4 0 2/7 6 5";
    let text = read("fields.md");
    for words in [
        vec!["solve", board, "--algorithm", "idastar", "--all"],
        vec!["solve", "9 24 4 23 21/7 12 15 19 18/10 5 13 6 16/14 20 8 2 3/1 22 17 11 0", "--first"],
        vec!["check", "3 2 1/4 5 6/8 7 0"],
        vec!["hint", board],
        vec!["analyse", board, "UD"],
        vec!["census", "2x2"],
        vec!["census", "2x2", "--solutions"],
        vec!["survey", "2x2", "--heuristics", "out-of-place"],
        vec!["scramble", "3x3", "--seed", "1"],
        vec!["bench", "korf100", "--boards", "79"],
        vec!["compare", board],
    ] {
        let out = stdout(taquin().args(&words).args(["--json", "--quiet"]));
        let mut found = BTreeSet::new();
        fields(&json(out.lines().next().unwrap()), &mut found);
        assert!(found.len() > 5, "{words:?}");
        for name in found {
            assert!(text.contains(&format!("`{name}`")), "{words:?}: fields.md does not describe `{name}`");
        }
    }
}
