//! Taking a set of coins: the form, the division among its coins, and the money that goes into the pot.

use super::Orders;
use crate::access::{Session, audit, users};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::{ApiError, ErrorCode};
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim};
use crate::http::valid::judge;
use crate::identity::sessions;
use crate::ledger::{self, Account, Purpose};
use crate::payment::book::End;
use crate::payment::caution::Recipient;
use crate::payment::quote::{self, Offer, Quote, QuoteLine};
use crate::payment::statement::{Counterparty, new_reference};
use crate::payment::{
    Call, Facts, Kind as PaymentKind, Payee, Payer, Payment, Price, Terms, To, accounts, rates,
};
use crate::plans::answers::{CoinType, Plan};
use crate::plans::products::{WALLET, check_version};
use crate::plans::store::coin_orders::{self, NewCoin};
use crate::plans::store::instalments::{self, InstalmentRow};
use crate::plans::store::members::{self, MemberRow};
use crate::plans::store::payments::{self, PaymentRow};
use crate::plans::store::products::{self, ProductRow};
use crate::plans::store::subscriptions::{self, SubscriptionRow};
use crate::plans::subscribe::Chosen;
use crate::plans::subscriptions::{Viewer, refusal};
use crate::plans::taking::{self, Taker};
use axum::http::StatusCode;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency, Percent, Rates, Rounding};
use domain_core::plans::allocate::{AllocateInput, Share, allocate};
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::subscribe::{SavingsContext, SavingsPlan};
use domain_core::plans::{Kind, SavingsSubscription};
use domain_core::status::Status;
use serde_json::{Value, json};
use sqlx::AnyConnection;

/// A set of coins that a user wants to buy.
pub struct SetStart {
    chosen: Chosen,
    form: SavingsSubscription,
    orders: Orders,
}

/// What is written down for it.
#[derive(Debug, Clone)]
pub struct DrawnUp {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub instalment: InstalmentRow,
    /// Its coins and what each is bought for.
    coins: Vec<(CoinType, Amount)>,
}

