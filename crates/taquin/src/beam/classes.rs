//! Into how many classes the boards of a beam are divided by their hash, and how many each of them keeps.

/// Boards in a class at least, if there are several.
const LEAST_CLASS: usize = 1024;
/// Classes at most: enough to keep the threads of large machines busy.
const MOST_CLASSES: usize = 64;

/// Into how many classes the boards of a beam are divided.
pub(super) fn classes(width: usize) -> usize {
    let most = (width / LEAST_CLASS).clamp(1, MOST_CLASSES);
    1 << most.ilog2()
}

/// How many boards of a level a class keeps.
pub(super) fn share(width: usize, class: usize) -> usize {
    let classes = classes(width);
    width / classes + usize::from(class < width % classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_classes_are_the_width() {
        for width in [1, 2, 100, 511, 513, 1024, 5000, 100_003, 1 << 20] {
            assert_eq!((0..classes(width)).map(|class| share(width, class)).sum::<usize>(), width);
        }
    }
}
