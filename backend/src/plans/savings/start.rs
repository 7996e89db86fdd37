//! Subscribing to savings: the terms, and the first instalment from the wallet.

use crate::access::Session;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::{ApiError, ErrorCode};
use crate::http::valid::judge;
use crate::ledger::{self, Account, Purpose};
use crate::payment::book::End;
use crate::payment::caution::Recipient;
use crate::payment::quote::{self, Offer, Quote, QuoteLine};
use crate::payment::statement::{Counterparty, new_reference};
use crate::payment::{
    Facts, Kind as PaymentKind, Payee, Payer, Payment, Price, Terms, To, accounts, rates,
};
use crate::plans::answers::Plan;
use crate::plans::products::{WALLET, check_version};
use crate::plans::store::instalments::{self, InstalmentRow};
use crate::plans::store::members::{self, MemberRow};
use crate::plans::store::payments::{self, PaymentRow};
use crate::plans::store::products::{self, ProductRow};
use crate::plans::store::subscriptions::{self, SubscriptionRow};
use crate::plans::subscribe::Chosen;
use crate::plans::subscriptions::refusal;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency, Rates, Rounding};
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::schedule::{SavingsTerms, savings};
use domain_core::plans::subscribe::{SavingsContext, SavingsPlan};
use domain_core::plans::{Kind, SavingsSubscription, Unit};
use domain_core::status::Status;
use serde_json::Value;
use sqlx::AnyConnection;

/// Savings that a user wants to start.
pub struct Start {
    chosen: Chosen,
    form: SavingsSubscription,
}

/// What is written down for it.
#[derive(Debug, Clone)]
pub struct Started {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub instalments: Vec<InstalmentRow>,
}

impl Start {
    pub const fn new(chosen: Chosen, form: SavingsSubscription) -> Self {
        Self { chosen, form }
    }

    pub fn is_from_wallet(&self) -> bool {
        self.form.funding_source == "wallet"
    }

    /// As quotes and authorisations name it.
    fn payee_name(&self) -> String {
        ["plan:", &self.chosen.plan_id].concat()
    }

    /// The quote for the payer.
    ///
    /// # Errors
    /// 403 for restricted users; 404 for an unknown plan; 422.
    pub async fn quote(
        &self,
        app: &AppState,
        session: &Session,
        asked: Value,
    ) -> Result<Quote, ApiError> {
        let mut connection = app.db.read().await?;
        let rates = rates::all(&mut connection).await?;
        let wallet = accounts::find(&mut connection, &session.user_id, WALLET).await?;
        let available = wallet.ok_or_else(ApiError::not_found)?.available;
        let available = self.is_from_wallet().then_some(available);
        let (product, amount) = self
            .judged(&mut connection, app, &session.tenant_id, &rates, available)
            .await?;
        drop(connection);
        let payee = self.payee(&product, Vec::new());
        let offer = Offer {
            price: price(amount),
            lines: vec![QuoteLine {
                code: "amount",
                label: "First instalment",
                amount,
            }],
            payout_note: None,
            rate_note: None,
            payee: payee.name,
            recipient: payee.counterparty,
            bank: None,
            asked,
        };
        quote::give(app, &session.user_id, offer).await
    }

