//! Whole numbers as decimal text, without the standard library's formatting, which weighs more in the browser.

/// Most digits of any number here.
const MOST: usize = 39;
/// The same with a point.
const MOST_BYTES: usize = MOST + 1;

/// The number, with zeros in front of it up to a width.
#[inline(never)]
pub(crate) fn spelled(number: u128, width: usize) -> String {
    let digits = spelled_with_point(number, width, 0);
    match width.checked_sub(MOST) {
        None | Some(0) => digits,
        Some(more) => ["0".repeat(more).as_str(), &digits].concat(),
    }
}

/// The number with a point before its last `decimals` digits, and zeros in front of it up to a width of digits.
#[inline(never)]
pub(crate) fn spelled_with_point(number: u128, width: usize, decimals: usize) -> String {
    let mut out = Backwards {
        bytes: [b'0'; MOST_BYTES],
        written: 0,
        digits: 0,
        decimals,
    };
    // In 64 bits as soon as it fits, and then in 32: a browser has no wider division, and divides 32 bits by multiplying.
    let mut wide = number;
    while wide > u128::from(u64::MAX) {
        out.push(u32::try_from(wide % 10).unwrap_or(0));
        wide /= 10;
    }
    let mut rest = u64::try_from(wide).unwrap_or(0);
    while rest > u64::from(u32::MAX) {
        let mut nine = u32::try_from(rest % 1_000_000_000).unwrap_or(0);
        rest /= 1_000_000_000;
        for _ in 0..9 {
            out.push(nine % 10);
            nine /= 10;
        }
    }
    let mut rest = u32::try_from(rest).unwrap_or(0);
    while rest > 0 {
        out.push(rest % 10);
        rest /= 10;
    }
    while out.digits < width.clamp(1, MOST) {
        out.push(0);
    }
    let text = out.bytes.get(MOST_BYTES.saturating_sub(out.written)..);
    std::str::from_utf8(text.unwrap_or_default())
        .unwrap_or_default()
        .to_owned()
}

/// Digits from the last to the first.
struct Backwards {
    bytes: [u8; MOST_BYTES],
    written: usize,
    digits: usize,
    decimals: usize,
}

impl Backwards {
    fn push(&mut self, digit: u32) {
        if self.digits == self.decimals && self.decimals > 0 {
            self.put(b'.');
        }
        self.digits = self.digits.saturating_add(1);
        self.put(b'0'.saturating_add(u8::try_from(digit).unwrap_or(0)));
    }

    fn put(&mut self, byte: u8) {
        self.written = self.written.saturating_add(1);
        let place = MOST_BYTES.checked_sub(self.written);
        if let Some(slot) = place.and_then(|place| self.bytes.get_mut(place)) {
            *slot = byte;
        }
    }
}

/// The number with its sign.
#[inline(never)]
pub(crate) fn spelled_signed(number: i64) -> String {
    let digits = spelled(number.unsigned_abs().into(), 1);
    if number < 0 {
        ["-", &digits].concat()
    } else {
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn with_a_point(number: u128, decimals in 1..9_usize) {
            let digits = format!("{number:0width$}", width = decimals + 1);
            let (whole, fraction) = digits.split_at(digits.len() - decimals);
            prop_assert_eq!(spelled_with_point(number, decimals + 1, decimals), format!("{whole}.{fraction}"));
        }

        #[test]
        fn as_the_standard_library_spells_them(number: u128, small: u64, signed: i64, width in 0..50_usize) {
            prop_assert_eq!(spelled(number, 0), number.to_string());
            prop_assert_eq!(spelled(small.into(), width), format!("{small:0width$}"));
            prop_assert_eq!(spelled_signed(signed), signed.to_string());
        }
    }

    #[test]
    fn the_edges() {
        assert_eq!(spelled(0, 0), "0");
        assert_eq!(spelled(0, 3), "000");
        assert_eq!(spelled(u128::MAX, 0), u128::MAX.to_string());
        assert_eq!(spelled(u128::from(u64::MAX) + 1, 0), "18446744073709551616");
        assert_eq!(spelled_signed(i64::MIN), i64::MIN.to_string());
    }
}
