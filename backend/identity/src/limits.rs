//! Rate limits of this area, by account, address, phone number or user.

use ground::limit::{DAY_SECONDS, HOUR_SECONDS, Limit, MINUTE_SECONDS};

pub const LOGIN_BY_ACCOUNT: Limit = Limit {
    name: "login-account",
    most: 5,
    window_seconds: MINUTE_SECONDS,
};
pub const LOGIN_BY_ADDRESS: Limit = Limit {
    name: "login-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const PASSKEYS_BY_ADDRESS: Limit = Limit {
    name: "passkeys-address",
    most: 60,
    window_seconds: MINUTE_SECONDS,
};
pub const REGISTER_BY_ADDRESS: Limit = Limit {
    name: "register-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const ELSEWHERE_BY_ADDRESS: Limit = Limit {
    name: "elsewhere-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const CODES_BY_ADDRESS: Limit = Limit {
    name: "codes-address",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};
pub const TEXTS_AN_HOUR: Limit = Limit {
    name: "texts-hour",
    most: 5,
    window_seconds: HOUR_SECONDS,
};
pub const TEXTS_A_DAY: Limit = Limit {
    name: "texts-day",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const NUMBER_LOOKUPS: Limit = Limit {
    name: "number-lookups",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const ACCOUNTS_OPENED: Limit = Limit {
    name: "accounts-opened",
    most: 60,
    window_seconds: HOUR_SECONDS,
};
/// Codes for people invited to a group, limited because they may be strangers.
pub const FRIENDS_INVITED: Limit = Limit {
    name: "friends-invited",
    most: 20,
    window_seconds: DAY_SECONDS,
};
pub const PHONE_CODES: Limit = Limit {
    name: "phone-codes",
    most: 5,
    window_seconds: HOUR_SECONDS,
};
pub const IDENTITY_CHECKS: Limit = Limit {
    name: "identity-checks",
    most: 10,
    window_seconds: DAY_SECONDS,
};
pub const PASSWORD_CHECKS_A_MINUTE: Limit = Limit {
    name: "password-checks-minute",
    most: 5,
    window_seconds: MINUTE_SECONDS,
};
pub const PASSWORD_CHECKS_A_DAY: Limit = Limit {
    name: "password-checks-day",
    most: 20,
    window_seconds: DAY_SECONDS,
};
pub const PLACES: Limit = Limit {
    name: "places",
    most: 60,
    window_seconds: MINUTE_SECONDS,
};
pub const SECURITY_ANSWERS: Limit = Limit {
    name: "security-answers",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
pub const AVATARS: Limit = Limit {
    name: "avatars",
    most: 20,
    window_seconds: HOUR_SECONDS,
};
