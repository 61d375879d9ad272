//! What the rows say together: a table for one board, one for each board of a set, and one over all
//! boards with means, medians and the winner.
//!
//! A run that hits a limit is never left out of a mean without a word: its nodes count as far as
//! they go, the mean is then written with `≥`, and a note says how many runs there were.

use super::table::{Rank, Table};
use crate::ui;
use indicatif::HumanCount;
use std::time::Duration;
use taquin_json::Row;

/// The rows of one heuristic and algorithm.
pub(crate) struct Series<'a> {
    pub(crate) name: String,
    pub(crate) rows: Vec<&'a Row>,
}

/// The rows by combination, in the order in which combinations first appear.
pub(crate) fn series(rows: &[Row]) -> Vec<Series<'_>> {
    let name_of = naming(rows);
    let mut series: Vec<Series<'_>> = Vec::new();
    for row in rows {
        let name = name_of(row);
        match series.iter_mut().find(|one| one.name == name) {
            Some(one) => one.rows.push(row),
            None => series.push(Series { name, rows: vec![row] }),
        }
    }
    series
}

/// How combinations are called: by their heuristic, and by algorithm and weight if there are several of them.
fn naming(rows: &[Row]) -> impl Fn(&Row) -> String + use<> {
    let with_algorithm = rows.iter().any(|row| row.algorithm != rows[0].algorithm);
    let weights = || rows.iter().filter_map(|row| row.weight);
    let with_weight = weights().next().is_some_and(|first| weights().any(|weight| weight != first));
    move |row| match row.weight.filter(|_| with_weight) {
        Some(weight) => format!("{} × {weight}", row.combination(with_algorithm)),
        None => row.combination(with_algorithm),
    }
}

/// The rows by board.
fn boards(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut boards: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        match boards.last_mut() {
            Some(board) if board[0].number == row.number => board.push(row),
            _ => boards.push(vec![row]),
        }
    }
    boards
}

/// The rows with the fewest nodes expanded among those with the shortest solution.
fn best<'a>(rows: &[&'a Row]) -> Vec<&'a Row> {
    let rank = |row: &Row| (row.cost, row.expanded, row.generated);
    let solved = || rows.iter().filter(|row| row.solved);
    let Some(first) = solved().map(|row| rank(row)).min() else { return Vec::new() };
    solved().filter(|row| rank(row) == first).copied().collect()
}

/// Everything about the runs on a single board.
pub(crate) fn one_board(rows: &[Row]) -> Table {
    let all: Vec<&Row> = rows.iter().collect();
    let best = best(&all);
    let name_of = naming(rows);
    let mut table = Table::ranked([
        ("", 0),
        ("cost", 0),
        ("expanded", 0),
        ("generated", 1),
        ("reached", 3),
        ("branching", 4),
        ("time", 2),
        ("memory", 5),
    ]);
    for row in rows {
        let star = if rows.len() > 1 && best.contains(&row) { " *" } else { "" };
        table.row(vec![
            name_of(row) + star,
            cost(row),
            HumanCount(row.expanded).to_string(),
            HumanCount(row.generated).to_string(),
            row.reached.map_or("-".into(), |reached| HumanCount(reached).to_string()),
            row.effective_branching.map_or("-".into(), |b| format!("{b:.3}")),
            time(row.seconds),
            memory(row.peak_bytes),
        ]);
    }
    table
}

/// The cost, or why there is none.
fn cost(row: &Row) -> String {
    match (row.cost, &row.stopped_by) {
        (Some(cost), _) => cost.to_string(),
        (None, _) if !row.solvable => "unsolvable".into(),
        (None, Some(why)) => format!("stopped ({why})"),
        (None, None) => "-".into(),
    }
}

/// Which nodes the cells of a table tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nodes {
    Both,
    Expanded,
    Generated,
}

impl Nodes {
    fn of(self, row: &Row) -> String {
        match self {
            Nodes::Both => format!("{}/{}", row.expanded, row.generated),
            Nodes::Expanded => row.expanded.to_string(),
            Nodes::Generated => row.generated.to_string(),
        }
    }
}

