//! Taking a plan. Each kind of plan implements [`Taking`], which states only what differs: the form, the rows, and the effects
//! of its first payment. The quote, the payment from the wallet, and the wait for money from a card or a bank are here, once.
//!
//! A further kind of plan costs a file with its `Taking`, and an arm where [`super::subscribe`] and
//! [`super::arrivals`] choose by kind.

use super::answers::Plan;
use super::held;
use super::products::{WALLET, check_version};
use super::store::LateTerms;
use super::store::instalments::{self, InstalmentRow};
use super::store::members::{self, MemberRow};
use super::store::payments::{self, PaymentRow};
use super::store::products::{self, ProductRow};
use super::store::subscriptions::{self, SubscriptionRow};
use super::subscriptions::Viewer;
use axum::http::StatusCode;
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency, Rates, Rounding, display};
use domain_core::plans::Kind;
use domain_core::plans::awaiting::too_many_awaited;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::subscribe::FundingSource;
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::conversion::Priced;
use money::ledger::{self, Account, Purpose, SystemAccount};
use money::quote;
use money::quote::{Breakdown, Quote};
use money::statement::{Counterparty, new_reference};
use money::{
    Call, Facts, Kind as PaymentKind, Payee, Payer, Payment, Price, Proceeds, Terms, To, agree,
    execute, rates,
};
use serde::Deserialize;
use serde_json::{Value, json};
use service::access::users::User;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::Envelope;
use service::http::idempotency::{self, Answer, Claim};
use service::letters::{self, News};
use sqlx::AnyConnection;
use utoipa::ToSchema;

/// Values of the request beside the form.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Chosen {
    pub plan_id: String,
    #[schema(value_type = super::answers::PlanKind)]
    pub r#type: Kind,
    /// The `version` of the plan whose terms the user accepted.
    pub plan_version: i64,
    /// The borrower's location in decimal degrees. Only its country and state are kept.
    pub latitude: Option<String>,
    pub longitude: Option<String>,
    /// Savings: whether due instalments are collected from the wallet; by default as the account's switch says.
    pub collects: Option<bool>,
    /// The confirmed quote; absent in a request for a quote.
    #[serde(skip)]
    pub quote_id: Option<String>,
}

/// A request to take one kind of plan.
pub trait Taking: Sync {
    /// Its payment from the wallet.
    const PAYMENT: PaymentKind;
    const PRODUCT: Kind;
    /// Code and label of the quote's line.
    const LINE: (&'static str, &'static str);
    /// The currency besides those of plan and wallet whose rate is used.
    const QUOTED: Option<Currency> = None;
    /// Whether the owner gets an email even if the plan is paid at once.
    const ALWAYS_TELLS: bool = false;

    /// Rows of this kind of plan alone.
    type Extra: Send + Sync;

    fn chosen(&self) -> &Chosen;

    /// `None` if the form names none, which it refuses.
    fn source(&self) -> Option<FundingSource>;

    /// Narrows the offered plan to what can be carried out now.
    ///
    /// # Errors
    /// It cannot be carried out at all.
    fn narrow(&self, _plan: &mut Plan, _rates: &Rates) -> Result<(), ApiError> {
        Ok(())
    }

    /// Validates the form, and draws the rows up as those of a plan that waits for its first money.
    fn draw_up(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        offer: &Offer<'_>,
    ) -> impl Future<Output = Result<Drawn<Self::Extra>, ApiError>> + Send;

    /// Turns the rows into those of a plan whose first money is there.
    ///
    /// # Errors
    /// 422 for a date that is too late.
    fn begin(_app: &AppState, _drawn: &mut Drawn<Self::Extra>) -> Result<(), ApiError> {
        Ok(())
    }

    /// Where the first money goes.
    fn to(drawn: &Drawn<Self::Extra>) -> To {
        To::Accounts(vec![(drawn.member.id.clone().into(), drawn.due)])
    }

    /// The description of its payment; the payment's usual one if blank.
    fn description(drawn: &Drawn<Self::Extra>) -> String {
        drawn.subscription.name.clone()
    }

    /// Writes the rows of this kind alone.
    fn write(
        _tx: &mut Tx,
        _app: &AppState,
        _drawn: &Drawn<Self::Extra>,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }

    /// Follows once the first money is paid, or at once if nothing is due.
    fn paid(
        _tx: &mut Tx,
        _app: &AppState,
        _drawn: &Drawn<Self::Extra>,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }
}

