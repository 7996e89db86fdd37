//! How far an automatic trade is. Only the server asks.

use crate::money::Figure;
use crate::shape::choice;

choice! {
    /// How far an automatic trade is.
    pub enum TradeStatus {
        /// Nothing is ordered; its reason says why.
        Refused = "refused",
        /// It is decided, and not sent.
        Initiated = "initiated",
        /// It was sent, and is asked about until its outcome is known.
        Sent = "sent",
        Filled = "filled",
        Partial = "partial",
        /// The exchange took it, and nothing could be had at its limit.
        Unfilled = "unfilled",
        /// The exchange did not take it.
        Rejected = "rejected",
        /// It was stopped before it was sent.
        Dropped = "dropped",
        /// The exchange never received it.
        Lost = "lost",
        /// Nobody can be asked about it any more: it counts as if all of it were bought.
        Unknown = "unknown",
    }
}

impl TradeStatus {
    /// Of an order that is over.
    pub fn after(ordered: Figure, bought: Figure) -> Self {
        match bought {
            bought if bought.is_zero() => Self::Unfilled,
            bought if bought < ordered => Self::Partial,
            _ => Self::Filled,
        }
    }

    /// Whether it may still cost something more than it has.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Initiated | Self::Sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_that_is_over_is_filled_partly_or_not_at_all() {
        let of = |bought| {
            let figure = |units| Figure::of_units(units).unwrap();
            TradeStatus::after(figure(10), figure(bought))
        };
        assert_eq!(
            [of(0), of(1), of(9)],
            [
                TradeStatus::Unfilled,
                TradeStatus::Partial,
                TradeStatus::Partial
            ]
        );
        assert_eq!([of(10), of(11)], [TradeStatus::Filled; 2]);
        let open = TradeStatus::ALL.iter().filter(|status| status.is_open());
        assert_eq!(
            open.copied().collect::<Vec<_>>(),
            [TradeStatus::Initiated, TradeStatus::Sent]
        );
    }
}