/// A line for each board: the costs, and the nodes of each combination.
pub(crate) fn per_board(rows: &[Row], nodes: Nodes) -> Table {
    let series = series(rows);
    let header = [("#", 0), ("board", 2), ("cost", 1)].map(|(name, rank)| (name.to_string(), rank));
    let names = series.iter().map(|one| (one.name.clone(), 0));
    let mut table = Table::ranked(header.into_iter().chain(names)).texts(2);
    for board in boards(rows) {
        let best = best(&board);
        let mut costs: Vec<String> = Vec::new();
        for row in &board {
            let cost = cost(row);
            if !costs.contains(&cost) {
                costs.push(cost);
            }
        }
        let cells = board.iter().map(|row| {
            let star = if best.contains(row) && board.len() > 1 { "*" } else { "" };
            let is_told = row.solvable || row.expanded > 0;
            if is_told { format!("{}{star}", nodes.of(row)) } else { "-".into() }
        });
        let first = [format!("{:>3}", board[0].number), board[0].start.clone(), costs.join(", ")];
        let mut line: Vec<String> = first.into_iter().chain(cells).collect();
        line.resize(series.len() + 3, "-".into());
        table.row(line);
    }
    table
}

/// The columns of the table over all boards, in the order of all outputs, and which of them are left out first.
const OVERALL: [(&str, Rank); 13] = [
    ("", 0),
    ("solved", 2),
    ("cost", 1),
    ("expanded", 0),
    ("expanded (median)", 6),
    ("generated", 3),
    ("generated (median)", 7),
    ("reached", 8),
    ("branching", 9),
    ("time", 4),
    ("time (median)", 10),
    ("memory", 11),
    ("best on", 5),
];

/// The names of columns as they are asked for.
pub(crate) fn column_names() -> Vec<String> {
    OVERALL.iter().skip(1).map(|(name, _)| column_name(name)).collect()
}

/// How a column is asked for: `expanded (median)` is `expanded-median`.
pub(crate) fn column_name(header: &str) -> String {
    header.replace(['(', ')'], "").replace(' ', "-")
}

/// Means and medians over all boards, the winner marked. Memory is the most that a run took.
pub(crate) fn overall(rows: &[Row]) -> Table {
    let series = series(rows);
    let boards = boards(rows);
    let winner = winner(&series);
    let mut table = Table::ranked(OVERALL);
    for (index, Series { name, rows }) in series.iter().enumerate() {
        let run: Vec<&Row> = rows.iter().filter(|row| row.solvable).copied().collect();
        let bound = if run.iter().any(|row| row.hit_a_limit()) { "≥ " } else { "" };
        let of = |value: &dyn Fn(&Row) -> Option<f64>| -> Vec<f64> {
            run.iter().filter_map(|row| value(row)).collect()
        };
        let figure = |values: Vec<f64>, of: fn(&[f64]) -> f64| {
            if values.is_empty() { "-".to_string() } else { format!("{bound}{}", number(of(&values))) }
        };
        let exact = |values: Vec<f64>, digits: usize| {
            if values.is_empty() { "-".to_string() } else { format!("{:.digits$}", mean(&values)) }
        };
        let seconds = of(&|row| Some(row.seconds));
        let time = |value: f64| format!("{bound}{}", time(value));
        let best_on = boards
            .iter()
            .filter(|board| best(board).iter().any(|row| rows.iter().any(|own| std::ptr::eq(*own, *row))));
        table.row(vec![
            format!("{name}{}", if winner == Some(index) { " *" } else { "" }),
            format!("{}/{}", rows.iter().filter(|row| row.solved).count(), rows.len()),
            exact(of(&|row| row.cost.map(f64::from)), 2),
            figure(of(&|row| Some(row.expanded as f64)), mean),
            figure(of(&|row| Some(row.expanded as f64)), median),
            figure(of(&|row| Some(row.generated as f64)), mean),
            figure(of(&|row| Some(row.generated as f64)), median),
            figure(of(&|row| row.reached.map(|reached| reached as f64)), mean),
            exact(of(&|row| row.effective_branching), 3),
            if seconds.is_empty() { "-".into() } else { time(mean(&seconds)) },
            if seconds.is_empty() { "-".into() } else { time(median(&seconds)) },
            memory(run.iter().map(|row| row.peak_bytes).max().unwrap_or(0)),
            best_on.count().to_string(),
        ]);
    }
    table
}

