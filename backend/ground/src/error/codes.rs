//! The error codes, each with its status and meaning. OpenAPI publishes this list.

use axum::http::StatusCode;

/// Generates the enum, its wire names, statuses and meanings, and a type per code for [`Fails`](crate::error::Fails) in
/// OpenAPI annotations.
macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $name:ident $code:literal $status:ident;)*) => {
        /// The stable code of a failure.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorCode {
            $($(#[doc = $meaning])+ $name),*
        }

        impl ErrorCode {
            /// In the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// The HTTP status of the code.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }

            /// The meaning, for authors of clients.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($meaning),+).trim_ascii_start()),* }
            }
        }

        /// Each code as a type, for OpenAPI annotations.
        pub mod code {
            $($(#[doc = $meaning])+ pub struct $name;

            impl super::Code for $name {
                const CODE: super::ErrorCode = super::ErrorCode::$name;
            })*
        }
    };
}

/// A code as a type.
pub trait Code {
    const CODE: ErrorCode;
}

impl ErrorCode {
    /// The code of a wire name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == word)
    }

    /// Whether only operator commands return it.
    pub const fn is_operators(self) -> bool {
        matches!(
            self,
            Self::HasAddress
                | Self::AddressMissing
                | Self::AddressChanged
                | Self::NoSuchRole
                | Self::NoHeads
        )
    }
}

