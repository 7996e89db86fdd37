//! The order for a user when a signal arrives, or the reason for none.
//!
//! An order has a price limit and ends at once (`LIMIT`, `IOC`): it costs at most quantity × limit, so no cap can be
//! exceeded however the market moves, and no part of it stays on the market.

use crate::calendar::Instant;
use crate::json::{Node, decimal_text, is_same};
use crate::money::Figure;
use crate::money::age::CLOCKS_DIFFER_MS;
use crate::money::{SIGNED_DECIMALS, signed_decimal};
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type, choice, input, output};
use rust_decimal::Decimal;

/// The validity of a signal; later its price is outdated. (The figure is ours.)
pub const SIGNAL_VALID_MS: i64 = 5 * 60_000;
/// The highest price in thousandths of the market's: half a percent above it. (The figure is ours.)
const LIMIT_THOUSANDTHS: i64 = 1_005;

choice! {
    /// The advice of a signal.
    pub enum TradeSide {
        Buy = "buy",
        Sell = "sell",
    }
}

choice! {
    /// The reason for an order, or for none.
    pub enum TradeReason {
        /// There is an order.
        Matches = "matches",
        AlreadyOrdered = "already_ordered",
        SwitchOff = "switch_off",
        NoCaps = "no_caps",
        NotConnected = "not_connected",
        NotSubscribed = "not_subscribed",
        SignalExpired = "signal_expired",
        /// The signal predicts a fall, while strategies are conditions for buying.
        PredictsFall = "predicts_fall",
        StrategyInactive = "strategy_inactive",
        /// The strategy is for another coin, or for none.
        OtherCoin = "other_coin",
        ChangeTooSmall = "change_too_small",
        PriceTooHigh = "price_too_high",
        /// The exchange does not trade the coin.
        NotTraded = "not_traded",
        DayCapReached = "day_cap_reached",
        NotEnoughBalance = "not_enough_balance",
        BelowMinimum = "below_minimum",
    }
}

/// A change in percent, exact; it may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactChange(Decimal);

input! {
    /// A signal, and the user's situation.
    pub struct TradeInput {
        /// The signal that has arrived.
        signal: TradeSignal,
        /// The user's condition for buying.
        strategy: TradeStrategy,
        /// Whether automatic trading is switched on.
        is_on: bool,
        /// Whether a key with permission to trade is connected.
        connected: bool,
        /// The end of the subscription; null without one.
        until: Option<Instant>,
        /// The limit per trade in USDT; null before it is set.
        per_trade: Option<Figure>,
        /// The limit for all orders of a day in USDT; null before it is set.
        per_day: Option<Figure>,
        /// The actual or potential cost of today's orders.
        spent_today: Figure,
        /// The free balance of USDT at the exchange.
        available: Figure,
        /// The exchange's requirements; null if it does not trade the coin.
        filters: Option<TradeFilters>,
        /// Whether there already is an order for this signal.
        ordered: bool,
        /// The current time.
        now: Instant,
    }

    /// A coin with a predicted rise or fall.
    pub struct TradeSignal {
        /// The coin's symbol.
        coin: String,
        /// The advice; only `buy` leads to an order.
        side: TradeSide,
        /// The predicted change in a day, in percent.
        percent_change_24h: ExactChange,
        /// The coin's current price in USDT.
        price: Figure,
        /// The time of the signal; after five minutes it is too old.
        at: Instant,
    }

    /// A user's condition for buying.
    pub struct TradeStrategy {
        /// Null: for no coin.
        coin: Option<String>,
        /// Whether the strategy is in use.
        is_active: bool,
        /// The highest price of the coin.
        price: Figure,
        /// The smallest predicted rise.
        percent_change_24h: ExactChange,
    }

    /// An exchange's requirements for orders. A bound of zero means none.
    pub struct TradeFilters {
        /// The smallest quantity of an order.
        least_quantity: Figure,
        /// The largest quantity of an order.
        greatest_quantity: Figure,
        /// Quantities are multiples of it.
        step: Figure,
        /// Prices are multiples of it.
        tick: Figure,
        /// The minimum value.
        least_notional: Figure,
    }
}

output! {
    /// The order, or the reason for none.
    pub struct TradeOrder {
        /// Of the coin; null without an order.
        quantity: Option<Figure>,
        /// The highest price.
        limit: Option<Figure>,
        /// The highest total cost: quantity × limit, rounded up.
        notional: Option<Figure>,
        /// The reason for the order, or for none.
        reason: TradeReason,
        /// The reason in words, for the user.
        message: String,
    }
}

