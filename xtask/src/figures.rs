//! Figures as data: `benchmarks/*.toml` has what was measured, a row with the commit and the day for each; BENCHMARKS.md is
//! written from it. `benchmarks/figures.toml` says where the figures in the prose of README.md and the book come from.

use crate::arguments::Stop;
use crate::step::{at, workspace};
use std::fs;
use std::path::PathBuf;
use toml::{Table, Value};

/// Where the prose's figures come from; not a part of BENCHMARKS.md.
const OF_THE_PROSE: &str = "figures.toml";

/// Writes BENCHMARKS.md.
pub(crate) fn write() -> Result<(), Stop> {
    let path = workspace().join("BENCHMARKS.md");
    fs::write(&path, render()?).map_err(at(&path))
}

/// BENCHMARKS.md, from all files in the order of their names.
fn render() -> Result<String, Stop> {
    let mut text = String::new();
    for path in files()? {
        let section = read(&path)?;
        let level = section.get("level").and_then(Value::as_integer).unwrap_or(2).clamp(1, 6);
        let title =
            string(&section, "title").ok_or_else(|| Stop::Failed(format!("{}: no title", path.display())))?;
        text += &format!("{} {title}\n\n", "#".repeat(level as usize));
        for part in list(&section, "part") {
            text += &match string(part, "text") {
                Some(words) => words.trim().to_owned(),
                None => table(part),
            };
            text += "\n\n";
        }
    }
    Ok(text.trim_end().to_owned() + "\n")
}

/// The files with measurements, in order.
fn files() -> Result<Vec<PathBuf>, Stop> {
    let folder = workspace().join("benchmarks");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(at(&folder))? {
        let path = entry.map_err(at(&folder))?.path();
        if path.extension().is_some_and(|ending| ending == "toml") && !path.ends_with(OF_THE_PROSE) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &std::path::Path) -> Result<Table, Stop> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    text.parse().map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))
}

fn string<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key)?.as_str()
}

fn list<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

fn strings<'a>(table: &'a Table, key: &str) -> Vec<&'a str> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// A table, each row with the commit that recorded it and the day.
fn table(part: &Table) -> String {
    let line = |cells: &[&str], last: &str| format!("| {} | {last} |", cells.join(" | "));
    let header = strings(part, "header");
    let mut lines = vec![line(&header, "recorded"), format!("|{}", "---|".repeat(header.len() + 1))];
    for row in list(part, "row") {
        let recorded =
            format!("`{}`, {}", string(row, "commit").unwrap_or("–"), string(row, "date").unwrap_or("–"));
        lines.push(line(&strings(row, "cells"), &recorded));
    }
    lines.join("\n")
}

/// Replaces the tables of a file by those of a Markdown text, measured at a commit today.
pub(crate) fn record(name: &str, title: &str, markdown: &str, commit: &str, date: &str) -> Result<(), Stop> {
    let mut file = format!("title = {}\nlevel = 2\n", Value::from(title));
    let mut in_table = false;
    for text in markdown.lines().filter(|text| !text.trim().is_empty()) {
        let cells: Vec<Value> =
            text.trim_matches('|').split(" | ").map(|cell| Value::from(cell.trim())).collect();
        if !text.starts_with('|') {
            file += &format!("\n[[part]]\ntext = {}\n", Value::from(text));
        } else if text.starts_with("|---") {
            continue;
        } else if in_table {
            let cells = Value::from(cells);
            file += &format!("\n[[part.row]]\ncells = {cells}\ncommit = \"{commit}\"\ndate = \"{date}\"\n");
        } else {
            file += &format!("\n[[part]]\nheader = {}\n", Value::from(cells));
        }
        in_table = text.starts_with('|');
    }
    let path = workspace().join("benchmarks").join(name);
    fs::write(&path, file).map_err(at(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn benchmarks_md_is_written_from_the_data() {
        let committed = fs::read_to_string(workspace().join("BENCHMARKS.md")).unwrap();
        assert!(
            render().unwrap() == committed,
            "BENCHMARKS.md is not what benchmarks/ says: cargo xtask bench --write"
        );
    }

    #[test]
    fn every_row_names_its_commit_and_its_day_and_fills_its_table() {
        for path in files().unwrap() {
            for part in list(&read(&path).unwrap(), "part") {
                for row in list(part, "row") {
                    let is_hex =
                        |text: &str| text.len() >= 7 && text.chars().all(|digit| digit.is_ascii_hexdigit());
                    assert!(string(row, "commit").is_some_and(is_hex), "{}: {row}", path.display());
                    assert!(
                        string(row, "date").is_some_and(|date| date.len() == 10),
                        "{}: {row}",
                        path.display()
                    );
                    assert_eq!(
                        strings(row, "cells").len(),
                        strings(part, "header").len(),
                        "{}: {row}",
                        path.display()
                    );
                }
            }
        }
    }

    /// The figures with a unit in a text, outside of code.
    fn figures(text: &str) -> Vec<String> {
        const UNITS: [&str; 14] = [
            "ns",
            "µs",
            "ms",
            "s",
            "second",
            "seconds",
            "minute",
            "minutes",
            "kB",
            "MB",
            "GB",
            "TB",
            "million nodes",
            "nodes/s",
        ];
        let mut found = Vec::new();
        // Every second piece between back quotes is code; fences are three of them with nothing between.
        let prose = text.split("```").step_by(2).collect::<Vec<_>>().join(" ");
        let prose = prose.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = prose.split_whitespace().collect();
        for (place, word) in words.iter().enumerate() {
            let number = word.trim_start_matches(['(', '|']);
            if !number.starts_with(|digit: char| digit.is_ascii_digit())
                || number.ends_with([',', '.', ';', ':'])
            {
                continue;
            }
            let rest = words[place + 1..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
            let is_unit = |unit: &&&str| {
                rest.strip_prefix(**unit)
                    .is_some_and(|end| !end.starts_with(|next: char| next.is_alphanumeric()))
            };
            found.extend(UNITS.iter().find(is_unit).map(|unit| format!("{number} {unit}")));
        }
        found
    }

    #[test]
    fn figures_with_units_are_found_in_prose_alone() {
        let text =
            "It takes 0.12 s, `7 ms`, or 246 million nodes.\n```\n3 GB\n```\nIn 1985, 16 boards (577 MB).";
        assert_eq!(figures(text), ["0.12 s", "246 million nodes", "577 MB"]);
    }

    #[test]
    fn every_figure_in_the_prose_comes_from_somewhere() {
        let entries = read(&workspace().join("benchmarks").join(OF_THE_PROSE)).unwrap();
        let mut known = Vec::new();
        for entry in list(&entries, "figure") {
            known.extend(strings(entry, "shown"));
            if let Some(file) = string(entry, "in") {
                let data =
                    fs::read_to_string(workspace().join("benchmarks").join(format!("{file}.toml"))).unwrap();
                let evidence = string(entry, "evidence").unwrap();
                assert!(data.contains(evidence), "{file}.toml has no `{evidence}`");
            } else {
                assert!(string(entry, "given").is_some(), "{entry}");
            }
        }
        let pages = crate::book::prose().unwrap();
        assert!(pages.len() > 20);
        for (page, text) in pages {
            for figure in figures(&text) {
                assert!(
                    known.contains(&figure.as_str()),
                    "{page}: `{figure}` is in no entry of figures.toml"
                );
            }
        }
    }
}
