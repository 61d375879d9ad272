//! What tiles near each other cost on boards abreast: the learned costs, by the kinds of tiles in spots near each other.

use super::super::field::Field;
use super::Abreast;
use crate::beam::Family;

impl Abreast {
    /// The change of what pairs cost if a tile slides from one spot to another, after which it has another kind.
    pub(super) fn change(&self, kinds: &[u8], from: usize, to: usize, after: usize) -> i32 {
        let count = self.family.kinds();
        let (before, blank) = (usize::from(kinds[from]), self.family.blank());
        let pair = |offset: u8, a: usize, b: usize| {
            i32::from(self.pairs[(usize::from(offset) * count + a) * count + b])
        };
        let mut change = 0;
        for &(cell, offset) in &self.near[from] {
            let other = usize::from(kinds[usize::from(cell)]);
            change -= pair(offset, before, other);
            if usize::from(cell) != to {
                change += pair(offset, blank, other);
            }
        }
        for &(cell, offset) in &self.near[to] {
            let other = usize::from(kinds[usize::from(cell)]);
            if usize::from(cell) != from {
                change += pair(offset, after, other) - pair(offset, blank, other);
            } else {
                change += pair(offset, after, blank);
            }
        }
        change
    }

    /// The learned costs of a board.
    pub(super) fn costs(&self, field: &Field, kinds: &[u8]) -> i32 {
        let count = self.family.kinds();
        let of_spot = |spot: usize| {
            let own = usize::from(kinds[spot]);
            let pair = |&(other, offset): &(u16, u8)| {
                let other = usize::from(kinds[usize::from(other)]);
                i32::from(self.pairs[(usize::from(offset) * count + own) * count + other])
            };
            // Every pair is seen from both of its cells.
            self.near[spot].iter().map(pair).sum::<i32>() + 2 * self.alone(kinds[spot], spot)
        };
        let spots = field.sides().places().map(|place| field.sides().cell(place) - self.first);
        spots.map(of_spot).sum::<i32>() / 2
    }

    pub(super) fn alone(&self, kind: u8, spot: usize) -> i32 {
        let at = usize::from(kind) * self.family.borders() + usize::from(self.borders[spot]);
        i32::from(self.alone[at])
    }
}

/// The kind of a tile in a cell.
pub(super) fn kind(family: Family, field: &Field, tile: usize, cell: usize) -> usize {
    let (home, place) = (field.place(tile), field.place(cell));
    let along = |axis: usize| i32::from(place[axis]) - i32::from(home[axis]);
    let mut away = [0; 3];
    for (length, axis) in away.iter_mut().zip(field.sides().long_axes()) {
        *length = along(axis);
    }
    family.kind(away)
}
