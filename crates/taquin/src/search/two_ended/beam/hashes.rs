//! Boards by their hashes, for beam searches: what is on a level already.

/// A set of hashes by open addressing; 0 is an empty slot.
pub(crate) struct Hashes {
    slots: Vec<u64>,
}

impl Hashes {
    /// With room for as many as a level is wide.
    pub(crate) fn new(width: usize) -> Hashes {
        Hashes { slots: vec![0; Hashes::slots(width)] }
    }

    fn slots(width: usize) -> usize {
        (2 * width.max(8)).next_power_of_two()
    }

    /// What it holds.
    pub(crate) fn bytes(width: usize) -> usize {
        Hashes::slots(width) * size_of::<u64>()
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// The slot of a hash: its own, or the empty one where it would go.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.slots[self.slot(hash.max(1))] != 0
    }

    /// Adds a hash; false if it was there.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let at = self.slot(hash.max(1));
        std::mem::replace(&mut self.slots[at], hash.max(1)) == 0
    }
}
