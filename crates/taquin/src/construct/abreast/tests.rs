//! Boards abreast lead to boxes that can be solved, in fewer moves than by hand, the same on any number of threads, and keep
//! to their time.

use super::WORTH_A_THREAD;
use super::learned::{Learned, Slide};
use crate::construct::field::Field;
use crate::construct::{Construction, Hurry, Rest, solve, solve_around_abreast};
use crate::platform::Instant;
use crate::search::StopReason;
use crate::{Board, NamedGoal, Problem, Scrambler, Solution};

const NO_HURRY: Hurry<'_> = Hurry { deadline: None, is_over: &|| None };

fn problem(shape: &str, goal: NamedGoal) -> Problem {
    let goal = goal.board(shape.parse().unwrap()).unwrap();
    Problem::new(Scrambler::new(goal.clone(), 3).uniform(), goal).unwrap()
}

/// The whole solution.
fn finished(problem: &Problem, Rest { mut moves, problem: rest }: Rest) -> u32 {
    moves.extend(solve(&rest).moves());
    Solution::replay(problem, moves).unwrap().cost()
}

#[test]
fn boards_abreast_lead_to_a_box_that_can_be_solved() {
    for (shape, cells, goal) in [
        ("9x9", 20, NamedGoal::BlankLast),
        ("12x7", 30, NamedGoal::Snail),
        ("2x30", 12, NamedGoal::BlankFirst),
        ("4x4x5", 27, NamedGoal::BlankFirst),
        ("2x2x9", 12, NamedGoal::BlankLast),
    ] {
        let problem = problem(shape, goal);
        let one = solve_around_abreast(&problem, cells, 1, 1, NO_HURRY).unwrap();
        finished(&problem, one);
        let many = solve_around_abreast(&problem, cells, 12, 1, NO_HURRY).unwrap();
        assert!(many.problem.shape().cells() <= cells);
        finished(&problem, many);
    }
}

#[test]
fn many_boards_abreast_need_fewer_moves_than_one_by_hand() {
    let problem = problem("14x14", NamedGoal::BlankLast);
    let by_hand = solve(&problem).cost();
    let abreast = finished(&problem, solve_around_abreast(&problem, 100, 16, 1, NO_HURRY).unwrap());
    assert!(abreast < by_hand, "{abreast} {by_hand}");
    let again = finished(&problem, solve_around_abreast(&problem, 100, 16, 1, NO_HURRY).unwrap());
    assert_eq!(abreast, again);
}

#[test]
fn any_number_of_threads_makes_the_same_moves() {
    for (shape, goal) in [("13x12", NamedGoal::BlankLast), ("6x5x5", NamedGoal::BlankFirst)] {
        let problem = problem(shape, goal);
        let [one, three] = [1, 3].map(|threads| {
            solve_around_abreast(&problem, 100, 2 * WORTH_A_THREAD, threads, NO_HURRY).unwrap().moves
        });
        assert_eq!(one, three, "{shape}");
    }
}

#[test]
fn changes_of_learned_costs_add_up() {
    for shape in ["13x12", "3x60", "5x4x8"] {
        let problem = problem(shape, NamedGoal::BlankLast);
        let mut field = Construction::new(&problem, 0, 9).field;
        let learned = Learned::new(problem.shape(), &field);
        let kinds = |field: &Field| {
            let mut kinds = vec![learned.wall(); learned.spots()];
            for place in field.sides().places() {
                let cell = field.sides().cell(place);
                let is_blank = cell == field.blank();
                kinds[learned.spot(cell)] =
                    if is_blank { learned.blank() } else { learned.kind(field, field.tile_in(cell), cell) };
            }
            kinds
        };
        let (mut costs, mut random) = (learned.of(&field, &kinds(&field)), 7u64);
        for _ in 0..300 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let ways = field.directions();
            let direction = ways[(random >> 33) as usize % ways.len()];
            let (to, from) = (field.blank(), field.next(field.blank(), direction));
            if !field.is_open(from) {
                continue;
            }
            let (before, now) = (kinds(&field), field.tile_in(from));
            let after = learned.kind(&field, now, to);
            let slide = Slide { from, to, direction, before: before[learned.spot(from)], after };
            costs += learned.change(&before, &slide);
            field.slide(direction);
            assert_eq!(costs, learned.of(&field, &kinds(&field)), "{shape}");
        }
    }
}

#[test]
fn without_time_they_get_fewer_and_are_stopped_when_it_is_over() {
    let problem = problem("13x12", NamedGoal::BlankFirst);
    let hurry = Hurry { deadline: Some(Instant::now()), ..NO_HURRY };
    finished(&problem, solve_around_abreast(&problem, 100, 64, 1, hurry).unwrap());
    let over = Hurry { is_over: &|| Some(StopReason::Cancelled), ..NO_HURRY };
    let stopped = solve_around_abreast(&problem, 100, 64, 1, over);
    assert_eq!(stopped.err(), Some(StopReason::Cancelled));
}

#[test]
fn a_solved_board_needs_no_moves() {
    let goal = Board::goal("13x13".parse().unwrap());
    let problem = Problem::new(goal.clone(), goal).unwrap();
    assert!(solve_around_abreast(&problem, 100, 8, 1, NO_HURRY).unwrap().moves.is_empty());
}
