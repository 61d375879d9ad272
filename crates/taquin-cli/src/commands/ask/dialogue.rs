//! The questions of `taquin ask`, one after the other and back again.

use super::answers::{First, first_answer, heuristic, typed};
use super::rows::Rows;
use crate::failure::Failure;
use crate::questions::Questions;
use crate::ui;
use taquin::heuristic::HeuristicName;
use taquin::{Board, NamedGoal, Shape};

/// What the answers say.
pub(super) struct Asked {
    pub(super) start: Board,
    pub(super) goal: Board,
    pub(super) heuristics: Vec<HeuristicName>,
}

/// What came of a question.
enum Reply<T> {
    Known(T),
    /// Back to the question before.
    Back,
    /// The person has left, or the answers have ended.
    Left,
}

impl<T> Reply<T> {
    fn then<U>(self, next: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Known(known) => Reply::Known(next(known)),
            Reply::Back => Reply::Back,
            Reply::Left => Reply::Left,
        }
    }
}

/// What the answers have said so far.
struct Known {
    shape: Shape,
    /// The first rows of the start, if the first question was answered with them.
    rows: Option<Rows>,
    start: Option<Board>,
    goal: Option<Board>,
    /// Whether the first question was answered with the whole start, and with the goal.
    start_was_whole: bool,
    goal_was_written: bool,
    /// What the question for heuristics was answered with, if it may have been the first row of a goal.
    row_of_goal: Option<RowOfGoal>,
    /// The heuristics, if they are known before they are asked for.
    heuristics: Option<Vec<HeuristicName>>,
}

/// A row where heuristics were asked for. Boards that are pasted have an empty line between them; where the terminal does
/// not mark what is pasted, that line is an answer of its own, Enter for the usual goal, and the rows come after it.
struct RowOfGoal {
    rows: Rows,
    /// The heuristics that the numbers may stand for as well.
    or: Option<Vec<HeuristicName>>,
}

/// What the question for heuristics is answered with.
enum Choice {
    Heuristics(Vec<HeuristicName>),
    Row(RowOfGoal),
}

impl Default for Known {
    fn default() -> Known {
        Known {
            shape: Shape::PUZZLE_8,
            rows: None,
            start: None,
            goal: None,
            start_was_whole: false,
            goal_was_written: false,
            row_of_goal: None,
            heuristics: None,
        }
    }
}

/// The questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Start,
    Goal,
    Heuristics,
}

const INTRODUCTION: &str = "? explains a question, back returns to the one before, Ctrl-C or Ctrl-D quits.";

const ABOUT_FIRST: &str = "\
A board, with 0 for the blank: 8 1 3/4 0 2/7 6 5, [[8,1,3],[4,0,2],[7,6,5]], 813402765, or its rows, typed one by one or pasted.
A size: 3 or 3x3, 4x3 (width x height), 3x3x3, or 8, 15, 24 for the puzzle of that name; then the rows are asked for.
random is a random 3x3 board, random 4x4 one of that size.";

const ABOUT_START: &str = "\
A row of numbers, with 0 for the blank; or the whole board in any form, its rows separated by / or pasted; or random.";

const ABOUT_GOAL: &str = "\
Enter for the goal in brackets; blank-last, blank-first or snail; or a board, as a whole or row by row.";

const ABOUT_HEURISTICS: &str = "\
Enter for those in brackets; numbers or names of the list, e.g. 2 4 or hamming, manhattan; or all.";

const ABOUT_ROW: &str = "\
The numbers may be heuristics or the first row of a goal that was pasted: Enter for the heuristics, or the next row.";

pub(super) struct Dialogue {
    questions: Questions,
    /// Whether the answer that was understood last was empty.
    was_empty: bool,
    /// The heuristics that are meant unless others are named.
    usual: Vec<HeuristicName>,
}

impl Dialogue {
    pub(super) fn new(usual: Vec<HeuristicName>) -> Result<Dialogue, Failure> {
        Ok(Dialogue { questions: Questions::new()?, was_empty: false, usual })
    }

    pub(super) fn is_with_a_person(&self) -> bool {
        self.questions.are_put_to_a_person()
    }

    pub(super) fn introduce(&mut self) -> Result<(), Failure> {
        if self.is_with_a_person() { self.questions.say(INTRODUCTION) } else { Ok(()) }
    }

    pub(super) fn say_good_bye(&mut self) -> Result<(), Failure> {
        self.questions.say("Bye.")
    }

