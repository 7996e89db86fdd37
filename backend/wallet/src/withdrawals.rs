//! Withdrawals from a wallet to a bank account: the money is reserved, paid out, then posted or released.

use super::payee::{self, BankPayee};
use super::price::{kept_bank, price};
use super::store::beneficiaries::{self, BeneficiaryRow};
use domain_core::money::{Amount, Currency, Rates};
use domain_core::validation::Code;
use domain_core::wallet::transfer::{self, Quote};
use domain_core::wallet::withdrawal::WithdrawContext;
use domain_core::wallet::{Destination, Withdraw};
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::caution::Recipient;
use money::quote::Breakdown;
use money::{Call, Facts, Kind, Payer, Payment, Terms, accounts, execute, grant, rates};
use serde_json::json;
use service::access::users;
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::valid::judge;

/// The request.
pub struct Withdrawal {
    pub form: Withdraw,
    /// The currency of the paying wallet.
    pub currency: Currency,
    pub quote_id: Option<String>,
    pub save_beneficiary: bool,
    /// The bank account with its name, for a new account without a quote.
    enquired: Option<BankPayee>,
}

impl Withdrawal {
    pub const fn new(
        form: Withdraw,
        currency: Currency,
        quote_id: Option<String>,
        save_beneficiary: bool,
    ) -> Self {
        Self {
            form,
            currency,
            quote_id,
            save_beneficiary,
            enquired: None,
        }
    }

    /// Executes the withdrawal. The name of a new account is looked up before the transaction begins, unless the quote
    /// holds it.
    ///
    /// # Errors
    /// See [`execute`]; also 422 and 503 from the bank.
    pub async fn pay(mut self, call: Call<'_>) -> Result<Answer, ApiError> {
        if self.quote_id.is_none() && self.is_new_account() {
            self.enquire(call).await?;
        }
        execute(call, &self).await
    }

    /// Looks up the name at the bank, unless it is known or the form is invalid.
    async fn enquire(&mut self, call: Call<'_>) -> Result<(), ApiError> {
        let Call {
            app,
            user_id,
            operation,
            grant,
            ..
        } = call;
        let mut connection = app.db.read().await?;
        if service::http::idempotency::is_known(&mut connection, user_id, &operation.key).await? {
            return Ok(());
        }
        let payer = users::find(&mut connection, user_id).await?;
        if payer.is_none_or(|payer| payer.restricted) {
            // The payment is refused later.
            return Ok(());
        }
        let wallet = accounts::find(&mut connection, user_id, self.currency).await?;
        let wallet = wallet.ok_or_else(ApiError::not_found)?;
        let rates = rates::all(&mut connection).await?;
        let (decided, available) = (Decided::default(), wallet.available);
        if self.judge(&decided, available, &rates, None).is_err() {
            return Ok(());
        }
        grant::expect(&mut connection, user_id, grant, operation).await?;
        drop(connection);
        let (code, number) = (&self.form.bank_code, &self.form.account_number);
        self.enquired = Some(payee::enquired(app, code, number).await?);
        Ok(())
    }

    /// A withdrawal to an account whose name its bank has given.
    #[must_use]
    pub fn with_enquired(self, bank: BankPayee) -> Self {
        Self {
            enquired: Some(bank),
            ..self
        }
    }

    /// Checks the age of the exchange rates that are used, and says when they were set.
    async fn rate_note(
        &self,
        tx: &mut Tx,
        app: &AppState,
        tenant_id: &str,
    ) -> Result<Option<String>, ApiError> {
        if self.currency == Currency::Ngn {
            return Ok(None);
        }
        let used = [Currency::Ngn, self.currency];
        let listed = rates::check_current(tx.connection(), app, tenant_id, &used).await?;
        let set_at = rates::set_at(&listed, used);
        Ok(transfer::rate_note(
            Destination::Bank,
            self.currency,
            set_at,
        ))
    }

    fn is_new_account(&self) -> bool {
        self.form.bank_account_id.trim().is_empty()
    }

