//! How many bad moves a family of tile sets demands.
//!
//! Every set says "one of these tiles makes a bad move". The start end adds "and it is the tile's
//! *first* move"; the goal end "and it is its first seen backwards, its *last*". So there are at
//! least as many bad moves as a smallest hitting set has members. (A packing of disjoint sets bounds
//! that from below; with so few sets the hitting set is as cheap, and larger.)
//!
//! **One bad move seldom serves both ends.** Let a tile have to travel D = (Dx, Dy, Dz), different
//! from 0 along every axis on which the box has room, and make exactly one bad move: its moves are
//! those of a shortest way and one pair of opposite moves, so exactly one step goes against the sign
//! of its component of D. A first move that is bad is such a step, and so is a last move that is bad
//! seen backwards. The way has three moves at least and cannot both begin and end with the one step.
//! So a single bad move hits a set of the start end *and* a set of the goal end only for a tile with
//! a component 0 along some axis on which the box has room. Such tiles are *versatile*; any other
//! must pay once for each end.
//!
//! Sets of neither end ([`EITHER`]; linear conflicts) are hit by any bad move of their tiles. When
//! such a set is the one to branch on, its tile is taken to hit the sets of both ends as well,
//! versatile or not. That is generous, hence safe.

/// The list of sets that belong to no end: any bad move of one of their tiles will do.
pub(crate) const EITHER: usize = 2;

/// Sets kept in each list; more are dropped, which only weakens the bound.
pub(crate) const MOST_SETS: usize = 16;

/// Tiles tried before a question is given up as "yes", which only weakens the bound. On the boards
/// of the 26-puzzle it takes a few dozen; large boxes could take for ever.
const PATIENCE: u32 = 20_000;

/// Sets of tiles, each of which must contain a tile that makes a bad move; one list for each end,
/// and one for neither.
#[derive(Clone, Debug, Default)]
pub(crate) struct Family {
    sets: [[u64; MOST_SETS]; 3],
    len: [usize; 3],
}

/// The sets of each list that have not been hit yet, one bit each.
type Open = [u32; 3];

