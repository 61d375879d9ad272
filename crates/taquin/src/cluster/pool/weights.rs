//! What is expected of units by their weights: those of the same weight are taken to have as many nodes as those that are done.

use std::cmp::Reverse;

/// A unit that weighs one more has so many times as many nodes, where nothing is known of its weight.
const GROWTH: f64 = 4.0;

/// Weights of units, and what is known of the nodes of each weight.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    weights: Vec<u8>,
    /// The nodes that are expected of all units.
    all: f64,
    /// For each weight the units that are done, and their nodes.
    done: Vec<(u64, u64)>,
    /// The nodes expected of a unit of each weight, once the order is made, and of all units that are left.
    expected: Vec<f64>,
    rest: f64,
}

impl Weights {
    /// What each unit weighs, and the nodes that are expected of all.
    pub(super) fn new(weights: Vec<u8>, all: u64) -> Weights {
        Weights { weights, all: all as f64, done: vec![(0, 0); 256], expected: Vec::new(), rest: 0.0 }
    }

    fn of(&self, unit: usize) -> usize {
        self.weights.get(unit).copied().unwrap_or(0).into()
    }

    /// A unit has so many nodes.
    pub(super) fn learn(&mut self, unit: usize, nodes: u64) {
        let weight = self.of(unit);
        self.done[weight].0 += 1;
        self.done[weight].1 += nodes;
    }

    /// Puts those units first that are expected to have the most nodes. They are all that are left.
    pub(super) fn sort(&mut self, units: &mut [usize]) {
        let is_any_known = self.done.iter().any(|&(units, _)| units > 0);
        let mut last = if is_any_known { 1.0 } else { self.first() };
        self.expected = self
            .done
            .iter()
            .map(|&(units, nodes)| {
                last = if units > 0 { (nodes as f64 / units as f64).max(1.0) } else { last * GROWTH };
                last
            })
            .collect();
        units.sort_by_key(|&unit| (Reverse(self.of(unit)), unit));
        self.rest = units.iter().map(|&unit| self.expected[self.of(unit)]).sum();
    }

    /// The nodes of a unit of the least weight if those of no weight are known.
    fn first(&self) -> f64 {
        let shares = self.weights.iter().map(|&weight| GROWTH.powi(i32::from(weight) + 1));
        self.all / shares.sum::<f64>().max(1.0)
    }

    /// The nodes that are expected of all units that are left.
    pub(super) fn expected_of_rest(&self) -> f64 {
        self.rest
    }

    /// A unit goes out; the nodes that are expected of it.
    pub(super) fn hand_out(&mut self, unit: usize) -> f64 {
        let nodes = self.expected[self.of(unit)];
        self.rest -= nodes;
        nodes
    }
}
