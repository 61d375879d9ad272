//! Estimates against true distances: a field for each heuristic, with a square for each distance and estimate that
//! is the darker the more boards have both, and the line on which an estimate is exact.

use super::Surveyed;
use crate::failure::Failure;
use crate::plot::{self, COLOURS, Drawn, FAINT, INK, Picture, words};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;
use taquin::survey::Survey;

/// Draws surveys into a file.
pub(super) fn draw(path: &Path, surveyed: &[Surveyed]) -> Result<(), Failure> {
    plot::write(path, &Fields { surveyed })
}

struct Fields<'a> {
    surveyed: &'a [Surveyed],
}

impl Picture for Fields<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let fields = self.surveyed.len();
        let columns = (1..=fields).find(|columns| columns * columns >= fields).unwrap_or(1);
        let rows = fields.div_ceil(columns);
        // One scale for all fields, so that they can be compared.
        let surveys = || self.surveyed.iter().map(|one| &one.survey);
        let farthest = surveys().map(|survey| survey.counts.len()).max().unwrap_or(1);
        let highest = surveys()
            .flat_map(Survey::cells)
            .map(|(_, estimate, _)| estimate as usize + 1)
            .max()
            .unwrap_or(1);
        let most = surveys().flat_map(Survey::cells).map(|(_, _, boards)| boards).max().unwrap_or(1);
        for (one, area) in self.surveyed.iter().zip(area.split_evenly((rows, columns))) {
            field(&area, one, (farthest, highest.max(farthest)), most, fields == 1)?;
        }
        Ok(())
    }
}

fn field<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    one: &Surveyed,
    (farthest, highest): (usize, usize),
    most: u64,
    alone: bool,
) -> Drawn<DB> {
    let (mean, distance) = (one.survey.mean_estimate(), one.survey.mean_distance());
    let area = area
        .titled(&format!("{}: {mean:.2} of {distance:.2}", one.name), words(if alone { 22 } else { 17 }))?;
    let mut chart = ChartBuilder::on(&area)
        .margin(if alone { 16 } else { 8 })
        .x_label_area_size(if alone { 52 } else { 24 })
        .y_label_area_size(if alone { 80 } else { 34 })
        .build_cartesian_2d(-0.5..farthest as f64 - 0.5, -0.5..highest as f64 - 0.5)?;
    let whole = |value: &f64| format!("{value:.0}");
    let mut mesh = chart.configure_mesh();
    mesh.x_labels(8).y_labels(8).x_label_formatter(&whole).y_label_formatter(&whole);
    mesh.label_style(words(if alone { 14 } else { 12 }))
        .bold_line_style(FAINT)
        .light_line_style(TRANSPARENT)
        .axis_style(INK);
    if alone {
        mesh.x_desc("true distance in moves").y_desc("estimate").axis_desc_style(words(17));
    }
    mesh.draw()?;
    let square = |(distance, estimate, boards): (u32, u32, u64)| {
        // From a tenth for a single board to all for the most, by the logarithm.
        let strength = 0.1 + 0.9 * (boards as f64).ln() / (most.max(2) as f64).ln();
        let (x, y) = (f64::from(distance), f64::from(estimate));
        let colour = COLOURS[usize::from(estimate > distance)].mix(strength);
        Rectangle::new([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], colour.filled())
    };
    chart.draw_series(one.survey.cells().map(square))?;
    let end = farthest.min(highest) as f64 - 0.5;
    chart.draw_series(LineSeries::new([(-0.5, -0.5), (end, end)], INK.stroke_width(1)))?;
    Ok(())
}