    fn judge(
        &self,
        decided: &Decided,
        available: Amount,
        rates: &Rates,
        cap: Option<Amount>,
    ) -> Result<(), ApiError> {
        let context = WithdrawContext {
            currency: self.currency.into(),
            ledger_balance: available.into(),
            rates: Some(rates.of(&[Currency::Ngn, self.currency])),
            destination: Some(Destination::Bank),
            tariffs: None,
            today: None,
            cap: cap.map(Into::into),
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", self.currency);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        decided.accepted::<Withdraw>(&amount, &context);
        Ok(())
    }

    /// The receiving account.
    async fn bank(&self, tx: &mut Tx, facts: &Facts) -> Result<BankPayee, ApiError> {
        let user_id = &facts.payer.user_id;
        if !self.is_new_account() {
            let id = self.form.bank_account_id.trim();
            let (bank, _) = payee::saved(tx.connection(), user_id, id).await?;
            return Ok(bank);
        }
        let quoted = facts
            .payer
            .quote
            .as_ref()
            .and_then(|quote| kept_bank(&quote.document));
        let quoted = quoted.filter(|bank| self.names(bank));
        let bank = match self.enquired.clone().or(quoted) {
            Some(bank) => bank,
            // The quote is for another account, and is refused as changed.
            None if self.quote_id.is_some() => self.as_typed(),
            None => return Err(ApiError::unavailable()),
        };
        self.check_name(&bank)?;
        Ok(bank)
    }

    fn names(&self, bank: &BankPayee) -> bool {
        bank.bank_code == self.form.bank_code.trim()
            && *bank.account_number == *self.form.account_number
    }

    fn as_typed(&self) -> BankPayee {
        BankPayee {
            bank_code: self.form.bank_code.trim().to_owned(),
            bank_name: self.form.bank_name.clone(),
            account_number: self.form.account_number.to_string(),
            account_name: self.form.account_name.clone(),
        }
    }

    /// Compares the submitted name with the name given by the bank.
    fn check_name(&self, bank: &BankPayee) -> Result<(), ApiError> {
        let plain = |name: &str| {
            let words: Vec<&str> = name.split_whitespace().collect();
            words.join(" ").to_lowercase()
        };
        if plain(&self.form.account_name) == plain(&bank.account_name) {
            return Ok(());
        }
        Err(ApiError::refused_field(
            "account_name",
            Code::Mismatch,
            "The bank knows this account under another name.",
        ))
    }
}

/// A withdrawal whose account is known.
pub struct Withdrawn {
    bank: BankPayee,
    quote: Quote,
    rate_note: Option<String>,
}

impl Payment for Withdrawal {
    const KIND: Kind = Kind::Withdrawal;
    type Detail = Withdrawn;

    fn currency(&self) -> Currency {
        self.currency
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Withdrawn>) -> Breakdown {
        let Withdrawn {
            bank,
            quote,
            rate_note,
        } = &terms.detail;
        Breakdown {
            payout_note: transfer::payout_note(Destination::Bank, self.currency),
            rate_note: rate_note.clone(),
            kept: Some(json!(bank)),
            ..Breakdown::of_lines(&quote.lines).to(&terms.payee)
        }
    }

    async fn recipient(&self, tx: &mut Tx, payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        let (connection, user_id) = (tx.connection(), &payer.user_id);
        if !self.is_new_account() {
            let id = self.form.bank_account_id.trim();
            let saved = beneficiaries::find(connection, user_id, id).await?;
            return Ok(saved.map(|row| Recipient {
                name: money::bank_name(&row.bank_code, &row.account_number),
                saved_at_ms: Some(row.created_at_ms),
            }));
        }
        let (code, number) = (self.form.bank_code.trim(), &self.form.account_number);
        Ok(Some(Recipient {
            name: money::bank_name(code, number),
            saved_at_ms: beneficiaries::saved_at_ms(connection, user_id, code, number).await?,
        }))
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Withdrawn>, ApiError> {
        let rate_note = self.rate_note(tx, app, &facts.payer.tenant_id).await?;
        let (decided, available) = (&facts.decided, facts.payer.available);
        self.judge(decided, available, &facts.rates, facts.cap)?;
        let bank = self.bank(tx, facts).await?;
        let (amount, rates) = (&self.form.amount, &facts.rates);
        let price = price(decided, amount, self.currency, Destination::Bank, rates)?;
        let narration = match self.form.description.trim() {
            "" => Kind::Withdrawal.movement().description(),
            given => given,
        };
        Ok(Terms {
            payee: bank.payee(narration),
            price: (&price).into(),
            description: self.form.description.clone(),
            detail: Withdrawn {
                bank,
                quote: price,
                rate_note,
            },
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Withdrawn>,
    ) -> Result<(), ApiError> {
        if !self.save_beneficiary {
            return Ok(());
        }
        let bank = terms.detail.bank.clone();
        let saved = BeneficiaryRow {
            id: app.random.id(facts.now_ms),
            user_id: facts.payer.user_id.clone(),
            bank_code: bank.bank_code,
            bank_name: bank.bank_name,
            account_number: bank.account_number,
            account_name: bank.account_name,
            is_default: false,
            created_at_ms: facts.now_ms,
        };
        beneficiaries::save(tx, &saved).await?;
        Ok(())
    }
}
