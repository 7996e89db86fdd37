//! Taking a set of coins: the form, the division among its coins, and the payment into the pot.

use super::Orders;
use crate::answers::{CoinType, Plan};
use crate::products::WALLET;
use crate::store::coin_orders::{self, NewCoin};
use crate::store::instalments::InstalmentRow;
use crate::store::members::{self, MemberRow};
use crate::store::products::{self, ProductRow};
use crate::store::subscriptions::SubscriptionRow;
use crate::subscriptions::refusal;
use crate::taking::{Chosen, Drawn, Offer, Taking, pay_first};
use domain_core::calendar::Date;
use domain_core::money::{Amount, Currency, Percent, Rates};
use domain_core::plans::allocate::{AllocateInput, Share, allocate};
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::subscribe::{FundingSource, SavingsContext, SavingsPlan};
use domain_core::plans::{Kind, SavingsSubscription};
use domain_core::status::Status;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::Kind as PaymentKind;
use service::access::Session;
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;

const BUYING: &str = "Your coins are being bought.";

/// A coin set that a user wants to buy.
pub struct SetStart {
    chosen: Chosen,
    form: SavingsSubscription,
    orders: Orders,
}

impl SetStart {
    /// Asks the exchange for its minimums of the plan's orders. Failures are reported later, by [`Taking::narrow`].
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
}

impl Taking for SetStart {
    const PAYMENT: PaymentKind = PaymentKind::CoinSetStart;
    const PRODUCT: Kind = Kind::Coins;
    const LINE: (&'static str, &'static str) = ("amount", "Coins");
    const QUOTED: Option<Currency> = Some(super::QUOTED);
    /// Its coins, and the amount for each.
    type Extra = Vec<(CoinType, Amount)>;

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn source(&self) -> Option<FundingSource> {
        self.form.source()
    }

    fn narrow(&self, plan: &mut Plan, rates: &Rates) -> Result<(), ApiError> {
        self.orders.require(plan, rates)
    }

    async fn draw_up(
        &self,
        _connection: &mut AnyConnection,
        app: &AppState,
        offer: &Offer<'_>,
    ) -> Result<Drawn<Self::Extra>, ApiError> {
        let (limits, form) = (&offer.plan.limits, &self.form);
        let context = SavingsContext {
            plan: SavingsPlan {
                min_amount: limits.minimum.into(),
                max_amount: limits.maximum.map(Into::into),
                base_currency: limits.currency.into(),
                // A set is paid once, whatever it is called.
                is_flexible: Some(false),
                is_group: Some(false),
            },
            currency: WALLET.into(),
            rates: Some(offer.rates.of(&[WALLET, limits.currency])),
            wallet_balance: offer.available.map(Into::into),
        };
        judge(form, &context)?;
        let due = form.amount.amount("amount", WALLET);
        let due = due.map_err(|violation| ApiError::refused(vec![violation]))?;
        let decided = offer.decided;
        decided.accepted::<SavingsSubscription>(&due, &context);
        let rows = offer.rows(app, &form.name, due, &form.funding_source)?;
        let (mut subscription, member) = rows;
        subscription.is_group = false;
        let instalment = InstalmentRow {
            id: app.random.id(member.joined_at_ms),
            member_id: member.id.clone(),
            number: 1,
            amount: due,
            interest: Amount::zero(WALLET),
            paid: Amount::zero(WALLET),
            status: InstalmentStatus::Pending,
            due_on: app.clock.today(),
            payer: None,
            reminded_on: None,
            charged_for: None,
        };
        Ok(Drawn {
            extra: divided(decided, offer.product, due)?,
            subscription,
            member,
            instalments: vec![instalment],
            due,
        })
    }

    fn begin(app: &AppState, drawn: &mut Drawn<Self::Extra>) -> Result<(), ApiError> {
        let today = app.clock.today();
        let end = end_of(&drawn.subscription, today)?;
        drawn.subscription.starts_on = Some(today);
        drawn.subscription.ends_on = Some(end);
        drawn.subscription.status = Status::Initiated;
        drawn.subscription.comment = Some(BUYING.into());
        drawn.member.ends_on = Some(end);
        drawn.member.day_done = Some(today);
        drawn.member.status = Status::Active;
        pay_first(&mut drawn.instalments);
        Ok(())
    }

    /// Writes its coins. A coin without a share is left out.
    async fn write(
        tx: &mut Tx,
        app: &AppState,
        drawn: &Drawn<Self::Extra>,
    ) -> Result<(), ApiError> {
        let coins = drawn.extra.iter().filter(|(_, amount)| !amount.is_zero());
        for ((coin, amount), position) in coins.zip(1..) {
            let row = NewCoin {
                id: app.random.id(app.clock.now_ms()),
                subscription_id: &drawn.subscription.id,
                member_id: &drawn.member.id,
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

/// Divides the amount among the coins of a set.
fn divided(
    decided: &Decided,
    product: &ProductRow,
    amount: Amount,
) -> Result<Vec<(CoinType, Amount)>, ApiError> {
    let share = |one: &CoinType| Share {
        coin: one.coin.clone(),
        percent: Percent::parse(&one.quantity).unwrap_or(Percent::ZERO),
    };
    let input = AllocateInput {
        amount: amount.into(),
        currency: amount.currency().into(),
        parts: product.coin_types.iter().map(share).collect(),
    };
    let allocated = decided.ask("coins.allocate", allocate, &input);
    let parts = allocated.map_err(refusal)?.parts;
    let pairs = product.coin_types.iter().cloned().zip(parts);
    Ok(pairs.map(|(coin, part)| (coin, part.amount)).collect())
}

/// The day on which a set ends that starts on a day.
fn end_of(row: &SubscriptionRow, start: Date) -> Result<Date, ApiError> {
    let count = u32::try_from(row.duration).ok();
    let end = count.and_then(|count| row.duration_unit.after(start, count));
    end.ok_or_else(|| ApiError::internal("a plan that ends after the last date"))
}

/// Begins a set whose money has arrived: its coins are bought from now on. The caller holds the plan.
///
/// # Errors
/// The database failed.
pub async fn begin(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let (today, now_ms) = (app.clock.today(), app.clock.now_ms());
    let end = end_of(row, today)?;
    members::begin(tx, &member.id, today, end).await?;
    let dates = (Some(today), Some(end));
    let buying = Status::Initiated;
    Ok(coin_orders::change_set(tx, &row.id, buying, BUYING, dates, false, now_ms).await?)
}
