//! From the name and the text of a question to the text of its answer.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use taquin::search::Limits;
use taquin::solver::Choice;
use taquin::{Solver, SolverError};
use taquin_json::Refusal;
use taquin_json::analyse::AnalyseRequest;
use taquin_json::check::check;
use taquin_json::compare::{CompareNews, CompareRequest};
use taquin_json::hint::{PATIENCE, hint};
use taquin_json::request::{Asked, CheckRequest, SolveRequest};
use taquin_json::scramble::ScrambleRequest;
use taquin_json::solve::{SolveAnswer, SolveNews, StoppedSearch, Watch};
use taquin_json::status::Status;
use taquin_json::trace::{TraceRequest, write};

/// The time of a search that is not asked for, and the most that is granted.
const USUAL_TIME: Duration = Duration::from_secs(120);
const MOST_TIME: Duration = Duration::from_secs(3600);
/// A worker has one search at a time: it needs no name to be told apart.
const JOB: &str = "search";

/// What is needed to answer.
pub(crate) struct Answer<'a> {
    solver: &'a Solver,
    memory: u64,
    new_seed: u64,
    /// Takes news.
    tell: &'a mut dyn FnMut(&str),
}

/// An object as JSON.
pub(crate) fn written(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("all of ours can be written")
}

impl<'a> Answer<'a> {
    pub(crate) fn new(
        solver: &'a Solver,
        memory: u64,
        new_seed: u64,
        tell: &'a mut dyn FnMut(&str),
    ) -> Answer<'a> {
        Answer { solver, memory, new_seed, tell }
    }

    /// The answer to a question, or the last piece of news.
    pub(crate) fn to(&mut self, question: &str, body: &str) -> Result<String, Refusal> {
        match question {
            "analyse" => self.analyse(&read(body)?),
            "check" => self.check(&read(body)?),
            "compare" => self.compare(&read(body)?),
            "hint" => self.hint(&read(body)?),
            "scramble" => self.scramble(&read(body)?),
            "solve" => self.solve(&read(body)?),
            "status" => Ok(self.status()),
            "stopped" => stopped(&read(body)?),
            "trace" => self.trace(&read(body)?),
            _ => Err(Refusal::new(404, "Not Found", format_args!("there is nothing at {question}"))),
        }
    }

    fn limits(&self, asked: Asked) -> Limits {
        Limits {
            time: Some(asked.time.unwrap_or(USUAL_TIME).min(MOST_TIME)),
            memory: Some(asked.memory.unwrap_or(self.memory).min(self.memory)),
            nodes: asked.nodes,
            ..Limits::default()
        }
    }

    fn solver(&self, choice: Choice, asked: Asked) -> Solver {
        self.solver.clone().choice(choice).limits(self.limits(asked))
    }

    fn analyse(&self, request: &AnalyseRequest) -> Result<String, Refusal> {
        let (asked, analyse) = (request.asked()?, request.read()?);
        let solver = self.solver(Choice::new(), asked);
        Ok(written(&analyse.answer(&solver).map_err(refusal)?))
    }

    fn check(&self, request: &CheckRequest) -> Result<String, Refusal> {
        let (posed, metric) = (request.posed()?, request.metric()?);
        let solver = self.solver.clone().metric(metric);
        let distance = solver.distance(&posed.start, &posed.goal).map_err(refusal)?;
        Ok(written(&check(&solver, &posed, metric, distance).map_err(refusal)?))
    }

    fn hint(&self, request: &SolveRequest) -> Result<String, Refusal> {
        let posed = request.posed()?;
        let mut asked = request.asked()?;
        asked.time = Some(asked.time.unwrap_or(PATIENCE).min(PATIENCE));
        let solver = self.solver(request.choice(posed.start.shape())?, asked);
        Ok(written(&hint(request, &solver, &posed).map_err(refusal)?))
    }

    fn scramble(&self, request: &ScrambleRequest) -> Result<String, Refusal> {
        Ok(written(&request.read()?.boards(self.new_seed)))
    }

    fn solve(&mut self, request: &SolveRequest) -> Result<String, Refusal> {
        let posed = request.posed()?;
        let solver = self.solver(request.choice(posed.start.shape())?, request.asked()?);
        solver.plan(&posed.goal).map_err(refusal)?;
        let Ok(problem) = posed.problem() else {
            let metric = request.choice(posed.start.shape())?.metric;
            return Ok(written(&SolveNews::Result(Box::new(SolveAnswer::unsolvable(&posed, metric)))));
        };
        let mut watch = Watch::new(JOB, |news| {
            (self.tell)(&written(&news));
            true
        });
        let (answer, _) = SolveAnswer::search(request, &solver, &problem, &mut watch).map_err(refusal)?;
        Ok(written(&SolveNews::Result(Box::new(answer))))
    }

    fn compare(&mut self, request: &CompareRequest) -> Result<String, Refusal> {
        let comparison = request.read(self.new_seed)?;
        let limits = self.limits(request.asked()?);
        let race = comparison.prepare(self.solver, limits, MOST_TIME).map_err(refusal)?;
        let done = race.run(JOB, &mut |news| {
            (self.tell)(&written(&news));
            true
        });
        Ok(written(&CompareNews::Done(done.map_err(refusal)?)))
    }

    fn trace(&mut self, request: &TraceRequest) -> Result<String, Refusal> {
        let posed = request.posed()?;
        let solver = self.solver(request.choice(posed.start.shape())?, request.asked()?);
        let prepared = solver.prepare_watched(&posed.goal).map_err(refusal)?;
        let recording = request.recording(posed, prepared)?;
        let text = |piece: Vec<u8>| String::from_utf8(piece).expect("JSON is text");
        let rest = write(&recording, &mut |piece| {
            (self.tell)(&text(piece));
            true
        });
        Ok(text(rest.expect("all pieces are taken")))
    }

    fn status(&self) -> String {
        written(&Status {
            max_solves: 1,
            time_limit: MOST_TIME.as_secs_f64(),
            memory_limit: self.memory,
            ..Status::idle()
        })
    }
}