    pub fn payee(&self, product: &ProductRow, shares: Vec<(End, Amount)>) -> Payee {
        Payee {
            name: self.payee_name(),
            counterparty: Some(Counterparty {
                name: product.name.clone(),
                account_number: None,
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Accounts(shares),
        }
    }

    /// The plan and the amount of an instalment, as the form accepts them.
    ///
    /// # Errors
    /// 404 for a plan that is unknown, closed or no savings plan; 422.
    pub async fn judged(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        tenant_id: &str,
        rates: &Rates,
        available: Option<Amount>,
    ) -> Result<(ProductRow, Amount), ApiError> {
        let product = products::find(connection, tenant_id, &self.chosen.plan_id).await?;
        let product = product.filter(|one| one.is_active && one.kind == Kind::Savings);
        let missing = || ApiError::new(ErrorCode::NotFound, "This plan is not offered any more.");
        let product = product.ok_or_else(missing)?;
        check_version(&Plan::of(product.clone(), rates)?, self.chosen.plan_version)?;
        if product.base_currency != WALLET {
            let used = [product.base_currency, WALLET];
            rates::check_current(connection, app, tenant_id, &used).await?;
        }
        let context = SavingsContext {
            plan: SavingsPlan {
                min_amount: product.min_amount.into(),
                max_amount: product.max_amount.map(Into::into),
                base_currency: product.base_currency.into(),
                is_flexible: Some(product.is_flexible),
                is_group: Some(product.is_group),
            },
            currency: WALLET.into(),
            rates: Some(rates.clone()),
            wallet_balance: available.map(Into::into),
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", WALLET);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        Ok((product, amount))
    }

    /// What is to be written down: nothing is paid yet.
    ///
    /// # Errors
    /// 422 for a sum or a date that is too large.
    pub fn drawn_up(
        &self,
        app: &AppState,
        payer: (&str, &str, &str),
        rates: &Rates,
        product: &ProductRow,
        amount: Amount,
    ) -> Result<Started, ApiError> {
        let (user_id, tenant_id, name) = payer;
        let now_ms = app.clock.now_ms();
        let today = app.clock.today();
        let duration = self.form.duration.as_str().trim();
        let (duration, duration_unit) = match duration.parse::<i64>() {
            Ok(duration) => (
                duration,
                Unit::named(&self.form.duration_unit).unwrap_or(product.duration_unit),
            ),
            Err(_) => (product.duration, product.duration_unit),
        };
        let convert = |amount: &Amount, to: Currency| {
            let converted = rates.convert(amount, to, Rounding::HalfUp);
            converted.map_err(|violation| ApiError::refused(vec![violation]))
        };
        let base = product.base_currency;
        let id = app.random.id(now_ms);
        let subscription = SubscriptionRow {
            id: id.clone(),
            tenant_id: tenant_id.to_owned(),
            plan_id: product.id.clone(),
            kind: Kind::Savings,
            created_by: user_id.to_owned(),
            name: self.form.name.trim().to_owned(),
            status: Status::Pending,
            currency: amount.currency(),
            amount,
            base_currency: base,
            base_currency_amount: convert(&amount, base)?,
            rate: convert(&Amount::one(base), amount.currency())?.text(),
            comment: None,
            funding_source: self.form.funding_source.clone(),
            duration,
            duration_unit,
            is_flexible: product.is_flexible,
            is_group: product.is_group,
            opt_out_penalty: product.opt_out_penalty.clone(),
            take_profit: None,
            wait: None,
            wait_unit: None,
            fee: None,
            reference: new_reference(app.random),
            code: product.is_group.then(|| new_code(app)),
            starts_on: None,
            ends_on: None,
            cluster_id: None,
            latitude: None,
            longitude: None,
            decision: None,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        };
        let member = MemberRow {
            id: app.random.id(now_ms),
            subscription_id: id,
            user_id: user_id.to_owned(),
            name: name.to_owned(),
            amount,
            status: Status::Pending,
            pot: Amount::zero(amount.currency()),
            joined_at_ms: now_ms,
            ends_on: None,
            day_done: None,
        };
        let instalments = schedule(app, &subscription, &member, today)?;
        Ok(Started {
            subscription,
            member,
            instalments,
        })
    }
}

/// Eight letters and digits that can be read aloud.
fn new_code(app: &AppState) -> String {
    new_reference(app.random).chars().take(8).collect()
}

/// A member's instalments, the first one due on a day.
///
/// # Errors
/// 422 for a sum or a date that is too large.
pub fn schedule(
    app: &AppState,
    subscription: &SubscriptionRow,
    member: &MemberRow,
    start: Date,
) -> Result<Vec<InstalmentRow>, ApiError> {
    let planned = savings(&SavingsTerms {
        amount: member.amount.into(),
        currency: subscription.currency.into(),
        duration: subscription.duration,
        duration_unit: subscription.duration_unit,
        start,
    });
    let planned = planned.map_err(refusal)?;
    let zero = Amount::zero(subscription.currency);
    let row = |one: domain_core::plans::schedule::SavingsInstalment| InstalmentRow {
        id: app.random.id(member.joined_at_ms),
        member_id: member.id.clone(),
        number: one.number,
        amount: one.amount,
        interest: zero,
        paid: zero,
        status: InstalmentStatus::Pending,
        due_on: one.due_at,
        payer: None,
        reminded_on: None,
    };
    Ok(planned.instalments.into_iter().map(row).collect())
}

/// The day on which a plan ends that starts on a day: after its last instalment's unit is over.
pub fn end_of(subscription: &SubscriptionRow, start: Date) -> Option<Date> {
    let count = u32::try_from(subscription.duration).ok()?;
    subscription.duration_unit.after(start, count)
}

impl Started {
    /// Starts the plan on a day: its end, its dates, and its states.
    ///
    /// # Errors
    /// 422 for a date that is too late.
    pub fn begin(mut self, start: Date) -> Result<Self, ApiError> {
        let too_late = || ApiError::internal("a plan that ends after the last date");
        let end = end_of(&self.subscription, start).ok_or_else(too_late)?;
        self.subscription.starts_on = Some(start);
        self.subscription.ends_on = Some(end);
        self.member.ends_on = Some(end);
        self.member.day_done = Some(start);
        self.subscription.status = Status::Active;
        self.member.status = Status::Active;
        if let Some(first) = self.instalments.first_mut() {
            first.paid = first.amount;
            first.status = InstalmentStatus::Paid;
        }
        Ok(self)
    }

    /// Writes everything down, and opens the pot.
    ///
    /// # Errors
    /// The database failed.
    pub async fn write(&self, tx: &mut Tx, now_ms: i64) -> Result<(), ApiError> {
        subscriptions::insert(tx, &self.subscription).await?;
        write_member(tx, &self.member, &self.instalments, now_ms).await
    }
}

/// Writes a member down, with a pot and instalments.
///
/// # Errors
/// The database failed.
pub async fn write_member(
    tx: &mut Tx,
    member: &MemberRow,
    parts: &[InstalmentRow],
    now_ms: i64,
) -> Result<(), ApiError> {
    members::insert(tx, member).await?;
    let account = Account {
        id: &member.id,
        owner: &member.id,
        currency: member.amount.currency(),
    };
    ledger::open(tx, account, Purpose::Pot, now_ms).await?;
    for part in parts {
        instalments::insert(tx, part).await?;
    }
    Ok(())
}

pub fn price(amount: Amount) -> Price {
    Price {
        amount,
        fee: Amount::zero(amount.currency()),
        total: amount,
    }
}

impl Payment for Start {
    const KIND: PaymentKind = PaymentKind::SavingsStart;
    type Detail = Started;

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.chosen.quote_id.as_deref()
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Started>, ApiError> {
        let payer = &facts.payer;
        let (product, amount) = self
            .judged(
                tx.connection(),
                app,
                &payer.tenant_id,
                &facts.rates,
                Some(payer.available),
            )
            .await?;
        let who = (
            payer.user_id.as_str(),
            payer.tenant_id.as_str(),
            payer.name.as_str(),
        );
        let started = self.drawn_up(app, who, &facts.rates, &product, amount)?;
        let today = app.clock.today();
        let started = started.begin(today)?;
        let accounts = vec![(started.member.id.clone().into(), amount)];
        Ok(Terms {
            payee: self.payee(&product, accounts),
            price: price(amount),
            description: started.subscription.name.clone(),
            detail: started,
        })
    }

    async fn prepare(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
        terms: &Terms<Started>,
    ) -> Result<(), ApiError> {
        terms.detail.write(tx, facts.now_ms).await
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Started>,
    ) -> Result<(), ApiError> {
        let Started {
            subscription,
            member,
            instalments,
        } = &terms.detail;
        let row = PaymentRow {
            id: app.random.id(facts.now_ms),
            reference: &facts.reference,
            subscription_id: &subscription.id,
            member_id: Some(&member.id),
            instalment_id: instalments.first().map(|one| one.id.as_str()),
            payer_id: &facts.payer.user_id,
            amount: terms.price.amount,
            interest: Amount::zero(WALLET),
        };
        Ok(payments::insert(tx, &row, facts.now_ms).await?)
    }
}
