//! Instants.

use super::{DATE_CHARACTERS, Date, padded};
use crate::json::Node;
use crate::shape::{Input, Output, ReadErrors, Shape, Type};
use std::fmt;

const MS_A_DAY: i64 = 86_400_000;
/// A regular expression of the texts that [`Instant::parse`] reads after a date.
pub(crate) const TIME_PATTERN: &str = concat!(
    r"[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?",
    "([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
);

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub i64);

impl Instant {
    /// 0001-01-01T00:00:00Z
    pub(crate) const FIRST: Self = Self(-719_162 * MS_A_DAY);
    /// 9999-12-31T23:59:59.999Z
    pub(crate) const LAST: Self = Self(2_932_897 * MS_A_DAY - 1);

    /// Parses RFC 3339: `2026-11-20T22:48:28Z`, with fractional seconds (to the millisecond) and offsets.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, rest) = text.split_at_checked(DATE_CHARACTERS)?;
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let (time, zone) = rest.split_at_checked(8)?;
        let decimals_end = zone.strip_prefix('.').map_or(0, |decimals| {
            let digits = decimals.bytes().take_while(u8::is_ascii_digit).count();
            digits.saturating_add(1)
        });
        let (decimals, zone) = zone.split_at_checked(decimals_end)?;
        let ms = milliseconds(decimals)?;
        let of_day = seconds_of_day(time)?.checked_mul(1000)?.checked_add(ms)?;
        let offset = match zone {
            "Z" | "z" => 0,
            _ => offset_minutes(zone)?.checked_mul(60_000)?,
        };
        let day = Date::parse(date)?.day_number().checked_mul(MS_A_DAY)?;
        let ms = day.checked_add(of_day)?.checked_sub(offset)?;
        Some(Self::in_calendar(ms))
    }

    /// This much later, saturating at the calendar's last instant.
    pub fn add_ms(self, ms: i64) -> Self {
        Self::in_calendar(self.0.saturating_add(ms))
    }

    fn in_calendar(ms: i64) -> Self {
        Self(ms.clamp(Self::FIRST.0, Self::LAST.0))
    }

    /// The date and the milliseconds of the day, in UTC; `None` outside the years 1 to 9999.
    pub(crate) fn date_and_ms(self) -> Option<(Date, i64)> {
        let date = Date::from_day_number(self.0.div_euclid(MS_A_DAY))?;
        Some((date, self.0.rem_euclid(MS_A_DAY)))
    }

    /// This many milliseconds into a day, in UTC.
    pub(crate) fn on(date: Date, of_day_ms: i64) -> Option<Self> {
        let day = date.day_number().checked_mul(MS_A_DAY)?;
        day.checked_add(of_day_ms).map(Self)
    }

    /// Milliseconds since the other instant; negative if this one is earlier.
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

fn number_below(text: &str, limit: i64) -> Option<i64> {
    let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain
        .then(|| text.parse().ok())?
        .filter(|number| *number < limit)
}

fn seconds_of_day(time: &str) -> Option<i64> {
    let (hours, rest) = time.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let minutes = number_below(hours, 24)?
        .checked_mul(60)?
        .checked_add(number_below(minutes, 60)?)?;
    minutes
        .checked_mul(60)?
        .checked_add(number_below(seconds, 60)?)
}

fn milliseconds(decimals: &str) -> Option<i64> {
    let Some(digits) = decimals.strip_prefix('.') else {
        return Some(0);
    };
    (!digits.is_empty()).then_some(())?;
    let mut ms = 0_i64;
    for index in 0..3 {
        let digit = digits
            .as_bytes()
            .get(index)
            .map_or(0, |byte| i64::from(byte.saturating_sub(b'0')));
        ms = ms.checked_mul(10)?.checked_add(digit)?;
    }
    Some(ms)
}

fn offset_minutes(zone: &str) -> Option<i64> {
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let minutes = number_below(hours, 24)?
        .checked_mul(60)?
        .checked_add(number_below(minutes, 60)?)?;
    minutes.checked_mul(sign)
}

impl Instant {
    /// RFC 3339 in UTC: the same text as `Display`, in less code.
    pub fn text(self) -> String {
        let date = Date::from_day_number(self.0.div_euclid(MS_A_DAY)).unwrap_or(Date::MIN);
        let of_day = u32::try_from(self.0.rem_euclid(MS_A_DAY)).unwrap_or(0);
        let (ms, seconds) = (of_day % 1000, of_day / 1000);
        let part = |number: u32| padded(number % 60, 2);
        let decimals = if ms == 0 {
            String::new()
        } else {
            [".", &padded(ms, 3)].concat()
        };
        let time = [
            &padded(seconds / 3600, 2),
            ":",
            &part(seconds / 60),
            ":",
            &part(seconds),
            &decimals,
            "Z",
        ]
        .concat();
        [&date.text(), "T", &time].concat()
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Shape for Instant {
    const TYPE: Type = Type::Instant;
}

impl Input for Instant {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let instant = match node {
            Node::Text(text) => Self::parse(text),
            _ => None,
        };
        instant.unwrap_or_else(|| {
            errors.record("wrong_type", "must be an instant, RFC 3339");
            Self(0)
        })
    }

    fn blank() -> Self {
        Self(0)
    }
}

impl Output for Instant {
    fn write(&self) -> Node<'static> {
        self.text().into()
    }
}
