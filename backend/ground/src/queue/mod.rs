//! Deferred work. A task is enqueued in the transaction of its event, so it exists exactly if the event does. Any
//! number of servers claim due tasks; if a server crashes while it holds a task, the others can claim it once the hold
//! has run out. A finished task is deleted.
//!
//! Invariant: this module deliberately does not know the meaning of tasks or payloads. Callers seal secrets before
//! enqueueing them.

mod store;

pub use store::{
    claim_due, claim_due_for, claim_new, depths, done, done_as_claimed, enqueue, enqueue_in,
    is_queued, payloads_unlike, put_off, remove_expired, reschedule, withdraw,
    withdraw_from_others,
};

/// The lease of a claimed task: longer than any provider's timeout.
pub const HOLD_MS: i64 = 60_000;

/// The kind of a task.
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
    /// Check whether a friend's payment has earned a bonus.
    Referral,
    /// Query a provider for the outcome of an order.
    Order,
    /// Query the card company for the outcome of a checkout.
    Card,
    /// Query the status of a mandate, or cancel it at the direct debit company.
    Mandate,
    /// Send a direct debit, or query its outcome.
    DirectDebit,
    /// Query the custodian for deposits to an address.
    Deposit,
    /// Find the users for whom a signal is to be traded.
    Signal,
    /// Decide whether to trade a signal for a user.
    Trade,
    /// Send an automatic trade, or query its outcome at the exchange.
    TradeOrder,
    /// Remove a file from its folder or bucket.
    File,
}

/// The number of tasks of a kind, claimed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    pub kind: Kind,
    pub tasks: i64,
    /// The time at which the oldest one was enqueued.
    pub oldest_at_ms: Option<i64>,
}

impl Kind {
    pub const ALL: [Self; 15] = [
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
        Self::File,
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
            Self::File => "file",
        }
    }
}

/// A task to enqueue.
#[derive(Debug, Clone, Copy)]
pub struct New<'a> {
    pub kind: Kind,
    /// Unique within the kind.
    pub id: &'a str,
    pub payload: &'a str,
    /// The unique id or hash of the subject; when the subject ends, its tasks are withdrawn.
    pub subject: Option<&'a str>,
    pub user_id: Option<&'a str>,
    pub now_ms: i64,
    /// Until then it is leased to the caller.
    pub due_at_ms: i64,
    /// The time after which the work is pointless. The claimant checks it; the queue only removes long-expired tasks.
    pub expires_at_ms: Option<i64>,
}

/// A task claimed by this server: no other server gets it until its lease expires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub kind: Kind,
    pub id: String,
    pub payload: String,
    pub subject: Option<String>,
    pub user_id: Option<String>,
    /// Claims so far, this one included.
    pub attempts: i64,
    /// Claims since an attempt was last known to have had no effect.
    pub unconfirmed_attempts: i64,
    pub expires_at_ms: Option<i64>,
    pub created_at_ms: i64,
}

/// The external effect of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Certainly none.
    None,
    /// Possibly complete.
    Unknown,
}

/// Exponential backoff: the wait after this many attempts, doubling from the first.
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
