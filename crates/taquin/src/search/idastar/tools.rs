//! What a depth-first search goes by once it has become long enough: a pruning rule and a kernel.

use super::choose_kernel::{self, Chooser};
use super::pruning::automaton::{self, Automaton};
use super::run::Run;
use super::team::subtrees::Engine;
use super::{Deepening, KERNEL_BYTES, Prune};
use crate::heuristic::{KernelHint, KnownValues};
use crate::search::common::limits::Limits;
use crate::search::common::observer::Chore;
use crate::search::common::outcome::StopReason;

/// Nodes to expand with pattern databases before a longer automaton is learned.
const LEARN_MORE_AFTER: u64 = 40_000_000;

/// The pruning rule, which its [`Run`] holds, and the kernel.
pub(super) struct Tools<'a> {
    options: &'a Deepening,
    limits: &'a Limits,
    hint: Option<KernelHint<'a>>,
    engine: Option<Box<dyn Engine + 'a>>,
    /// Whether an engine has been looked for.
    tried: bool,
    /// Whether the pruning rule is a longer one.
    learned_more: bool,
    /// The sums of pattern databases that are worth asking.
    asked: Option<Vec<usize>>,
}

impl<'a> Tools<'a> {
    pub(super) fn new(options: &'a Deepening, limits: &'a Limits, hint: Option<KernelHint<'a>>) -> Tools<'a> {
        Tools { options, limits, hint, engine: None, tried: false, learned_more: false, asked: None }
    }

    /// The kernel, if there is one by now.
    pub(super) fn engine(&self) -> Option<&(dyn Engine + 'a)> {
        self.engine.as_deref()
    }

    fn has_databases(&self) -> bool {
        matches!(self.hint, Some(KernelHint(KnownValues::Databases(_))))
    }

    fn has_walks(&self) -> bool {
        matches!(self.hint, Some(KernelHint(KnownValues::Walks(_))))
    }

    fn allows(&self, bytes: u64) -> bool {
        self.limits.memory.is_none_or(|most| bytes <= most)
    }

    /// Before an iteration: learns a pruning rule if one is asked for, and looks for a kernel. Where walks are known, the first
    /// iteration may be a long one.
    pub(super) fn get(&mut self, run: &mut Run<'_>) -> Result<(), StopReason> {
        let (shape, so_far) = (run.problem.shape(), run.stats.expanded);
        let learns = self.options.prune == Prune::Automaton && run.automaton.is_none();
        let at_once = self.has_walks() && shape.cells() > 16;
        let learn_after = if at_once { 0 } else { self.options.learn_after };
        if learns && so_far >= learn_after && self.allows(automaton::LEARNING_BYTES) {
            run.begin_chore(Chore::Pruning)?;
            let machine = Automaton::of(shape, &|| run.budget.is_over())?;
            run.automaton = machine.map(|machine| machine.for_start(run.problem));
            self.tried &= run.automaton.is_none();
        }
        self.look_for_kernel(run)
    }

    /// Before an iteration is searched through, which begins after so many nodes: learns a longer pruning rule if that pays. It takes
    /// as long as the beams that may make it unnecessary.
    pub(super) fn get_better(&mut self, run: &mut Run<'_>, so_far: u64) -> Result<(), StopReason> {
        let is_known = self.has_databases() || self.has_walks();
        let learns_more = run.automaton.is_some() && is_known && !self.learned_more;
        if learns_more && so_far >= LEARN_MORE_AFTER && self.allows(automaton::LONGER_BYTES) {
            self.learned_more = true;
            run.begin_chore(Chore::Pruning)?;
            if let Some(machine) = Automaton::longer(run.problem.shape(), &|| run.budget.is_over())? {
                run.automaton = Some(machine.for_start(run.problem));
                self.tried = false;
            }
        }
        let before = self.engine.take();
        self.look_for_kernel(run)?;
        self.engine = self.engine.take().or(before);
        Ok(())
    }

    /// Looks for a kernel, unless that was done with this pruning rule, once the search is long enough for one.
    fn look_for_kernel(&mut self, run: &mut Run<'_>) -> Result<(), StopReason> {
        let shape = run.problem.shape();
        let after = choose_kernel::nodes_before(self.hint.as_ref(), shape, self.options.kernel_after);
        if run.shows_nodes || self.tried || !self.allows(KERNEL_BYTES) || run.stats.expanded < after {
            return Ok(());
        }
        self.tried = true;
        if self.has_databases() && shape.cells() > 16 && self.asked.is_none() {
            run.begin_chore(Chore::Choice)?;
        }
        let stop = || run.budget.is_over().is_some();
        let chooser = Chooser { problem: run.problem, automaton: run.automaton.as_deref(), stop: &stop };
        self.engine = self.hint.clone().and_then(|hint| chooser.kernel(hint, &mut self.asked));
        Ok(())
    }
}