/// The series that solves the most, then with the shortest solutions, then with the fewest nodes.
fn winner(series: &[Series<'_>]) -> Option<usize> {
    let rank = |one: &Series<'_>| {
        let solved = || one.rows.iter().filter(|row| row.solved);
        let cost: u64 = solved().filter_map(|row| row.cost).map(u64::from).sum();
        let expanded: u64 = solved().map(|row| row.expanded).sum();
        (std::cmp::Reverse(solved().count()), cost, expanded)
    };
    if series.len() < 2 {
        return None;
    }
    (0..series.len()).min_by_key(|&index| rank(&series[index]))
}

/// What a reader of the tables has to know.
pub(crate) fn notes(rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    let series = series(rows);
    if boards(rows).len() > 1 {
        notes.push("figures are means, memory is the most of any run".to_string());
    }
    if series.len() > 1 {
        notes.push("* the shortest solution with the fewest nodes expanded".to_string());
    }
    let unsolvable = boards(rows).iter().filter(|board| !board[0].solvable).count();
    if unsolvable > 0 {
        let boards = ui::count(unsolvable as u64, "board");
        notes.push(format!("{boards} cannot be solved: left out of every mean"));
    }
    for Series { name, rows } in &series {
        let stopped = rows.iter().filter(|row| row.hit_a_limit()).count() as u64;
        if stopped > 0 {
            notes.push(format!(
                "{name}: {} hit a limit; their nodes so far are in the means, which are therefore ≥, and cost and \
                 branching are of the other runs",
                ui::count(stopped, "run")
            ));
        }
        let solvable = || rows.iter().filter(|row| row.solvable);
        let lost = solvable().filter(|row| row.stopped_by.as_deref() == Some("dead-end")).count() as u64;
        if lost > 0 {
            notes.push(format!("{name}: {} ended in a dead end", ui::count(lost, "run")));
        }
    }
    let longer = longer_than_needed(rows);
    for (name, count) in longer {
        let boards = ui::count(count, "board");
        notes.push(format!("{name}: a longer solution than another combination's on {boards}"));
    }
    notes
}

/// On how many boards each combination found a solution that is not the shortest of all.
pub(crate) fn longer_than_needed(rows: &[Row]) -> Vec<(String, u64)> {
    let boards = boards(rows);
    let longer = |one: &Series<'_>| {
        let is_longer = |board: &Vec<&Row>| {
            let shortest = board.iter().filter_map(|row| row.cost).min();
            board.iter().any(|row| {
                row.cost > shortest
                    && row.cost.is_some()
                    && one.rows.iter().any(|own| std::ptr::eq(*own, *row))
            })
        };
        boards.iter().filter(|board| is_longer(board)).count() as u64
    };
    series(rows).iter().map(|one| (one.name.clone(), longer(one))).filter(|(_, count)| *count > 0).collect()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value below which this part of the values lies, between two of them by their distance.
pub(crate) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// A mean as people write it: small ones with a decimal.
pub(crate) fn number(value: f64) -> String {
    if value >= 1000.0 || value.fract() == 0.0 {
        HumanCount(value.round() as u64).to_string()
    } else {
        format!("{value:.1}")
    }
}

/// A time, however short.
fn time(seconds: f64) -> String {
    if seconds < 1e-4 {
        format!("{:.1} µs", seconds * 1e6)
    } else {
        ui::time(Duration::from_secs_f64(seconds))
    }
}

fn memory(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().si().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_few_values() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(
            (number(12.0), number(12.34), number(12_345.6)),
            ("12".into(), "12.3".into(), "12,346".into())
        );
    }
}
