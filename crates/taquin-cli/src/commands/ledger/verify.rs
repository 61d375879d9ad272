//! `taquin ledger verify`: random units are searched once more.

use crate::args::LedgerVerify;
use crate::commands::solve::Watch;
use crate::failure::{Failure, Verdict};
use crate::recording::{loss, problem_of};
use crate::ui::{self, Answers, BAD, GOOD, Ui};
use crate::{interrupt, solver};
use std::io::Write;
use std::sync::Arc;
use taquin::ledger::{Audited, Ledger};

pub(crate) fn run(arguments: &LedgerVerify, ui: &Ui) -> Result<Verdict, Failure> {
    let (ledger, audit) =
        Ledger::audit(&arguments.file, arguments.sample, arguments.seed).map_err(Failure::new)?;
    let summary = Ledger::read(&arguments.file).map_err(Failure::new)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let mut verdict = Verdict::Answered;
    if let Some(loss) = loss(summary.dropped) {
        ui.note(format_args!("{}: {loss}", arguments.file.display()));
        verdict = Verdict::No;
    }
    let threads = crate::commands::threads(arguments.threads);
    for search in &summary.searches {
        let (problem, method) = problem_of(search)?;
        let solver = solver::solver(&arguments.cache, threads)
            .choice(method.choice())
            .memory_limit(method.memory())
            .cancel(&cancel)
            .ledger(Some(Arc::new(ledger.clone())));
        ui.search_begins();
        let solved = solver.solve_with(&problem, &mut Watch::new(ui));
        ui.search_ends();
        solved.map_err(|error| solver::failure(error, problem.goal()))?;
        if cancel.is_cancelled() {
            return Err(Failure::Stopped("stopped by Ctrl-C before all units were searched".into()));
        }
    }
    ui.finish();
    let results = audit.results();
    let mut out = Answers::new();
    let wrong: Vec<&Audited> = results.iter().filter(|result| !result.is_right()).collect();
    for Audited { bound, recorded, found, .. } in wrong.iter().copied() {
        let found =
            found.map_or("cannot be searched".into(), |count| format!("have {} nodes", count.expanded));
        let units = format!("{} to {}", recorded.first, recorded.first + recorded.units - 1);
        writeln!(
            out,
            "{BAD}wrong{BAD:#}: bound {bound}, units {units}: recorded {} nodes, they {found}",
            recorded.count.expanded
        )?;
    }
    let units: u64 = results.iter().map(|result| result.recorded.units).sum();
    let runs = ui::count(results.len() as u64, "run");
    match wrong.len() {
        0 => {
            writeln!(out, "{GOOD}right{GOOD:#}: {runs} with {} searched once more", ui::count(units, "unit"))?
        }
        _ => verdict = Verdict::No,
    }
    out.flush()?;
    Ok(verdict)
}
