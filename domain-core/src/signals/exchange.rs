//! Permissions of a user's key to an exchange. Server only.

use crate::validation::{Code, Violation};

/// The permissions of a key, as reported by an exchange. Unreported ones count as granted, except for reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRights {
    pub reads: bool,
    pub withdraws: bool,
    pub transfers: bool,
    /// Margin or futures trading.
    pub borrows: bool,
    /// Spot trading, which only automatic trading needs.
    pub trades: bool,
}

/// Checks that a key can read, and can neither withdraw money nor lose more than the balance.
///
/// # Errors
/// `not_allowed` for `api_key`, with a message that names the permission.
pub fn acceptable(rights: KeyRights) -> Result<(), Violation> {
    let refused =
        |words: &'static str| Err(Violation::new("api_key", Code::NotAllowed).saying(words));
    match rights {
        KeyRights {
            withdraws: true, ..
        } => refused("This key allows withdrawals. Make one at the exchange that doesn't."),
        KeyRights {
            transfers: true, ..
        } => refused("This key allows transfers. Make one at the exchange that doesn't."),
        KeyRights { borrows: true, .. } => refused(
            "This key allows margin or futures trading. Make one at the exchange that doesn't.",
        ),
        KeyRights { reads: false, .. } => {
            refused("This key doesn't allow reading. Switch that on at the exchange.")
        }
        KeyRights { reads: true, .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_must_read_and_must_not_withdraw() {
        let good = KeyRights {
            reads: true,
            withdraws: false,
            transfers: false,
            borrows: false,
            trades: false,
        };
        assert_eq!(acceptable(good), Ok(()));
        for (rights, word) in [
            (
                KeyRights {
                    withdraws: true,
                    ..good
                },
                "withdrawals",
            ),
            (
                KeyRights {
                    transfers: true,
                    ..good
                },
                "transfers",
            ),
            (
                KeyRights {
                    borrows: true,
                    ..good
                },
                "margin",
            ),
            (
                KeyRights {
                    reads: false,
                    ..good
                },
                "reading",
            ),
        ] {
            let refused = acceptable(rights).unwrap_err();
            assert!(refused.message.contains(word), "{}", refused.message);
        }
    }
}
