//! The transcripts in README.md and docs/ are what the program prints today.
//!
//! A fence marked `console` is a transcript: lines that begin with `$ ` are run by the shell in an empty directory, and
//! what they print, standard error included, must be what the document shows below them. Times, rates and sizes of memory
//! differ from run to run and are not compared; `...` alone on a line stands for lines left out, `[..]` for a part of a
//! line. Fences marked `sh` or `text` are not run: they need a browser, a network, a prompt or minutes. Pictures that the
//! commands draw are those that the document shows; `cargo xtask pictures` replaces them.

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

/// Makes a test of every document, so that they run beside each other.
macro_rules! documents {
    ($($name:ident: $path:literal,)*) => {
        /// All documents with transcripts.
        const DOCUMENTS: &[&str] = &[$($path),*];

        $(
            #[test]
            fn $name() {
                replay($path);
            }
        )*
    };
}

documents! {
    readme: "README.md",
    compare: "book/how-to/compare.md",
    difficulty: "book/how-to/difficulty.md",
    many_boards: "book/how-to/many-boards.md",
    introduction: "book/introduction.md",
    algorithms: "book/reference/algorithms.md",
    heuristics: "book/reference/heuristics.md",
    chapter_01_twelve_boards: "book/shortest-way/01-twelve-boards.md",
    chapter_02_out_of_reach: "book/shortest-way/02-out-of-reach.md",
    chapter_03_breadth_first: "book/shortest-way/03-breadth-first.md",
    chapter_04_heuristics: "book/shortest-way/04-heuristics.md",
    chapter_05_a_star: "book/shortest-way/05-a-star.md",
    chapter_06_admissible: "book/shortest-way/06-admissible.md",
    chapter_07_ida_star: "book/shortest-way/07-ida-star.md",
    chapter_08_thinking: "book/shortest-way/08-thinking.md",
    chapter_09_remembering: "book/shortest-way/09-remembering.md",
    chapter_10_perfect_memory: "book/shortest-way/10-perfect-memory.md",
    chapter_11_giving_up: "book/shortest-way/11-giving-up.md",
    chapter_12_two_ends: "book/shortest-way/12-two-ends.md",
    chapter_13_measuring: "book/shortest-way/13-measuring.md",
    chapter_14_exercises: "book/shortest-way/14-exercises.md",
    a_lesson: "book/tutorials/a-lesson.md",
    first_solution: "book/tutorials/first-solution.md",
    watch_a_star: "book/tutorials/watch-a-star.md",
    twenty_six_puzzle: "docs/26-puzzle.md",
    any_size: "docs/any-size.md",
    drawing: "docs/drawing.md",
    metrics: "docs/metrics.md",
    old_programs: "docs/old-programs.md",
    tour: "docs/tour.md",
    trace: "docs/trace.md",
}

/// Pictures that are not drawn by a transcript, and what draws them: see xtask/src/pictures.rs.
const DRAWN_OTHERWISE: [&str; 4] = ["architecture.svg", "clusters.svg", "cube1000.svg", "lengths-6x6.svg"];

#[test]
fn every_document_with_transcripts_is_replayed() {
    let mut found: Vec<String> =
        documents_in("").into_iter().filter(|path| !transcripts(&read(path)).is_empty()).collect();
    let mut listed: Vec<String> = DOCUMENTS.iter().map(ToString::to_string).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed);
}

#[test]
fn every_picture_is_drawn_by_a_command_that_a_document_shows() {
    let drawn: Vec<String> = DOCUMENTS
        .iter()
        .flat_map(|document| transcripts(&read(document)))
        .flat_map(|entry| entry.command.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for document in documents_in("") {
        for name in pictures(&read(&document)) {
            let is_drawn = drawn.contains(&name) || DRAWN_OTHERWISE.contains(&name.as_str());
            assert!(is_drawn, "{document} shows images/{name}, and no transcript draws it");
        }
    }
}

/// The crate's README is compiled and run by its tests; that of the repository shows the same lines.
#[test]
fn the_readme_shows_the_example_of_the_library() {
    let example = |text: &str| {
        let (_, rest) = text.split_once("```rust\n").expect("an example");
        rest.split_once("```").expect("its end").0.to_owned()
    };
    assert_eq!(example(&read("README.md")), example(&read("crates/taquin/README.md")));
}

#[test]
fn the_readme_is_short() {
    assert!(read("README.md").lines().count() <= 100);
}

/// The pictures and pages in a folder `images` that a document shows or links to.
fn pictures(text: &str) -> Vec<String> {
    let name = Regex::new(r"images/([\w-]+\.(svg|html))").expect("a regular expression");
    name.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The documents at the top of the repository, in docs/ and in book/.
fn documents_in(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("a folder of documents").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if name.ends_with(".md") {
            found.push(path);
        } else if entry.path().is_dir() && (!folder.is_empty() || ["docs", "book"].contains(&name.as_str())) {
            found.extend(documents_in(&path));
        }
    }
    found
}

/// Runs the transcripts of a document, one after the other in one directory, and compares what they print and draw.
fn replay(document: &str) {
    let directory = tempfile::tempdir().expect("a directory to work in");
    for entry in transcripts(&read(document)) {
        let place = format!("{document}:{}: {}", entry.line, entry.command);
        let actual = elide(&run(&entry.command, directory.path())).into_data();
        let expected = elide(&entry.printed).into_data();
        if let Err(difference) = Assert::new().try_eq(Some(&place), actual, expected) {
            panic!("{place}\n{difference}");
        }
    }
    compare_pictures(document, directory.path());
}

/// Holds what was drawn against the pictures of the document, or replaces those if `TAQUIN_PICTURES` is `overwrite`.
fn compare_pictures(document: &str, directory: &Path) {
    let folder = if document.starts_with("book/") { "book/images" } else { "docs/images" };
    let folder = root().join(folder);
    let shown = pictures(&read(document));
    for file in std::fs::read_dir(directory).expect("what was drawn").flatten() {
        let name = file.file_name().into_string().expect("a name");
        let committed = folder.join(&name);
        if std::env::var_os("TAQUIN_PICTURES").is_some_and(|what| what == "overwrite")
            && shown.contains(&name)
        {
            std::fs::create_dir_all(&folder).expect("a folder for pictures");
            std::fs::copy(file.path(), &committed).expect("the picture is written");
        }
        if shown.contains(&name) || committed.exists() {
            let read = |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
            let is_same = read(&file.path()) == read(&committed);
            assert!(is_same, "{name} is not what {} has: cargo xtask pictures", folder.display());
        }
    }
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
        // The last column of `bench`: nodes in a second.
        (r"\bTIME +[\d.]+$", "TIME RATE"),
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
