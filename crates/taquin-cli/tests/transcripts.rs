//! The transcripts in README.md and docs/ are what the program prints today.
//!
//! A fence marked `console` is a transcript: lines that begin with `$ ` are run by the shell in an empty directory, and
//! what they print, standard error included, must be what the document shows below them. Times, rates and sizes of memory
//! differ from run to run and are not compared; `...` alone on a line stands for lines left out, `[..]` for a part of a

//! line. Fences marked `sh` or `text` are not run: they need a browser, a network, a prompt or minutes.

#![cfg(unix)]

use regex::Regex;
use snapbox::{Assert, IntoData};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a transcript and what it is said to print.
struct Entry {
    line: usize,
    command: String,
    printed: String,
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    assert!(replay("README.md") >= 4);
}

#[test]
fn the_tour_shows_what_the_program_prints() {
    assert!(replay("docs/tour.md") >= 10);
}

#[test]
fn the_page_on_traces_shows_what_the_program_prints() {
    assert!(replay("docs/trace.md") >= 1);
}

#[test]
fn the_page_on_large_boards_shows_what_the_program_prints() {
    assert!(replay("docs/any-size.md") >= 7);
}

#[test]
fn the_page_on_pictures_shows_what_the_program_prints_and_draws() {
    let directory = tempfile::tempdir().expect("a directory to work in");
    assert!(replay_in("docs/drawing.md", directory.path()) >= 9);
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    let mut compared = 0;
    for file in std::fs::read_dir(directory.path()).expect("what was drawn").flatten() {
        let name = file.file_name().into_string().expect("a name");
        if name.ends_with(".svg") {
            let read =
                |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(read(&file.path()) == read(&images.join(&name)), "{name} is not what docs/images has");
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}

#[test]
fn the_page_on_classic_programs_shows_what_the_program_prints() {
    assert!(replay("docs/old-programs.md") >= 8);
}

#[test]
fn the_page_on_metrics_shows_what_the_program_prints() {
    assert!(replay("docs/metrics.md") >= 3);
}

/// Runs the transcripts of a document, one after the other in one directory, and counts the commands.
fn replay(document: &str) -> usize {
    replay_in(document, tempfile::tempdir().expect("a directory to work in").path())
}

fn replay_in(document: &str, directory: &Path) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = std::fs::read_to_string(path).expect("the document is there");
    let entries = transcripts(&text);
    for entry in &entries {
        let place = format!("{document}:{}: {}", entry.line, entry.command);
        let actual = elide(&run(&entry.command, directory)).into_data();
        let expected = elide(&entry.printed).into_data();
        if let Err(difference) = Assert::new().try_eq(Some(&place), actual, expected) {
            panic!("{place}\n{difference}");
        }
    }
    entries.len()
}

/// The commands of all fences marked `console`.
fn transcripts(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(mark) = line.strip_prefix("```") {
            inside = mark == "console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            let command = command.into();
            entries.push(Entry { line: index + 1, command, printed: String::new() });
        } else if inside {
            let entry = entries.last_mut().expect("a transcript begins with a command");
            entry.printed += line;
            entry.printed += "\n";
        }
    }
    entries
}

/// What a command prints when the program under test is the first on the path and there are no tables on disk.
fn run(command: &str, directory: &Path) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_taquin"));
    let programs = program.parent().expect("the program is in a directory").display();
    let path = std::env::var("PATH").unwrap_or_default();
    // The first command of the README runs the program from its source.
    let command = command.replace("cargo run --release --", "taquin");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(directory)
        .env("PATH", format!("{programs}:{path}"))
        .env("TAQUIN_CACHE_DIR", directory.join("no-tables"))
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("the program prints text")
}

/// Replaces what differs from run to run, and the widths of columns that depend on it.
fn elide(text: &str) -> String {
    let rules = [
        // Advice depends on the number of processors.
        (r"in about [^)]+\)", "in about TIME)"),
        (r"\b[\d.,]+ (ms|µs|ns|s|min)\b", "TIME"),
        (r"\b[\d.,]+ (B|kB|MB|GB)\b", "SIZE"),
        // Seconds and bytes in rows of a comparison.
        (r",\d+\.\d+(e-\d+)?,\d+,,,,", ",SECONDS,BYTES,,,,"),
        // The share of memory that each thread has.
        (r",60\.0,\d+,", ",60.0,BYTES,"),
        (r"\d+\.\d+\.\d+$", "VERSION"),
        (r"-{3,}", "---"),
        (r" {2,}", "  "),
    ];
    rules.iter().fold(text.to_owned(), |text, (pattern, name)| {
        let pattern = Regex::new(&format!("(?m){pattern}")).expect("a regular expression");
        pattern.replace_all(&text, *name).into_owned()
    })
}

#[test]
fn figures_are_compared_and_times_are_not() {
    assert_eq!(elide("7 expanded in 3.82 ms, 35.0 MB"), elide("7 expanded in 557 s, 1 kB"));
    assert_ne!(elide("7 expanded in 3.82 ms"), elide("8 expanded in 3.82 ms"));
    assert_eq!(transcripts("```text\n$ a\n```\n```console\n$ b\nc\n```\n").len(), 1);
}
