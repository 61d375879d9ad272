//! The figures of docs/26-puzzle.md: how long shortest solutions of random 26-puzzles are, how many bad
//! moves they have, and what it took to find them.
//!
//! `cargo run --release --example cube_figures [PICTURE.svg]` reads tests/data/cube1000.txt.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;

/// What is known of a board.
struct Row {
    length: u32,
    bad: u32,
    nodes: f64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let rows: Vec<Row> = include_str!("../tests/data/cube1000.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(row)
        .collect::<Result<_, _>>()?;
    println!("{} boards", rows.len());
    for (what, of) in
        [("length", length as fn(&Row) -> f64), ("bad moves", bad), ("nodes", nodes), ("seconds", seconds)]
    {
        let mut values: Vec<f64> = rows.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        let at = |per_cent: usize| values[(values.len() - 1) * per_cent / 100];
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        println!(
            "{what:11}  mean {mean:.2}  median {:.2}  90 % {:.2}  99 % {:.2}  least {:.2}  most {:.2}",
            at(50),
            at(90),
            at(99),
            at(0),
            at(100)
        );
    }
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture(&rows)?)?;
    }
    Ok(())
}

fn row(line: &str) -> Result<Row, Box<dyn Error>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, length, .., manhattan, nodes, seconds] = words[..] else { return Err(line.into()) };
    let (length, manhattan): (u32, u32) = (length.parse()?, manhattan.parse()?);
    Ok(Row { length, bad: (length - manhattan) / 2, nodes: nodes.parse()?, seconds: seconds.parse()? })
}

fn length(row: &Row) -> f64 {
    row.length.into()
}

fn bad(row: &Row) -> f64 {
    row.bad.into()
}

fn nodes(row: &Row) -> f64 {
    row.nodes
}

fn seconds(row: &Row) -> f64 {
    row.seconds
}

/// Two histograms side by side.
fn picture(rows: &[Row]) -> Result<String, std::fmt::Error> {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 260\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\">\n<rect width=\"820\" height=\"260\" fill=\"#fff\"/>\n",
    );
    histogram(&mut svg, 20.0, 500.0, "moves of a shortest solution", rows.iter().map(|row| row.length))?;
    histogram(&mut svg, 560.0, 240.0, "bad moves (k)", rows.iter().map(|row| row.bad))?;
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn histogram(
    svg: &mut String,
    left: f64,
    width: f64,
    title: &str,
    values: impl Iterator<Item = u32>,
) -> std::fmt::Result {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let (Some((&first, _)), Some((&last, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return Ok(());
    };
    let highest = f64::from(counts.values().copied().max().unwrap_or(1));
    let step = width / f64::from(last - first + 1);
    writeln!(svg, "<text x=\"{:.1}\" y=\"20\" font-size=\"13\">{title}</text>", left + width / 2.0)?;
    for value in first..=last {
        let count = counts.get(&value).copied().unwrap_or(0);
        let (height, x) = (190.0 * f64::from(count) / highest, left + step * f64::from(value - first));
        writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#3b6ea5\"/>",
            x + step * 0.1,
            230.0 - height,
            step * 0.8
        )?;
        if last - first < 12 || value % 5 == 0 {
            writeln!(svg, "<text x=\"{:.1}\" y=\"246\">{value}</text>", x + step / 2.0)?;
        }
        if last - first < 12 {
            writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{count}</text>", x + step / 2.0, 225.0 - height)?;
        }
    }
    Ok(())
}
