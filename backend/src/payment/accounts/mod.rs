//! Wallets: each has a ledger account, and a number for incoming transfers.

mod store;

pub use store::{Member, WalletRow, active, find, member, of, set_active};

use crate::db::{DbError, Tx};
use crate::ledger;
use crate::random::Random;
use domain_core::money::Currency;

const DRAWS: usize = 8;

/// Opens a wallet in every currency for a new user.
///
/// # Errors
/// The database failed; [`DbError::Duplicate`] if there is one already.
pub async fn open_for(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    for currency in Currency::ALL.iter().copied() {
        let id = Random.id(now_ms);
        ledger::open_for_person(
            tx,
            ledger::Account {
                id: &id,
                owner: user_id,
                currency,
            },
            now_ms,
        )
        .await?;
        let mut placed = false;
        for _ in 0..DRAWS {
            placed =
                store::insert(tx, &id, user_id, currency, &draw_wallet_number(), now_ms).await?;
            if placed {
                break;
            }
        }
        if !placed {
            return Err(DbError::Duplicate);
        }
    }
    Ok(())
}

/// Ten digits, not starting with zero, so that a wallet number does not look like a phone number.
fn draw_wallet_number() -> String {
    let drawn = u64::from_be_bytes(Random.bytes()) % 9_000_000_000;
    (drawn + 1_000_000_000).to_string()
}

#[cfg(test)]
mod tests {
    use super::draw_wallet_number;

    #[test]
    fn a_wallet_number_has_ten_digits_and_no_leading_zero() {
        for _ in 0..1_000 {
            let number = draw_wallet_number();
            assert!(
                number.len() == 10
                    && !number.starts_with('0')
                    && number.bytes().all(|digit| digit.is_ascii_digit()),
                "{number}"
            );
        }
    }
}
