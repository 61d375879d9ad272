//! The distance to the goal against the number of moves, as a picture.

use crate::failure::Failure;
use crate::plot::{self, COLOURS, Drawn, Picture, words};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;
use taquin::solver::Analysis;

/// Draws an analysis into a file.
pub(super) fn draw(path: &Path, analysis: &Analysis) -> Result<(), Failure> {
    plot::write(path, &Distances { analysis })
}

struct Distances<'a> {
    analysis: &'a Analysis,
}

impl Distances<'_> {
    fn title(&self) -> String {
        let (moves, metric) = (self.analysis.moves.len(), self.analysis.metric);
        match self.analysis.lost() {
            Some(lost) => format!("{moves} moves in {metric}, {lost} lost"),
            None => format!("{moves} moves in {metric}: bounds of the distance"),
        }
    }
}

impl Picture for Distances<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let area = area.titled(&self.title(), words(22))?;
        let distances = &self.analysis.distances;
        let known = |most: u32| if most == u32::MAX { None } else { Some(most) };
        let most = distances.iter().filter_map(|distance| known(distance.upper)).max().unwrap_or(1).max(1);
        let last = distances.len().saturating_sub(1).max(1);
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(52)
            .y_label_area_size(80)
            .build_cartesian_2d(0.0..last as f64, 0.0..f64::from(most) * 1.05)?;
        plot::axes(
            chart
                .configure_mesh()
                .x_desc("moves made")
                .y_desc("moves to the goal")
                .x_label_formatter(&|moves| format!("{moves:.0}"))
                .y_label_formatter(&|moves| format!("{moves:.0}")),
        )?;
        let upper = distances.iter().enumerate().filter_map(|(moves, distance)| {
            known(distance.upper).map(|upper| (moves as f64, f64::from(upper)))
        });
        chart.draw_series(LineSeries::new(upper, COLOURS[0].stroke_width(2)))?;
        if self.analysis.lost().is_none() {
            let lower = distances.iter().enumerate();
            let lower = lower.map(|(moves, distance)| (moves as f64, f64::from(distance.lower)));
            chart.draw_series(LineSeries::new(lower, COLOURS[2].stroke_width(2)))?;
        }
        let mistake = |(number, _): (usize, _)| {
            let height = f64::from(distances[number].lower);
            Circle::new((number as f64, height), 5, COLOURS[1].filled())
        };
        chart.draw_series(self.analysis.mistakes().map(mistake))?;
        Ok(())
    }
}
