//! Tables of text, for terminals and for Markdown.
//!
//! A table that is too wide for its screen is turned if that makes it fit; else the columns that matter least are left out,
//! which is told; and if that does not help, columns go below each other in groups.

use std::fmt::Write;

/// Between two columns.
const SPACES: usize = 2;

/// How much a column matters: those of a higher number are left out first, those of 0 never.
pub(crate) type Rank = u8;

/// A table whose first columns are text and whose other columns are numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    header: Vec<String>,
    ranks: Vec<Rank>,
    rows: Vec<Vec<String>>,
    /// How many columns are text.
    texts: usize,
}

/// A table as it fits a screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fitted {
    pub(crate) text: String,
    /// The names of the columns that had no room.
    pub(crate) left_out: Vec<String>,
}

impl Table {
    /// A table whose columns all matter.
    pub(crate) fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Table {
        Table::ranked(header.into_iter().map(|name| (name, 0)))
    }

    pub(crate) fn ranked<T: Into<String>>(header: impl IntoIterator<Item = (T, Rank)>) -> Table {
        let (header, ranks) = header.into_iter().map(|(name, rank)| (name.into(), rank)).unzip();
        Table { header, ranks, rows: Vec::new(), texts: 1 }
    }

    /// The same with more than one column of text at its beginning.
    pub(crate) fn texts(self, texts: usize) -> Table {
        Table { texts, ..self }
    }

    /// Adds a row with as many cells as the header.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }

    /// The same with the columns of text and those that are wanted.
    pub(crate) fn only(&self, is_wanted: impl Fn(&str) -> bool) -> Table {
        self.columns(|index| index < self.texts || is_wanted(&self.header[index]))
    }

    fn columns(&self, keeps: impl Fn(usize) -> bool) -> Table {
        let kept = |cells: &[String]| -> Vec<String> {
            let cells = cells.iter().enumerate().filter(|(index, _)| keeps(*index));
            cells.map(|(_, cell)| cell.clone()).collect()
        };
        Table {
            header: kept(&self.header),
            ranks: (0..self.ranks.len())
                .filter(|&index| keeps(index))
                .map(|index| self.ranks[index])
                .collect(),
            rows: self.rows.iter().map(|row| kept(row)).collect(),
            texts: (0..self.texts).filter(|&index| keeps(index)).count(),
        }
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.header.iter().map(|cell| cell.chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }

    fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + SPACES * widths.len().saturating_sub(1)
    }

    /// The width without the columns that may be left out.
    pub(crate) fn least_width(&self) -> usize {
        self.columns(|index| self.ranks[index] == 0).width()
    }

    /// Columns side by side, with a rule under the header.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let mut text = String::new();
        for row in [&self.header, &rule].into_iter().chain(&self.rows) {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let spaces = if column == 0 { 0 } else { SPACES };
                let _ = match column < self.texts {
                    true => write!(line, "{:spaces$}{cell:<width$}", ""),
                    false => write!(line, "{:spaces$}{cell:>width$}", ""),
                };
            }
            text += line.trim_end();
            text += "\n";
        }
        text
    }

    /// The table for a screen of some width, if it goes to a screen.
    pub(crate) fn fitted(&self, width: Option<usize>) -> Fitted {
        let whole = |table: &Table| Fitted { text: table.text(), left_out: Vec::new() };
        let Some(width) = width.filter(|&width| self.width() > width) else { return whole(self) };
        if let Some(turned) = self.turned().filter(|turned| turned.width() <= width) {
            return whole(&turned);
        }
        let mut table = self.clone();
        let mut left_out = Vec::new();
        while table.width() > width {
            let least = (0..table.ranks.len()).filter(|&index| table.ranks[index] > 0);
            let Some(least) = least.max_by_key(|&index| (table.ranks[index], index)) else { break };
            left_out.push(table.header[least].clone());
            table = table.columns(|index| index != least);
        }
        // In the order of the table.
        left_out.sort_by_key(|name| self.header.iter().position(|other| other == name));
        Fitted { text: table.in_groups(width), left_out }
    }

    /// Rows as columns; not of tables with more than one column of text.
    fn turned(&self) -> Option<Table> {
        if self.texts != 1 {
            return None;
        }
        let names = self.rows.iter().map(|row| row[0].clone());
        let mut turned = Table::new(std::iter::once(self.header[0].clone()).chain(names));
        for column in 1..self.header.len() {
            let cells = self.rows.iter().map(|row| row[column].clone());
            turned.row(std::iter::once(self.header[column].clone()).chain(cells).collect());
        }
        Some(turned)
    }

    /// As many columns side by side as there is room for, the others below, each time with the first one again.
    fn in_groups(&self, width: usize) -> String {
        let widths = self.widths();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut taken = usize::MAX;
        for column in 1..widths.len() {
            let more = SPACES + widths[column];
            match groups.last_mut() {
                Some(group) if taken.saturating_add(more) <= width => {
                    group.push(column);
                    taken += more;
                }
                _ => {
                    groups.push(vec![column]);
                    taken = widths[0] + more;
                }
            }
        }
        let text = |group: &Vec<usize>| self.columns(|index| index == 0 || group.contains(&index)).text();
        groups.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// A Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let mut text = markdown_row(&self.header);
        let rule = |column| if column < self.texts { "---" } else { "---:" };
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

    fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
        cells.map(String::from).to_vec()
    }

    #[test]
    fn numbers_are_aligned_to_the_right() {
        let mut table = Table::new(["name", "n"]);
        table.row(cells(["one", "1"]));
        table.row(cells(["a lot", "1000"]));
        assert_eq!(table.text(), "name      n\n-----  ----\none       1\na lot  1000\n");
        assert_eq!(table.markdown(), "| name | n |\n|---|---:|\n| one | 1 |\n| a lot | 1000 |\n");
    }

    #[test]
    fn a_table_is_turned_then_loses_columns_then_is_divided() {
        let mut table = Table::ranked([("", 0), ("nodes", 0), ("memory", 2), ("seconds", 1)]);
        table.row(cells(["hamming", "123", "4 kB", "0.1"]));
        table.row(cells(["manhattan", "45", "1 kB", "0.2"]));
        assert_eq!(table.fitted(None).text, table.text());
        assert_eq!(table.fitted(Some(33)).text, table.text(), "33 columns wide");
        let turned = table.fitted(Some(32));
        assert_eq!(turned.text.lines().next(), Some("         hamming  manhattan"));
        assert_eq!(turned.left_out, [""; 0]);
        let shorter = table.fitted(Some(25));
        assert_eq!(shorter.text.lines().next(), Some("           nodes  seconds"));
        assert_eq!(shorter.left_out, ["memory"]);
        assert_eq!(table.fitted(Some(20)).left_out, ["memory", "seconds"]);
        let mut numbers = Table::new(["", "one", "two", "three"]);
        numbers.row(cells(["a very long name", "1", "2", "3"]));
        numbers.row(cells(["another long name", "1", "2", "3"]));
        let divided = numbers.fitted(Some(27)).text;
        assert!(divided.lines().all(|line| line.len() <= 27), "{divided}");
        assert_eq!(divided.matches("a very long name").count(), 2, "{divided}");
    }
}
