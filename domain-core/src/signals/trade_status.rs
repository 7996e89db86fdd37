//! The status of an automatic trade. Server only.

use crate::money::Figure;
use crate::shape::choice;

choice! {
    /// The status of an automatic trade.
    pub enum TradeStatus {
        /// Not ordered, for the given reason.
        Refused = "refused",
        /// Decided, but not sent.
        Initiated = "initiated",
        /// Sent; it is queried until its outcome is known.
        Sent = "sent",
        Filled = "filled",
        Partial = "partial",
        /// Accepted by the exchange, but nothing was available at its limit.
        Unfilled = "unfilled",
        /// Rejected by the exchange.
        Rejected = "rejected",
        /// Cancelled before it was sent.
        Dropped = "dropped",
        /// Never received by the exchange.
        Lost = "lost",
        /// It can no longer be queried, and counts as if fully bought.
        Unknown = "unknown",
    }
}

impl TradeStatus {
    /// The status of an order that is over.
    pub fn after(ordered: Figure, bought: Figure) -> Self {
        match bought {
            bought if bought.is_zero() => Self::Unfilled,
            bought if bought < ordered => Self::Partial,
            _ => Self::Filled,
        }
    }

    /// Whether it may still incur further cost.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Initiated | Self::Sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_orders_are_filled_partly_filled_or_unfilled() {
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