/// What a search that was ended from outside had found.
fn stopped(search: &StoppedSearch) -> Result<String, Refusal> {
    Ok(written(&SolveNews::Result(Box::new(search.answer()?))))
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Refusal> {
    serde_json::from_str(body).map_err(Refusal::unprocessable)
}

/// Why there is no answer.
fn refusal(error: SolverError) -> Refusal {
    match error {
        SolverError::Stopped(why) => {
            Refusal::stopped(format_args!("stopped ({why}) while tables were built"))
        }
        SolverError::NotThere(set) => Refusal::unprocessable(format_args!(
            "the tables of pdb:{} are not there: a browser has no tables on disk, `taquin serve` uses those that \
             `taquin pdb build` has built",
            set.name()
        )),
        error => Refusal::unprocessable(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// All news, the answer last.
    fn ask(question: &str, body: &Value) -> Result<Vec<Value>, Value> {
        let solver = Solver::new();
        let mut news = Vec::new();
        let parse =
            |text: &str| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
        let mut tell = |text: &str| news.extend(parse(text));
        let answer = Answer::new(&solver, 1 << 30, 7, &mut tell).to(question, &body.to_string());
        match answer {
            Ok(last) => {
                news.extend(parse(&last));
                Ok(news)
            }
            Err(refusal) => Err(serde_json::to_value(refusal).unwrap()),
        }
    }

    #[test]
    fn every_question_is_answered() {
        let board = json!({"board": "8 1 3/4 0 2/7 6 5"});
        assert_eq!(ask("check", &board).unwrap()[0]["distance"], 14);
        assert_eq!(ask("hint", &board).unwrap()[0]["distance"], 14);
        let made = ask("analyse", &json!({"board": "1 2 3/4 5 6/0 7 8", "moves": "UDRR"})).unwrap();
        assert_eq!((&made[0]["lost"], &made[0]["moves"][0]["best"]), (&json!(2), &json!(["R"])));
        let shifts = json!({"board": "1 2 3/4 5 6/0 7 8", "metric": "shifts", "count": true});
        assert_eq!(ask("hint", &shifts).unwrap()[0]["first_moves"][0]["move"], "R2");
        assert_eq!(ask("solve", &shifts).unwrap().last().unwrap()["shortest_solutions"], "1");
        let shifts = json!({"board": "1 2 3/4 5 6/0 7 8", "metric": "shifts"});
        assert_eq!(ask("check", &shifts).unwrap()[0]["estimates"][1]["value"], 1);
        let solved = ask("solve", &board).unwrap();
        let first = solved.iter().find(|news| news["event"] == "started").unwrap();
        let last = solved.last().unwrap();
        assert_eq!((&first["event"], &first["job"]), (&json!("started"), &json!(JOB)));
        assert_eq!(
            (&last["event"], &last["cost"], &last["optimal"]),
            (&json!("result"), &json!(14), &json!(true))
        );
        let boards = ask("scramble", &json!({"shape": "4x4", "count": 3})).unwrap();
        assert_eq!((boards[0].as_array().unwrap().len(), &boards[0][0]["seed"]), (3, &json!(7)));
        let ways = json!([{"algorithm": "astar", "heuristic": "manhattan"}, {"algorithm": "idastar"}]);
        let rows = ask("compare", &json!({"random": 2, "ways": ways})).unwrap();
        let events: Vec<&str> = rows.iter().map(|row| row["event"].as_str().unwrap()).collect();
        assert_eq!(events, ["started", "row", "row", "row", "row", "done"]);
        let trace = ask("trace", &json!({"board": "1 2 3/4 5 6/0 7 8", "algorithm": "astar"})).unwrap();
        assert_eq!((&trace[0]["event"], &trace.last().unwrap()["solved"]), (&json!("start"), &json!(true)));
        assert_eq!(ask("status", &json!({})).unwrap()[0]["memory_limit"], 1u64 << 30);
    }

    #[test]
    fn the_page_knows_the_status_without_the_module() {
        let mut status = ask("status", &json!({})).unwrap().remove(0);
        // The page says itself how much memory there is.
        status.as_object_mut().unwrap().remove("memory_limit");
        let text = serde_json::to_string_pretty(&status).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/status.json");
        if std::env::var_os("SNAPSHOTS").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "SNAPSHOTS=overwrite writes the file anew");
    }

    #[test]
    fn what_cannot_be_answered_is_refused_as_the_server_does() {
        let refused = |question: &str, body: Value, detail: &str| {
            let refusal = ask(question, &body).unwrap_err();
            assert!(refusal["detail"].as_str().unwrap().contains(detail), "{refusal}");
            refusal["status"].as_u64().unwrap()
        };
        assert_eq!(refused("solve", json!({"board": "1 2 2/4 5 6/7 8 0"}), "2 appears twice"), 422);
        assert_eq!(refused("solve", json!({"bord": ""}), "unknown field"), 422);
        assert_eq!(refused("scramble", json!({"shape": "99x99"}), "too large"), 422);
        assert_eq!(refused("fly", json!({}), "nothing at fly"), 404);
    }

    #[test]
    fn a_search_that_was_ended_is_told_by_its_last_news() {
        let told = json!({
            "board": "1 2 3/4 5 6/0 7 8", "algorithm": "idastar", "heuristic": "manhattan",
            "expanded": 9, "generated": 20, "lower_bound": 1, "seconds": 0.5, "moves": "LLLL",
        });
        let refusal = ask("stopped", &told).unwrap_err();
        assert_eq!(refusal["status"], 422, "the moves are replayed");
        let told = json!({
            "board": "1 2 3/4 5 6/0 7 8", "algorithm": "idastar", "heuristic": "manhattan",
            "expanded": 9, "generated": 20, "lower_bound": 1, "seconds": 0.5, "moves": "RLRR",
        });
        let answer = &ask("stopped", &told).unwrap()[0];
        assert_eq!((&answer["cost"], &answer["gap"]), (&json!(4), &json!(3.0)));
        assert_eq!((&answer["stopped_by"], &answer["optimal"]), (&json!("cancelled"), &json!(false)));
        assert_eq!(answer["notations"]["numbers"], "7 7 7 8");
    }
}
