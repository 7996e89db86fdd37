//! The order of a record's keys, computed at compile time: an index out of bounds does not compile.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// The indices of the keys in sorted order, computed at compile time.
pub const fn sorted_indexes<const N: usize>(keys: &[&str]) -> [usize; N] {
    let mut indexes = [0; N];
    let mut count = 0;
    while count < N {
        // Insertion sort: the indices before `count` are sorted.
        let mut at = count;
        while at > 0 && comes_before(keys[count], keys[indexes[at - 1]]) {
            indexes[at] = indexes[at - 1];
            at -= 1;
        }
        indexes[at] = count;
        count += 1;
    }
    indexes
}

/// Byte-wise comparison, like that of `str`, which is not `const` yet.
const fn comes_before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_are_sorted_byte_by_byte() {
        const KEYS: &[&str] = &["b", "", "ab", "a", "abc", "B"];
        let sorted = super::sorted_indexes::<6>(KEYS).map(|index| KEYS[index]);
        assert_eq!(sorted, ["", "B", "a", "ab", "abc", "b"]);
    }
}
