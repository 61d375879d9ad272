//! Memory that may not be there: a search that cannot have it stops, and the process lives on.

use super::outcome::StopReason;

/// An empty vector with room for so many.
pub(crate) fn with_room_for<T>(count: usize) -> Result<Vec<T>, StopReason> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(count).map_err(|_| StopReason::Memory)?;
    Ok(vector)
}

/// A vector of so many copies of a value.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, StopReason> {
    let mut vector = with_room_for(count)?;
    vector.resize(count, value);
    Ok(vector)
}

/// Puts a value at the end of a vector.
#[inline]
pub(crate) fn push<T>(vector: &mut Vec<T>, value: T) -> Result<(), StopReason> {
    if vector.len() == vector.capacity() {
        vector.try_reserve(1).map_err(|_| StopReason::Memory)?;
    }
    vector.push(value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_a_reason_to_stop() {
        assert_eq!(with_room_for::<u64>(usize::MAX / 16).map(|_| ()), Err(StopReason::Memory));
        assert_eq!(filled(0u8, isize::MAX as usize).map(|_| ()), Err(StopReason::Memory));
        assert_eq!(filled(7u8, 3), Ok(vec![7; 3]));
    }
}