/// An offered plan and the user who takes it, with the facts of the moment.
pub struct Offer<'a> {
    pub product: &'a ProductRow,
    pub plan: &'a Plan,
    pub user_id: &'a str,
    pub tenant_id: &'a str,
    pub name: &'a str,
    pub rates: &'a Rates,
    pub decided: &'a Decided,
    /// The balance of the wallet, if it pays.
    pub available: Option<Amount>,
    /// Whether due instalments of savings are to be collected; `None`: by the account's switch.
    pub collects: Option<bool>,
}

/// The rows of a plan.
#[derive(Debug, Clone)]
pub struct Drawn<E> {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub instalments: Vec<InstalmentRow>,
    /// The first money.
    pub due: Amount,
    pub extra: E,
}

impl Offer<'_> {
    /// The rows of a plan that waits for its first money, with the terms of the offer.
    ///
    /// # Errors
    /// 422 for an amount that cannot be converted.
    pub fn rows(
        &self,
        app: &AppState,
        name: &str,
        amount: Amount,
        source: &str,
    ) -> Result<(SubscriptionRow, MemberRow), ApiError> {
        let (product, now_ms) = (self.product, app.clock.now_ms());
        let convert = |amount: &Amount, to: Currency| {
            let converted = self.rates.convert(amount, to, Rounding::HalfUp);
            converted.map_err(|violation| ApiError::refused(vec![violation]))
        };
        let base = product.base_currency;
        let subscription = SubscriptionRow {
            id: app.random.id(now_ms),
            tenant_id: self.tenant_id.to_owned(),
            plan_id: product.id.clone(),
            kind: product.kind,
            created_by: self.user_id.to_owned(),
            name: name.trim().to_owned(),
            status: Status::Pending,
            currency: WALLET,
            amount,
            base_currency: base,
            base_currency_amount: convert(&amount, base)?,
            rate: convert(&Amount::one(base), WALLET)?.text(),
            comment: None,
            funding_source: source.to_owned(),
            duration: product.duration,
            duration_unit: product.duration_unit,
            is_flexible: product.is_flexible,
            is_group: product.is_group,
            opt_out_penalty: product.opt_out_penalty.clone(),
            take_profit: None,
            wait: None,
            wait_unit: None,
            fee: None,
            reference: new_reference(app.random),
            code: None,
            starts_on: None,
            ends_on: None,
            cluster_id: None,
            country: None,
            state: None,
            late: LateTerms::none(),
            return_rate: product.return_rate.clone(),
            pot_currency: product.pot_currency,
            collects: false,
            goal: None,
            target: None,
            paid_out_at_ms: None,
            decision: None,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        };
        let member = MemberRow {
            id: app.random.id(now_ms),
            subscription_id: subscription.id.clone(),
            user_id: self.user_id.to_owned(),
            name: self.name.to_owned(),
            amount,
            status: Status::Pending,
            pot: Amount::zero(product.pot_currency),
            collects: self.collects,
            left_at_ms: None,
            joined_at_ms: now_ms,
            ends_on: None,
            day_done: None,
        };
        Ok((subscription, member))
    }
}

/// The payment that takes a plan.
pub struct Take<T> {
    taking: T,
    /// Nothing is due, so the wallet does not pay.
    is_free: bool,
}

impl<T: Taking> Take<T> {
    fn is_from_wallet(&self) -> bool {
        self.taking.source() == Some(FundingSource::Wallet)
    }
}

/// The rows of a plan, and the conversion of its first money for a pot in another currency.
pub struct Agreed<E> {
    drawn: Drawn<E>,
    converted: Option<Priced>,
}

impl<T: Taking> Payment for Take<T> {
    const KIND: PaymentKind = T::PAYMENT;
    type Detail = Agreed<T::Extra>;

