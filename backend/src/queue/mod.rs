//! Deferred work: what is still to be done about something that has happened. A task is enqueued in the transaction of its
//! event, so it exists exactly if the event does. Any number of servers claim due tasks; if a server crashes while it
//! holds a task, the others can claim it once the hold has run out. A finished task is deleted.
//!
//! Invariant: this module deliberately does not know what a task means, nor what its payload says. A caller
//! that enqueues a secret seals it first.

mod store;

pub use store::{
    claim_due, claim_due_for, claim_new, depths, done, done_as_claimed, enqueue, is_queued,
    payloads_unlike, put_off, remove_expired, reschedule, withdraw, withdraw_from_others,
};

/// How long a task belongs to the server that claimed it: longer than any provider's time-out.
pub const HOLD_MS: i64 = 60_000;

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Send an email.
    Email,
    /// Send a text message.
    Sms,
    /// Send a message to a Telegram chat.
    Telegram,
    /// Send a WhatsApp message.
    Whatsapp,
    /// Send a push message to a browser.
    Push,
    /// See whether a friend's payment has earned a bonus.
    Referral,
    /// Ask a provider what became of an order.
    Order,
    /// Ask the card company what became of a checkout.
    Card,
    /// Ask the company of direct debits how far a mandate is, or end it there.
    Mandate,
    /// Send a direct debit, or ask the company what became of it.
    DirectDebit,
    /// Ask the custodian what has arrived at an address.
    Deposit,
    /// See for whom a signal is to be traded.
    Signal,
    /// Decide whether a signal is traded for a user.
    Trade,
    /// Send an automatic trade, or ask the exchange what became of it.
    TradeOrder,
}

/// The number of tasks of a kind, claimed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    pub kind: Kind,
    pub tasks: i64,
    /// When the oldest one was enqueued.
    pub oldest_at_ms: Option<i64>,
}

impl Kind {
    pub const ALL: [Self; 14] = [
        Self::Email,
        Self::Sms,
        Self::Telegram,
        Self::Whatsapp,
        Self::Push,
        Self::Referral,
        Self::Order,
        Self::Card,
        Self::Mandate,
        Self::DirectDebit,
        Self::Deposit,
        Self::Signal,
        Self::Trade,
        Self::TradeOrder,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Sms => "sms",
            Self::Telegram => "telegram",
            Self::Whatsapp => "whatsapp",
            Self::Push => "push",
            Self::Referral => "referral",
            Self::Order => "order",
            Self::Card => "card",
            Self::Mandate => "mandate",
            Self::DirectDebit => "direct_debit",
            Self::Deposit => "deposit",
            Self::Signal => "signal",
            Self::Trade => "trade",
            Self::TradeOrder => "trade_order",
        }
    }
}

/// A task that is to be enqueued.
#[derive(Debug, Clone, Copy)]
pub struct New<'a> {
    pub kind: Kind,
    /// Unique within the kind.
    pub id: &'a str,
    pub payload: &'a str,
    /// What the task is about, by an id or hash that nothing else has: ending it withdraws its tasks.
    pub subject: Option<&'a str>,
    pub user_id: Option<&'a str>,
    pub now_ms: i64,
    /// Until then it belongs to the caller.
    pub due_at_ms: i64,
    /// When the work is no longer worth doing. The claimant heeds it; the queue only removes what is long past it.
    pub expires_at_ms: Option<i64>,
}

/// A task that this server has claimed: until its hold runs out, no other server gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub kind: Kind,
    pub id: String,
    pub payload: String,
    pub subject: Option<String>,
    pub user_id: Option<String>,
    /// Claims so far, this one included.
    pub attempts: i64,
    /// Of these, the ones since it was last certain that an attempt had no effect.
    pub unconfirmed_attempts: i64,
    pub expires_at_ms: Option<i64>,
    pub created_at_ms: i64,
}

/// What a failed attempt has done outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Certainly nothing.
    None,
    /// It may have done all of it.
    Unknown,
}

/// Exponential back-off: the wait after so many attempts, doubling from the first.
pub const fn backoff_ms(first_ms: i64, attempts: i64, longest_ms: i64) -> i64 {
    let doublings = match attempts {
        ..=1 => 0,
        2..=17 => attempts - 1,
        _ => 16,
    };
    let wait_ms = first_ms << doublings;
    if wait_ms < longest_ms {
        wait_ms
    } else {
        longest_ms
    }
}

#[cfg(test)]
mod tests;
