//! Pictures of rows: expanded nodes against solution length for each combination, a box for each combination, a bar for
//! each with its figure, or a point for each with its mean length, always with a logarithmic axis of nodes.

mod bars;
mod frontier;

use super::summary::{Series, median, quantile, series};
use crate::failure::Failure;
use crate::plot::{self, COLOURS, Drawn, Picture, SIZE, words, words_at};
use clap::ValueEnum;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use std::collections::BTreeMap;
use std::path::Path;
use taquin_json::Row;

/// What kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotKind {
    /// Bars for one board, scatter if solutions differ in length, else box
    Auto,
    /// Expanded nodes against solution length
    Scatter,
    /// Median, quartiles and extremes of expanded nodes
    Box,
    /// Mean of expanded nodes, with its figure
    Bars,
    /// Mean length against mean of expanded nodes
    Frontier,
}

/// The width of a letter in pixels, where space is left for names.
const LETTER: i32 = 8;

/// Draws the rows into a file.
pub(crate) fn draw(path: &Path, rows: &[Row], kind: PlotKind, title: &str) -> Result<(), Failure> {
    plot::write(path, &Rows { rows, kind, title })
}

struct Rows<'a> {
    rows: &'a [Row],
    kind: PlotKind,
    title: &'a str,
}

impl Picture for Rows<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let Rows { rows, kind, title } = *self;
        let solved: Vec<&Row> = rows.iter().filter(|row| row.solved).collect();
        let left_out = rows.iter().filter(|row| row.solvable && !row.solved).count();
        let area = area.titled(title, words(22))?;
        let area = if left_out > 0 {
            let text = format!("{left_out} runs without a solution are not shown");
            area.titled(&text, words(14))?
        } else {
            area
        };
        let one_board = rows.iter().all(|row| row.number == rows[0].number);
        let one_length = solved.iter().all(|row| row.cost == solved[0].cost);
        match kind {
            PlotKind::Bars => bars::draw(&area, rows),
            PlotKind::Frontier => frontier::draw(&area, rows),
            PlotKind::Auto if one_board => bars::draw(&area, rows),
            PlotKind::Box => boxes(&area, rows),
            PlotKind::Auto if one_length => boxes(&area, rows),
            PlotKind::Auto | PlotKind::Scatter => scatter(&area, rows),
        }
    }
}

/// Where the logarithmic axis begins and ends: whole powers of ten.
fn decades(rows: &[Row]) -> std::ops::Range<f64> {
    let most = rows.iter().filter(|row| row.solved).map(|row| row.expanded).max().unwrap_or(1);
    1.0..10f64.powf((most.max(2) as f64).log10().ceil().max(1.0))
}

/// The mean of some figure of rows.
fn mean(rows: &[&Row], of: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64
}

/// A node count that a logarithmic axis can show.
fn shown(row: &Row) -> f64 {
    row.expanded.max(1) as f64
}

fn scatter<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, rows: &[Row]) -> Drawn<DB> {
    let costs = || rows.iter().filter_map(|row| row.cost);
    let (least, most) = (costs().min().unwrap_or(0), costs().max().unwrap_or(1));
    let series = series(rows);
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .margin_right(legend_width(&series))
        .x_label_area_size(52)
        .y_label_area_size(96)
        .build_cartesian_2d(f64::from(least) - 0.5..f64::from(most) + 0.5, decades(rows).log_scale())?;
    plot::axes(
        chart
            .configure_mesh()
            .x_desc("moves of the solution")
            .y_desc("nodes expanded")
            .x_labels(((most - least) as usize + 1).min(16))
            .x_label_formatter(&|moves| format!("{moves:.0}"))
            .y_label_formatter(&|nodes| indicatif::HumanCount(*nodes as u64).to_string()),
    )?;
    for (index, one) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let solved = || one.rows.iter().filter_map(|row| Some((row.cost?, shown(row))));
        chart.draw_series(
            solved().map(|(cost, nodes)| Circle::new((f64::from(cost), nodes), 3, colour.mix(0.35).filled())),
        )?;
        let mut by_length: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for (cost, nodes) in solved() {
            by_length.entry(cost).or_default().push(nodes);
        }
        let medians = by_length.iter().map(|(&cost, nodes)| (f64::from(cost), median(nodes)));
        chart.draw_series(LineSeries::new(medians, colour.stroke_width(2)))?;
    }
    legend(area, &series, "line: median")
}

