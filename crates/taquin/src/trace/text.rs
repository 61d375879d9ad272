//! A search told step by step, to be read by people: which node is taken, what its children are and what becomes of them,
//! then the lists that the algorithm keeps.
//!
//! Depth-first searches keep no lists: they tell the way to the node instead, and where they go back to. A beam is told
//! level by level.

mod figures;
mod level;

use super::event::{End, Event, Node, Start};
use super::{Format, Lists};
use crate::search::{Algorithm, Method};
use figures::Figures;
pub(crate) use figures::{counted, noun};
use level::Level;
use std::io::{self, Write};

/// Writes a search for people.
#[derive(Debug)]
pub struct Text<W> {
    out: W,
    figures: Figures,
    keeps: Keeps,
    /// The node whose children are being told.
    current: Option<u32>,
    /// Whether the lists of a step are still to be written.
    under_way: bool,
    steps: u64,
    bound: u32,
    /// The longest list that is written whole, and what is said of the rest at the end.
    short: Option<(usize, String)>,
    /// Lines of lists that were left out.
    left_out: usize,
    goal: Option<Node>,
    unsolvable_because: Option<String>,
}

/// What an algorithm keeps besides the node that it is at.
#[derive(Debug)]
enum Keeps {
    Lists(Lists),
    /// The lists of the start and of the goal.
    Ends(Box<[Lists; 2]>),
    /// The nodes on the way to where a depth-first search is.
    Path(Vec<Node>),
    Level(Level),
}

impl Keeps {
    fn of(method: &Method) -> Keeps {
        match method.algorithm {
            Algorithm::Beam => Keeps::Level(Level::default()),
            Algorithm::Bidirectional => Keeps::Ends(Box::new([Lists::new(method), Lists::new(method)])),
            Algorithm::Idastar | Algorithm::Descent | Algorithm::TwoEnded => Keeps::Path(Vec::new()),
            _ => Keeps::Lists(Lists::new(method)),
        }
    }
}

impl<W: Write> Text<W> {
    /// Writes to `out` what a method does.
    pub fn new(out: W, method: &Method) -> Text<W> {
        Text {
            out,
            figures: Figures::of(method),
            keeps: Keeps::of(method),
            current: None,
            under_way: false,
            steps: 0,
            bound: 0,
            short: None,
            left_out: 0,
            goal: None,
            unsolvable_because: None,
        }
    }

    /// Writes only so many nodes of each list, and `hint` at the end if anything was left out.
    #[must_use]
    pub fn short(self, most: usize, hint: impl Into<String>) -> Text<W> {
        Text { short: Some((most, hint.into())), ..self }
    }

    fn start(&mut self, start: &Start) -> io::Result<()> {
        let heuristic = start.heuristic.as_deref().map(|name| format!(" with {name}")).unwrap_or_default();
        writeln!(self.out, "{}{heuristic}: {} to {}", start.algorithm, start.start, start.goal)?;
        self.unsolvable_because = (!start.solvable).then(|| start.reason.clone());
        Ok(())
    }

    fn expand(&mut self, node: &Node) -> io::Result<()> {
        self.step_ends()?;
        self.steps += 1;
        self.current = Some(node.id);
        if let Keeps::Level(level) = &mut self.keeps {
            return level.board(&mut self.out, node);
        }
        self.under_way = true;
        let side = match self.keeps {
            Keeps::Ends(_) if node.id % 2 == 1 => " from the goal",
            Keeps::Ends(_) => " from the start",
            _ => "",
        };
        write!(self.out, "\nstep {}{side}: take {}, {}", self.steps, node.board, self.figures.of_node(node))?;
        if let Keeps::Path(path) = &mut self.keeps {
            path.truncate(node.g as usize);
            path.push(node.clone());
            let moves: String = path.iter().filter_map(|node| node.via).collect();
            // A search may begin at another node than the start.
            if !moves.is_empty() && moves.len() == node.g as usize {
                write!(self.out, ", by {}", in_fives(&moves))?;
            }
        }
        writeln!(self.out)
    }

    fn child(&mut self, node: &Node, fate: &str) -> io::Result<()> {
        if let Keeps::Path(path) = &self.keeps
            && node.parent != self.current
            && let Some(back) = path.iter().rfind(|on_path| Some(on_path.id) == node.parent)
        {
            writeln!(self.out, "back to {}, {}", back.board, self.figures.of_node(back))?;
            self.current = Some(back.id);
        }
        // The roots of a search from both ends are made by no move.
        let Some(via) = node.via else { return Ok(()) };
        writeln!(self.out, "  {via}  {}  {}  {fate}", node.board, self.figures.of_node(node))
    }