impl SetStart {
    /// Asks the exchange what it requires of the plan's orders. It fails later where that is needed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn read(
        app: &AppState,
        session: &Session,
        chosen: Chosen,
        form: SavingsSubscription,
    ) -> Result<Self, ApiError> {
        let mut connection = app.db.read().await?;
        let product = products::find(&mut connection, &session.tenant_id, &chosen.plan_id).await?;
        drop(connection);
        let coins = product.map_or_else(Vec::new, |product| product.coin_types);
        let orders = Orders::ask(app, &coins).await;
        Ok(Self {
            chosen,
            form,
            orders,
        })
    }

    pub fn is_from_wallet(&self) -> bool {
        self.form.funding_source == "wallet"
    }

    /// The quote for the payer.
    ///
    /// # Errors
    /// 403 for restricted users; 404 for an unknown plan; 422; 503 without an exchange.
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
        let tenant_id = &session.tenant_id;
        let judged = self.judged(&mut connection, app, tenant_id, &rates, available);
        let (product, amount) = judged.await?;
        drop(connection);
        let payee = self.payee(&product, Vec::new());
        let offer = Offer {
            price: price(amount),
            lines: vec![QuoteLine {
                code: "amount",
                label: "Coins",
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

    fn payee(&self, product: &ProductRow, shares: Vec<(End, Amount)>) -> Payee {
        Payee {
            name: ["plan:", &self.chosen.plan_id].concat(),
            counterparty: Some(Counterparty {
                name: product.name.clone(),
                account_number: None,
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Accounts(shares),
        }
    }

    /// The plan and the amount, as the form accepts them.
    async fn judged(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        tenant_id: &str,
        rates: &Rates,
        available: Option<Amount>,
    ) -> Result<(ProductRow, Amount), ApiError> {
        let product = products::find(connection, tenant_id, &self.chosen.plan_id).await?;
        let product = product.filter(|one| one.is_active && one.kind == Kind::Coins);
        let missing = || ApiError::new(ErrorCode::NotFound, "This plan is not offered any more.");
        let product = product.ok_or_else(missing)?;
        let mut plan = Plan::of(product.clone(), rates)?;
        let offered = self.orders.require(&mut plan, rates);
        check_version(&plan, self.chosen.plan_version)?;
        offered?;
        // What is bought is paid in USDT.
        let used = [product.base_currency, WALLET, super::QUOTED];
        rates::check_current(connection, app, tenant_id, &used).await?;
        let context = SavingsContext {
            plan: SavingsPlan {
                min_amount: plan.limits.minimum.into(),
                max_amount: plan.limits.maximum.map(Into::into),
                base_currency: plan.limits.currency.into(),
                // A set is paid once, whatever it is called.
                is_flexible: Some(false),
                is_group: Some(false),
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

    fn drawn_up(
        &self,
        app: &AppState,
        payer: (&str, &str, &str),
        rates: &Rates,
        product: &ProductRow,
        amount: Amount,
    ) -> Result<DrawnUp, ApiError> {
        let (user_id, tenant_id, name) = payer;
        let now_ms = app.clock.now_ms();
        let convert = |amount: &Amount, to: Currency| {
            let converted = rates.convert(amount, to, Rounding::HalfUp);
            converted.map_err(|violation| ApiError::refused(vec![violation]))
        };
        let base = product.base_currency;
        let id = app.random.id(now_ms);
        let member = MemberRow {
            id: app.random.id(now_ms),
            subscription_id: id.clone(),
            user_id: user_id.to_owned(),
            name: name.to_owned(),
            amount,
            status: Status::Pending,
            pot: Amount::zero(WALLET),
            joined_at_ms: now_ms,
            ends_on: None,
            day_done: None,
        };
        let instalment = InstalmentRow {
            id: app.random.id(now_ms),
            member_id: member.id.clone(),
            number: 1,
            amount,
            interest: Amount::zero(WALLET),
            paid: Amount::zero(WALLET),
            status: InstalmentStatus::Pending,
            due_on: app.clock.today(),
            payer: None,
            reminded_on: None,
        };
        let subscription = SubscriptionRow {
            id,
            tenant_id: tenant_id.to_owned(),
            plan_id: product.id.clone(),
            kind: Kind::Coins,
            created_by: user_id.to_owned(),
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
            is_flexible: product.is_flexible,
            is_group: false,
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
            latitude: None,
            longitude: None,
            decision: None,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        };
        Ok(DrawnUp {
            subscription,
            member,
            instalment,
            coins: divided(product, amount)?,
        })
    }
}

/// What each coin of a set is bought for.
fn divided(product: &ProductRow, amount: Amount) -> Result<Vec<(CoinType, Amount)>, ApiError> {
    let share = |one: &CoinType| Share {
        coin: one.coin.clone(),
        percent: Percent::parse(&one.quantity).unwrap_or(Percent::ZERO),
    };
    let allocated = allocate(&AllocateInput {
        amount: amount.into(),
        currency: amount.currency().into(),
        parts: product.coin_types.iter().map(share).collect(),
    });
    let parts = allocated.map_err(refusal)?.parts;
    let pairs = product.coin_types.iter().cloned().zip(parts);
    Ok(pairs.map(|(coin, part)| (coin, part.amount)).collect())
}

impl DrawnUp {
    /// Writes everything down, and opens the pot. A coin without a share is left out.
    async fn write(&self, tx: &mut Tx, app: &AppState) -> Result<(), ApiError> {
        let now_ms = app.clock.now_ms();
        subscriptions::insert(tx, &self.subscription).await?;
        members::insert(tx, &self.member).await?;
        let account = Account {
            id: &self.member.id,
            owner: &self.member.id,
            currency: WALLET,
        };
        ledger::open(tx, account, Purpose::Pot, now_ms).await?;
        instalments::insert(tx, &self.instalment).await?;
        let coins = self.coins.iter().filter(|(_, amount)| !amount.is_zero());
        for ((coin, amount), position) in coins.zip(1..) {
            let row = NewCoin {
                id: app.random.id(now_ms),
                subscription_id: &self.subscription.id,
                member_id: &self.member.id,
                position,
                name: &coin.name,
                coin: &coin.coin,
                amount: *amount,
            };
            coin_orders::insert_coin(tx, &row).await?;
        }
        Ok(())
    }
}

/// A set is paid: its coins are bought from now on, and its day is counted from today. The caller holds the plan.
///
/// # Errors
/// The database failed.
pub async fn begin(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let count = u32::try_from(row.duration).ok();
    let end = count.and_then(|count| row.duration_unit.after(app.clock.today(), count));
    let end: Date =
        end.ok_or_else(|| ApiError::internal("a plan that ends after the last date"))?;
    members::begin(tx, &member.id, app.clock.today(), end).await?;
    let dates = (Some(app.clock.today()), Some(end));
    let comment = "Your coins are being bought.";
    Ok(coin_orders::change_set(
        tx,
        &row.id,
        Status::Initiated,
        comment,
        dates,
        false,
        now_ms,
    )
    .await?)
}

fn price(amount: Amount) -> Price {
    Price {
        amount,
        fee: Amount::zero(WALLET),
        total: amount,
    }
}

impl Payment for SetStart {
    const KIND: PaymentKind = PaymentKind::CoinSetStart;
    type Detail = DrawnUp;

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
    ) -> Result<Terms<DrawnUp>, ApiError> {
        let payer = &facts.payer;
        let (tenant_id, available) = (payer.tenant_id.as_str(), Some(payer.available));
        let judged = self.judged(tx.connection(), app, tenant_id, &facts.rates, available);
        let (product, amount) = judged.await?;
        let who = (payer.user_id.as_str(), tenant_id, payer.name.as_str());
        let drawn_up = self.drawn_up(app, who, &facts.rates, &product, amount)?;
        Ok(Terms {
            payee: self.payee(&product, vec![(drawn_up.member.id.clone().into(), amount)]),
            price: price(amount),
            description: drawn_up.subscription.name.clone(),
            detail: drawn_up,
        })
    }

    async fn prepare(
        &self,
        tx: &mut Tx,
        app: &AppState,
        _facts: &Facts,
        terms: &Terms<DrawnUp>,
    ) -> Result<(), ApiError> {
        terms.detail.write(tx, app).await
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<DrawnUp>,
    ) -> Result<(), ApiError> {
        let set = &terms.detail;
        begin(tx, app, &set.subscription, &set.member).await?;
        let (now_ms, amount) = (facts.now_ms, terms.price.amount);
        let paid = InstalmentStatus::Paid;
        instalments::pay(tx, &set.instalment.id, &amount, paid, None, now_ms).await?;
        let row = PaymentRow {
            id: app.random.id(now_ms),
            reference: &facts.reference,
            subscription_id: &set.subscription.id,
            member_id: Some(&set.member.id),
            instalment_id: Some(&set.instalment.id),
            payer_id: &facts.payer.user_id,
            amount,
            interest: Amount::zero(WALLET),
        };
        Ok(payments::insert(tx, &row, now_ms).await?)
    }
}

/// Writes a set down whose coins are bought once its money has arrived from a card or a bank. No money moves yet.
///
/// # Errors
/// 403 for restricted users, and without the PIN's grant; 404 for an unknown plan; 409; 422; the database failed.
pub async fn wait(call: Call<'_>, session: &Session, start: &SetStart) -> Result<Answer, ApiError> {
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
    let taker = Taker::read(&mut tx, call, start).await?;
    let rates = &taker.rates;
    let judged = start.judged(tx.connection(), app, &session.tenant_id, rates, None);
    let (product, amount) = judged.await?;
    let shown = (&start.payee(&product, Vec::new()), &price(amount));
    taker.check_shown(call, start, shown)?;
    let who = (
        session.user_id.as_str(),
        session.tenant_id.as_str(),
        viewer.user.name.as_str(),
    );
    let drawn_up = start.drawn_up(app, who, rates, &product, amount)?;
    drawn_up.write(&mut tx, app).await?;
    taking::tell(&mut tx, app, &viewer.user, &drawn_up.subscription).await?;
    let detail = json!({ "reference": drawn_up.subscription.reference });
    audit::append(&mut tx, app, &session.user_id, "plan_awaited", &detail).await?;
    let seen = viewer.see(tx.connection(), drawn_up.subscription).await?;
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
