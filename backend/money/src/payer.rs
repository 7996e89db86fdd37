//! The payer and the paying wallet, read once under the lock that excludes concurrent payments of the same user.

use super::quote::QuoteRow;
use super::rates;
use domain_core::money::{Amount, Currency, Rates};
use ground::db::{Fields, Found, Reads, Tx, columns};
use ground::error::ApiError;

/// A paying user and their wallet.
#[derive(Debug, Clone)]
pub struct Payer {
    pub user_id: String,
    pub tenant_id: String,
    pub name: String,
    pub is_restricted: bool,
    /// Whether the user has an open debt from a reversal.
    pub owes: bool,
    /// The referrer code used at sign-up.
    pub referred_by: Option<String>,
    /// Also the ledger account's identifier.
    pub wallet_id: String,
    pub wallet_number: String,
    /// The available balance.
    pub available: Amount,
    /// The quote to confirm, if the call names one.
    pub quote: Option<QuoteRow>,
    /// Operations started in the last minute, including this one.
    pub operations_in_a_minute: i64,
}

const MINUTE_MS: i64 = 60_000;
const PAYER: &str = "payer";
const RATES: &str = "rates";

impl Payer {
    /// Reads all facts of a payer, and the current exchange rates. The caller has locked the payer
    /// ([`service::access::users::lock_settings_in`]), so the facts hold until the transaction ends.
    ///
    /// # Errors
    /// 404 for a user without a wallet in the currency; the database failed.
    pub async fn read(
        tx: &mut Tx,
        user_id: &str,
        currency: Currency,
        quote_id: Option<&str>,
        now_ms: i64,
    ) -> Result<(Self, Rates), ApiError> {
        let mut reads = Reads::default();
        Self::reads(&mut reads, user_id, currency, quote_id, now_ms);
        Self::found(&reads.fetch(tx.connection()).await?, user_id, currency)
    }

    /// Adds the reads of a payer and of the rates.
    pub(super) fn reads(
        reads: &mut Reads,
        user_id: &str,
        currency: Currency,
        quote_id: Option<&str>,
        now_ms: i64,
    ) {
        reads
            .add(
                PAYER,
                "SELECT u.tenant_id, u.name, u.restricted, u.closed_at_ms, u.referred_by, w.id AS wallet_id, w.wallet_number, \
             a.settled_minor - a.reserved_minor AS available_minor, \
             q.id, q.currency AS quote_currency, q.amount_minor, q.fee_minor, q.total_minor, q.payee, q.document, q.expires_at_ms, \
             (SELECT COUNT(*) FROM reversals b WHERE b.user_id = u.id AND b.owed_minor > b.collected_minor) AS owing, \
             (SELECT COUNT(*) FROM operations o WHERE o.user_id = u.id AND o.created_at_ms > $4 AND o.abandoned_at_ms IS NULL) \
               AS operations_in_a_minute \
             FROM users u JOIN wallets w ON w.user_id = u.id JOIN ledger_accounts a ON a.id = w.id \
             LEFT JOIN transfer_quotes q ON q.user_id = u.id AND q.id = $3 \
             WHERE u.id = $1 AND w.currency = $2",
            )
            .bind(user_id)
            .bind(currency.as_str())
            .bind(quote_id)
            .bind(now_ms - MINUTE_MS)
            .add(RATES, "SELECT currency, sell_rate, buy_rate FROM rates ORDER BY currency");
    }

    /// The payer and the rates that were found.
    ///
    /// # Errors
    /// See [`Payer::read`].
    pub(super) fn found(
        found: &Found,
        user_id: &str,
        currency: Currency,
    ) -> Result<(Self, Rates), ApiError> {
        let row = found.first(PAYER).ok_or_else(ApiError::not_found)?;
        if row.whole_or_null("closed_at_ms")?.is_some() {
            // The account was closed while the payment waited for the lock; its sessions have ended.
            return Err(ApiError::unauthenticated());
        }
        let payer = Self {
            user_id: user_id.to_owned(),
            tenant_id: row.text("tenant_id")?,
            name: row.text("name")?,
            is_restricted: row.whole("restricted")? != 0,
            owes: row.whole("owing")? > 0,
            referred_by: row.text_or_null("referred_by")?,
            wallet_id: row.text("wallet_id")?,
            wallet_number: row.text("wallet_number")?,
            available: columns::amount(row, "available_minor", currency)?,
            quote: QuoteRow::joined(row)?,
            operations_in_a_minute: row.whole("operations_in_a_minute")?,
        };
        Ok((payer, rates::read(found.all(RATES))?))
    }

    /// The currency of the paying wallet.
    pub fn currency(&self) -> Currency {
        self.available.currency()
    }
}
