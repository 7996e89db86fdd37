use super::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

#[test]
fn days_of_payment_are_named() {
    for (day, unit, count, words) in [
        ("2026-11-27", Unit::Month, 12, "on the 27th"),
        ("2026-11-01", Unit::Month, 2, "on the 1st"),
        ("2026-11-02", Unit::Month, 2, "on the 2nd"),
        ("2026-11-03", Unit::Month, 2, "on the 3rd"),
        ("2026-11-11", Unit::Month, 2, "on the 11th"),
        ("2026-11-12", Unit::Month, 2, "on the 12th"),
        ("2026-11-13", Unit::Month, 2, "on the 13th"),
        ("2026-11-21", Unit::Month, 2, "on the 21st"),
        (
            "2026-12-31",
            Unit::Month,
            2,
            "on the last day of each month",
        ),
        ("2026-11-29", Unit::Week, 4, "every Sunday"),
        ("1969-12-31", Unit::Week, 4, "every Wednesday"),
        ("2026-11-29", Unit::Day, 4, "every day"),
        ("2026-11-29", Unit::Month, 1, "today"),
    ] {
        assert_eq!(often(date(day), unit, count), words, "{day}");
    }
}
