//! The boards at each distance as a picture: a bar for each distance.

use crate::failure::Failure;
use crate::plot::{self, COLOURS, Drawn, Picture, words};
use indicatif::HumanCount;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;
use taquin::Shape;
use taquin::census::{Census, Ended};

/// Draws a census into a file.
pub(super) fn draw(path: &Path, shape: Shape, census: &Census) -> Result<(), Failure> {
    draw_levels(path, title(shape, census), &census.levels, "boards")
}

/// Draws how many of something there are at each distance into a file.
pub(in crate::commands) fn draw_levels(
    path: &Path,
    title: String,
    levels: &[u64],
    what: &'static str,
) -> Result<(), Failure> {
    plot::write(path, &Distances { title, levels, what })
}

fn title(shape: Shape, census: &Census) -> String {
    let levels = &census.levels;
    let total: u64 = levels.iter().sum();
    let farthest = levels.len().saturating_sub(1);
    if census.ended != Ended::Complete {
        return format!("{shape}: {} boards up to distance {farthest}", HumanCount(total));
    }
    let moves: f64 = levels.iter().zip(0u32..).map(|(&boards, d)| boards as f64 * f64::from(d)).sum();
    let mean = moves / total.max(1) as f64;
    format!("{shape}: {} boards, the farthest at {farthest}, mean {mean:.2}", HumanCount(total))
}

struct Distances<'a> {
    title: String,
    levels: &'a [u64],
    what: &'static str,
}

impl Distances<'_> {
    /// Counts that only grow are drawn on a logarithmic axis: all but the last would be too low to see.
    fn is_growing(&self) -> bool {
        self.levels.len() > 2 && self.levels.windows(2).all(|pair| pair[0] <= pair[1])
    }
}

impl Picture for Distances<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let area = area.titled(&self.title, words(22))?;
        let Distances { levels, what, .. } = *self;
        let most = levels.iter().copied().max().unwrap_or(1).max(1) as f64;
        let columns = -0.6..levels.len() as f64 - 0.4;
        let mut chart = ChartBuilder::on(&area);
        chart.margin(16).x_label_area_size(52).y_label_area_size(120);
        if self.is_growing() {
            let top = 10f64.powf(most.log10().ceil().max(1.0));
            bars(chart.build_cartesian_2d(columns, (0.5..top).log_scale())?, (levels, what), 0.5)
        } else {
            bars(chart.build_cartesian_2d(columns, 0.0..most * 1.05)?, (levels, what), 0.0)
        }
    }
}

/// Axes and a bar for each distance, from the bottom up.
fn bars<DB, Y>(
    mut chart: ChartContext<'_, DB, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>,
    (levels, what): (&[u64], &str),
    bottom: f64,
) -> Drawn<DB>
where
    DB: DrawingBackend,
    Y: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
{
    plot::axes(
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc("distance from the goal in moves")
            .y_desc(what)
            .x_labels(levels.len().min(17))
            .x_label_formatter(&|distance| format!("{distance:.0}"))
            .y_label_formatter(&|boards| HumanCount(*boards as u64).to_string()),
    )?;
    let bar = |(distance, &boards): (usize, &u64)| {
        let (x, height) = (distance as f64, (boards as f64).max(bottom));
        Rectangle::new([(x - 0.4, bottom), (x + 0.4, height)], COLOURS[0].mix(0.85).filled())
    };
    chart.draw_series(levels.iter().enumerate().map(bar))?;
    Ok(())
}
