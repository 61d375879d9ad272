//! A bar for each combination, with its figure written on it: what a picture of one board shows.

use super::{LETTER, decades, legend, legend_width, longest_name, mean};
use crate::compare::summary::series;
use crate::plot::{self, COLOURS, Drawn, SIZE, words_at};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use taquin_json::Row;

pub(super) fn draw<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, rows: &[Row]) -> Drawn<DB> {
    let series = series(rows);
    // Names that would touch each other under the bars go into a legend.
    let room = (SIZE.0 as i32 - 130) / series.len().max(1) as i32;
    let names_fit = LETTER * longest_name(&series) <= room;
    let mut scale = decades(rows);
    // Room for the figure above a bar that reaches to the top.
    scale.end *= 2.0;
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .margin_right(if names_fit { 16 } else { legend_width(&series) })
        .x_label_area_size(60)
        .y_label_area_size(96)
        .build_cartesian_2d(-0.5..series.len() as f64 - 0.5, scale.log_scale())?;
    plot::axes(
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_desc("nodes expanded")
            .y_label_formatter(&|nodes| indicatif::HumanCount(*nodes as u64).to_string()),
    )?;
    let (across, down) = area.get_pixel_range();
    for (index, one) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let x = index as f64;
        let solved: Vec<&Row> = one.rows.iter().copied().filter(|row| row.solved).collect();
        let nodes = mean(&solved, |row| row.expanded as f64);
        let (figure, height) = match solved.len() {
            0 => ("no solution".to_string(), 1.0),
            1 => (indicatif::HumanCount(nodes as u64).to_string(), nodes.max(1.0)),
            _ => (format!("{nodes:.1}"), nodes.max(1.0)),
        };
        chart
            .draw_series([Rectangle::new([(x - 0.3, 1.0), (x + 0.3, height)], colour.mix(0.75).filled())])?;
        let at = |(x, y): (i32, i32), up: i32| (x - across.start, y - down.start + up);
        let top = chart.backend_coord(&(x, height));
        area.draw_text(&figure, &words_at(18, HPos::Center, VPos::Bottom), at(top, -4))?;
        let bottom = chart.backend_coord(&(x, 1.0));
        if names_fit {
            area.draw_text(&one.name, &words_at(15, HPos::Center, VPos::Top), at(bottom, 12))?;
        }
        if let ([_, ..], cost) = (solved.as_slice(), mean(&solved, |row| row.cost.map_or(0.0, f64::from))) {
            let moves =
                format!("{} move{}", (cost * 100.0).round() / 100.0, if cost == 1.0 { "" } else { "s" });
            area.draw_text(&moves, &words_at(13, HPos::Center, VPos::Top), at(bottom, 34))?;
        }
    }
    if names_fit { Ok(()) } else { legend(area, &series, "bar: nodes expanded") }
}