/// The names with their colours, to the right of the plot.
fn legend<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    series: &[Series<'_>],
    remark: &str,
) -> Drawn<DB> {
    let names = words_at(15, HPos::Left, VPos::Center);
    let left = area.dim_in_pixel().0 as i32 - legend_width(series) + 16;
    let height = |index: usize| 34 + 26 * index as i32;
    for (index, one) in series.iter().enumerate() {
        let (colour, y) = (COLOURS[index % COLOURS.len()], height(index));
        area.draw(&PathElement::new([(left, y), (left + 24, y)], colour.stroke_width(2)))?;
        area.draw(&Circle::new((left + 12, y), 4, colour.filled()))?;
        area.draw_text(&one.name, &names, (left + 32, y))?;
    }
    let small = words(12);
    area.draw_text(remark, &small, (left, height(series.len())))
}

fn legend_width(series: &[Series<'_>]) -> i32 {
    72 + LETTER * longest_name(series)
}

fn longest_name(series: &[Series<'_>]) -> i32 {
    series.iter().map(|one| one.name.chars().count()).max().unwrap_or(0) as i32
}

fn boxes<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, rows: &[Row]) -> Drawn<DB> {
    let series = series(rows);
    // Names that would touch each other under the boxes go into a legend.
    let room = (SIZE.0 as i32 - 130) / series.len().max(1) as i32;
    let names_fit = LETTER * longest_name(&series) <= room;
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .margin_right(if names_fit { 16 } else { legend_width(&series) })
        .x_label_area_size(44)
        .y_label_area_size(96)
        .build_cartesian_2d(-0.5..series.len() as f64 - 0.5, decades(rows).log_scale())?;
    plot::axes(
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_desc("nodes expanded")
            .y_label_formatter(&|nodes| indicatif::HumanCount(*nodes as u64).to_string()),
    )?;
    let names = words_at(15, HPos::Center, VPos::Top);
    for (index, one) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let x = index as f64;
        let nodes: Vec<f64> = one.rows.iter().filter(|row| row.solved).map(|row| shown(row)).collect();
        let (left, bottom) = chart.backend_coord(&(x, 1.0));
        let (across, down) = area.get_pixel_range();
        let origin = (across.start, down.start);
        if names_fit {
            area.draw_text(&one.name, &names, (left - origin.0, bottom - origin.1 + 14))?;
        }
        if nodes.is_empty() {
            continue;
        }
        let at = |part| quantile(&nodes, part);
        let line = |points: Vec<(f64, f64)>, width| PathElement::new(points, colour.stroke_width(width));
        chart.draw_series([
            Rectangle::new([(x - 0.25, at(0.25)), (x + 0.25, at(0.75))], colour.mix(0.25).filled()),
            Rectangle::new([(x - 0.25, at(0.25)), (x + 0.25, at(0.75))], colour.stroke_width(2)),
        ])?;
        chart.draw_series([
            line(vec![(x, at(0.0)), (x, at(0.25))], 2),
            line(vec![(x, at(0.75)), (x, at(1.0))], 2),
            line(vec![(x - 0.1, at(0.0)), (x + 0.1, at(0.0))], 2),
            line(vec![(x - 0.1, at(1.0)), (x + 0.1, at(1.0))], 2),
            line(vec![(x - 0.25, at(0.5)), (x + 0.25, at(0.5))], 4),
        ])?;
    }
    if names_fit { Ok(()) } else { legend(area, &series, "box: quartiles, line: median") }
}
