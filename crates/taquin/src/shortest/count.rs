//! Numbers of solutions, which may be larger than any word.

use std::fmt;

/// Digits of a part.
const PART: u64 = 1_000_000_000_000_000_000;

/// A number of any size that is added up.
///
/// ```
/// use taquin::shortest::Count;
///
/// let mut count = Count::from(u64::MAX);
/// count += &Count::from(1);
/// assert_eq!(count.to_string(), "18446744073709551616");
/// assert_eq!(count.to_u64(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// Eighteen decimal digits each, the lowest first; no zeros at the end.
    parts: Vec<u64>,
}

impl Count {
    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.parts.is_empty()
    }

    /// The number, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        let part = |number: Option<u64>, &part: &u64| number?.checked_mul(PART)?.checked_add(part);
        self.parts.iter().rev().fold(Some(0), part)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Count {
        let mut parts = vec![number % PART, number / PART];
        while parts.last() == Some(&0) {
            parts.pop();
        }
        Count { parts }
    }
}

impl std::ops::AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        let parts = self.parts.len().max(other.parts.len());
        self.parts.resize(parts, 0);
        let mut carry = 0;
        for (place, part) in self.parts.iter_mut().enumerate() {
            let sum = *part + other.parts.get(place).copied().unwrap_or(0) + carry;
            (*part, carry) = (sum % PART, sum / PART);
        }
        if carry > 0 {
            self.parts.push(carry);
        }
    }
}

/// All digits, without separators.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.parts.split_last() else { return f.pad("0") };
        let rest: String = rest.iter().rev().map(|part| format!("{part:018}")).collect();
        f.pad(&format!("{first}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_beyond_all_words() {
        let mut count = Count::from(1);
        for _ in 0..200 {
            let same = count.clone();
            count += &same;
        }
        assert_eq!(count.to_string(), "1606938044258990275541962092341162602522202993782792835301376");
        assert_eq!(Count::default().to_string(), "0");
        assert!(Count::default().is_zero() && Count::from(0).is_zero());
        assert_eq!(Count::from(PART + 7).to_u64(), Some(PART + 7));
    }
}
