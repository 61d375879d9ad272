//! Keeps the progress line up to date while a search is under way.

use crate::recording::Recording;
use crate::ui::Ui;
use std::ops::ControlFlow;
use taquin::search::{Chore, Observer, Stats};
use taquin::solver::Plan;
use taquin::{Shape, Solution};

/// Watches one search.
pub(in crate::commands) struct Watch<'a> {
    ui: &'a Ui,
    /// The shape of the board, if the plan is to be told.
    says_which: Option<Shape>,
    /// Expanded nodes told before.
    seen: u64,
    recording: Recording,
}

impl<'a> Watch<'a> {
    pub(in crate::commands) fn new(ui: &'a Ui) -> Watch<'a> {
        Watch { ui, says_which: None, seen: 0, recording: Recording::default() }
    }

    /// Says so if a ledger cannot be written.
    pub(in crate::commands) fn recorded(self, recording: &Recording) -> Watch<'a> {
        Watch { recording: recording.clone(), ..self }
    }

    /// Says how boards of a shape are searched.
    pub(super) fn saying_which(self, shape: Option<Shape>) -> Watch<'a> {
        Watch { says_which: shape, ..self }
    }
}

impl Observer for Watch<'_> {
    fn begins(&mut self, plan: &Plan) {
        self.ui.search_is_any_time(plan.any_time);
        if let Some(shape) = self.says_which {
            match plan.look_up {
                true => self.ui.note_once(format_args!(
                    "{shape}: {plan}; name --algorithm or --heuristic to search instead"
                )),
                false => self.ui.note_once(format_args!("{shape}: searching by {plan}")),
            }
        }
        for note in &plan.notes {
            self.ui.note_once(note);
        }
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.ui.search_does(chore, share);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.ui.search_goes_on(stats.expanded.saturating_sub(self.seen), stats, lower_bound);
        self.seen = stats.expanded;
        self.recording.look(self.ui);
        ControlFlow::Continue(())
    }

    fn solution(&mut self, solution: &Solution) {
        self.ui.search_found(solution.cost());
    }
}
