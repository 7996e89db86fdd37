//! Wallet-to-wallet transfers, effective immediately and made at once.

use super::payee;
use super::price::price;
use domain_core::identity::name::masked;
use domain_core::money::Currency;
use domain_core::wallet::transfer::{Quote, WalletTransferContext};
use domain_core::wallet::{Destination, WalletTransfer};
use ground::db::{Found, Reads, Tx};
use ground::error::ApiError;
use money::caution::Recipient;
use money::quote::Breakdown;
use money::statement::Counterparty;
use money::{AtOnce, Facts, Kind, Payer, Payment, Terms, accounts};
use service::app::AppState;
use service::http::valid::judge;
use service::push;

/// The request.
pub struct Transfer {
    pub form: WalletTransfer,
    /// The currency of the paying wallet.
    pub currency: Currency,
    pub quote_id: Option<String>,
}

impl Transfer {
    fn judge(&self, facts: &Facts) -> Result<(), ApiError> {
        let context = WalletTransferContext {
            currency: self.currency.into(),
            ledger_balance: facts.payer.available.into(),
            rates: Some(facts.rates.clone()),
            own_wallet_number: Some(facts.payer.wallet_number.clone()),
            cap: facts.cap.map(Into::into),
        };
        judge(&self.form, &context)?;
        let context = WalletTransferContext {
            rates: None,
            // It says who pays, and does not matter to the amount.
            own_wallet_number: None,
            ..context
        };
        let amount = self.form.amount.amount("amount", self.currency);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        facts.decided.accepted::<WalletTransfer>(&amount, &context);
        Ok(())
    }
}

impl Payment for Transfer {
    const KIND: Kind = Kind::WalletTransfer;
    type Detail = Quote;

    fn currency(&self) -> Currency {
        self.currency
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Quote>) -> Breakdown {
        // The payer must not learn a stranger's full name.
        let masked = |shown: &Counterparty| Counterparty {
            name: masked(&shown.name),
            ..shown.clone()
        };
        Breakdown {
            recipient: terms.payee.counterparty.as_ref().map(masked),
            ..Breakdown::of_lines(&terms.detail.lines)
        }
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(Some(self.named()))
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Quote>, ApiError> {
        let mut reads = Reads::default();
        self.reads(&facts.payer.tenant_id, &mut reads);
        self.terms_of(&reads.fetch(tx.connection()).await?, facts)
    }
}

impl AtOnce for Transfer {
    fn named(&self) -> Recipient {
        Recipient {
            name: money::wallet_name(self.form.wallet_number.trim()),
            saved_at_ms: None,
        }
    }

    fn reads(&self, tenant_id: &str, reads: &mut Reads) {
        let number = self.form.wallet_number.trim();
        accounts::member_reads(reads, tenant_id, number);
        push::reach_reads(reads, number);
    }

    fn terms_of(&self, found: &Found, facts: &Facts) -> Result<Terms<Quote>, ApiError> {
        self.judge(facts)?;
        let wallet = payee::wallet_of(accounts::member_found(found)?)?;
        payee::same_currency(&wallet, self.currency)?;
        let price = price(
            &facts.decided,
            &self.form.amount,
            self.currency,
            Destination::Wallet,
            &facts.rates,
        )?;
        Ok(Terms {
            payee: wallet.payee(),
            price: (&price).into(),
            description: self.form.description.clone(),
            detail: price,
        })
    }
}
