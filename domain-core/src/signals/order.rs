//! What is bought for a user when a signal arrives, or why nothing is.
//!
//! An order has a limit for its price and ends at once (`LIMIT`, `IOC`): quantity × limit is the most that it can cost, so
//! that no cap can be exceeded however the market moves, and nothing of it is left lying in the market.

use crate::calendar::Instant;
use crate::json::{Node, decimal_text, is_same};
use crate::money::Figure;
use crate::money::age::CLOCKS_DIFFER_MS;
use crate::money::signed_decimal;
use crate::shape::{Input, ReadErrors, Shape, Type, choice, input, output};
use rust_decimal::Decimal;

/// A signal is acted on this long: its price is another one later. (The figure is ours.)
pub const SIGNAL_VALID_MS: i64 = 5 * 60_000;
/// In thousandths of the market's price: an order may cost half a percent more than it. (The figure is ours.)
const LIMIT_THOUSANDTHS: i64 = 1_005;

choice! {
    /// What a signal advises.
    pub enum TradeSide {
        Buy = "buy",
        Sell = "sell",
    }
}

choice! {
    /// Why there is an order, or none.
    pub enum TradeReason {
        /// There is an order.
        Matches = "matches",
        AlreadyOrdered = "already_ordered",
        SwitchOff = "switch_off",
        NoCaps = "no_caps",
        NotConnected = "not_connected",
        NotSubscribed = "not_subscribed",
        SignalExpired = "signal_expired",
        /// The signal predicts a fall, and strategies say when to buy.
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
    /// A signal, and what it meets.
    pub struct TradeInput {
        signal: TradeSignal,
        strategy: TradeStrategy,
        /// Whether automatic trading is switched on.
        is_on: bool,
        /// Whether there is a key to an account at the exchange that may trade.
        connected: bool,
        /// Until when signals are paid for; null without a subscription.
        until: Option<Instant>,
        /// In USDT; null before it is set.
        per_trade: Option<Figure>,
        per_day: Option<Figure>,
        /// What today's orders have cost, or may still cost.
        spent_today: Figure,
        /// USDT that is free at the exchange.
        available: Figure,
        /// What the exchange requires; null where it does not trade the coin.
        filters: Option<TradeFilters>,
        /// Whether there is an order for this signal.
        ordered: bool,
        now: Instant,
    }

    /// A coin that is predicted to rise or fall.
    pub struct TradeSignal {
        coin: String,
        side: TradeSide,
        /// The predicted change in a day, in percent.
        percent_change_24h: ExactChange,
        /// What the coin costs now, in USDT.
        price: Figure,
        at: Instant,
    }

    /// When a user would buy.
    pub struct TradeStrategy {
        /// Null: none is bought by it.
        coin: Option<String>,
        is_active: bool,
        /// The most that the coin may cost.
        price: Figure,
        /// The least that it must be predicted to rise by.
        percent_change_24h: ExactChange,
    }

    /// What an exchange requires of orders. A bound of zero is none.
    pub struct TradeFilters {
        least_quantity: Figure,
        greatest_quantity: Figure,
        /// Quantities are multiples of it.
        step: Figure,
        /// Prices are multiples of it.
        tick: Figure,
        /// The least worth.
        least_notional: Figure,
    }
}

output! {
    /// The order, or why there is none.
    pub struct TradeOrder {
        /// Of the coin; null where nothing is ordered.
        quantity: Option<Figure>,
        /// The most that one may cost.
        limit: Option<Figure>,
        /// The most that all of it may cost: quantity × limit, rounded up.
        notional: Option<Figure>,
        reason: TradeReason,
        message: String,
    }
}

impl ExactChange {
    /// Plain decimal text, with a minus below zero.
    pub fn parse(text: &str) -> Option<Self> {
        signed_decimal(text).map(Self)
    }

    /// What it advises; none where nothing changes.
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

/// Whether a signal of an instant still holds; one of more than five minutes ahead never does.
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

/// A refusal that needs no figures, in words for the user. The server writes it where it need not ask the exchange.
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

/// The first of what forbids an order before its size is looked at.
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
        // Where a key could not be asked about, the signal's age is why.
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

/// A purchase of the least of the cap for each trade, what is left of the cap for the day, and the free balance, rounded
/// down to the exchange's step, at no more than the strategy's price and half a percent above the market's. Nothing without
/// caps, switched off, without an active strategy for the coin, for an old signal, or for one that has its order. Source:
/// the design of signals; the five minutes and the half percent are ours.
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
    // What is left of a fraction of a unit when a worth is rounded up would be above the budget.
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
