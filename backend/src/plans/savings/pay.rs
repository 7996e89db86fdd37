//! Paying an instalment of savings from the wallet: one's own, or as the creator of a group a member's.

use super::price;
use crate::access::Session;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::valid::judge;
use crate::payment::caution::Recipient;
use crate::payment::quote::{self, Offer, Quote, QuoteLine};
use crate::payment::statement::Counterparty;
use crate::payment::{Facts, Kind as PaymentKind, Payee, Payer, Payment, Terms, To, accounts};
use crate::plans::booking::{self, Part};
use crate::plans::found::{self, Found};
use crate::plans::products::WALLET;
use crate::plans::subscriptions::refusal;
use domain_core::money::{Amount, Currency};
use domain_core::plans::instalment::{Debt, PaymentInput, payment};
use domain_core::plans::subscribe::PayContext;
use domain_core::plans::{Kind, PayInstalment};

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

    /// The quote for the payer.
    ///
    /// # Errors
    /// 403 for restricted users; 404 for an instalment that is not the user's to pay; 422.
    pub async fn quote(&self, app: &AppState, session: &Session) -> Result<Quote, ApiError> {
        let mut connection = app.db.read().await?;
        let found = found::instalment(&mut connection, &session.user_id, &self.id).await?;
        let wallet = accounts::find(&mut connection, &session.user_id, WALLET).await?;
        let available = wallet.ok_or_else(ApiError::not_found)?.available;
        drop(connection);
        let amount = self.debit(&found, &session.user_id, available)?;
        let payee = payee(&found, &session.user_id, amount);
        let offer = Offer {
            price: price(amount),
            lines: vec![QuoteLine {
                code: "amount",
                label: "Amount",
                amount,
            }],
            payout_note: None,
            rate_note: None,
            payee: payee.name,
            recipient: payee.counterparty,
            bank: None,
        };
        quote::give(app, &session.user_id, offer).await
    }

    /// What leaves the wallet: no more than is owed.
    fn debit(&self, found: &Found, user_id: &str, available: Amount) -> Result<Amount, ApiError> {
        found.check_payable(Kind::Savings, user_id)?;
        let owed = found.owed();
        let context = PayContext {
            owed: owed.into(),
            wallet_balance: Some(available.into()),
            currency: Some(WALLET.into()),
            kind: Some(Debt::Savings),
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", WALLET);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        let capped = payment(&PaymentInput {
            owed: owed.into(),
            amount: amount.into(),
            kind: Debt::Savings,
            currency: Some(WALLET.into()),
        });
        Ok(capped.map_err(refusal)?.debit)
    }
}

/// The pot, named by its plan and, for somebody else, by the member.
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
        to: To::Accounts(vec![(found.member.id.clone(), amount)]),
    }
}

impl Payment for Pay {
    const KIND: PaymentKind = PaymentKind::SavingsPayment;
    type Detail = Found;

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Found>, ApiError> {
        let user_id = &facts.payer.user_id;
        let found = found::locked_instalment(tx, user_id, &self.id).await?;
        let amount = self.debit(&found, user_id, facts.payer.available)?;
        Ok(Terms {
            payee: payee(&found, user_id, amount),
            price: price(amount),
            description: found.subscription.name.clone(),
            detail: found,
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Found>,
    ) -> Result<(), ApiError> {
        let part = Part {
            found: &terms.detail,
            payer_id: &facts.payer.user_id,
            reference: &facts.reference,
            amount: terms.price.amount,
            interest: Amount::zero(WALLET),
        };
        booking::note(tx, app, &part, facts.now_ms).await
    }
}
