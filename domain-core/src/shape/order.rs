//! The order of a record's keys, found while the program is compiled: an index out of bounds does not compile.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// Where each of the keys stands in the list, in sorted order: found once, when the program is compiled.
pub const fn sorted_places<const N: usize>(keys: &[&str]) -> [usize; N] {
    let mut places = [0; N];
    let mut count = 0;
    while count < N {
        // Insertion sort: the places before `count` are in order.
        let mut at = count;
        while at > 0 && comes_before(keys[count], keys[places[at - 1]]) {
            places[at] = places[at - 1];
            at -= 1;
        }
        places[at] = count;
        count += 1;
    }
    places
}

/// Byte by byte, as texts are compared: not yet possible otherwise while compiling.
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
    fn places() {
        const KEYS: &[&str] = &["b", "", "ab", "a", "abc", "B"];
        let sorted = super::sorted_places::<6>(KEYS).map(|place| KEYS[place]);
        assert_eq!(sorted, ["", "B", "a", "ab", "abc", "b"]);
    }
}