    /// All questions; `None` if the person has left, which after an answer an empty line does too.
    pub(super) fn everything(&mut self, is_first: bool) -> Result<Option<Asked>, Failure> {
        let mut known = Known::default();
        let mut place = Place::First;
        loop {
            let reply = match place {
                Place::First => self.ask_first(is_first, &mut known)?,
                Place::Start => self.ask_start(&mut known)?,
                Place::Goal => self.ask_goal(&mut known)?,
                Place::Heuristics => match (self.ask_heuristics(&mut known)?, &known.start, &known.goal) {
                    (Reply::Known(Choice::Heuristics(heuristics)), Some(start), Some(goal)) => {
                        return Ok(Some(Asked { start: start.clone(), goal: goal.clone(), heuristics }));
                    }
                    (Reply::Known(Choice::Row(row)), ..) => {
                        known.row_of_goal = Some(row);
                        Reply::Known(Place::Goal)
                    }
                    (Reply::Left, ..) => Reply::Left,
                    _ => Reply::Back,
                },
            };
            place = match (reply, place) {
                (Reply::Known(next), _) => next,
                (Reply::Left, _) => return Ok(None),
                (Reply::Back, Place::Heuristics) if !known.goal_was_written => Place::Goal,
                (Reply::Back, Place::Goal) if !known.start_was_whole => Place::Start,
                (Reply::Back, _) => Place::First,
            };
        }
    }

    /// The first question; says which is next.
    fn ask_first(&mut self, is_first: bool, known: &mut Known) -> Result<Reply<Place>, Failure> {
        let first = match self.first(is_first)? {
            Reply::Known(first) => first,
            Reply::Back => {
                self.questions.say("  this is the first question")?;
                return Ok(Reply::Known(Place::First));
            }
            Reply::Left => return Ok(Reply::Left),
        };
        *known = Known::default();
        Ok(Reply::Known(match first {
            First::Shape(shape) => {
                known.shape = shape;
                Place::Start
            }
            First::Rows(rows) => {
                known.rows = Some(rows);
                Place::Start
            }
            First::Board { start, goal } => {
                known.shape = start.shape();
                known.goal_was_written = goal.is_some();
                known.start_was_whole = true;
                (known.start, known.goal) = (Some(start), goal);
                if known.goal_was_written { Place::Heuristics } else { Place::Goal }
            }
        }))
    }

    fn ask_start(&mut self, known: &mut Known) -> Result<Reply<Place>, Failure> {
        let rows = known.rows.take().unwrap_or_else(|| Rows::new(Some(known.shape)));
        Ok(self.board(rows, known.shape, "Start", None)?.then(|board| {
            known.shape = board.shape();
            known.start = Some(board);
            Place::Goal
        }))
    }

    fn ask_goal(&mut self, known: &mut Known) -> Result<Reply<Place>, Failure> {
        let usual = Board::goal(known.shape);
        let rows = match known.row_of_goal.take() {
            Some(row) => match self.next_row_of_goal(row)? {
                Reply::Known(Choice::Row(row)) => row.rows,
                Reply::Known(Choice::Heuristics(heuristics)) => {
                    known.heuristics = Some(heuristics);
                    return Ok(Reply::Known(Place::Heuristics));
                }
                Reply::Back => return Ok(Reply::Known(Place::Heuristics)),
                Reply::Left => return Ok(Reply::Left),
            },
            None => Rows::new(Some(known.shape)),
        };
        Ok(self.board(rows, known.shape, "Goal", Some(&usual))?.then(|board| {
            known.goal = Some(board);
            Place::Heuristics
        }))
    }

    /// The next row of a goal whose first row came where heuristics were asked for; or the heuristics after all, if that
    /// could be meant.
    fn next_row_of_goal(&mut self, row: RowOfGoal) -> Result<Reply<Choice>, Failure> {
        let RowOfGoal { mut rows, or } = row;
        self.questions.say("  taken for the first row of the goal")?;
        let Some(heuristics) = or else { return Ok(Reply::Known(Choice::Row(RowOfGoal { rows, or }))) };
        let names: Vec<String> = heuristics.iter().map(HeuristicName::to_string).collect();
        let question = format!("Goal, {}, or Enter to search by {}: ", rows.place(), names.join(", "));
        let reply = self.until(&question, ABOUT_ROW, |answer| match answer {
            "" => Ok(false),
            _ => rows.add(answer).map(|()| true),
        })?;
        Ok(reply.then(|is_row| match is_row {
            true => Choice::Row(RowOfGoal { rows, or: None }),
            false => Choice::Heuristics(heuristics),
        }))
    }

