//! The search tree, collected from the events of a search: each node once, under the parent of its best way.

use super::event::{Event, Node};
use crate::notation::parse_board;
use crate::shape::Shape;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is known of the tree so far.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) title: String,
    pub(super) shape: Option<Shape>,
    pub(super) nodes: BTreeMap<u32, Branch>,
    /// The roots in the order in which they came, and what is said of each.
    pub(super) roots: Vec<(u32, String)>,
    pub(super) steps: u64,
    /// Expansions after the last one that was written down.
    pub(super) steps_after: u64,
    pub(super) goal: Option<Node>,
    /// Whether the search goes by no estimate.
    pub(super) is_blind: bool,
    /// Why there is no solution.
    pub(super) verdict: Option<String>,
    moves: Option<String>,
    bound: Option<u32>,
    has_two_ends: bool,
}

/// A node of the tree.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) node: Node,
    /// When it was expanded last.
    pub(super) step: Option<u64>,
    pub(super) pruned: bool,
}

/// The way to the goal, as far as it is in the tree.
pub(super) struct Way {
    pub(super) nodes: HashSet<u32>,
    /// The last node of the way in the tree, and the goal, if that is not in the tree.
    pub(super) beyond: Option<(u32, Node)>,
}

impl Tree {
    /// Takes an event in.
    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::Start(start) => {
                let heuristic = start.heuristic.as_deref().map(|name| format!(" with {name}"));
                self.title = format!(
                    "{}{}: {} to {}",
                    start.algorithm,
                    heuristic.unwrap_or_default(),
                    start.start,
                    start.goal
                );
                self.shape = start.shape.parse().ok();
                self.has_two_ends = start.algorithm == "bidirectional";
                self.is_blind = self.has_two_ends || start.algorithm == "bfs";
                self.verdict = (!start.solvable).then(|| "unsolvable".into());
            }
            Event::Iteration { bound } => self.bound = Some(*bound),
            Event::Expand(node) => {
                self.steps += 1;
                let step = self.steps;
                if !self.nodes.contains_key(&node.id) {
                    self.put(node, false);
                }
                if let Some(branch) = self.nodes.get_mut(&node.id) {
                    branch.step = Some(step);
                }
            }
            Event::Generate(node) | Event::Improve(node) | Event::Reopen(node) => self.put(node, false),
            Event::Prune(node) => self.put(node, true),
            Event::Goal(node) => {
                let hangs_on = node.parent.is_some_and(|parent| self.nodes.contains_key(&parent));
                if (hangs_on || node.g == 0) && !self.nodes.contains_key(&node.id) {
                    self.put(node, false);
                }
                self.goal = Some(node.clone());
            }
            Event::End(end) => {
                self.steps_after = if end.truncated { end.expanded.saturating_sub(self.steps) } else { 0 };
                self.moves = end.moves.clone();
                if let Some(why) = end.stopped_by {
                    self.verdict = Some(format!("no solution ({why})"));
                }
            }
            Event::Duplicate(_) => {}
        }
    }

    fn put(&mut self, node: &Node, pruned: bool) {
        if node.parent.is_none() && !self.nodes.contains_key(&node.id) {
            let name = match (self.bound, self.has_two_ends, node.id) {
                (Some(bound), ..) => format!("bound {bound}"),
                (None, true, 0) => "from the start".into(),
                (None, true, _) => "from the goal".into(),
                (None, false, _) => String::new(),
            };
            self.roots.push((node.id, name));
        }
        self.nodes.insert(node.id, Branch { node: node.clone(), step: None, pruned });
    }

    /// The children of every node, in the order of their numbers.
    pub(super) fn children(&self) -> HashMap<u32, Vec<u32>> {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, branch) in &self.nodes {
            if let Some(parent) = branch.node.parent {
                children.entry(parent).or_default().push(*id);
            }
        }
        children
    }

    /// Follows the moves of the solution from the root, of a depth-first search from the root of its last iteration, and of a
    /// search from both ends backwards from the goal, too.
    pub(super) fn way(&self) -> Way {
        let (Some(moves), Some(shape)) = (&self.moves, self.shape) else {
            return Way { nodes: HashSet::new(), beyond: None };
        };
        let children = self.children();
        let follow = |root: Option<u32>, moves: &mut dyn Iterator<Item = char>| -> Vec<u32> {
            let Some(mut at) = root.filter(|root| self.nodes.contains_key(root)) else { return Vec::new() };
            let mut way = vec![at];
            for letter in moves {
                let made_by = |id: &&u32| self.nodes[*id].node.via == Some(letter);
                let Some(&next) = children.get(&at).and_then(|ids| ids.iter().find(made_by)) else { break };
                way.push(next);
                at = next;
            }
            way
        };
        let root = if self.has_two_ends { Some(0) } else { self.roots.last().map(|&(id, _)| id) };
        let way = follow(root, &mut moves.chars());
        let opposite = |letter| shape.direction(letter).map(|direction| shape.letter(direction.opposite()));
        let back = match self.has_two_ends {
            true => follow(Some(1), &mut moves.chars().rev().filter_map(opposite)),
            false => Vec::new(),
        };
        let beyond = match (&self.goal, way.last()) {
            (Some(goal), Some(&last)) if !self.nodes.contains_key(&goal.id) => Some((last, goal.clone())),
            _ => None,
        };
        Way { nodes: way.into_iter().chain(back).collect(), beyond }
    }

    /// The board of a node.
    pub(super) fn board(&self, node: &Node) -> Option<crate::board::Board> {
        parse_board(&node.board, self.shape).ok()
    }
}