codes! {
    // Every call
    /// The URL contains U+0000 or is not UTF-8.
    MalformedAddress "malformed_address" BAD_REQUEST;
    /// The request has no `Host` header, or several.
    MalformedHost "malformed_host" BAD_REQUEST;
    /// No session, or it has ended. The message is exactly `Unauthenticated.` For a bank notice: a wrong signature or timestamp.
    Unauthenticated "unauthenticated" UNAUTHORIZED;
    /// Does not exist, or belongs to another user; or `X-Business` is no brand.
    NotFound "not_found" NOT_FOUND;
    /// The address does not support the method.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED;
    /// The request is not valid HTTP for this URL; the status has the details.
    MalformedRequest "malformed_request" BAD_REQUEST;
    /// Too many calls or attempts. Wait for `Retry-After`.
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS;
    /// An internal error. `request_id` identifies the log line.
    Internal "internal" INTERNAL_SERVER_ERROR;
    /// The server or a provider is busy or unavailable. Nothing was done; retry after `Retry-After`.
    Unavailable "unavailable" SERVICE_UNAVAILABLE;
    /// A concurrent call held the same rows. Nothing was done; retry.
    Contended "contended" SERVICE_UNAVAILABLE;

    // Bodies
    /// The body could not be read completely.
    UnreadableBody "unreadable_body" BAD_REQUEST;
    /// The form has no `file`.
    FileMissing "file_missing" BAD_REQUEST;
    /// The body exceeds 64 KiB, or a file its limit.
    TooLarge "too_large" PAYLOAD_TOO_LARGE;
    /// The body is not `application/json`.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE;
    /// The body is not valid JSON.
    MalformedJson "malformed_json" UNPROCESSABLE_ENTITY;
    /// A value has the wrong type, or a required one is missing. `data` names the field.
    WrongType "wrong_type" UNPROCESSABLE_ENTITY;
    /// The rules refuse the values: `violations` lists the fields and why. A wrong password, code or PIN is a `mismatch`.
    Refused "refused" UNPROCESSABLE_ENTITY;

    // Rules
    /// No rule has this name.
    UnknownRule "unknown_rule" NOT_FOUND;
    /// No form has this name.
    UnknownForm "unknown_form" UNPROCESSABLE_ENTITY;
    /// The form has no field of this name.
    UnknownField "unknown_field" UNPROCESSABLE_ENTITY;
    /// The rule's input lacks a required value. `data` names it.
    MissingKey "missing_key" UNPROCESSABLE_ENTITY;
    /// The rule's input has a value that the rule does not know. `data` names it.
    UnknownKey "unknown_key" UNPROCESSABLE_ENTITY;
    /// The rule's input is not valid JSON.
    Malformed "malformed" UNPROCESSABLE_ENTITY;

    // Permissions
    /// The call comes from a page of another origin.
    CrossSite "cross_site" FORBIDDEN;
    /// The call requires a role that permits it.
    PermissionRequired "permission_required" FORBIDDEN;
    /// The user may not send money.
    Restricted "restricted" FORBIDDEN;
    /// The user owes money that a provider took back. It is collected from money that arrives in the wallet.
    MoneyOwed "money_owed" FORBIDDEN;
    /// The account was closed; support can open it again.
    AccountClosed "account_closed" FORBIDDEN;
    /// A first PIN, passkeys, and closing the account, need a code or a passkey used within the last ten minutes, or the password.
    ReauthenticationRequired "reauthentication_required" FORBIDDEN;
    /// The passkey is unknown here, or its signature is for something else, was used, or came too late.
    PasskeyRefused "passkey_refused" FORBIDDEN;
    /// No passkey authorises this payment: it needs the PIN.
    PinRequired "pin_required" FORBIDDEN;
    /// `X-Pin-Authorisation` holds no valid authorisation for this payment.
    PinAuthorisationRequired "pin_authorisation_required" FORBIDDEN;
    /// The realtime channel belongs to another user, or does not exist.
    NotYourChannel "not_your_channel" FORBIDDEN;

    // Accounts and identity
    /// No account has this number. The code stays valid for registration.
    NotRegistered "not_registered" UNPROCESSABLE_ENTITY;
    /// The code of the customer's validation is used, expired, another user's or another customer's. Validate again.
    ValidationSpent "validation_spent" UNPROCESSABLE_ENTITY;
    /// The Google exchange code is used, expired or another browser's.
    ExchangeCodeSpent "exchange_code_spent" UNPROCESSABLE_ENTITY;
    /// The account holds or owes money, or has a payment or plan in progress. `data` has the details.
    AccountNotEmpty "account_not_empty" CONFLICT;
    /// The address has been registered since the code was sent.
    AccountExists "account_exists" CONFLICT;
    /// The identity is already verified.
    IdentityAlreadyVerified "identity_already_verified" CONFLICT;
    /// The registered person has already verified their identity in another account, with their other number.
    PersonHasAccount "person_has_account" CONFLICT;
    /// The liveness check is already passed.
    LivenessAlreadyVerified "liveness_already_verified" CONFLICT;
    /// A phone number is already set.
    PhoneAlreadySet "phone_already_set" CONFLICT;
    /// The address cannot be changed while its verification is pending.
    AddressVerificationPending "address_verification_pending" CONFLICT;
    /// The address is already verified, or its verification is already paid.
    NothingDue "nothing_due" CONFLICT;
    /// The account has no email address to send a code to.
    NoAddress "no_address" CONFLICT;
    /// Another account has this address.
    AddressTaken "address_taken" CONFLICT;
    /// Passkeys cannot be used at this host.
    PasskeysUnavailable "passkeys_unavailable" CONFLICT;
    /// The user has the maximum number of passkeys.
    TooManyPasskeys "too_many_passkeys" UNPROCESSABLE_ENTITY;
    /// The user has the maximum number of settings.
    TooManySettings "too_many_settings" UNPROCESSABLE_ENTITY;
    /// The user has the maximum number of strategies.
    TooManyStrategies "too_many_strategies" UNPROCESSABLE_ENTITY;

    // The PIN
    /// No PIN is set in this currency. `data.status` is its state.
    PinNotSet "pin_not_set" CONFLICT;
    /// A PIN is already set.
    PinAlreadySet "pin_already_set" CONFLICT;
    /// There is no PIN to reset.
    PinAbsent "pin_absent" CONFLICT;
    /// Too many wrong entries. `data.locked_until` and `Retry-After` give the end of the lock.
    PinLocked "pin_locked" LOCKED;

    // Payments
    /// No `Idempotency-Key` of 8 to 128 letters, digits, `-` or `_`.
    IdempotencyKeyRequired "idempotency_key_required" BAD_REQUEST;
    /// The key was used for another call or another body.
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY;
    /// The key's status was requested before the call arrived, which abandoned it. Nothing was done.
    OperationAbandoned "operation_abandoned" UNPROCESSABLE_ENTITY;
    /// The first call under this key is still running. Wait for `Retry-After`.
    OperationRunning "operation_running" CONFLICT;
    /// The quote has expired, or a figure differs: `data.quoted`, `data.current`.
    QuoteChanged "quote_changed" CONFLICT;
    /// No wallet has this number.
    NoSuchWallet "no_such_wallet" NOT_FOUND;
    /// The bank did not respond, or its response was invalid. Wait for `Retry-After`.
    BankUnavailable "bank_unavailable" SERVICE_UNAVAILABLE;
    /// An exchange rate is too old; nothing that depends on it was done. Retry later.
    RateStale "rate_stale" SERVICE_UNAVAILABLE;
    /// The coin market or custodian does not respond, or does not support the coin.
    CoinsUnavailable "coins_unavailable" SERVICE_UNAVAILABLE;
    /// There are no current trade signals, so no month of them is sold; the message says when it can be bought.
    NoSignals "no_signals" CONFLICT;
    /// A bank notice with other details was received under this reference.
    CreditDiffers "credit_differs" CONFLICT;

    // Chat
    /// Another message was sent under this `client_id`.
    ClientIdReused "client_id_reused" CONFLICT;
    /// The conversation does not exist, has no messages yet, or is not the user's.
    NoChannel "no_channel" NOT_FOUND;
    /// The cluster cannot be joined; the message gives the reason.
    CannotJoin "cannot_join" CONFLICT;
    /// The cluster is closed: nobody can write in it.
    ClusterClosed "cluster_closed" CONFLICT;

    // The web app and the sandbox
    /// The web app has not been built.
    NoWebapp "no_webapp" NOT_FOUND;
    /// Not a valid authorisation request to the sandbox's Google.
    NotOurClient "not_our_client" UNPROCESSABLE_ENTITY;

    // Operators' commands
    /// The user already has an email address.
    HasAddress "has_address" CONFLICT;
    /// The profile has no address.
    AddressMissing "address_missing" UNPROCESSABLE_ENTITY;
    /// The profile's address has changed since it was shown.
    AddressChanged "address_changed" CONFLICT;
    /// The brand has no such role.
    NoSuchRole "no_such_role" UNPROCESSABLE_ENTITY;
    /// The text does not contain heads of the audit log.
    NoHeads "no_heads" UNPROCESSABLE_ENTITY;
}

#[cfg(test)]
mod tests {
    use super::ErrorCode;

    #[test]
    fn code_names_are_unique() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::named(code.as_str()), Some(*code));
            assert!(!code.meaning().is_empty() && !code.meaning().starts_with(' '));
        }
        assert_eq!(ErrorCode::named("nonsense"), None);
    }
}
