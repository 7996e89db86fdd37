//! Asking for a loan: the gates, the request fee, and what is written down. The decision follows in the same transaction.

use super::decision;
use super::terms::schedule;
use crate::access::users::{self, User};
use crate::access::{Session, audit};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::{ApiError, ErrorCode};
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim};
use crate::http::valid::judge;
use crate::identity::sessions;
use crate::ledger::SystemAccount;
use crate::payment::caution::Recipient;
use crate::payment::quote::{self, Offer, Quote, QuoteLine};
use crate::payment::statement::{Counterparty, new_reference};
use crate::payment::{
    Call, Facts, Kind as PaymentKind, Payee, Payer, Payment, Price, Terms, To, accounts, rates,
    restricted,
};
use crate::plans::answers::Plan;
use crate::plans::products::{WALLET, check_version};
use crate::plans::store::members::{self, MemberRow};
use crate::plans::store::payments::{self, PaymentRow};
use crate::plans::store::products::{self, ProductRow};
use crate::plans::store::subscriptions::{self, SubscriptionRow};
use crate::plans::subscribe::Chosen;
use crate::plans::subscriptions::Viewer;
use crate::plans::taking::{self, Taker};
use axum::http::StatusCode;
use domain_core::identity::ProfileLocation;
use domain_core::money::{Amount, Currency, Rates, Rounding};
use domain_core::plans::instalment::Debt;
use domain_core::plans::subscribe::{LoanContext, LoanPlan, PayContext};
use domain_core::plans::{Kind, LoanSubscription, PayInstalment, Unit};
use domain_core::shape::Given;
use domain_core::status::Status;
use domain_core::validation::NoContext;
use serde_json::{Value, json};
use sqlx::AnyConnection;

/// A loan that a user requests.
pub struct Request {
    chosen: Chosen,
    form: LoanSubscription,
}

/// A request that passed the gates.
pub struct Passed {
    pub product: ProductRow,
    pub user: User,
    pub amount: Amount,
    /// What the request costs.
    pub fee: Amount,
}

/// What is written down.
#[derive(Debug, Clone)]
pub struct Requested {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub user: User,
}

impl Request {
    pub const fn new(chosen: Chosen, form: LoanSubscription) -> Self {
        Self { chosen, form }
    }

