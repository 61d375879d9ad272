//! How lengths shrink: the mean of the shortest solutions found by a moment, over all boards of a set.

use crate::failure::Failure;
use crate::plot::{self, COLOURS, Drawn, Picture, words};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;
use std::time::Duration;

/// When a solution was found, and its length.
pub(super) type Found = (Duration, u32);

/// Seconds, and the mean length by then.
type Point = (f64, f64);

/// The earliest moment on the axis of time, in seconds.
const EARLIEST: f64 = 0.001;

/// Draws the curve into a file.
pub(super) fn draw(path: &Path, boards: &[Vec<Found>], title: &str) -> Result<(), Failure> {
    let points = means(boards);
    if points.is_empty() {
        return Err(Failure::new(format_args!("{}: there is no solution to draw", path.display())));
    }
    plot::write(path, &Curve { points, title })
}

struct Curve<'a> {
    points: Vec<Point>,
    title: &'a str,
}

impl Picture for Curve<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        curve(&area.titled(self.title, words(22))?, &self.points)
    }
}

/// The mean of the shortest lengths at every moment at which it changes, from when all boards have a solution.
fn means(boards: &[Vec<Found>]) -> Vec<Point> {
    let solved: Vec<&Vec<Found>> = boards.iter().filter(|steps| !steps.is_empty()).collect();
    let first = solved.iter().map(|steps| steps[0].0).max();
    let mut moments: Vec<_> = solved.iter().flat_map(|steps| steps.iter().map(|step| step.0)).collect();
    moments.retain(|&moment| Some(moment) >= first);
    moments.sort_unstable();
    moments.dedup();
    let at = |moment| {
        let last = |steps: &&Vec<Found>| {
            let known = steps.iter().take_while(|step| step.0 <= moment);
            known.last().map_or(0.0, |step| f64::from(step.1))
        };
        solved.iter().map(last).sum::<f64>() / solved.len() as f64
    };
    moments.into_iter().map(|moment| (moment.as_secs_f64().max(EARLIEST), at(moment))).collect()
}

/// Draws the curve: it stays where it is until the next point.
fn curve<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, points: &[Point]) -> Drawn<DB> {
    let lengths = || points.iter().map(|point| point.1);
    let (least, most) = (lengths().fold(f64::MAX, f64::min), lengths().fold(0.0, f64::max));
    let room = ((most - least) / 20.0).max(1.0);
    let end = points.last().map_or(1.0, |point| point.0).max(10.0 * EARLIEST);
    let mut chart = ChartBuilder::on(area)
        .margin(16)
        .x_label_area_size(52)
        .y_label_area_size(96)
        .build_cartesian_2d((EARLIEST..end * 1.2).log_scale(), least - room..most + room)?;
    plot::axes(
        chart
            .configure_mesh()
            .x_desc("seconds")
            .y_desc("mean length")
            .x_label_formatter(&|seconds| seconds.to_string())
            .y_label_formatter(&|length| format!("{length:.1}")),
    )?;
    let mut line = Vec::new();
    for &(seconds, length) in points {
        if let Some(&(_, before)) = line.last() {
            line.push((seconds, before));
        }
        line.push((seconds, length));
    }
    line.push((end * 1.2, points.last().map_or(0.0, |point| point.1)));
    chart.draw_series(LineSeries::new(line, COLOURS[0].stroke_width(2)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_begin_when_every_board_has_a_solution() {
        let steps = |steps: &[(u64, u32)]| -> Vec<Found> {
            steps.iter().map(|&(seconds, length)| (Duration::from_secs(seconds), length)).collect()
        };
        let boards = [steps(&[(1, 100), (4, 90)]), steps(&[(2, 60), (8, 50)]), steps(&[])];
        assert_eq!(means(&boards), [(2.0, 80.0), (4.0, 75.0), (8.0, 70.0)]);
        assert_eq!(means(&[]), []);
    }
}
