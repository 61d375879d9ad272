//! The effective branching factor: how many children every node of a uniform tree would have that
//! is as deep as the solution and has as many nodes as were generated.

/// The b with b + b² + … + b^depth = generated. None if the solution has no moves or there are
/// fewer nodes than moves.
///
/// ```
/// use taquin::search::effective_branching;
///
/// // Russell and Norvig's example: depth 5 and 52 nodes make 1.92.
/// assert_eq!(format!("{:.2}", effective_branching(52, 5).unwrap()), "1.92");
/// ```
#[must_use]
pub fn effective_branching(generated: u64, depth: u32) -> Option<f64> {
    if depth == 0 || generated < u64::from(depth) {
        return None;
    }
    let target = generated as f64;
    let nodes = |b: f64| {
        let mut sum = 0.0;
        for _ in 0..depth {
            sum = (sum + 1.0) * b;
            if sum > target {
                break;
            }
        }
        sum
    };
    // With b = 1 there are `depth` nodes, and with b = generated at least as many as generated.
    let (mut low, mut high) = (1.0, target);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if nodes(middle) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_known_breadth() {
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-9;
        assert!(close(effective_branching(5, 5), 1.0));
        assert!(close(effective_branching(2 + 4 + 8 + 16, 4), 2.0));
        assert!(close(effective_branching(7, 1), 7.0));
        // Russell and Norvig's example: depth 5 and 52 nodes make 1.92.
        assert!((effective_branching(52, 5).unwrap() - 1.92).abs() < 0.005);
        assert_eq!(effective_branching(0, 0), None);
        assert_eq!(effective_branching(3, 5), None);
    }
}
