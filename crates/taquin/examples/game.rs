//! A game at the terminal: tiles are moved by their numbers, `u` takes a move back, `h` asks for a hint.
//!
//! `cargo run --release --example game [SEED]`

use std::error::Error;
use std::io::{self, BufRead, Write};
use taquin::notation::draw::draw;
use taquin::{Board, Scrambler, Shape, Slide, Tile};

/// A board and the slides made on it.
struct Game {
    board: Board,
    history: Vec<Slide>,
}

impl Game {
    fn move_tile(&mut self, number: u16) -> Result<(), String> {
        let tile = Tile::new(number).ok_or("0 is not a tile")?;
        let slide = self.board.slide_tile(tile).ok_or(format!("{tile} is not beside the blank"))?;
        self.history.push(slide);
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        let slide = self.history.pop().ok_or("there is nothing to take back")?;
        self.board.undo(slide).map_err(|error| error.to_string())
    }

    /// The tile to move next, and how many moves are left.
    fn hint(&self) -> Result<String, Box<dyn Error>> {
        let answer = taquin::solve(&self.board)?;
        let solution = answer.solution().ok_or("no solution was found")?;
        let next = solution.slides().next().ok_or("it is solved")?;
        Ok(format!("move {} ({} moves to go)", next.tile(), solution.cost()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let board = Scrambler::new(Board::goal(Shape::PUZZLE_8), seed).uniform();
    let mut game = Game { board, history: Vec::new() };
    print!("{}", draw(&game.board));
    for line in io::stdin().lock().lines() {
        let said = match line?.trim() {
            "u" => game.take_back(),
            "h" => {
                println!("{}", game.hint()?);
                Ok(())
            }
            word => {
                word.parse().map_err(|_| "a tile, u or h".to_string()).and_then(|tile| game.move_tile(tile))
            }
        };
        match said {
            Ok(()) => print!("{}", draw(&game.board)),
            Err(why) => println!("{why}"),
        }
        if game.board.is_solved() {
            println!("solved in {} moves", game.history.len());
            break;
        }
        io::stdout().flush()?;
    }
    Ok(())
}