    /// Asks until the answer can be understood, and explains when asked to.
    fn until<T>(
        &mut self,
        question: &str,
        about: &str,
        mut understand: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<Reply<T>, Failure> {
        loop {
            let Some(answer) = self.questions.ask(question)? else { return Ok(Reply::Left) };
            match answer.to_lowercase().as_str() {
                "?" | "help" => self.questions.say(about)?,
                "back" => return Ok(Reply::Back),
                "quit" | "exit" => return Ok(Reply::Left),
                _ => match understand(&answer) {
                    Ok(understood) => {
                        self.was_empty = answer.is_empty();
                        return Ok(Reply::Known(understood));
                    }
                    Err(why) => self.questions.say(&format!("  {why}"))?,
                },
            }
        }
    }

    /// A board, a size, or the first rows of a board.
    fn first(&mut self, is_first: bool) -> Result<Reply<First>, Failure> {
        let width = ui::width_of_answers().unwrap_or(80);
        let question = match (is_first, width < 60) {
            (true, false) => "Board or size, e.g. 8 1 3/4 0 2/7 6 5 or 4x3 [3x3]: ",
            (true, true) => "Board or size [3x3]: ",
            (false, _) => "Another board or size [quit]: ",
        };
        let mut remarks = Vec::new();
        let reply = self.until(question, ABOUT_FIRST, |answer| match answer {
            "" if is_first => Ok(Some(First::Shape(Shape::PUZZLE_8))),
            "" => Ok(None),
            _ => first_answer(answer, &mut remarks).map(Some),
        })?;
        for remark in remarks {
            self.questions.say(&format!("  {remark}"))?;
        }
        Ok(match reply {
            Reply::Known(Some(known)) => Reply::Known(known),
            Reply::Known(None) | Reply::Left => Reply::Left,
            Reply::Back => Reply::Back,
        })
    }

    /// A board row by row, or all of it at any row.
    fn board(
        &mut self,
        mut rows: Rows,
        shape: Shape,
        name: &str,
        usual: Option<&Board>,
    ) -> Result<Reply<Board>, Failure> {
        loop {
            match rows.board() {
                Some(Ok(board)) => return Ok(Reply::Known(board)),
                Some(Err(why)) => {
                    self.questions.say(&format!("  {why}"))?;
                    rows.pop();
                }
                None => {}
            }
            let hint = match usual {
                Some(usual) if rows.is_empty() => format!(" [{}]", in_short(usual)),
                _ => String::new(),
            };
            let about = if usual.is_some() { ABOUT_GOAL } else { ABOUT_START };
            let mut remark = None;
            let question = format!("{name}, {}{hint}: ", rows.place());
            let reply =
                self.until(&question, about, |answer| typed(answer, &mut rows, shape, usual, &mut remark))?;
            if let Some(remark) = remark {
                self.questions.say(&format!("  {remark}"))?;
            }
            match reply {
                Reply::Known(Some(board)) => return Ok(Reply::Known(board)),
                Reply::Known(None) => {}
                Reply::Back if rows.pop() => {}
                Reply::Back => return Ok(Reply::Back),
                Reply::Left => return Ok(Reply::Left),
            }
        }
    }

    /// The heuristics, or a row of the goal if that was left open.
    fn ask_heuristics(&mut self, known: &mut Known) -> Result<Reply<Choice>, Failure> {
        if let Some(heuristics) = known.heuristics.take() {
            return Ok(Reply::Known(Choice::Heuristics(heuristics)));
        }
        let shape = known.shape;
        let may_be_row = self.was_empty && self.is_with_a_person() && shape.width() > 1 && shape.height() > 1;
        self.heuristics(|answer, heuristics| {
            let mut rows = Rows::new(Some(shape));
            let is_row = may_be_row && rows.add(answer).is_ok() && !rows.is_empty();
            match heuristics {
                // Heuristics are asked for with commas between them.
                Ok(heuristics) if !is_row || answer.contains(',') => Ok(Choice::Heuristics(heuristics)),
                or if is_row => Ok(Choice::Row(RowOfGoal { rows, or: or.ok() })),
                or => or.map(Choice::Heuristics),
            }
        })
    }

    /// Asks for heuristics; `understand` gets the answer and what it means.
    fn heuristics<T>(
        &mut self,
        understand: impl Fn(&str, Result<Vec<HeuristicName>, String>) -> Result<T, String>,
    ) -> Result<Reply<T>, Failure> {
        self.questions.say("Heuristics:")?;
        for (index, name) in HeuristicName::SIMPLE.iter().enumerate() {
            self.questions.say(&format!("  {} {:<17}{}", index + 1, name.to_string(), name.meaning()))?;
        }
        let usual: Vec<String> = self.usual.iter().map(HeuristicName::to_string).collect();
        let heuristics = self.usual.clone();
        let question = match ui::width_of_answers().unwrap_or(80) < 76 {
            true => format!("Which, or all [{}]: ", usual.join(", ")),
            false => format!("Which, by number or name, comma-separated, or all [{}]: ", usual.join(", ")),
        };
        let named = |answer: &str| match answer {
            "" => Ok(heuristics.clone()),
            "all" => Ok(HeuristicName::SIMPLE.to_vec()),
            _ if answer.starts_with("max:") => {
                answer.parse().map(|name| vec![name]).map_err(|error| format!("{error}"))
            }
            _ => answer.split([',', ' ']).filter(|word| !word.is_empty()).map(heuristic).collect(),
        };
        self.until(&question, ABOUT_HEURISTICS, |answer| understand(answer, named(answer)))
    }
}

/// A board as it stands in a question: large ones only by their shape.
fn in_short(board: &Board) -> String {
    match board.shape().cells() {
        0..=16 => board.to_string(),
        _ => format!("{} {}", board.shape(), NamedGoal::BlankLast),
    }
}
