//! Collection of savings, as offered where a plan is taken.

use crate::shape::{input, output};

const NOTE: &str = "Each instalment is taken from your wallet on its day. If the wallet is short, what it holds is taken; the \
     rest stays due and is tried again every day until the plan ends. You can switch this off at any time.";

input! {
    /// The terms of a savings plan.
    pub struct CollectionInput {
        /// Whether savers choose when to pay.
        is_flexible: bool,
    }
}

output! {
    /// The offer of collection.
    pub struct CollectionOffer {
        /// Whether it is switched on at first.
        on: bool,
        /// The consequences, to be shown beside the switch.
        note: &'static str,
    }
}

/// On for plans with a fixed schedule, off for flexible ones.
pub fn offer(input: &CollectionInput) -> CollectionOffer {
    CollectionOffer {
        on: !input.is_flexible,
        note: NOTE,
    }
}
