//! What shorter solutions cost: the mean length against the mean of nodes expanded, a point for each combination. Weights of
//! one heuristic are joined by a line.

use super::mean;
use crate::compare::summary::{Series, series};
use crate::plot::{self, COLOURS, Drawn, words_at};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use taquin_json::Row;

/// A combination that has solved something.
struct Point<'a> {
    name: &'a str,
    nodes: f64,
    cost: f64,
    /// Which of the lines it is on.
    line: usize,
}

pub(super) fn draw<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, rows: &[Row]) -> Drawn<DB> {
    let series = series(rows);
    let points = points(&series);
    let costs = || points.iter().map(|point| point.cost);
    let (least, most) = (costs().fold(f64::MAX, f64::min), costs().fold(0.0, f64::max));
    let room = ((most - least) * 0.1).max(0.5);
    let nodes = || points.iter().map(|point| point.nodes);
    // As wide as the points need; names stand on both sides of them.
    let across = nodes().fold(f64::MAX, f64::min).min(1e18) / 1.5..nodes().fold(1.0, f64::max) * 1.5;
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .x_label_area_size(52)
        .y_label_area_size(80)
        .build_cartesian_2d(across.log_scale(), least.min(most) - room..most + room)?;
    plot::axes(
        chart
            .configure_mesh()
            .x_desc("nodes expanded (mean)")
            .y_desc("moves of the solution (mean)")
            .x_label_formatter(&|nodes| indicatif::HumanCount(*nodes as u64).to_string())
            .y_label_formatter(&|moves| format!("{moves:.1}")),
    )?;
    for pair in points.windows(2).filter(|pair| pair[0].line == pair[1].line) {
        let colour = COLOURS[pair[0].line % COLOURS.len()];
        let line = pair.iter().map(|point| (point.nodes, point.cost));
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
    }
    let (left, top) = area.get_pixel_range();
    for (number, point) in points.iter().enumerate() {
        let colour = COLOURS[point.line % COLOURS.len()];
        chart.draw_series([Circle::new((point.nodes, point.cost), 5, colour.filled())])?;
        let (x, y) = chart.backend_coord(&(point.nodes, point.cost));
        // Names of neighbours on different sides do not touch.
        let (side, gap) = if number % 2 == 0 { (HPos::Left, 10) } else { (HPos::Right, -10) };
        let beside = (x - left.start + gap, y - top.start);
        // A logarithmic axis has few numbers: the point has its own.
        let words = format!("{}: {}", point.name, indicatif::HumanCount(point.nodes.round() as u64));
        area.draw_text(&words, &words_at(14, side, VPos::Center), beside)?;
    }
    Ok(())
}

fn points<'a>(series: &'a [Series<'_>]) -> Vec<Point<'a>> {
    let mut lines: Vec<(&str, Option<&str>)> = Vec::new();
    let mut points = Vec::new();
    for one in series {
        let solved: Vec<&Row> = one.rows.iter().copied().filter(|row| row.solved).collect();
        let Some(first) = solved.first() else { continue };
        let kind = (first.algorithm.as_str(), first.heuristic.as_deref());
        let line = lines.iter().position(|&other| other == kind).unwrap_or_else(|| {
            lines.push(kind);
            lines.len() - 1
        });
        points.push(Point {
            name: &one.name,
            nodes: mean(&solved, |row| row.expanded as f64).max(1.0),
            cost: mean(&solved, |row| row.cost.map_or(0.0, f64::from)),
            line,
        });
    }
    points
}
