use super::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

#[test]
fn only_existing_dates_are_parsed() {
    assert_eq!(Date::parse_day_first("29-02-2024"), Date::new(2024, 2, 29));
    for text in [
        "29-02-2023",
        "31-04-2024",
        "00-01-2024",
        "01-13-2024",
        "1-1-2024",
        "2024-01-01",
        "01/01/2024",
        "٠١-01-2024",
        "",
    ] {
        assert_eq!(Date::parse_day_first(text), None, "{text}");
    }
    for text in [
        "2024-2-01",
        "2024-02-30",
        "0000-01-01",
        "20240201",
        "2024-02-01T",
        "+024-02-01",
        "-024-02-01",
    ] {
        assert_eq!(Date::parse(text), None, "{text}");
    }
    assert_eq!(date("2024-02-29").day_first(), "29-02-2024");
}

#[test]
fn added_months_keep_the_day_or_take_the_last() {
    assert_eq!(date("2024-01-31").add_months(1), Some(date("2024-02-29")));
    assert_eq!(date("2024-01-31").add_months(2), Some(date("2024-03-31")));
    assert_eq!(date("2023-12-31").add_months(2), Some(date("2024-02-29")));
    assert_eq!(date("2024-02-29").add_years(18), Some(date("2042-02-28")));
    assert_eq!(date("9999-12-31").add_months(1), None);
}

#[test]
fn every_day_has_its_number() {
    assert_eq!(date("1970-01-01").day_number(), 0);
    assert_eq!(date("2000-03-01").day_number(), 11_017);
    let mut day = Date::MIN;
    let mut number = day.day_number();
    while let Some(next) = day.add_days(1) {
        number += 1;
        assert_eq!(next.day_number(), number);
        assert!(next > day);
        day = next;
        if number > -719_000 && number < -5_000 {
            // The pattern repeats every 400 years, so most are skipped.
            day = Date::from_day_number(number + 97).unwrap();
            number += 97;
        }
        if number > 30_000 {
            break;
        }
    }
    assert_eq!(date("2026-01-01").add_days(-1), Some(date("2025-12-31")));
    assert_eq!(date("9999-12-31").add_days(1), None);
}

#[test]
fn instants_read_and_write_rfc_3339() {
    for (written, canonical) in [
        ("2026-11-20T22:48:28Z", "2026-11-20T22:48:28Z"),
        ("2026-11-20T22:48:28.5Z", "2026-11-20T22:48:28.500Z"),
        (
            "2026-11-20T22:48:28.123456+01:00",
            "2026-11-20T21:48:28.123Z",
        ),
        ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00+01:00", "0001-01-01T00:00:00Z"),
    ] {
        assert_eq!(Instant::parse(written).unwrap().to_string(), canonical);
    }
    for text in [
        "2026-11-20",
        "2026-11-20T22:48:28",
        "2026-11-20T24:00:00Z",
        "2026-11-20T22:48:28.Z",
        "2026-11-20T22:48:28+1:00",
        "é026-11-20T22:48:28Z",
    ] {
        assert_eq!(Instant::parse(text), None, "{text}");
    }
}

#[test]
fn the_calendar_has_a_first_and_a_last_instant() {
    let instant = |text| Instant::parse(text).unwrap();
    assert_eq!(Instant::FIRST, instant("0001-01-01T00:00:00Z"));
    assert_eq!(Instant::LAST, instant("9999-12-31T23:59:59.999Z"));
    assert_eq!(Instant::LAST.add_ms(1), Instant::LAST);
    assert_eq!(Instant::LAST.add_ms(i64::MAX), Instant::LAST);
    assert_eq!(Instant::FIRST.add_ms(i64::MIN), Instant::FIRST);
}

#[test]
fn every_part_of_a_date_has_its_digits() {
    for text in [
        "2026-1-31",
        "2026-01-1",
        "2026-001-1",
        "2026-1-031",
        "2026-01-031",
        "02026-1-31",
        "02026-01-1",
        "026-01-031",
        "026-001-31",
    ] {
        assert_eq!(Date::parse(text), None, "{text}");
    }
    for text in [
        "31-1-2026",
        "1-01-2026",
        "1-001-2026",
        "031-1-2026",
        "031-01-2026",
        "31-1-02026",
        "1-01-02026",
        "031-01-026",
        "31-001-026",
    ] {
        assert_eq!(Date::parse_day_first(text), None, "{text}");
    }
}
