//! Whole numbers as decimal text, without the standard library's formatting, which weighs more in the browser.

/// Most digits of any number here.
const MOST: usize = 39;

/// The number, with zeros in front of it up to a width.
#[inline(never)]
pub(crate) fn spelled(number: u128, width: usize) -> String {
    let mut digits = [b'0'; MOST];
    let mut places = digits.iter_mut().rev();
    let mut used = 0_usize;
    let mut rest = number;
    // In 64 bits as soon as it fits: a browser has no wider division.
    while rest > u128::from(u64::MAX) {
        put(
            &mut places,
            &mut used,
            u64::try_from(rest % 10).unwrap_or(0),
        );
        rest /= 10;
    }
    let mut rest = u64::try_from(rest).unwrap_or(0);
    while rest > 0 {
        put(&mut places, &mut used, rest % 10);
        rest /= 10;
    }
    let used = used.max(width.clamp(1, MOST));
    let written = digits.get(MOST.saturating_sub(used)..).unwrap_or_default();
    let text = std::str::from_utf8(written).unwrap_or_default();
    if width > MOST {
        return ["0".repeat(width.saturating_sub(MOST)).as_str(), text].concat();
    }
    text.to_owned()
}

fn put<'a>(places: &mut impl Iterator<Item = &'a mut u8>, used: &mut usize, digit: u64) {
    if let Some(place) = places.next() {
        *place = b'0'.saturating_add(u8::try_from(digit).unwrap_or(0));
        *used = used.saturating_add(1);
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
