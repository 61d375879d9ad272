//! The search tree as a picture: boards as small tiles, f below them, the order of expansion, the way to the goal in colour.

use super::Format;
use super::event::{Event, Node};
use super::layout::{Layout, layout};
use super::text::{counted, noun};
use super::tree::{Branch, Tree, Way};
use crate::draw::canvas::{Canvas, Grid, Letters, Number, width_of};
use std::collections::HashSet;
use std::io::{self, Write};

/// More nodes than this are not drawn: those that were made first are.
const MOST_NODES: usize = 3000;
const SPACE: f64 = 24.0;
/// Between two nodes of a level, and between two levels.
const BESIDE: f64 = 18.0;
const BELOW: f64 = 40.0;
/// The line of figures below a board.
const FIGURES: f64 = 18.0;
const FRAME: f64 = 6.0;
/// The least room for the title.
const NARROWEST: f64 = 620.0;

const STYLE: &str = "\
.tq-edge{fill:none;stroke:#b3b9c6;stroke-width:1.5}.tq-way{fill:none;stroke:#c2500a;stroke-width:3}\
.tq-open{fill:#fff;stroke:#b3b9c6}.tq-closed{fill:#dbe6fb;stroke:#7d9be0}.tq-cut{fill:none;stroke:#b3b9c6;stroke-dasharray:4 3}\
.tq-goal{fill:#cdebda;stroke:#176b45;stroke-width:2.5}.tq-onway{stroke:#c2500a;stroke-width:2.5}.tq-dashed{stroke-dasharray:2 6;stroke-linecap:round}\
.tq-badge{fill:#fff;font-weight:700}.tq-faded{opacity:.55}.tq-move{fill:#576070;font-weight:600}.tq-way-move{fill:#c2500a;font-weight:700}\
@media (prefers-color-scheme:dark){\
.tq-edge{stroke:#4a5468}.tq-way{stroke:#ff9d4d}.tq-open{fill:#181d27;stroke:#4a5468}.tq-closed{fill:#22335c;stroke:#5d7fd0}\
.tq-cut{stroke:#4a5468}.tq-goal{fill:#174232;stroke:#7fd3a6}.tq-onway{stroke:#ff9d4d}.tq-badge{fill:#0d1a38}\
.tq-move{fill:#a3acbc}.tq-way-move{fill:#ff9d4d}}";

/// Collects the tree and draws it at the end.
#[derive(Debug)]
pub struct Svg<W> {
    out: W,
    tree: Tree,
    hint: String,
}

impl<W: Write> Svg<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Svg<W> {
        Svg { out, tree: Tree::default(), hint: String::new() }
    }

    /// What is said after the number of steps that are not drawn.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Svg<W> {
        Svg { hint: hint.into(), ..self }
    }
}

impl<W: Write> Format for Svg<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.tree.event(event);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let picture = Picture::of(&self.tree).draw(&self.hint);
        self.out.write_all(picture.as_bytes())?;
        self.out.flush()
    }
}

/// The tree and where everything goes.
struct Picture<'a> {
    tree: &'a Tree,
    way: Way,
    layout: Layout,
    grid: Grid,
    left_out: usize,
}

