//! `taquin survey`: heuristics against the true distance of every board of a small shape.

mod plot;

use crate::args::{NameList, Survey as Arguments};
use crate::compare::table::Table;
use crate::failure::{Failure, Verdict};
use crate::report::{self, SurveyReport};
use crate::ui::{Answers, FAINT, Ui, width_of_answers};
use crate::{input, interrupt};
use indicatif::HumanCount;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use taquin::exact::{DistanceList, DistanceTable};
use taquin::heuristic::{AnyHeuristic, Heuristic, HeuristicName};
use taquin::search::Cancel;
use taquin::survey::Survey;
use taquin::{Board, Shape};

/// A heuristic and what came of it.
struct Surveyed {
    name: HeuristicName,
    heuristic: AnyHeuristic,
    survey: Survey,
}

pub(crate) fn run(arguments: &Arguments, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = Shape::flat(3, 3).expect("a small shape");
    let goal = input::goal_board(&arguments.goal, arguments.shape, usual)?;
    let shape = goal.shape();
    if !DistanceTable::is_quick(shape) {
        let most = DistanceTable::MOST_CELLS_AT_ONCE;
        let why = format!(
            "{shape} cannot be surveyed: only shapes of up to {most} cells with more than one row can"
        );
        return Err(input::failure_of_shape(why, shape));
    }
    if let Some(path) = &arguments.plot {
        crate::plot::check(path)?;
    }
    let names = NameList::all(&arguments.heuristics).unwrap_or_else(|| HeuristicName::SIMPLE.to_vec());
    let threads = super::threads(arguments.threads);
    let heuristics = names.into_iter().map(|name| {
        let heuristic =
            name.build(&goal, threads).map_err(|error| Failure::new(format_args!("{name}: {error}")))?;
        Ok((name, heuristic))
    });
    let heuristics: Vec<_> = heuristics.collect::<Result<_, Failure>>()?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let list = DistanceList::new(&goal, threads).expect("a shape that fits has a list");
    let surveyed = survey_all(&list, heuristics, threads, &cancel, ui);
    ui.finish();
    let surveyed =
        surveyed.ok_or_else(|| Failure::Stopped("stopped before all boards had been looked at".into()))?;
    let mut out = Answers::new();
    if arguments.json {
        surveyed.iter().try_for_each(|one| report::write_line(&mut out, &report(&goal, one)))?;
    } else if arguments.csv {
        write_csv(&mut out, &surveyed)?;
    } else {
        write_table(&mut out, &goal, &surveyed)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.plot {
        plot::draw(path, &surveyed)?;
    }
    Ok(Verdict::Answered)
}

/// Surveys every heuristic, in the order in which they are given; none if that was stopped.
fn survey_all(
    list: &DistanceList,
    heuristics: Vec<(HeuristicName, AnyHeuristic)>,
    threads: usize,
    cancel: &Cancel,
    ui: &Ui,
) -> Option<Vec<Surveyed>> {
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<Survey>>> = heuristics.iter().map(|_| Mutex::default()).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, heuristic)) = heuristics.get(index) else { return };
            let watch = &mut |boards: usize| {
                let (boards, all) = (HumanCount(boards as u64), HumanCount(list.boards() as u64));
                ui.progress(|| format!("{name}: {boards} of {all} boards"));
                if cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            *slots[index].lock().unwrap_or_else(PoisonError::into_inner) = Survey::of(list, heuristic, watch);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(heuristics.len()) {
            scope.spawn(work);
        }
        work();
    });
    let surveys = slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
    let both = heuristics.into_iter().zip(surveys);
    both.map(|((name, heuristic), survey)| Some(Surveyed { name, heuristic, survey: survey? })).collect()
}

fn write_table(out: &mut impl Write, goal: &Board, surveyed: &[Surveyed]) -> Result<(), Failure> {
    let mut table = Table::new(["", "mean", "of distance", "exact", "too high", "steps over 1"]);
    for Surveyed { name, survey, .. } in surveyed {
        let (mean, distance) = (survey.mean_estimate(), survey.mean_distance());
        let share = |part: f64, whole: f64| format!("{:.1} %", 100.0 * part / whole);
        table.row(vec![
            name.to_string(),
            format!("{mean:.2}"),
            share(mean, distance),
            share(survey.exact() as f64, survey.boards() as f64),
            HumanCount(survey.too_high()).to_string(),
            HumanCount(survey.inconsistent).to_string(),
        ]);
    }
    let Some(Surveyed { survey, .. }) = surveyed.first() else { return Ok(()) };
    let farthest = survey.counts.len() - 1;
    writeln!(
        out,
        "{}: {} boards, the farthest {farthest} moves from {goal}, {:.2} on average\n",
        goal.shape(),
        HumanCount(survey.boards()),
        survey.mean_distance()
    )?;
    write!(out, "{}", table.fitted(width_of_answers()).text)?;
    let mut notes = surveyed.iter().filter_map(note).peekable();
    if notes.peek().is_some() {
        writeln!(out)?;
    }
    for note in notes {
        writeln!(out, "{FAINT}{note}{FAINT:#}")?;
    }
    Ok(())
}

/// The first board on which a heuristic is too high, and the first pair over which it jumps.
fn note(one: &Surveyed) -> Option<String> {
    let Surveyed { name, heuristic, survey } = one;
    let too_high = survey
        .first_too_high
        .as_ref()
        .map(|board| format!("at most {} too high, first on {board}", survey.largest_excess()));
    let jump = survey.first_inconsistent.as_ref().map(|(upper, lower)| {
        format!("{} on {upper}, {} on its neighbour {lower}", heuristic.of(upper), heuristic.of(lower))
    });
    let said: Vec<String> = too_high.into_iter().chain(jump).collect();
    (!said.is_empty()).then(|| format!("{name}: {}", said.join("; ")))
}

fn write_csv(out: &mut impl Write, surveyed: &[Surveyed]) -> Result<(), Failure> {
    writeln!(out, "heuristic,distance,estimate,boards")?;
    for Surveyed { name, survey, .. } in surveyed {
        // A maximum has commas in its name.
        let name = if name.to_string().contains(',') { format!("\"{name}\"") } else { name.to_string() };
        for (distance, estimate, boards) in survey.cells() {
            writeln!(out, "{name},{distance},{estimate},{boards}")?;
        }
    }
    Ok(())
}

fn report(goal: &Board, one: &Surveyed) -> SurveyReport {
    let Surveyed { name, heuristic, survey } = one;
    let guarantees = heuristic.guarantees();
    let pair = |(upper, lower): &(Board, Board)| [upper.to_string(), lower.to_string()];
    SurveyReport {
        shape: goal.shape().to_string(),
        goal: goal.to_string(),
        heuristic: name.to_string(),
        admissible: guarantees.admissible,
        consistent: guarantees.consistent,
        boards: survey.boards(),
        mean_distance: survey.mean_distance(),
        mean_estimate: survey.mean_estimate(),
        exact: survey.exact(),
        too_high: survey.too_high(),
        largest_excess: survey.largest_excess(),
        first_too_high: survey.first_too_high.as_ref().map(Board::to_string),
        pairs: survey.pairs,
        steps_over_1: survey.inconsistent,
        first_step_over_1: survey.first_inconsistent.as_ref().map(pair),
        counts: survey.counts.clone(),
    }
}
