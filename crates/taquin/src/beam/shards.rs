//! Into how many shards the boards of a beam are divided by their hash, and how many each of them keeps.

/// Boards in a shard at least, if there are several.
const LEAST_SHARD: usize = 1024;
/// Shards at most: enough to keep the threads of large machines busy.
const MOST_SHARDS: usize = 64;

/// Into how many shards the boards of a beam are divided.
pub(super) fn shards(width: usize) -> usize {
    let most = (width / LEAST_SHARD).clamp(1, MOST_SHARDS);
    1 << most.ilog2()
}

/// How many boards of a level a shard keeps.
pub(super) fn share(width: usize, shard: usize) -> usize {
    let shards = shards(width);
    width / shards + usize::from(shard < width % shards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_classes_are_the_width() {
        for width in [1, 2, 100, 511, 513, 1024, 5000, 100_003, 1 << 20] {
            assert_eq!((0..shards(width)).map(|shard| share(width, shard)).sum::<usize>(), width);
        }
    }
}