impl Picture<'_> {
    fn of(tree: &Tree) -> Picture<'_> {
        let mut way = tree.way();
        let mut children = tree.children();
        let drawn: HashSet<u32> = tree.nodes.keys().copied().take(MOST_NODES).collect();
        children.retain(|id, _| drawn.contains(id));
        children.values_mut().for_each(|ids| ids.retain(|id| drawn.contains(id)));
        // The goal hangs on the last node of the way, below all that is drawn of it.
        if let Some((last, goal)) = &way.beyond {
            if drawn.contains(last) {
                children.entry(*last).or_default().push(goal.id);
            } else {
                way.beyond = None;
            }
        }
        let roots: Vec<u32> =
            tree.roots.iter().map(|&(root, _)| root).filter(|root| drawn.contains(root)).collect();
        let layout = layout(&roots, &children);
        let tiles = tree.shape.map_or(8, |shape| shape.tiles());
        let cell = match tiles {
            ..10 => 18.0,
            10..100 => 21.0,
            _ => 28.0,
        };
        let shape = tree.shape.unwrap_or(crate::shape::Shape::PUZZLE_8);
        let left_out =
            (tree.nodes.len() + usize::from(way.beyond.is_some())).saturating_sub(layout.places.len());
        Picture { tree, way, layout, grid: Grid::new(shape, cell), left_out }
    }

    /// What a node takes, its frame and its figures included.
    fn size(&self) -> (f64, f64) {
        let width = (self.grid.width() + 2.0 * FRAME).max(88.0);
        (width, self.grid.height() + 2.0 * FRAME + FIGURES)
    }

    /// The middle of the upper edge of a node.
    fn place(&self, id: u32) -> (f64, f64) {
        let (column, level) = self.layout.places[&id];
        let (width, height) = self.size();
        let wide = self.layout.columns * (width + BESIDE) - BESIDE;
        let left = SPACE + ((NARROWEST - wide) / 2.0).max(0.0);
        (left + column * (width + BESIDE) + width / 2.0, self.top() + level as f64 * (height + BELOW))
    }

    /// Where the tree begins below the title.
    fn top(&self) -> f64 {
        let named = self.tree.roots.iter().any(|(_, name)| !name.is_empty());
        112.0 + if named { 22.0 } else { 0.0 }
    }

    fn draw(&self, hint: &str) -> String {
        let mut canvas = Canvas::default();
        let drawn = |id: &u32| self.layout.places.contains_key(id);
        // The way is drawn over other edges.
        for on_way in [false, true] {
            for (id, branch) in self.tree.nodes.iter().filter(|(id, _)| drawn(id)) {
                if self.way.nodes.contains(id) == on_way {
                    self.edge(&mut canvas, &branch.node, branch.node.parent, on_way);
                }
            }
        }
        if let Some((last, goal)) = &self.way.beyond {
            self.rest_of_the_way(&mut canvas, *last, goal);
        }
        for (id, branch) in self.tree.nodes.iter().filter(|(id, _)| drawn(id)) {
            self.node(&mut canvas, &branch.node, Some(branch), self.is_goal(*id));
        }
        if let Some((_, goal)) = &self.way.beyond {
            self.node(&mut canvas, goal, None, true);
        }
        for (root, name) in self.tree.roots.iter().filter(|(root, _)| drawn(root)) {
            let (x, y) = self.place(*root);
            canvas.words((x, y - 10.0), Letters { size: 14.0, class: "tq-soft", anchor: "middle" }, name);
        }
        let (width, height) = self.size();
        let wide = (self.layout.columns * (width + BESIDE) - BESIDE).max(NARROWEST);
        let high = self.top() + self.layout.levels as f64 * (height + BELOW) - BELOW;
        self.heading(&mut canvas, wide, hint);
        canvas.finish((wide + 2.0 * SPACE, high + SPACE), &self.tree.title, STYLE)
    }

    fn is_goal(&self, id: u32) -> bool {
        self.tree.goal.as_ref().is_some_and(|goal| goal.id == id)
    }

    /// A line from a parent down to a node, with the move that made it.
    fn edge(&self, canvas: &mut Canvas, node: &Node, parent: Option<u32>, on_way: bool) {
        let (Some(parent), Some(via)) = (parent, node.via) else { return };
        if !self.layout.places.contains_key(&parent) {
            return;
        }
        let on_way = on_way && self.way.nodes.contains(&parent);
        let ((x, y), (to_x, to_y)) = (self.below(parent), self.place(node.id));
        line(canvas, if on_way { "tq-way" } else { "tq-edge" }, (x, y), (to_x, to_y));
        // Beside the line, where it is close to its child.
        let side = if to_x < x - 1.0 { -1.0 } else { 1.0 };
        let class = if on_way { "tq-way-move" } else { "tq-move" };
        let anchor = if side < 0.0 { "end" } else { "start" };
        canvas.words(
            (to_x + side * 5.0, to_y - 7.0),
            Letters { size: 12.0, class, anchor },
            &via.to_string(),
        );
    }

    fn rest_of_the_way(&self, canvas: &mut Canvas, last: u32, goal: &Node) {
        let (from, to) = (self.below(last), self.place(goal.id));
        line(canvas, "tq-way tq-dashed", from, to);
        let moves = goal.g.saturating_sub(self.tree.nodes[&last].node.g);
        let letters = Letters { size: 12.0, class: "tq-way-move", anchor: "end" };
        canvas.words((to.0 - 8.0, to.1 - 7.0), letters, &format!("… {}", noun(moves.into(), "move")));
    }

    /// The middle of the lower edge of a node.
    fn below(&self, id: u32) -> (f64, f64) {
        let (x, y) = self.place(id);
        (x, y + self.size().1)
    }

    fn node(&self, canvas: &mut Canvas, node: &Node, branch: Option<&Branch>, is_goal: bool) {
        let ((x, y), (width, height)) = (self.place(node.id), self.size());
        let step = branch.and_then(|branch| branch.step);
        let pruned = branch.is_some_and(|branch| branch.pruned);
        let class = match (is_goal, step, pruned) {
            (true, ..) => "tq-goal",
            (_, Some(_), _) => "tq-closed",
            (_, _, true) => "tq-cut",
            _ => "tq-open",
        };
        let on_way = if !is_goal && self.way.nodes.contains(&node.id) { " tq-onway" } else { "" };
        canvas.rect(&format!("{class}{on_way}"), (x - width / 2.0, y), (width, height), 9.0);
        canvas.raw(format_args!("<g{}>", if pruned { " class=\"tq-faded\"" } else { "" }));
        if let Some(board) = self.tree.board(node) {
            canvas.board(self.grid, (x - self.grid.width() / 2.0, y + FRAME), &board, None, None);
        }
        let base = y + FRAME + self.grid.height() + FIGURES - 3.0;
        let figures = match self.tree.is_blind {
            true => format!("g = {}", node.g),
            false => format!("{} + {} = {}", node.g, node.h, node.f),
        };
        canvas.words((x, base), Letters { size: 12.0, class: "tq-ink", anchor: "middle" }, &figures);
        canvas.raw(format_args!("</g>"));
        if let Some(step) = step {
            let words = step.to_string();
            let size = (width_of(&words, 11.0) + 10.0, 16.0);
            let corner = (x - width / 2.0 - 7.0, y - 7.0);
            canvas.rect("tq-bar", corner, size, 8.0);
            let middle = (corner.0 + size.0 / 2.0, corner.1 + 12.0);
            canvas.words(middle, Letters { size: 11.0, class: "tq-badge", anchor: "middle" }, &words);
        }
    }

    /// The title, what the looks mean, and what is not drawn.
    fn heading(&self, canvas: &mut Canvas, wide: f64, hint: &str) {
        let letters = |size, class| Letters { size, class, anchor: "start" };
        // Titles of large boards would be wider than the picture.
        let most = ((wide / (17.0 * 0.56)) as usize).max(20);
        let mut title: String = self.tree.title.chars().take(most).collect();
        if title.len() < self.tree.title.len() {
            title.push('…');
        }
        canvas.words((SPACE, 36.0), letters(17.0, "tq-ink"), &title);
        let mut x = SPACE;
        let pruned = self.tree.nodes.values().any(|branch| branch.pruned);
        let looks = [
            ("tq-closed", "expanded, in the order of the numbers", true),
            ("tq-open", "not expanded", true),
            ("tq-cut", "cut off", pruned),
            ("tq-goal", "goal", self.tree.goal.is_some()),
        ];
        for (class, words, _) in looks.iter().filter(|(.., there)| *there) {
            canvas.rect(class, (x, 51.0), (14.0, 14.0), 4.0);
            canvas.words((x + 20.0, 63.0), letters(13.0, "tq-soft"), words);
            x += 20.0 + width_of(words, 13.0) + 14.0;
        }
        if !self.tree.is_blind {
            canvas.words((x, 63.0), letters(13.0, "tq-soft"), "below: g + h = f");
        }
        let mut notes: Vec<String> = Vec::new();
        notes.extend(self.tree.verdict.clone());
        if self.tree.steps_after > 0 {
            notes.push(format!("{} not drawn{hint}", noun(self.tree.steps_after, "more step")));
        }
        if self.left_out > 0 {
            notes.push(format!("only the first {} nodes are drawn", counted(MOST_NODES as u64)));
        }
        canvas.words((SPACE, 86.0), letters(13.0, "tq-soft"), &notes.join("; "));
    }
}

/// A line that leaves and arrives upright.
fn line(canvas: &mut Canvas, class: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
    let middle = Number((y + to_y) / 2.0);
    let ((x, y), (to_x, to_y)) = ((Number(x), Number(y)), (Number(to_x), Number(to_y)));
    canvas.raw(format_args!(
        "<path class=\"{class}\" d=\"M{x} {y}C{x} {middle} {to_x} {middle} {to_x} {to_y}\"/>"
    ));
}