impl Family {
    /// Forgets all sets.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = [0; 3];
    }

    /// Adds a set unless a subset of it is there already, and drops its supersets.
    #[inline]
    pub(crate) fn add(&mut self, end: usize, set: u64) {
        let sets = &mut self.sets[end];
        let mut kept = 0;
        for i in 0..self.len[end] {
            if sets[i] & !set == 0 {
                return;
            }
            if set & !sets[i] != 0 {
                sets[kept] = sets[i];
                kept += 1;
            }
        }
        if kept < MOST_SETS {
            sets[kept] = set;
            kept += 1;
        }
        self.len[end] = kept;
    }

    /// Adds a set as it is.
    #[inline]
    pub(crate) fn push(&mut self, end: usize, set: u64) {
        if self.len[end] < MOST_SETS {
            self.sets[end][self.len[end]] = set;
            self.len[end] += 1;
        }
    }

    /// The sets of a list.
    #[inline]
    pub(crate) fn list(&self, end: usize) -> &[u64] {
        &self.sets[end][..self.len[end]]
    }

    /// Can `bad` bad moves hit all sets? `versatile` tells the tiles whose one bad move may serve
    /// both ends.
    #[inline]
    pub(crate) fn hit_by(&self, bad: u32, versatile: impl Fn(u32) -> bool + Copy) -> bool {
        self.rest_hit_by(self.all(), bad, versatile, &mut PATIENCE.clone())
    }

    /// The same once `tile` has made a bad move at `end`, with `bad` more to come.
    #[inline]
    pub(crate) fn hit_after(
        &self,
        tile: u32,
        end: usize,
        bad: u32,
        versatile: impl Fn(u32) -> bool + Copy,
    ) -> bool {
        let open = self.without(self.all(), tile, end, versatile);
        self.rest_hit_by(open, bad, versatile, &mut PATIENCE.clone())
    }

    /// The least number of bad moves that hit all sets.
    pub(crate) fn demand(&self, versatile: impl Fn(u32) -> bool + Copy) -> u32 {
        (0..).find(|&bad| self.hit_by(bad, versatile)).expect("a set is hit by any of its own tiles")
    }

    fn all(&self) -> Open {
        self.len.map(|len| (1 << len) - 1)
    }

    /// The sets left when `tile` makes a bad move at `end`.
    #[inline]
    fn without(&self, mut open: Open, tile: u32, end: usize, versatile: impl Fn(u32) -> bool) -> Open {
        let both = end == EITHER || versatile(tile);
        for (list, open) in open.iter_mut().enumerate() {
            if list != EITHER && list != end && !both {
                continue;
            }
            let mut rest = *open;
            while rest != 0 {
                let i = rest.trailing_zeros();
                rest &= rest - 1;
                *open &= !(u32::from(self.sets[list][i as usize] >> tile & 1 != 0) << i);
            }
        }
        open
    }

    fn rest_hit_by(
        &self,
        open: Open,
        bad: u32,
        versatile: impl Fn(u32) -> bool + Copy,
        patience: &mut u32,
    ) -> bool {
        if open == [0; 3] {
            return true;
        }
        match bad {
            0 => return false,
            1 => return self.hit_by_one(open, versatile),
            _ => {}
        }
        // Some tile of the smallest set must pay; try each.
        let (mut end, mut tiles, mut fewest) = (0, 0, u32::MAX);
        for (list, mut rest) in open.into_iter().enumerate() {
            while rest != 0 {
                let set = self.sets[list][rest.trailing_zeros() as usize];
                rest &= rest - 1;
                if set.count_ones() < fewest {
                    (end, tiles, fewest) = (list, set, set.count_ones());
                }
            }
        }
        while tiles != 0 {
            let tile = tiles.trailing_zeros();
            tiles &= tiles - 1;
            *patience = patience.saturating_sub(1);
            if *patience == 0
                || self.rest_hit_by(self.without(open, tile, end, versatile), bad - 1, versatile, patience)
            {
                return true;
            }
        }
        false
    }

    /// Is there a tile in all the open sets, versatile if both ends have some?
    #[inline]
    fn hit_by_one(&self, open: Open, versatile: impl Fn(u32) -> bool) -> bool {
        let mut common = u64::MAX;
        for (list, mut rest) in open.into_iter().enumerate() {
            while rest != 0 {
                common &= self.sets[list][rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        if open[0] == 0 || open[1] == 0 {
            return common != 0;
        }
        while common != 0 {
            if versatile(common.trailing_zeros()) {
                return true;
            }
            common &= common - 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(sets: &[(usize, u64)]) -> Family {
        let mut family = Family::default();
        for &(end, set) in sets {
            family.add(end, set);
        }
        family
    }

    #[test]
    fn a_hitting_set_may_be_larger_than_a_packing() {
        // Any two of these meet, but no tile is in all three.
        assert_eq!(family(&[(0, 0b011), (0, 0b110), (0, 0b101)]).demand(|_| true), 2);
        assert_eq!(family(&[]).demand(|_| true), 0);
    }

    #[test]
    fn supersets_are_dropped() {
        let family = family(&[(0, 0b111), (0, 0b011), (0, 0b1011), (1, 0b111)]);
        assert_eq!(family.len, [1, 1, 0]);
        assert_eq!(family.sets[0][0], 0b011);
    }

    #[test]
    fn only_a_versatile_tile_serves_both_ends() {
        let both = family(&[(0, 0b01), (1, 0b01)]);
        assert_eq!(both.demand(|_| true), 1);
        assert_eq!(both.demand(|_| false), 2);
        let with_conflict = family(&[(0, 0b01), (1, 0b10), (EITHER, 0b11)]);
        assert_eq!(with_conflict.demand(|_| false), 2);
    }
}
