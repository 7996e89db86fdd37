//! What a person's key to an exchange may permit. Only the server asks.

use crate::validation::{Code, Violation};

/// What an exchange says that a key permits. What it does not say counts as permitted, except for reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRights {
    pub reads: bool,
    pub withdraws: bool,
    pub transfers: bool,
    /// On margin, or with futures.
    pub borrows: bool,
    /// Buys and sells coins. Automatic trading needs it, nothing else does.
    pub trades: bool,
}

/// A key must read, and must not be able to take money away or to lose more than there is.
///
/// # Errors
/// `not_allowed` at `api_key`, in words that name the right.
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
    fn a_key_reads_and_takes_nothing_away() {
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
