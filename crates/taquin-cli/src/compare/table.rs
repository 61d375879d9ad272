//! Tables of text, for terminals and for Markdown.

use std::fmt::Write;

/// A table whose first column is text and whose other columns are numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row with as many cells as the header.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }

    /// Columns side by side, with a rule under the header.
    pub(crate) fn text(&self) -> String {
        let mut widths: Vec<usize> = self.header.iter().map(|cell| cell.chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let mut text = String::new();
        for row in [&self.header, &rule].into_iter().chain(&self.rows) {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let _ = match column {
                    0 => write!(line, "{cell:<width$}"),
                    _ => write!(line, "  {cell:>width$}"),
                };
            }
            text += line.trim_end();
            text += "\n";
        }
        text
    }

    /// A Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let mut text = markdown_row(&self.header);
        let rule = |column| if column == 0 { "---" } else { "---:" };
        let _ = writeln!(text, "|{}|", (0..self.header.len()).map(rule).collect::<Vec<_>>().join("|"));
        for row in &self.rows {
            text += &markdown_row(row);
        }
        text
    }
}

/// One line of a Markdown table.
pub(crate) fn markdown_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('*', "\\*")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let mut table = Table::new(["name", "n"]);
        table.row(vec!["one".into(), "1".into()]);
        table.row(vec!["a lot".into(), "1000".into()]);
        assert_eq!(table.text(), "name      n\n-----  ----\none       1\na lot  1000\n");
        assert_eq!(table.markdown(), "| name | n |\n|---|---:|\n| one | 1 |\n| a lot | 1000 |\n");
    }
}