    fn quote_ms(&self, terms: &Terms<Self::Detail>) -> i64 {
        held::quote_ms(terms.detail.converted.as_ref())
    }

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.taking.chosen().quote_id.as_deref()
    }

    fn draws_on_wallet(&self) -> bool {
        self.is_from_wallet() && !self.is_free
    }

    fn breakdown(&self, terms: &Terms<Self::Detail>) -> Breakdown {
        let (code, label) = T::LINE;
        let lines = Breakdown::of(code, label, terms.price.amount).to(&terms.payee);
        held::noted(
            lines,
            terms.detail.converted.as_ref(),
            self.is_from_wallet(),
        )
    }

    fn proceeds(&self, terms: &Terms<Self::Detail>) -> Option<Proceeds> {
        let Agreed { drawn, converted } = &terms.detail;
        Some(held::proceeds(converted.as_ref()?, &drawn.member.id))
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Self::Detail>, ApiError> {
        let (payer, rates, chosen) = (&facts.payer, &facts.rates, self.taking.chosen());
        let tenant_id = payer.tenant_id.as_str();
        let product = products::find(tx.connection(), tenant_id, &chosen.plan_id).await?;
        let product = product.filter(|one| one.is_active && one.kind == T::PRODUCT);
        let missing = || ApiError::new(ErrorCode::NotFound, "This plan is not offered any more.");
        let product = product.ok_or_else(missing)?;
        let mut plan = Plan::of(product.clone(), rates)?;
        let narrowed = self.taking.narrow(&mut plan, rates);
        check_version(&plan, chosen.plan_version)?;
        narrowed?;
        let is_foreign = product.base_currency != WALLET;
        if let Some(other) = T::QUOTED.or(is_foreign.then_some(product.base_currency)) {
            let used = [product.base_currency, WALLET, other];
            rates::check_current(tx.connection(), app, tenant_id, &used).await?;
        }
        let offer = Offer {
            product: &product,
            plan: &plan,
            user_id: &payer.user_id,
            tenant_id,
            name: &payer.name,
            rates,
            decided: &facts.decided,
            available: self.is_from_wallet().then_some(payer.available),
            collects: chosen.collects,
        };
        let mut drawn = self.taking.draw_up(tx.connection(), app, &offer).await?;
        if self.is_from_wallet() {
            T::begin(app, &mut drawn)?;
        }
        let quote = payer.quote.as_ref();
        let quote = quote.filter(|_| self.is_from_wallet() && self.quote_id().is_some());
        let pot = held::Pot {
            tenant_id,
            currency: drawn.member.pot.currency(),
        };
        let converted = pot.price(tx.connection(), app, drawn.due).await?;
        let converted = converted
            .map(|current| current.or_quoted(quote, Instant(facts.now_ms)))
            .transpose()?;
        if let Some(priced) = &converted {
            priced.decide(&facts.decided);
        }
        Ok(Terms {
            payee: Payee {
                name: ["plan:", &chosen.plan_id].concat(),
                counterparty: Some(Counterparty {
                    name: product.name.clone(),
                    account_number: converted.as_ref().map(|one| one.quoted.rate.clone()),
                    bank_name: None,
                    wallet_number: None,
                }),
                to: match &converted {
                    Some(_) => To::Income(SystemAccount::Exchange),
                    None => T::to(&drawn),
                },
            },
            price: price(drawn.due),
            description: T::description(&drawn),
            detail: Agreed { drawn, converted },
        })
    }

    async fn prepare(
        &self,
        tx: &mut Tx,
        app: &AppState,
        _facts: &Facts,
        terms: &Terms<Self::Detail>,
    ) -> Result<(), ApiError> {
        let Agreed { drawn, converted } = &terms.detail;
        held::lock(tx, converted.as_ref()).await?;
        write::<T>(tx, app, drawn).await
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Self::Detail>,
    ) -> Result<(), ApiError> {
        let Agreed { drawn, converted } = &terms.detail;
        let row = PaymentRow {
            id: app.random.id(facts.now_ms),
            reference: &facts.reference,
            subscription_id: &drawn.subscription.id,
            member_id: Some(&drawn.member.id),
            instalment_id: drawn.instalments.first().map(|one| one.id.as_str()),
            payer_id: &facts.payer.user_id,
            amount: drawn.due,
            converted: held::received(converted.as_ref()),
            interest: Amount::zero(WALLET),
        };
        payments::insert(tx, &row, facts.now_ms).await?;
        if T::ALWAYS_TELLS {
            let owner = users::find(tx.connection(), &facts.payer.user_id).await?;
            let owner = owner.ok_or_else(ApiError::unauthenticated)?;
            tell(tx, app, &owner, &drawn.subscription).await?;
        }
        T::paid(tx, app, drawn).await
    }
}

/// A price without a charge.
pub fn price(amount: Amount) -> Price {
    Price {
        amount,
        fee: Amount::zero(amount.currency()),
        total: amount,
    }
}

/// Marks the first instalment as paid.
pub fn pay_first(instalments: &mut [InstalmentRow]) {
    if let Some(first) = instalments.first_mut() {
        first.paid = first.amount;
        first.status = InstalmentStatus::Paid;
    }
}

