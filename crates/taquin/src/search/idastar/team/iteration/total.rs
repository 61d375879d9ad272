//! What an iteration comes to: the nodes of a plain depth-first search up to where that would end, and the moves to the goal.

use super::{Ended, Report, Search, TURNS};
use crate::platform;
use crate::search::common::node_budget::Count;
use crate::search::common::node_limit::End;
use crate::search::common::outcome::StopReason;
use crate::search::common::subtree_queue::sum_up_to;
use crate::search::common::team::{PATIENCE, Results};
use crate::search::common::unit_ledger::Elsewhere;

impl Search<'_> {
    /// Adds up the nodes, and puts the moves to the goal together.
    pub(super) fn finish(
        &self,
        results: Results<Vec<(usize, Count)>>,
        report: &dyn Fn(),
    ) -> (Report, Option<usize>) {
        let mut counted = results.of_each.concat();
        let bytes = self.subtrees.bytes(results.largest) + self.limit.bytes() + size_of_val(&*counted);
        match self.elsewhere(report) {
            Ok(elsewhere) => {
                counted.extend(elsewhere.counted);
                if let Some((unit, count, path)) = elsewhere.goal {
                    counted.push((unit, count));
                    self.queue.found(unit, path);
                }
            }
            Err(why) => return (Report::refused(why), None),
        }
        let goal = self.queue.goal();
        let first = goal.as_ref().map(|(first, _)| *first);
        let above = self.subtrees.above();
        let end = match self.nodes.is_stopped() {
            true => End::Within,
            false => self.limit.end(above.expanded, first, &mut counted),
        };
        let (ended, count) = match (end, goal) {
            // A goal found when others were told to stop need not be the first, but it is a goal.
            (End::Within, Some((first, tail))) => (
                Ended::Found(self.subtrees.targets(first, &tail)),
                self.subtrees.before(first) + sum_up_to(Some(first), counted),
            ),
            (End::Within, None) => {
                let ended = if self.nodes.is_stopped() { Ended::Stopped } else { Ended::Passed };
                (ended, above + sum_up_to(None, counted))
            }
            (End::Outside { subtrees }, _) => {
                let expanded = self.task.node_limit.unwrap_or(u64::MAX) - subtrees.expanded;
                (Ended::Stopped, self.subtrees.above_after(expanded) + subtrees)
            }
            (End::Inside { subtree, subtrees, nodes }, _) => {
                let part = self.first_nodes(subtree, nodes, report);
                (Ended::Stopped, self.subtrees.before(subtree) + subtrees + part)
            }
        };
        let found = first.filter(|_| matches!(ended, Ended::Found(_)));
        let timed = self.nodes.is_stopped() && found.is_some();
        (Report { ended, count, bytes, helpers: results.largest - 1, timed }, found)
    }

    /// What a ledger knows of other subtrees, once it knows all.
    fn elsewhere(&self, report: &dyn Fn()) -> Result<Elsewhere, StopReason> {
        let Some(ledger) = self.task.ledger else { return Ok(Elsewhere::default()) };
        loop {
            if self.nodes.is_stopped() {
                return Ok(Elsewhere { counted: vec![(0, ledger.elsewhere())], goal: None });
            }
            if let Some(elsewhere) = ledger.end()? {
                return Ok(elsewhere);
            }
            platform::sleep(PATIENCE);
            report();
        }
    }

    /// The nodes of a subtree when so many of them have been expanded and the next is about to be. It is searched again
    /// for that.
    fn first_nodes(&self, subtree: usize, nodes: u64, report: &dyn Fn()) -> Count {
        if nodes == 0 {
            return Count::default();
        }
        let mut searcher = self.subtrees.searcher();
        let strand = searcher.add();
        searcher.load(strand, subtree);
        let mut left = nodes - 1;
        while left > 0 && !self.nodes.is_stopped() {
            left -= searcher.run(1, left.min(TURNS) as u32).1.expanded;
            report();
        }
        searcher.count_to_next(strand)
    }
}
