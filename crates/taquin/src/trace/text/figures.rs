//! The figures of a node and counts, as people read them.

use crate::search::{Algorithm, Method};
use crate::trace::event::Node;

/// What a method goes by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Figures {
    /// f = g + h; whether the smallest h comes first instead of the smallest f.
    Sum { nearest_first: bool },
    /// f = g + w · h.
    Weighted(f64),
    /// The moves so far alone.
    Moves,
}

impl Figures {
    pub(super) fn of(method: &Method) -> Figures {
        match method.algorithm {
            Algorithm::Bfs | Algorithm::Bidirectional => Figures::Moves,
            Algorithm::WeightedAstar => Figures::Weighted(method.weight.value()),
            algorithm => Figures::Sum { nearest_first: algorithm == Algorithm::Greedy },
        }
    }

    pub(super) fn of_node(self, node: &Node) -> String {
        let Node { g, h, f, .. } = node;
        match self {
            Figures::Sum { .. } => format!("f = {g} + {h} = {f}"),
            Figures::Weighted(weight) => {
                // Weights are thousandths, which binary fractions only come close to.
                let sum = ((f64::from(*g) + weight * f64::from(*h)) * 1000.0).round() / 1000.0;
                format!("f = {g} + {weight} · {h} = {sum}")
            }
            Figures::Moves => format!("g = {g}"),
        }
    }

    /// What comes first on the open list.
    pub(super) fn order(self) -> &'static str {
        match self {
            Figures::Sum { nearest_first: true } => "the smallest h",
            Figures::Sum { .. } | Figures::Weighted(_) => "the smallest f",
            Figures::Moves => "the oldest",
        }
    }
}

/// A number with commas between thousands.
pub(crate) fn counted(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits are text"))
        .collect();
    groups.join(",")
}

/// A count with its noun: `1 move`, `22 moves`.
pub(crate) fn noun(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", counted(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_easy_to_read() {
        assert_eq!((counted(0), counted(999), counted(1000)), ("0".into(), "999".into(), "1,000".into()));
        assert_eq!(noun(1, "move") + &noun(1_234_567, " step"), "1 move1,234,567  steps");
    }
}
