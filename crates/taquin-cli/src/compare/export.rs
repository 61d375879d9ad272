//! Rows in files, written as they come, so that a run that is killed keeps what it has, and read
//! back by `--resume`.
//!
//! A file begins with the rows that are known. It takes its place together with the first row that is
//! new, in one go; every other row is then added and flushed. Until then an old file stays as it was.

use super::{summary, table};
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::ui::Answers;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin_json::Row;

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Csv,
    Json,
    Markdown,
}

/// A file, or standard output, that rows are written to.
pub(crate) struct Export {
    form: Form,
    out: Destination,
}

enum Destination {
    Stdout(Answers),
    File(PathBuf, Output),
}

impl Export {
    /// Begins with the rows that are known.
    pub(crate) fn begin(form: Form, path: &Path, known: &[Row]) -> Result<Export, Failure> {
        let out = if path == Path::new("-") {
            Destination::Stdout(Answers::new())
        } else {
            Destination::File(path.into(), Output::create(path)?)
        };
        let mut export = Export { form, out };
        let mut text = header(form);
        for row in known {
            text += &line(form, row);
        }
        export.write(&text)?;
        Ok(export)
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: &Row) -> Result<(), Failure> {
        self.write(&line(self.form, row))?;
        self.place()
    }

    /// Adds what only all rows together say. Without any row there is nothing to say.
    pub(crate) fn finish(&mut self, rows: &[Row]) -> Result<(), Failure> {
        if rows.is_empty() {
            return Ok(());
        }
        if self.form == Form::Markdown {
            let mut text = format!("\n{}", summary::overall(rows).markdown());
            for note in summary::notes(rows) {
                text += &format!("\n{}\n", note.replace('*', "\\*"));
            }
            self.write(&text)?;
        }
        self.place()
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.out {
            Destination::Stdout(out) => Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?),
            Destination::File(path, output) => {
                output.write_all(text.as_bytes()).map_err(|error| output::failure(path, error))
            }
        }
    }

    fn place(&mut self) -> Result<(), Failure> {
        match &mut self.out {
            Destination::Stdout(_) => Ok(()),
            Destination::File(_, output) => output.place(),
        }
    }
}

/// Columns of the Markdown form.
const MARKDOWN: [&str; 11] = [
    "#",
    "board",
    "algorithm",
    "heuristic",
    "cost",
    "expanded",
    "generated",
    "reached",
    "branching",
    "seconds",
    "bytes",
];

fn header(form: Form) -> String {
    match form {
        Form::Csv => Row::COLUMNS.join(",") + "\n",
        Form::Json => String::new(),
        Form::Markdown => {
            let rule = vec!["---"; MARKDOWN.len()].join("|");
            format!("{}|{rule}|\n", table::markdown_row(&MARKDOWN.map(String::from)))
        }
    }
}

fn line(form: Form, row: &Row) -> String {
    match form {
        Form::Csv => {
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(row).expect("a row is flat");
            String::from_utf8(writer.into_inner().expect("memory can be written")).expect("text")
        }
        Form::Json => serde_json::to_string(row).expect("a row has no odd keys") + "\n",
        Form::Markdown => {
            let text = |value: Option<String>| value.unwrap_or_else(|| "-".into());
            let cost = match (row.cost, &row.stopped_by) {
                (Some(cost), _) => cost.to_string(),
                (None, Some(why)) => format!("stopped ({why})"),
                (None, None) => "unsolvable".into(),
            };
            table::markdown_row(&[
                row.number.to_string(),
                row.start.clone(),
                row.algorithm.clone(),
                text(row.heuristic.clone()),
                cost,
                row.expanded.to_string(),
                row.generated.to_string(),
                text(row.reached.map(|reached| reached.to_string())),
                text(row.effective_branching.map(|b| format!("{b:.3}"))),
                format!("{:.6}", row.seconds),
                row.peak_bytes.to_string(),
            ])
        }
    }
}

/// The rows that an earlier run has left in a file. A last line without an end was being written
/// when the run was killed, and is left out.
pub(crate) fn read(form: Form, path: &Path) -> Result<Vec<Row>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(output::failure(path, error)),
    };
    let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
    let failure = |line: u64, error: &dyn std::fmt::Display| {
        Failure::new(format_args!(
            "{}: line {line} is not a row of compare ({error}): name the file of an earlier run, or write \
             this one anew with --force",
            path.display()
        ))
    };
    match form {
        Form::Csv => {
            let mut reader = csv::Reader::from_reader(complete.as_bytes());
            let header = reader.headers().map_err(|error| failure(1, &error))?;
            refuse_earlier_versions(path, &header.iter().collect::<Vec<_>>())?;
            let rows = reader.deserialize().zip(2u64..);
            rows.map(|(row, line)| row.map_err(|error| failure(line, &error))).collect()
        }
        Form::Json => {
            let first: Option<serde_json::Map<String, serde_json::Value>> =
                complete.lines().next().and_then(|line| serde_json::from_str(line).ok());
            if let Some(first) = first {
                refuse_earlier_versions(path, &first.keys().map(String::as_str).collect::<Vec<_>>())?;
            }
            let rows = complete.lines().zip(1u64..);
            rows.map(|(text, line)| serde_json::from_str(text).map_err(|error| failure(line, &error)))
                .collect()
        }
        Form::Markdown => Ok(Vec::new()),
    }
}

/// Complains about rows that do not say all that a run depends on.
fn refuse_earlier_versions(path: &Path, columns: &[&str]) -> Result<(), Failure> {
    let is_there = |column: &&str| columns.contains(column);
    let missing: Vec<&str> = Row::COLUMNS.into_iter().filter(|column| !is_there(column)).collect();
    if missing.is_empty() || !Row::FIRST_COLUMNS.iter().all(is_there) {
        return Ok(());
    }
    Err(Failure::new(format_args!(
        "{}: its rows do not say {}, as an earlier version of Taquin wrote them, so they cannot be told from \
         rows of other runs: name another file, or write this one anew with --force",
        path.display(),
        missing.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Solver;
    use taquin::search::Algorithm;
    use taquin::solver::Convention;

    fn row() -> Row {
        let board: taquin::Board = "1 2/3 0".parse().unwrap();
        let solver = Solver::new().algorithm(Algorithm::Astar).heuristic("max:manhattan,hamming");
        let plan = solver.plan(&board).unwrap();
        let row = Row::unsolvable(1, &board, &board, &plan, Convention::Standard);
        // A number whose last digit gets lost where texts are read too quickly.
        Row { cost: Some(3), effective_branching: Some(1.345_982_120_711_103_3), solved: true, ..row }
    }

    #[test]
    fn rows_come_back_from_csv_and_json() {
        let directory = tempfile::tempdir().unwrap();
        for form in [Form::Csv, Form::Json] {
            let path = directory.path().join("rows");
            let mut export = Export::begin(form, &path, &[row()]).unwrap();
            export.row(&Row { number: 2, ..row() }).unwrap();
            // A run is killed in the middle of a line.
            export.write("3,2x2,1 2/3 0").unwrap();
            export.place().unwrap();
            let rows = read(form, &path).unwrap();
            assert_eq!(rows, [row(), Row { number: 2, ..row() }]);
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn the_columns_are_the_fields() {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row()).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.lines().next().unwrap(), Row::COLUMNS.join(","));
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.csv");
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        assert!(matches!(read(Form::Csv, &path), Err(Failure::Message(text)) if text.contains("line 2")));
    }
}