impl ExactChange {
    /// Parses plain decimal text, with a minus if negative.
    pub fn parse(text: &str) -> Option<Self> {
        signed_decimal(text).map(Self)
    }

    /// The advice; `None` if nothing changes.
    pub fn side(self) -> Option<TradeSide> {
        match (self.0.is_zero(), self.0.is_sign_negative()) {
            (true, _) => None,
            (false, false) => Some(TradeSide::Buy),
            (false, true) => Some(TradeSide::Sell),
        }
    }

    fn text(self) -> String {
        self.0.normalize().to_string()
    }
}

impl Shape for ExactChange {
    const TYPE: Type = Type::Rate;
    const READS: Reads = Reads::Decimals(SIGNED_DECIMALS);
}

impl Input for ExactChange {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = decimal_text(node);
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal");
            Self::blank()
        })
    }

    fn blank() -> Self {
        Self(Decimal::ZERO)
    }
}

impl Output for ExactChange {
    fn write(&self) -> Node<'static> {
        self.0.to_string().into()
    }
}

/// Whether a signal of an instant is still valid; never if it is more than five minutes in the future.
pub fn may_be_sent(at: Instant, now: Instant) -> bool {
    now <= at.add_ms(SIGNAL_VALID_MS) && at <= now.add_ms(CLOCKS_DIFFER_MS)
}

fn refused(reason: TradeReason, words: &[&str]) -> TradeOrder {
    TradeOrder {
        quantity: None,
        limit: None,
        notional: None,
        reason,
        message: words.concat(),
    }
}

/// A refusal without figures, with a message for the user. The server uses it if it need not query the exchange.
pub fn refusal(reason: TradeReason) -> TradeOrder {
    let words = match reason {
        TradeReason::Matches => "It matches your strategy.",
        TradeReason::AlreadyOrdered => "There is an order for this signal already.",
        TradeReason::SwitchOff => "Automatic trading is switched off.",
        TradeReason::NoCaps => "Nothing is traded without a limit per trade and a limit per day.",
        TradeReason::NotConnected => {
            "No key that allows spot trading is connected. Connect one in Settings."
        }
        TradeReason::NotSubscribed => "Your subscription to trade signals has ended.",
        TradeReason::SignalExpired => "The signal is older than five minutes.",
        TradeReason::PredictsFall => {
            "The signal predicts a fall, and your strategies say when to buy."
        }
        TradeReason::StrategyInactive => "Your strategy isn't active.",
        TradeReason::OtherCoin => "Your strategy isn't for this coin.",
        TradeReason::ChangeTooSmall => {
            "It is predicted to rise by less than your strategy asks for."
        }
        TradeReason::PriceTooHigh => "It costs more than your strategy allows.",
        TradeReason::NotTraded => "The exchange doesn't trade this coin now.",
        TradeReason::DayCapReached => "Your limit per day is reached.",
        TradeReason::NotEnoughBalance => "There isn't enough USDT in your account at the exchange.",
        TradeReason::BelowMinimum => "Your limit per trade is below the exchange's minimum.",
    };
    refused(reason, &[words])
}

/// The first reason against an order that does not depend on its size.
fn forbidden(input: &TradeInput) -> Option<TradeReason> {
    let (signal, strategy) = (&input.signal, &input.strategy);
    let has = |cap: Option<Figure>| cap.is_some_and(|cap| !cap.is_zero());
    let is_for = |coin: &String| is_same(coin, &signal.coin);
    let all = [
        (input.ordered, TradeReason::AlreadyOrdered),
        (!input.is_on, TradeReason::SwitchOff),
        (
            !(has(input.per_trade) && has(input.per_day)),
            TradeReason::NoCaps,
        ),
        (
            !super::alert::is_active(input.until, input.now),
            TradeReason::NotSubscribed,
        ),
        (
            !may_be_sent(signal.at, input.now),
            TradeReason::SignalExpired,
        ),
        // If a key could not be queried, the signal's age is the reason.
        (!input.connected, TradeReason::NotConnected),
        (signal.side == TradeSide::Sell, TradeReason::PredictsFall),
        (!strategy.is_active, TradeReason::StrategyInactive),
        (
            !strategy.coin.as_ref().is_some_and(is_for),
            TradeReason::OtherCoin,
        ),
    ];
    all.iter()
        .find(|(holds, _)| *holds)
        .map(|(_, reason)| *reason)
}

