//! Efficiency against processes, as a picture.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const MARGIN: f64 = 56.0;

/// Numbers of processes that are powers of two, with their efficiencies between 0 and 1.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) colour: &'static str,
    pub(crate) points: Vec<(usize, f64)>,
}

/// Draws curves with the same numbers of processes.
pub(crate) fn draw(curves: &[Curve]) -> String {
    let processes: Vec<usize> = curves[0].points.iter().map(|&(processes, _)| processes).collect();
    let last = processes.last().map_or(1, |processes| processes.ilog2()).max(1);
    let x =
        |processes: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * f64::from(processes.ilog2()) / f64::from(last);
    let y = |efficiency: f64| HEIGHT - MARGIN - (HEIGHT - 1.5 * MARGIN) * efficiency;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Efficiency against the number of processes</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for percent in [0, 25, 50, 75, 90, 100] {
        let at = y(f64::from(percent) / 100.0);
        let (end, label, below) = (WIDTH - MARGIN, MARGIN - 6.0, at + 4.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" y1=\"{at:.1}\" x2=\"{end}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{label}\" y=\"{below:.1}\" text-anchor=\"end\">{percent} %</text>"
        );
    }
    let text = |svg: &mut String, x: f64, y: f64, words: &str| {
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{words}</text>");
    };
    for &processes in processes.iter().step_by(2) {
        text(&mut svg, x(processes), HEIGHT - MARGIN + 18.0, &processes.to_string());
    }
    text(&mut svg, WIDTH / 2.0, HEIGHT - 12.0, "processes");
    for (number, Curve { name, colour, points }) in curves.iter().enumerate() {
        let line: Vec<String> =
            points.iter().map(|&(processes, share)| format!("{:.1},{:.1}", x(processes), y(share))).collect();
        let (line, below) = (line.join(" "), HEIGHT - MARGIN - 20.0 - 18.0 * number as f64);
        let _ = writeln!(
            svg,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{below:.1}\" fill=\"{colour}\">{name}</text>",
            MARGIN + 12.0
        );
    }
    svg + "</svg>\n"
}
