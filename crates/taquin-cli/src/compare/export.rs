//! Rows in files, written as they come, so that a run that is killed keeps what it has, and read
//! back by `--resume`.
//!
//! A file begins with the rows that are known, put in place in one go; every new row is then added
//! and flushed.

use super::row::Row;
use super::{summary, table};
use crate::failure::Failure;
use crate::output;
use crate::ui::Answers;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    path: PathBuf,
    out: Box<dyn Write>,
}

impl Export {
    /// Begins with the rows that are known.
    pub(crate) fn begin(form: Form, path: &Path, known: &[Row]) -> Result<Export, Failure> {
        let mut text = header(form);
        for row in known {
            text += &line(form, row);
        }
        let failure = |error| output::failure(path, error);
        let out: Box<dyn Write> = if path == Path::new("-") {
            let mut out = Answers::new();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            Box::new(out)
        } else {
            output::write(path, text.as_bytes())?;
            Box::new(File::options().append(true).open(path).map_err(failure)?)
        };
        Ok(Export { form, path: path.into(), out })
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: &Row) -> Result<(), Failure> {
        self.write(&line(self.form, row))
    }

    /// Adds what only all rows together say.
    pub(crate) fn finish(&mut self, rows: &[Row]) -> Result<(), Failure> {
        if self.form != Form::Markdown || rows.is_empty() {
            return Ok(());
        }
        let mut text = format!("\n{}", summary::overall(rows).markdown());
        for note in summary::notes(rows) {
            text += &format!("\n{}\n", note.replace('*', "\\*"));
        }
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| match self.path.to_str() {
            Some("-") => error.into(),
            _ => output::failure(&self.path, error),
        })
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
            "{}: line {line} is not a row of compare ({error}): give the file of an earlier run, or leave \
             --resume out to write it anew",
            path.display()
        ))
    };
    match form {
        Form::Csv => csv::Reader::from_reader(complete.as_bytes())
            .deserialize()
            .zip(2u64..)
            .map(|(row, line)| row.map_err(|error| failure(line, &error)))
            .collect(),
        Form::Json => complete
            .lines()
            .zip(1u64..)
            .map(|(text, line)| serde_json::from_str(text).map_err(|error| failure(line, &error)))
            .collect(),
        Form::Markdown => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::counting::Convention;
    use taquin::search::{Algorithm, Plan};

    fn row() -> Row {
        let board: taquin::Board = "1 2/3 0".parse().unwrap();
        let plan = Plan::new(Algorithm::Astar, "max:manhattan,hamming".parse().unwrap());
        let row = Row::unsolvable(1, &board, &board, &plan, Convention::Standard);
        Row { cost: Some(3), effective_branching: Some(1.5), solved: true, ..row }
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
