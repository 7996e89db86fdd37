//! The board of predictions: whether it still says something, and what subscribers lose while it does not.

use crate::calendar::Instant;

/// A prediction is about the day after it was made. (Document 3, section 2: `percent_change_24h`.)
pub const VALID_MS: i64 = 24 * 3_600_000;
/// Shorter gaps are not made up for. (The figure is ours.)
const LEAST_GAP_MS: i64 = 3_600_000;
/// The refusal to sell a month. It says when one can be bought.
const NOT_SOLD: &str = "There are no current signals at the moment, so we don't sell a month of them. You can buy one as soon as new signals are here: we look for them every minute.";

/// The board, and the current time.
#[derive(Debug)]
pub struct BoardInput {
    /// The number of predictions on it.
    pub predictions: i64,
    /// `None` before the first board.
    pub made_at: Option<Instant>,
    pub now: Instant,
}

/// The state of the board.
#[derive(Debug, PartialEq, Eq)]
pub struct BoardState {
    /// Whether it has predictions whose day is not over.
    pub current: bool,
    /// The end of the predictions' day; `None` without any.
    pub until: Option<Instant>,
    /// The reason why no month is sold; `None` while one is.
    pub message: Option<&'static str>,
}

/// A gap in the signals, and a subscription that it touches.
#[derive(Debug)]
pub struct GapInput {
    /// The beginning of the gap.
    pub since: Instant,
    /// Its end, or now while it lasts.
    pub to: Instant,
    /// The end of the subscription.
    pub until: Instant,
    /// The days that were added for this gap before.
    pub added: i64,
}

/// The days that a gap adds to a subscription.
#[derive(Debug, PartialEq, Eq)]
pub struct Extension {
    /// All days that are due for the gap.
    pub days: i64,
    /// The days to add now.
    pub more: i64,
    /// The new end of the subscription.
    pub until: Instant,
}

/// A board with predictions is current for a day. No month is sold while it is not. Source: document 3, section 2.
pub fn board(input: &BoardInput) -> BoardState {
    let is_empty = input.predictions <= 0;
    let until = input.made_at.filter(|_| !is_empty);
    let until = until.map(|made_at| made_at.add_ms(VALID_MS));
    let current = until.is_some_and(|until| input.now < until);
    BoardState {
        current,
        until,
        message: (!current).then_some(NOT_SOLD),
    }
}

/// Each started day of a gap adds a day to the subscriptions that it touches; a gap below an hour adds none. Never beyond
/// the year 9999.
pub fn lost(input: &GapInput) -> Extension {
    let lost_ms = input.to.ms_since(input.since).max(0);
    let days = if lost_ms < LEAST_GAP_MS || input.until < input.since {
        0
    } else {
        let last = VALID_MS.saturating_sub(1);
        lost_ms
            .saturating_add(last)
            .checked_div(VALID_MS)
            .unwrap_or_default()
    };
    let more = days.saturating_sub(input.added).max(0);
    let until = input.until.add_ms(more.saturating_mul(VALID_MS));
    Extension { days, more, until }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    #[test]
    fn a_board_with_predictions_is_current_for_a_day() {
        let made = at("2026-11-20T10:00:00Z");
        for (predictions, made_at, ms, current, until) in [
            (
                3,
                Some(made),
                VALID_MS - 1,
                true,
                Some(made.add_ms(VALID_MS)),
            ),
            (3, Some(made), VALID_MS, false, Some(made.add_ms(VALID_MS))),
            (0, Some(made), 0, false, None),
            (0, None, 0, false, None),
        ] {
            let now = made.add_ms(ms);
            let state = board(&BoardInput {
                predictions,
                made_at,
                now,
            });
            assert_eq!((state.current, state.until), (current, until), "{ms}");
            assert_eq!(state.message.is_none(), current);
        }
    }

    #[test]
    fn each_started_day_of_a_gap_adds_a_day() {
        let since = at("2026-11-20T10:00:00Z");
        let until = at("2026-12-01T10:00:00Z");
        for (lost_ms, added, days, more) in [
            (LEAST_GAP_MS - 1, 0, 0, 0),
            (LEAST_GAP_MS, 0, 1, 1),
            (VALID_MS, 1, 1, 0),
            (VALID_MS + 1, 1, 2, 1),
            (4 * VALID_MS, 0, 4, 4),
            (-1, 0, 0, 0),
        ] {
            let to = since.add_ms(lost_ms);
            let found = lost(&GapInput {
                since,
                to,
                until,
                added,
            });
            let end = until.add_ms(more * VALID_MS);
            assert_eq!(
                (found.days, found.more, found.until),
                (days, more, end),
                "{lost_ms}"
            );
        }
    }

    #[test]
    fn subscriptions_that_had_ended_lose_nothing() {
        let since = at("2026-11-20T10:00:00Z");
        let gap = |until: Instant| {
            lost(&GapInput {
                since,
                to: since.add_ms(VALID_MS),
                until,
                added: 0,
            })
        };
        assert_eq!(gap(since.add_ms(-1)).more, 0);
        assert_eq!(gap(since).more, 1);
    }
}
