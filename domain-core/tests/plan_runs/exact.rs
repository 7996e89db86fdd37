//! Amounts in minor units, and percentages in millionths of a percent.

/// Decimal text at a scale.
pub fn text(units: i128, scale: u32) -> String {
    let width = scale as usize + 1;
    let digits = format!("{units:0>width$}");
    match digits.split_at(digits.len() - scale as usize) {
        (whole, "") => whole.to_owned(),
        (whole, decimals) => format!("{whole}.{decimals}"),
    }
}

/// The share of an amount, rounded half up to a minor unit.
pub fn share(amount: i128, micro_percent: i128) -> i128 {
    let (doubled, whole) = (2 * amount * micro_percent, 100_000_000);
    (doubled + whole).div_euclid(2 * whole)
}

/// One of this many equal parts, from 0: the parts sum to the amount, and the first ones are larger.
pub fn even_part(amount: i128, place: i128, parts: i128) -> i128 {
    (amount - place + parts - 1).div_euclid(parts)
}

#[test]
fn the_oracle_matches_the_contract() {
    assert_eq!(text(5, 2), "0.05");
    assert_eq!(text(123, 0), "123");
    assert_eq!(share(1_050, 1_000_000), 11);
    assert_eq!(share(1_049, 1_000_000), 10);
    let parts: Vec<i128> = (0..3).map(|place| even_part(1_001, place, 3)).collect();
    assert_eq!(parts, [334, 334, 333]);
}