    /// Writes the lists after a step.
    fn step_ends(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.under_way) {
            return Ok(());
        }
        let most = self.short.as_ref().map_or(usize::MAX, |(most, _)| *most);
        let (out, figures) = (&mut self.out, &self.figures);
        self.left_out += match &self.keeps {
            Keeps::Lists(lists) => {
                let order = figures.order();
                list(out, &format!("open, {order} first"), lists.open(), most, figures)?
                    + list(out, "closed, the last one first", lists.closed().rev(), most, figures)?
            }
            Keeps::Ends(ends) => {
                list(out, "open from the start", ends[0].open(), most, figures)?
                    + list(out, "open from the goal", ends[1].open(), most, figures)?
            }
            Keeps::Path(_) | Keeps::Level(_) => 0,
        };
        Ok(())
    }

    fn iteration(&mut self, bound: u32) -> io::Result<()> {
        self.step_ends()?;
        self.bound = bound;
        self.keeps = Keeps::Path(Vec::new());
        writeln!(self.out, "\niteration: nodes with f above {bound} are not entered")
    }

    fn goal(&mut self, goal: &Node) -> io::Result<()> {
        match &self.keeps {
            Keeps::Ends(_) => writeln!(self.out, "\ngoal: the ends meet at {}", goal.board),
            Keeps::Level(_) => writeln!(self.out, "\nlevel {}: the goal, {}", goal.g, goal.board),
            _ => writeln!(self.out, "\ngoal: take {}, {}", goal.board, self.figures.of_node(goal)),
        }
    }

    fn end(&mut self, end: &End) -> io::Result<()> {
        self.step_ends()?;
        if let Keeps::Level(level) = &mut self.keeps {
            level.ends(&mut self.out)?;
        }
        if end.truncated {
            let more = noun(end.expanded.saturating_sub(self.steps), "more step");
            writeln!(self.out, "\n… {more} not shown")?;
        }
        // A beam goes through the rest of its level after it has met the goal.
        if let Some(goal) = self.goal.take() {
            self.goal(&goal)?;
        }
        writeln!(self.out)?;
        self.verdict(end)?;
        if end.expanded > 0 {
            let reached = end.reached.map(|boards| format!(", {} reached", noun(boards, "board")));
            writeln!(
                self.out,
                "{} expanded, {} generated{}",
                noun(end.expanded, "node"),
                counted(end.generated),
                reached.unwrap_or_default()
            )?;
        }
        match &self.short {
            Some((_, hint)) if self.left_out > 0 => {
                writeln!(self.out, "{} of lists left out; {hint}", noun(self.left_out as u64, "line"))
            }
            Some((_, hint)) if end.truncated => writeln!(self.out, "{hint}"),
            _ => Ok(()),
        }
    }

    fn verdict(&mut self, end: &End) -> io::Result<()> {
        let out = &mut self.out;
        if let (Some(cost), Some(moves)) = (end.cost, &end.moves) {
            let proved = if end.optimal { "proved optimal" } else { "not proved optimal" };
            let moves = if moves.is_empty() { String::new() } else { format!(": {}", in_fives(moves)) };
            return writeln!(out, "solved: {}, {proved}{moves}", noun(cost.into(), "move"));
        }
        if let Some(reason) = &self.unsolvable_because {
            writeln!(out, "unsolvable: {reason}")?;
        }
        match (end.stopped_by, &self.keeps, &self.unsolvable_because) {
            (None, ..) => Ok(()),
            (Some("dead-end"), Keeps::Level(_), _) => {
                writeln!(out, "no solution: the beam is stuck; a wider one may find one")
            }
            (Some("dead-end"), Keeps::Path(_), _) => {
                writeln!(
                    out,
                    "no solution: every neighbour has been visited, and this search never goes back"
                )
            }
            (Some("dead-end"), ..) => writeln!(out, "no solution: the open list is empty"),
            (Some(why), ..) => writeln!(out, "stopped ({why}): no solution so far"),
        }
    }
}

/// Writes a list under its name, and counts what is left out of it.
fn list<'a>(
    out: &mut impl Write,
    name: &str,
    nodes: impl ExactSizeIterator<Item = &'a Node>,
    most: usize,
    figures: &Figures,
) -> io::Result<usize> {
    let all = nodes.len();
    writeln!(out, " {name}: {}", noun(all as u64, "node"))?;
    for node in nodes.take(most) {
        writeln!(out, "     {}  {}", node.board, figures.of_node(node))?;
    }
    let left_out = all.saturating_sub(most);
    if left_out > 0 {
        writeln!(out, "     … {} more", counted(left_out as u64))?;
    }
    Ok(left_out)
}

/// Letters in groups of five.
fn in_fives(letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    letters.chunks(5).map(|five| five.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

impl<W: Write> Format for Text<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Start(start) => self.start(start)?,
            Event::Iteration { bound } => self.iteration(*bound)?,
            Event::Expand(node) => self.expand(node)?,
            Event::Goal(node) => self.goal = Some(node.clone()),
            Event::End(end) => self.end(end)?,
            Event::Generate(node) if self.bound > 0 => self.made(node, "entered")?,
            Event::Generate(node) => self.made(node, "new")?,
            Event::Duplicate(node) => self.made(node, "already known")?,
            Event::Improve(node) => self.made(node, "shorter way, replaces the one on open")?,
            Event::Reopen(node) => self.made(node, "shorter way, reopened from closed")?,
            Event::Prune(node) => {
                let fate = format!("above {}, not entered", self.bound);
                self.made(node, &fate)?;
            }
        }
        match &mut self.keeps {
            Keeps::Lists(lists) => lists.event(event),
            Keeps::Ends(ends) => {
                if let Some(node) = event.node() {
                    ends[node.id as usize % 2].event(event);
                }
            }
            Keeps::Level(level) => level.event(event),
            Keeps::Path(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Text<W> {
    /// A child has been made. A beam only counts what becomes of its children.
    fn made(&mut self, node: &Node, fate: &str) -> io::Result<()> {
        match self.keeps {
            Keeps::Level(_) => Ok(()),
            _ => self.child(node, fate),
        }
    }
}