    /// Whether there is a fee, and it is paid from the wallet.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_paid_now(&self, app: &AppState, session: &Session) -> Result<bool, ApiError> {
        let mut connection = app.db.read().await?;
        let (tenant_id, plan_id) = (&session.tenant_id, &self.chosen.plan_id);
        let product = products::find(&mut connection, tenant_id, plan_id).await?;
        let fee = product.and_then(|product| product.request_fee);
        let is_free = fee.is_some_and(|fee| fee.is_zero());
        Ok(self.form.funding_source == "wallet" && !is_free)
    }

    fn location(&self) -> ProfileLocation {
        ProfileLocation {
            latitude: self.chosen.latitude.as_deref().unwrap_or_default().into(),
            longitude: self.chosen.longitude.as_deref().unwrap_or_default().into(),
        }
    }

    /// The request as the form and its gates accept it, with the facts of the moment.
    ///
    /// # Errors
    /// 403 for restricted users; 404 for a plan that is unknown, closed or no loan; 422.
    pub async fn judged(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        user_id: &str,
        rates: &Rates,
        available: Option<Amount>,
    ) -> Result<Passed, ApiError> {
        let user = users::find(connection, user_id).await?;
        let user = user.ok_or_else(ApiError::unauthenticated)?;
        if user.restricted {
            return Err(restricted());
        }
        let product = products::find(connection, &user.tenant_id, &self.chosen.plan_id).await?;
        let product = product.filter(|one| one.is_active && one.kind == Kind::Loan);
        let missing = || ApiError::new(ErrorCode::NotFound, "This plan is not offered any more.");
        let product = product.ok_or_else(missing)?;
        check_version(&Plan::of(product.clone(), rates)?, self.chosen.plan_version)?;
        if product.base_currency != WALLET {
            let used = [product.base_currency, WALLET];
            rates::check_current(connection, app, &user.tenant_id, &used).await?;
        }
        let location = self.location();
        let context = LoanContext {
            plan: LoanPlan {
                min_amount: product.min_amount.into(),
                max_amount: product.max_amount.map(Into::into),
                base_currency: product.base_currency.into(),
                is_group: Some(product.is_group),
            },
            currency: WALLET.into(),
            rates: Some(rates.clone()),
            phone: Some(Given(user.phone_verified_at_ms.is_some())),
            location: Some(Given(!location.is_blank())),
            clusters: Some(Given(!user.clusters.is_empty())),
        };
        judge(&self.form, &context)?;
        judge(&location, &NoContext {})?;
        let amount = self.form.amount.amount("amount", WALLET);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        let terms = terms_of(&product);
        let scheduled = schedule(amount, terms, product.request_fee, app.clock.today())?;
        let fee = scheduled.request_fee;
        if let Some(available) = available {
            covers(fee, available)?;
        }
        Ok(Passed {
            product,
            user,
            amount,
            fee,
        })
    }

    /// The quote of the request fee.
    ///
    /// # Errors
    /// 403 for restricted users; 404; 422.
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
        let available = (self.form.funding_source == "wallet").then_some(available);
        let passed = self
            .judged(&mut connection, app, &session.user_id, &rates, available)
            .await?;
        drop(connection);
        let payee = self.payee(&passed.product);
        let offer = Offer {
            price: price(passed.fee),
            lines: vec![QuoteLine {
                code: "request_fee",
                label: "Request fee",
                amount: passed.fee,
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

    fn payee(&self, product: &ProductRow) -> Payee {
        Payee {
            name: ["plan:", &self.chosen.plan_id].concat(),
            counterparty: Some(Counterparty {
                name: product.name.clone(),
                account_number: None,
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Income(SystemAccount::Fees),
        }
    }

    /// What is to be written down; the fee is not paid yet.
    fn drawn_up(
        &self,
        app: &AppState,
        rates: &Rates,
        passed: Passed,
    ) -> Result<Requested, ApiError> {
        let Passed {
            product,
            user,
            amount,
            fee,
        } = passed;
        let now_ms = app.clock.now_ms();
        let convert = |amount: &Amount, to: Currency| {
            let converted = rates.convert(amount, to, Rounding::HalfUp);
            converted.map_err(|violation| ApiError::refused(vec![violation]))
        };
        let base = product.base_currency;
        let id = app.random.id(now_ms);
        let location = self.location();
        let degrees = |text: &str| Some(text.trim().to_owned());
        let member = MemberRow {
            id: app.random.id(now_ms),
            subscription_id: id.clone(),
            user_id: user.id.clone(),
            name: user.name.clone(),
            amount,
            status: Status::Pending,
            pot: Amount::zero(WALLET),
            joined_at_ms: now_ms,
            ends_on: None,
            day_done: None,
        };
        let subscription = SubscriptionRow {
            id,
            tenant_id: user.tenant_id.clone(),
            plan_id: product.id,
            kind: Kind::Loan,
            created_by: user.id.clone(),
            name: self.form.name.trim().to_owned(),
            status: Status::Pending,
            currency: WALLET,
            amount,
            base_currency: base,
            base_currency_amount: convert(&amount, base)?,
            rate: convert(&Amount::one(base), WALLET)?.text(),
            comment: None,
            funding_source: self.form.funding_source.clone(),
            duration: product.duration,
            duration_unit: product.duration_unit,
            is_flexible: false,
            is_group: product.is_group,
            opt_out_penalty: product.opt_out_penalty,
            take_profit: product.take_profit,
            wait: product.wait,
            wait_unit: product.wait_unit,
            fee: Some(fee),
            reference: new_reference(app.random),
            code: None,
            starts_on: None,
            ends_on: None,
            cluster_id: user.clusters.first().filter(|_| product.is_group).cloned(),
            latitude: degrees(location.latitude.as_str()),
            longitude: degrees(location.longitude.as_str()),
            decision: None,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        };
        Ok(Requested {
            subscription,
            member,
            user,
        })
    }
}

impl Requested {
    async fn write(&self, tx: &mut Tx) -> Result<(), ApiError> {
        subscriptions::insert(tx, &self.subscription).await?;
        members::insert(tx, &self.member).await?;
        Ok(())
    }
}

fn terms_of(product: &ProductRow) -> (Option<&str>, i64, Unit, Option<i64>, Option<Unit>) {
    (
        product.take_profit.as_deref(),
        product.duration,
        product.duration_unit,
        product.wait,
        product.wait_unit,
    )
}

fn price(fee: Amount) -> Price {
    Price {
        amount: fee,
        fee: Amount::zero(WALLET),
        total: fee,
    }
}

/// The wallet covers the fee, as the form of a payment demands it.
fn covers(fee: Amount, available: Amount) -> Result<(), ApiError> {
    if fee.is_zero() {
        return Ok(());
    }
    let form = PayInstalment {
        amount: fee.text().as_str().into(),
        method: String::from("wallet"),
    };
    let context = PayContext {
        owed: fee.into(),
        wallet_balance: Some(available.into()),
        currency: Some(fee.currency().into()),
        kind: Some(Debt::Loan),
        cap: None,
    };
    judge(&form, &context).map_err(|refused| {
        let violations = refused.violations().iter().cloned();
        ApiError::refused(violations.map(|one| one.of("funding_source")).collect())
    })
}

impl Payment for Request {
    const KIND: PaymentKind = PaymentKind::LoanRequest;
    type Detail = Requested;

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
    ) -> Result<Terms<Requested>, ApiError> {
        let payer = &facts.payer;
        let available = Some(payer.available);
        let passed = self
            .judged(
                tx.connection(),
                app,
                &payer.user_id,
                &facts.rates,
                available,
            )
            .await?;
        let (payee, fee) = (self.payee(&passed.product), passed.fee);
        let requested = self.drawn_up(app, &facts.rates, passed)?;
        Ok(Terms {
            payee,
            price: price(fee),
            description: String::new(),
            detail: requested,
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Requested>,
    ) -> Result<(), ApiError> {
        let requested = &terms.detail;
        requested.write(tx).await?;
        let row = PaymentRow {
            id: app.random.id(facts.now_ms),
            reference: &facts.reference,
            subscription_id: &requested.subscription.id,
            member_id: Some(&requested.member.id),
            instalment_id: None,
            payer_id: &facts.payer.user_id,
            amount: terms.price.amount,
            interest: Amount::zero(WALLET),
        };
        payments::insert(tx, &row, facts.now_ms).await?;
        taking::tell(tx, app, &requested.user, &requested.subscription).await?;
        decision::decide_now(tx, app, &requested.subscription, &requested.user).await
    }
}

/// Writes a request down that is decided once its fee has arrived from a card or a bank; at once, where there is no fee. No
/// money moves.
///
/// # Errors
/// 403 for restricted users, and without the PIN's grant; 404 for an unknown plan; 409; 422; the database failed.
pub async fn wait(
    call: Call<'_>,
    session: &Session,
    request: &Request,
) -> Result<Answer, ApiError> {
    let Call { app, operation, .. } = call;
    let viewer = Viewer::of(app, &session.user_id).await?;
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(replay) =
        idempotency::claim(&mut tx, app, &session.user_id, operation).await?
    {
        return replay.answer(tx).await;
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    // The account may have been closed while this waited.
    sessions::expect_open(&mut tx, session).await?;
    taking::expect_few_waiting(&mut tx, &session.user_id).await?;
    let taker = Taker::read(&mut tx, call, request).await?;
    let rates = &taker.rates;
    let passed = request
        .judged(tx.connection(), app, &session.user_id, rates, None)
        .await?;
    let shown = (&request.payee(&passed.product), &price(passed.fee));
    taker.check_shown(call, request, shown)?;
    let is_free = passed.fee.is_zero();
    let requested = request.drawn_up(app, rates, passed)?;
    requested.write(&mut tx).await?;
    taking::tell(&mut tx, app, &requested.user, &requested.subscription).await?;
    if is_free {
        decision::decide_now(&mut tx, app, &requested.subscription, &requested.user).await?;
    }
    let detail = json!({ "reference": requested.subscription.reference });
    audit::append(&mut tx, app, &session.user_id, "plan_awaited", &detail).await?;
    let row = subscriptions::find(tx.connection(), &requested.subscription.id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a loan that was just written"))?;
    let seen = viewer.see(tx.connection(), row).await?;
    let body = Envelope {
        data: seen,
        message: None,
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    let answer = Answer::new(StatusCode::CREATED, body);
    idempotency::finish(&mut tx, &session.user_id, &operation.key, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}
