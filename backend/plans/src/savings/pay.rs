//! Payment of a savings instalment from the wallet: one's own, or a member's as the creator of the group.

use crate::booking::{self, Part};
use crate::found::{self, Found};
use crate::held;
use crate::products::WALLET;
use crate::subscriptions::refusal;
use crate::taking::price;
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::plans::instalment::{Debt, PaymentInput, payment};
use domain_core::plans::subscribe::PayContext;
use domain_core::plans::{Kind, PayInstalment};
use domain_core::wallet::caution::Cap;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::caution::{self, Allowance, CapAnswer, Recipient};
use money::conversion::Priced;
use money::ledger::SystemAccount;
use money::quote::Breakdown;
use money::statement::Counterparty;
use money::{
    Facts, Kind as PaymentKind, Payee, Payer, Payment, Proceeds, Terms, To, accounts, rates,
    wallet_name,
};
use service::access::Session;
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;

/// A payment for an instalment.
pub struct Pay {
    /// The instalment.
    id: String,
    form: PayInstalment,
    quote_id: Option<String>,
}

impl Pay {
    pub const fn new(id: String, form: PayInstalment, quote_id: Option<String>) -> Self {
        Self { id, form, quote_id }
    }

    /// The debit, capped at the amount owed.
    fn debit(
        &self,
        decided: &Decided,
        found: &Found,
        user_id: &str,
        available: Amount,
        cap: Option<Amount>,
    ) -> Result<Amount, ApiError> {
        found.check_payable(Kind::Savings, user_id)?;
        let owed = found.owed();
        let context = PayContext {
            owed: owed.into(),
            wallet_balance: Some(available.into()),
            currency: Some(WALLET.into()),
            kind: Some(Debt::Savings),
            cap: cap.map(Into::into),
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", WALLET);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        decided.accepted::<PayInstalment>(&amount, &context);
        let input = PaymentInput {
            owed: owed.into(),
            amount: amount.into(),
            kind: Debt::Savings,
            currency: Some(WALLET.into()),
        };
        let capped = decided.ask("instalment.payment", payment, &input);
        Ok(capped.map_err(refusal)?.debit)
    }
}

/// The cap on a payment for an instalment of a group that the caller created; `None` for one's own.
///
/// # Errors
/// 404 for an instalment that the user may not pay.
pub async fn allowance(
    app: &AppState,
    session: &Session,
    instalment_id: &str,
) -> Result<Allowance, ApiError> {
    let mut connection = app.db.read().await?;
    let found = found::instalment(&mut connection, &session.user_id, instalment_id).await?;
    let cap = cap(app, &mut connection, &found, &session.user_id).await?;
    Ok(Allowance {
        cap: cap.as_ref().map(CapAnswer::from),
    })
}

async fn cap(
    app: &AppState,
    connection: &mut AnyConnection,
    found: &Found,
    user_id: &str,
) -> Result<Option<Cap>, ApiError> {
    let recipient = recipient(connection, found, user_id).await?;
    let Some(recipient) = recipient else {
        return Ok(None);
    };
    let rates = rates::all(connection).await?;
    let (decided, payer) = (Decided::default(), (user_id, WALLET));
    let now_ms = app.clock.now_ms();
    caution::of(
        connection,
        &decided,
        payer,
        Some(&recipient),
        &rates,
        now_ms,
    )
    .await
}

/// The member as recipient, identified by the wallet that the pot is paid out to, so that caps count transfers to that
/// wallet as well. `None` for one's own pot.
async fn recipient(
    connection: &mut AnyConnection,
    found: &Found,
    user_id: &str,
) -> Result<Option<Recipient>, ApiError> {
    let member_id = &found.member.user_id;
    if member_id == user_id {
        return Ok(None);
    }
    let wallet = accounts::find(connection, member_id, WALLET).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    Ok(Some(Recipient {
        name: wallet_name(&wallet.wallet_number),
        saved_at_ms: None,
    }))
}

/// The pot as payee, named by its plan and, for another member's pot, by that member.
fn payee(found: &Found, user_id: &str, amount: Amount) -> Payee {
    let plan = &found.subscription.name;
    let name = match found.member.user_id == user_id {
        true => plan.clone(),
        false => [plan.as_str(), ", ", found.member.name.as_str()].concat(),
    };
    Payee {
        name: ["instalment:", &found.instalment.id].concat(),
        counterparty: Some(Counterparty {
            name,
            account_number: None,
            bank_name: None,
            wallet_number: None,
        }),
        to: To::Accounts(vec![(found.member.id.clone().into(), amount)]),
    }
}

/// An instalment to be paid, and the conversion for a pot in another currency.
pub struct Paying {
    found: Found,
    converted: Option<Priced>,
}

impl Payment for Pay {
    const KIND: PaymentKind = PaymentKind::SavingsPayment;
    type Detail = Paying;

    fn quote_ms(&self, terms: &Terms<Paying>) -> i64 {
        held::quote_ms(terms.detail.converted.as_ref())
    }

    fn breakdown(&self, terms: &Terms<Paying>) -> Breakdown {
        let lines = Breakdown::of("amount", "Amount", terms.price.amount).to(&terms.payee);
        held::noted(lines, terms.detail.converted.as_ref(), true)
    }

    fn proceeds(&self, terms: &Terms<Paying>) -> Option<Proceeds> {
        let Paying { found, converted } = &terms.detail;
        Some(held::proceeds(converted.as_ref()?, &found.member.id))
    }

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    async fn recipient(&self, tx: &mut Tx, payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        let user_id = &payer.user_id;
        let found = found::instalment(tx.connection(), user_id, &self.id).await?;
        recipient(tx.connection(), &found, user_id).await
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Paying>, ApiError> {
        let user_id = &facts.payer.user_id;
        let found = found::locked_instalment(tx, user_id, &self.id).await?;
        let (decided, available) = (&facts.decided, facts.payer.available);
        let amount = self.debit(decided, &found, user_id, available, facts.cap)?;
        let pot = held::Pot::of(&found.subscription);
        let converted = pot.price(tx.connection(), app, amount).await?;
        let quote = facts.payer.quote.as_ref();
        let quote = quote.filter(|_| self.quote_id.is_some());
        let converted = converted
            .map(|current| current.or_quoted(quote, Instant(facts.now_ms)))
            .transpose()?;
        if let Some(priced) = &converted {
            priced.decide(&facts.decided);
        }
        let mut payee = payee(&found, user_id, amount);
        if converted.is_some() {
            payee.to = To::Income(SystemAccount::Exchange);
        }
        Ok(Terms {
            payee,
            price: price(amount),
            description: found.subscription.name.clone(),
            detail: Paying { found, converted },
        })
    }

    async fn prepare(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        _facts: &Facts,
        terms: &Terms<Paying>,
    ) -> Result<(), ApiError> {
        held::lock(tx, terms.detail.converted.as_ref()).await
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Paying>,
    ) -> Result<(), ApiError> {
        let Paying { found, converted } = &terms.detail;
        let part = Part {
            found,
            payer_id: &facts.payer.user_id,
            reference: &facts.reference,
            amount: terms.price.amount,
            converted: held::received(converted.as_ref()),
            interest: Amount::zero(WALLET),
        };
        booking::note(tx, app, &part, facts.now_ms).await
    }
}
