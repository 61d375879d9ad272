//! Where elements end up that are inserted into a list one after the other.
//!
//! Inserting moves what comes after it, so a list of n elements would cost n² moves. Seen from the end
//! nothing moves: the element inserted last has its place, the one before it has its place among
//! those that are still free, and so on. A Fenwick tree finds the k-th free place in log n steps.

/// For each element, its place when all have been inserted. Element i is inserted before the one in
/// `places[i]`, or behind all others if `places[i]` is i, so `places[i] <= i`.
pub(super) fn settled(places: &[usize]) -> Vec<usize> {
    let mut free = Free::all(places.len());
    let mut settled: Vec<usize> = places.iter().rev().map(|&place| free.take(place)).collect();
    settled.reverse();
    settled
}

/// A set of numbers below a limit: node i, from 1, counts those of the numbers before i that are in
/// the set, as many of them as the lowest bit of i says.
struct Free {
    counts: Vec<usize>,
}

impl Free {
    fn all(limit: usize) -> Free {
        Free { counts: (0..=limit).map(|node| node & node.wrapping_neg()).collect() }
    }

    /// Takes out the number that so many others in the set are smaller than.
    fn take(&mut self, mut smaller: usize) -> usize {
        let limit = self.counts.len() - 1;
        let mut number = 0;
        let mut step = (limit + 1).next_power_of_two();
        while step > 0 {
            let node = number + step;
            if node <= limit && self.counts[node] <= smaller {
                smaller -= self.counts[node];
                number = node;
            } else if node <= limit {
                // The number taken lies below this node.
                self.counts[node] -= 1;
            }
            step /= 2;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_end_up_where_inserting_takes_them() {
        for length in [0, 1, 2, 3, 7, 8, 9, 100] {
            for factor in 0..20usize {
                let places: Vec<usize> = (0..length).map(|i| i * factor * 31 % (i + 1)).collect();
                let mut list = Vec::new();
                for (element, &place) in places.iter().enumerate() {
                    list.insert(place, element);
                }
                let mut found = vec![usize::MAX; length];
                for (element, place) in settled(&places).into_iter().enumerate() {
                    found[place] = element;
                }
                assert_eq!(found, list, "{places:?}");
            }
        }
    }
}