async fn write<T: Taking>(
    tx: &mut Tx,
    app: &AppState,
    drawn: &Drawn<T::Extra>,
) -> Result<(), ApiError> {
    subscriptions::insert(tx, &drawn.subscription).await?;
    let now_ms = app.clock.now_ms();
    match T::PRODUCT {
        Kind::Loan => members::insert(tx, &drawn.member).await?,
        Kind::Savings | Kind::Coins => {
            write_member(tx, &drawn.member, &drawn.instalments, now_ms).await?;
        }
    }
    T::write(tx, app, drawn).await
}

/// Writes a member with a pot and instalments.
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
        currency: member.pot.currency(),
    };
    ledger::open(tx, account, Purpose::Pot, now_ms).await?;
    for part in parts {
        instalments::insert(tx, part, now_ms).await?;
    }
    Ok(())
}

/// Quotes a plan, whatever pays for it.
///
/// # Errors
/// 403 for restricted users; 404 for an unknown plan; 422; 503 without an exchange.
pub async fn quoted<T: Taking>(
    app: &AppState,
    session: &Session,
    taking: T,
    is_free: bool,
    asked: &Value,
) -> Result<Quote, ApiError> {
    let take = Take { taking, is_free };
    let (quote, _) = quote(app, &session.user_id, &take, asked).await?;
    Ok(quote)
}

/// Takes a plan: paid from the wallet, or to wait for its money.
///
/// # Errors
/// As every payment; 404 for an unknown plan.
pub async fn take<T: Taking>(
    call: Call<'_>,
    session: &Session,
    taking: T,
    is_free: bool,
) -> Result<Answer, ApiError> {
    let take = Take { taking, is_free };
    match take.draws_on_wallet() {
        true => execute(call, &take).await,
        false => wait(call, session, &take).await,
    }
}

/// Writes a plan that begins once its first money has arrived from a card or a bank; at once, if nothing is due. No money
/// moves yet, and nobody is asked when it arrives: so the PIN is asked for now.
async fn wait<T: Taking>(
    call: Call<'_>,
    session: &Session,
    take: &Take<T>,
) -> Result<Answer, ApiError> {
    let Call { app, operation, .. } = call;
    let viewer = Viewer::of(app, &session.user_id).await?;
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let claimed = idempotency::claim(&mut tx, app, &session.user_id, operation).await?;
    if let Claim::Done(replay) = claimed {
        return replay.answer(tx).await;
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    // The account may have been closed while this waited.
    session.expect_open(&mut tx).await?;
    expect_few_waiting(&mut tx, &session.user_id).await?;
    let (_, terms) = agree(&mut tx, call, take).await?;
    let Agreed { drawn, .. } = terms.detail;
    write::<T>(&mut tx, app, &drawn).await?;
    tell(&mut tx, app, &viewer.user, &drawn.subscription).await?;
    if drawn.due.is_zero() {
        T::paid(&mut tx, app, &drawn).await?;
    }
    let detail = json!({ "reference": drawn.subscription.reference });
    audit::append(&mut tx, app, &session.user_id, "plan_awaited", &detail).await?;
    let row = subscriptions::find(tx.connection(), &drawn.subscription.id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a plan that was just written"))?;
    let body = Envelope {
        data: viewer.see(tx.connection(), row).await?,
        message: None,
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    let answer = Answer::new(StatusCode::CREATED, body);
    idempotency::finish(&mut tx, &session.user_id, &operation.key, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Bounds the plans that a user takes without paying. The user is locked.
async fn expect_few_waiting(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    let waiting = subscriptions::waiting_of(tx.connection(), user_id).await?;
    match too_many_awaited(waiting) {
        Some(why) => Err(ApiError::refused_field("plan_id", Code::AboveMaximum, why)),
        None => Ok(()),
    }
}

/// Queues the email to the owner of a loan, or of a plan that money which arrives later begins.
async fn tell(
    tx: &mut Tx,
    app: &AppState,
    owner: &User,
    row: &SubscriptionRow,
) -> Result<(), ApiError> {
    let (name, amount) = (row.name.as_str(), display(&row.amount));
    let then = match FundingSource::named(&row.funding_source) {
        Some(FundingSource::Bank) => " It begins when your bank transfer arrives.",
        Some(FundingSource::Card) => " It begins when your card is charged.",
        Some(FundingSource::Wallet) | None => "",
    };
    let terms = match row.kind {
        Kind::Loan => format!("You requested a loan of {amount}: {name}."),
        Kind::Savings => format!("You started savings of {amount} an instalment: {name}.{then}"),
        Kind::Coins => format!("You started a coin set of {amount}: {name}.{then}"),
    };
    letters::tell(tx, app, owner, News::PlanTaken(&terms)).await
}
