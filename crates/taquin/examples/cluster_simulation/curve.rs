//! The curve of efficiency against processes, as a picture.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;

/// Draws efficiencies between 0 and 1 for numbers of processes that are powers of two.
pub(crate) fn draw(points: &[(usize, f64)]) -> String {
    let last = points.last().map_or(1, |&(processes, _)| processes.ilog2()).max(1);
    let x =
        |processes: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * f64::from(processes.ilog2()) / f64::from(last);
    let y = |efficiency: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * efficiency;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{percent} %</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
    }
    for &(processes, _) in points.iter().step_by(2) {
        let (at, below) = (x(processes), HEIGHT - MARGIN + 18.0);
        let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{processes}</text>");
    }
    let line: Vec<String> = points
        .iter()
        .map(|&(processes, efficiency)| format!("{:.1},{:.1}", x(processes), y(efficiency)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1763a6\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">processes</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 8.0
    );
    svg
}
