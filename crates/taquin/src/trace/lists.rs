//! The open and the closed list of a search, kept up from its events.

use super::event::{Event, Node};
use crate::search::{Algorithm, Method};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Whether an algorithm works with one open and one closed list that are ordered by f, by h or first in, first out.
pub fn keeps_lists(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, Astar | Bfs | Greedy | MarkAtGeneration)
}

/// What comes first on the open list; what is left is first in, first out.
#[derive(Clone, Copy, Debug)]
enum Order {
    Cheapest,
    CheapestDeepest,
    /// g + w·h, the weight in thousandths; ties by larger g.
    Weighted(u64),
    Nearest,
    FirstIn,
}

impl Order {
    fn of(method: &Method) -> Order {
        match method.algorithm {
            Algorithm::Greedy => Order::Nearest,
            Algorithm::Bfs | Algorithm::Bidirectional => Order::FirstIn,
            Algorithm::Hybrid => Order::CheapestDeepest,
            Algorithm::WeightedAstar => Order::Weighted((method.weight.value() * 1000.0).round() as u64),
            _ => Order::Cheapest,
        }
    }

    /// What nodes are sorted by before the time at which they came on the list.
    fn rank(self, node: &Node) -> (u64, Reverse<u32>) {
        let (g, h) = (u64::from(node.g), u64::from(node.h));
        match self {
            Order::Cheapest => (g + h, Reverse(0)),
            Order::CheapestDeepest => (g + h, Reverse(node.g)),
            Order::Weighted(weight) => (1000 * g + weight * h, Reverse(node.g)),
            Order::Nearest => (h, Reverse(0)),
            Order::FirstIn => (0, Reverse(0)),
        }
    }
}

/// Both lists after the events so far.
#[derive(Debug)]
pub struct Lists {
    order: Order,
    open: BTreeMap<Key, u32>,
    keys: HashMap<u32, Key>,
    closed: Vec<u32>,
    nodes: HashMap<u32, Node>,
    entered: u64,
}

/// The value that the list is sorted by, then when the node came on it.
type Key = ((u64, Reverse<u32>), u64);

impl Lists {
    /// Empty lists, ordered as an algorithm orders them.
    pub fn new(method: &Method) -> Lists {
        Lists {
            order: Order::of(method),
            open: BTreeMap::new(),
            keys: HashMap::new(),
            closed: Vec::new(),
            nodes: HashMap::new(),
            entered: 0,
        }
    }

    /// Takes an event in.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Expand(node) => {
                self.leave_open(node.id);
                self.nodes.insert(node.id, node.clone());
                self.closed.push(node.id);
            }
            Event::Generate(node) => self.enter_open(node),
            Event::Improve(node) => {
                self.leave_open(node.id);
                self.enter_open(node);
            }
            Event::Reopen(node) => {
                self.closed.retain(|&id| id != node.id);
                self.enter_open(node);
            }
            _ => {}
        }
    }

    fn enter_open(&mut self, node: &Node) {
        let key = (self.order.rank(node), self.entered);
        self.entered += 1;
        self.open.insert(key, node.id);
        self.keys.insert(node.id, key);
        self.nodes.insert(node.id, node.clone());
    }

    fn leave_open(&mut self, id: u32) {
        if let Some(key) = self.keys.remove(&id) {
            self.open.remove(&key);
        }
    }

    /// The open list, the node that comes out next first.
    pub fn open(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.open.values().map(|id| &self.nodes[id])
    }

    /// The closed list in the order of closing.
    pub fn closed(&self) -> impl ExactSizeIterator<Item = &Node> + DoubleEndedIterator {
        self.closed.iter().map(|id| &self.nodes[id])
    }

    /// A node by its number.
    pub fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: u32, parent: Option<u32>, g: u32, h: u32) -> Node {
        Node { id, parent, via: None, g, h, f: g + h, board: String::new() }
    }

    fn ids<'a>(nodes: impl Iterator<Item = &'a Node>) -> Vec<u32> {
        nodes.map(|node| node.id).collect()
    }

    #[test]
    fn a_node_that_is_improved_moves_up_and_one_that_is_reopened_comes_back() {
        let mut lists = Lists::new(&Method::new(Algorithm::Astar));
        for event in [
            Event::Expand(node(0, None, 0, 3)),
            Event::Generate(node(1, Some(0), 1, 4)),
            Event::Generate(node(2, Some(0), 1, 2)),
            Event::Generate(node(3, Some(0), 1, 2)),
        ] {
            lists.event(&event);
        }
        assert_eq!((ids(lists.open()), ids(lists.closed())), (vec![2, 3, 1], vec![0]));
        lists.event(&Event::Expand(node(2, Some(0), 1, 2)));
        lists.event(&Event::Improve(node(1, Some(2), 0, 3)));
        assert_eq!((ids(lists.open()), ids(lists.closed())), (vec![3, 1], vec![0, 2]));
        assert_eq!(lists.node(1).unwrap().parent, Some(2));
        lists.event(&Event::Reopen(node(2, Some(3), 0, 2)));
        assert_eq!((ids(lists.open()), ids(lists.closed())), (vec![2, 3, 1], vec![0]));
    }
}