/// A purchase for the least of the limit per trade, the rest of the daily limit, and the free balance, rounded down to
/// the exchange's step, at no more than the strategy's price and half a percent above the market's. There is no order
/// without limits, when switched off, without an active strategy for the coin, for an expired signal, or for one that
/// already has an order. Source: the design of signals; the five minutes and the half percent are ours.
pub fn order(input: &TradeInput) -> TradeOrder {
    if let Some(reason) = forbidden(input) {
        return refusal(reason);
    }
    let (signal, strategy) = (&input.signal, &input.strategy);
    if signal.percent_change_24h < strategy.percent_change_24h {
        let (predicted, asked) = (
            signal.percent_change_24h.text(),
            strategy.percent_change_24h.text(),
        );
        let words = [
            &signal.coin,
            " is predicted to change by ",
            &predicted,
            "%; your strategy asks for ",
            &asked,
            "%.",
        ];
        return refused(TradeReason::ChangeTooSmall, &words);
    }
    if signal.price > strategy.price {
        let (price, most) = (signal.price.shown(), strategy.price.shown());
        let words = [
            &signal.coin,
            " costs ",
            &price,
            " USDT; your strategy allows ",
            &most,
            " USDT.",
        ];
        return refused(TradeReason::PriceTooHigh, &words);
    }
    let Some(filters) = &input.filters else {
        return refusal(TradeReason::NotTraded);
    };
    let limit = signal.price.thousandths(LIMIT_THOUSANDTHS);
    let limit = limit
        .unwrap_or(signal.price)
        .min(strategy.price)
        .down_to(filters.tick);
    sized(input, filters, limit)
}

/// The order's size at a limit.
fn sized(input: &TradeInput, filters: &TradeFilters, limit: Figure) -> TradeOrder {
    let per_trade = input.per_trade.unwrap_or_default();
    let per_day = input.per_day.unwrap_or_default();
    let left = per_day.less(input.spent_today).unwrap_or_default();
    if left.is_zero() {
        let cap = per_day.shown();
        let words = ["Your limit of ", &cap, " USDT per day is reached."];
        return refused(TradeReason::DayCapReached, &words);
    }
    let budget = per_trade.min(left).min(input.available);
    let Some(most) = budget.buys(limit) else {
        return refusal(TradeReason::NotTraded);
    };
    let most = match filters.greatest_quantity.is_zero() {
        true => most,
        false => most.min(filters.greatest_quantity),
    };
    let quantity = most.down_to(filters.step);
    let notional = quantity.costs(limit).unwrap_or_default();
    // The last fraction of a unit could exceed the budget when the value is rounded up.
    let fits = !quantity.is_zero() && quantity >= filters.least_quantity && notional <= budget;
    if fits && notional >= filters.least_notional {
        return ordered(input, quantity, limit, notional);
    }
    let minimum = filters.least_notional.shown();
    match budget {
        budget if budget == input.available => {
            let available = input.available.shown();
            let words = [
                "Your account at the exchange has ",
                &available,
                " USDT free; its minimum order is ",
                &minimum,
                " USDT.",
            ];
            refused(TradeReason::NotEnoughBalance, &words)
        }
        budget if budget == left && budget < per_trade => {
            let left = left.shown();
            let words = [
                "You have ",
                &left,
                " USDT of your daily limit left; the exchange's minimum order is ",
                &minimum,
                " USDT.",
            ];
            refused(TradeReason::DayCapReached, &words)
        }
        _ => {
            let cap = per_trade.shown();
            let words = [
                "Your limit of ",
                &cap,
                " USDT per trade is too little; the exchange's minimum order is ",
                &minimum,
                " USDT.",
            ];
            refused(TradeReason::BelowMinimum, &words)
        }
    }
}

fn ordered(input: &TradeInput, quantity: Figure, limit: Figure, notional: Figure) -> TradeOrder {
    let signal = &input.signal;
    let (change, price) = (signal.percent_change_24h.text(), signal.price.shown());
    let most = input.strategy.price.shown();
    let words = [
        &signal.coin,
        " is predicted to rise by ",
        &change,
        "% and costs ",
        &price,
        " USDT: your strategy buys up to ",
        &most,
        " USDT.",
    ];
    TradeOrder {
        quantity: Some(quantity),
        limit: Some(limit),
        notional: Some(notional),
        reason: TradeReason::Matches,
        message: words.concat(),
    }
}

#[cfg(test)]
mod properties;
