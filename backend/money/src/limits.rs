//! Rate limits of payments.

use ground::limit::{Limit, MINUTE_SECONDS};

pub const MONEY: Limit = Limit {
    name: "money",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
