//! The plans on offer.

use super::answers::{CoinType, Plan, PlanLateCharge, PlanLimits, PlanSuitability};
use super::coins;
use super::store::LateTerms;
use super::store::products::{self, ProductRow};
use super::store::subscriptions::SubscriptionRow;
use domain_core::money::{Amount, AmountText, Currency, Percent, Rates};
use domain_core::plans::allocate::{AllocateInput, Share, allocate};
use domain_core::plans::coins::{PartNameInput, part_name};
use domain_core::plans::held::{PotTerms, fault as pot_fault};
use domain_core::plans::late_charge::fault;
use domain_core::plans::limits::{self, LimitsInput};
use domain_core::plans::savings_return::is_return_rate;
use domain_core::plans::schedule::{LONGEST_WAIT, MOST_INSTALMENTS};
use domain_core::plans::suitability::{Appetite, SuitabilityInput, suitability};
use domain_core::plans::{Kind, Unit};
use domain_core::settings::branding::IdentifierType;
use domain_core::validation::Code;
use domain_core::wallet::served::is_money;
use ground::error::{ApiError, ErrorCode};
use money::rates;
use providers::market;
use serde_json::json;
use service::access::Session;
use service::access::{answers, audit};
use service::app::AppState;
use service::settings::tenants::{self, Tenant};

/// The wallet that plans are paid from: only naira is offered. (Document 3, section 9.)
pub const WALLET: Currency = Currency::Ngn;

impl Plan {
    /// The plan as shown to users.
    ///
    /// # Errors
    /// There is no rate for its base currency.
    pub(super) fn of(row: ProductRow, rates: &Rates) -> Result<Self, ApiError> {
        let input = LimitsInput {
            plan: limits::PlanLimits {
                min_amount: row.min_amount.into(),
                max_amount: row.max_amount.map(AmountText::from),
                base_currency: row.base_currency.into(),
            },
            currency: WALLET.into(),
            rates: rates.clone(),
        };
        let limits = limits::limits(&input);
        let limits = limits.map_err(|refused| ApiError::refused(refused.violations))?;
        Ok(Self {
            id: row.id,
            version: row.version,
            name: row.name,
            r#type: row.kind,
            is_active: row.is_active,
            base_currency: row.base_currency,
            risk_type: row.risk_type,
            suitability: None,
            min_amount: row.min_amount,
            max_amount: row.max_amount,
            duration: row.duration,
            duration_unit: row.duration_unit,
            is_flexible: row.is_flexible,
            is_group: row.is_group,
            opt_out_penalty: row.opt_out_penalty,
            take_profit: row.take_profit,
            wait: row.wait,
            wait_unit: row.wait_unit,
            request_fee: row.request_fee,
            late_charge: row.late.into(),
            return_rate: returned(&row.return_rate),
            pot_currency: row.pot_currency,
            coin_types: row.coin_types.into_iter().map(named).collect(),
            description: row.description,
            how_to_buy: row.how_to_buy,
            reference: row.reference,
            limits: PlanLimits {
                currency: WALLET,
                minimum: limits.minimum,
                maximum: limits.maximum,
            },
        })
    }

    /// The plan of a subscription: with the accepted terms, and current limits and descriptions.
    ///
    /// # Errors
    /// There is no rate for its base currency.
    pub(super) fn taken(
        product: ProductRow,
        row: &SubscriptionRow,
        rates: &Rates,
    ) -> Result<Self, ApiError> {
        let plan = Self::of(product, rates)?;
        Ok(Self {
            duration: row.duration,
            duration_unit: row.duration_unit,
            is_flexible: row.is_flexible,
            is_group: row.is_group,
            opt_out_penalty: row.opt_out_penalty.clone(),
            take_profit: row.take_profit.clone(),
            wait: row.wait,
            wait_unit: row.wait_unit,
            request_fee: row.fee,
            late_charge: row.late.clone().into(),
            return_rate: returned(&row.return_rate),
            pot_currency: row.pot_currency,
            ..plan
        })
    }
}

/// A year's return on savings; `None` without one.
fn returned(rate: &str) -> Option<String> {
    let percent = Percent::parse(rate).filter(|percent| *percent != Percent::ZERO);
    percent.map(|percent| percent.to_string())
}

impl From<LateTerms> for Option<PlanLateCharge> {
    fn from(terms: LateTerms) -> Self {
        terms.charges().then_some(PlanLateCharge {
            percent: terms.percent,
            ceiling: terms.ceiling,
            after_days: terms.after_days,
        })
    }
}

/// A coin with the name of its class.
fn named(part: CoinType) -> CoinType {
    let name = part_name(&PartNameInput { name: part.name }).name;
    let coin_name = market::name_of(&part.coin).to_owned();
    CoinType {
        name,
        coin_name,
        ..part
    }
}

/// Checks that the user has accepted the current terms of a plan.
///
/// # Errors
/// 409 `quote_changed` with the current plan.
pub(super) fn check_version(plan: &Plan, seen: i64) -> Result<(), ApiError> {
    if plan.version == seen {
        return Ok(());
    }
    let message = "The terms of this plan have changed. Please look at them again.";
    Err(ApiError::new(ErrorCode::QuoteChanged, message).with_data(json!({ "plan": plan })))
}

/// The plans on offer, of one kind or all. A set of coins is included only if the exchange trades all its coins.
///
/// # Errors
/// The database failed.
pub async fn open_plans(
    app: &AppState,
    session: &Session,
    kind: Option<Kind>,
) -> Result<Vec<Plan>, ApiError> {
    let mut connection = app.db.read().await?;
    let rates = rates::all(&mut connection).await?;
    let kind = kind.map_or("", Kind::as_str);
    let rows = products::of_tenant(&mut connection, &session.tenant_id, kind, false).await?;
    let onboarding =
        answers::scored(&mut connection, &session.user_id, answers::ONBOARDING).await?;
    drop(connection);
    let profile = onboarding
        .band
        .and_then(|band| Appetite::named(band.as_str()));
    let served = tenants::served(&mut *app.db.read().await?, &session.tenant_id).await?;
    let mut rows = rows;
    rows.retain(|row| row.pot_currency == WALLET || served.has(row.pot_currency));
    let coins = rows.iter().flat_map(|row| &row.coin_types);
    let orders = coins::Orders::soon(app, coins).await;
    let plans: Result<Vec<Plan>, ApiError> =
        rows.into_iter().map(|row| Plan::of(row, &rates)).collect();
    let mut plans = plans?;
    plans.retain_mut(|plan| plan.r#type != Kind::Coins || orders.limit(plan, &rates));
    for plan in &mut plans {
        let found = suitability(&SuitabilityInput {
            kind: plan.r#type,
            risk_type: plan.risk_type.clone(),
            profile,
        });
        plan.suitability = Some(PlanSuitability {
            suits: found.suits,
            message: found.message.map(String::from),
        });
    }
    plans.sort_by_key(|plan| plan.suitability.as_ref().is_some_and(|found| !found.suits));
    Ok(plans)
}

/// Values of a plan to set; `None` leaves a value unchanged, blank text removes it.
#[derive(Debug, Default)]
pub struct Facts {
    pub name: Option<String>,
    pub min_amount: Option<String>,
    pub max_amount: Option<String>,
    pub duration: Option<i64>,
    pub duration_unit: Option<String>,
    pub is_flexible: Option<bool>,
    pub is_group: Option<bool>,
    pub opt_out_penalty: Option<String>,
    pub take_profit: Option<String>,
    pub wait: Option<i64>,
    pub wait_unit: Option<String>,
    pub request_fee: Option<String>,
    pub return_rate: Option<String>,
    pub pot_currency: Option<Currency>,
    pub late_percent: Option<String>,
    pub late_ceiling: Option<String>,
    pub late_after_days: Option<i64>,
    pub risk_type: Option<Vec<String>>,
    /// For example `Bitcoin:BTC:50`.
    pub coin_types: Option<Vec<String>>,
    pub description: Option<Vec<String>>,
    pub how_to_buy: Option<Vec<String>>,
    pub is_active: Option<bool>,
}

impl Facts {
    /// Applies the values to a plan.
    fn change(&self, mut row: ProductRow) -> Result<ProductRow, ApiError> {
        let base = row.base_currency;
        if let Some(name) = &self.name {
            row.name = name.trim().to_owned();
        }
        if let Some(text) = &self.min_amount {
            row.min_amount = amount("min_amount", text, base)?;
        }
        if let Some(text) = &self.max_amount {
            row.max_amount = optional_amount("max_amount", text, base)?;
        }
        if let Some(duration) = self.duration {
            row.duration = duration;
        }
        if let Some(text) = &self.duration_unit {
            row.duration_unit = unit("duration_unit", text)?;
        }
        row.is_flexible = self.is_flexible.unwrap_or(row.is_flexible);
        row.is_group = self.is_group.unwrap_or(row.is_group);
        if let Some(text) = &self.opt_out_penalty {
            row.opt_out_penalty = percent("opt_out_penalty", text)?;
        }
        if let Some(text) = &self.take_profit {
            row.take_profit = Some(percent("take_profit", text)?);
        }
        if let Some(wait) = self.wait {
            row.wait = Some(wait);
        }
        if let Some(text) = &self.wait_unit {
            row.wait_unit = Some(unit("wait_unit", text)?);
        }
        if let Some(text) = &self.request_fee {
            row.request_fee = optional_amount("request_fee", text, WALLET)?;
        }
        if let Some(text) = &self.return_rate {
            row.return_rate = percent("return_rate", text)?;
        }
        row.pot_currency = self.pot_currency.unwrap_or(row.pot_currency);
        if let Some(text) = &self.late_percent {
            row.late.percent = percent("late_percent", text)?;
        }
        if let Some(text) = &self.late_ceiling {
            row.late.ceiling = percent("late_ceiling", text)?;
        }
        row.late.after_days = self.late_after_days.unwrap_or(row.late.after_days);
        if let Some(coins) = &self.coin_types {
            let coins: Result<Vec<_>, _> = coins.iter().map(|text| coin_type(text)).collect();
            row.coin_types = coins?;
        }
        let lines = |lines: &[String]| -> Vec<String> {
            let lines = lines.iter().map(|line| line.trim().to_owned());
            lines.filter(|line| !line.is_empty()).collect()
        };
        if let Some(labels) = &self.risk_type {
            row.risk_type = lines(labels);
        }
        if let Some(text) = &self.description {
            row.description = lines(text);
        }
        if let Some(text) = &self.how_to_buy {
            row.how_to_buy = lines(text);
        }
        row.is_active = self.is_active.unwrap_or(row.is_active);
        check(&row)?;
        Ok(row)
    }
}

fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused_field(field, Code::OutOfRange, message)
}

/// Checks that the rules accept the plan; otherwise users could not take it.
fn check(row: &ProductRow) -> Result<(), ApiError> {
    if row.name.chars().count() < 3 {
        return Err(refused("name", "Give a name of three characters or more."));
    }
    if row.min_amount.is_zero() {
        return Err(refused("min_amount", "The minimum is more than nothing."));
    }
    if row.max_amount.is_some_and(|most| most < row.min_amount) {
        return Err(refused("max_amount", "The maximum is below the minimum."));
    }
    if !(1..=i64::from(MOST_INSTALMENTS)).contains(&row.duration) {
        return Err(refused("duration", "Give 1 to 366 instalments."));
    }
    if !(0..=i64::from(LONGEST_WAIT)).contains(&row.wait.unwrap_or_default()) {
        return Err(refused("wait", "Give a wait of 0 to 366."));
    }
    let is_loan = row.kind == Kind::Loan;
    if row.take_profit.is_some() != is_loan {
        let message = "A loan has its interest; nothing else has one.";
        return Err(refused("take_profit", message));
    }
    if row.coin_types.is_empty() != (row.kind != Kind::Coins) {
        let message = "A set of coins has its coins; nothing else has any.";
        return Err(refused("coin_types", message));
    }
    check_late(row)?;
    let rate = Percent::parse(&row.return_rate).unwrap_or(Percent::ZERO);
    if !is_return_rate(rate) {
        return Err(refused(
            "return_rate",
            "A return is below 100 percent a year.",
        ));
    }
    if rate != Percent::ZERO && row.kind != Kind::Savings {
        return Err(refused("return_rate", "Only savings have a return."));
    }
    if let Some(message) = pot_fault(&PotTerms {
        kind: row.kind,
        currency: row.pot_currency,
        is_money: is_money(row.pot_currency),
        paid_in: WALLET,
        is_flexible: row.is_flexible,
        is_group: row.is_group,
        has_return: rate != Percent::ZERO,
    }) {
        return Err(refused("pot_currency", message));
    }
    if row.kind == Kind::Coins {
        shares(row)?;
    }
    Ok(())
}

/// Checks the charge for late instalments, which only a loan can have.
fn check_late(row: &ProductRow) -> Result<(), ApiError> {
    let late = &row.late;
    if late.charges() && row.kind != Kind::Loan {
        let message = "Only a loan can have a late charge.";
        return Err(refused("late_percent", message));
    }
    let read = |text: &str| Percent::parse(text).unwrap_or(Percent::ZERO);
    let found = fault(read(&late.percent), read(&late.ceiling), late.after_days);
    match found {
        Some((field, message)) => Err(refused(field, message)),
        None => Ok(()),
    }
}

/// Checks that the shares add up to 100 percent, as the rule for the division requires.
fn shares(row: &ProductRow) -> Result<(), ApiError> {
    let share = |one: &CoinType| Share {
        coin: one.coin.clone(),
        percent: Percent::parse(&one.quantity).unwrap_or(Percent::ZERO),
    };
    let input = AllocateInput {
        amount: row.min_amount.into(),
        currency: row.base_currency.into(),
        parts: row.coin_types.iter().map(share).collect(),
    };
    let allocated = allocate(&input);
    allocated.map_err(|refused| ApiError::refused(refused.violations))?;
    Ok(())
}

fn amount(field: &'static str, text: &str, currency: Currency) -> Result<Amount, ApiError> {
    let amount = AmountText::from(text.trim()).amount(field, currency);
    amount.map_err(|violation| ApiError::refused(vec![violation]))
}

fn optional_amount(
    field: &'static str,
    text: &str,
    currency: Currency,
) -> Result<Option<Amount>, ApiError> {
    match text.trim() {
        "" => Ok(None),
        text => amount(field, text, currency).map(Some),
    }
}

fn percent(field: &'static str, text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    let known = Percent::parse(text);
    known.ok_or_else(|| refused(field, "Give a percentage, such as 2.5."))?;
    Ok(text.to_owned())
}

fn unit(field: &'static str, text: &str) -> Result<Unit, ApiError> {
    let unit = Unit::named(text.trim());
    unit.ok_or_else(|| refused(field, "Give day, week or month."))
}

fn coin_type(text: &str) -> Result<CoinType, ApiError> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    match parts[..] {
        [name, coin, quantity] if !name.is_empty() && !coin.is_empty() => Ok(CoinType {
            name: name.to_owned(),
            coin: coin.to_owned(),
            coin_name: String::new(),
            quantity: percent("coin_types", quantity)?,
        }),
        _ => Err(refused(
            "coin_types",
            "Give name, coin and percent, as in Bitcoin:BTC:50.",
        )),
    }
}

async fn brand(app: &AppState, identifier: &str) -> Result<Tenant, ApiError> {
    let tenant = tenants::named(app, identifier, IdentifierType::Subdomain).await?;
    tenant.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "there is no such brand"))
}

/// Adds a plan to a brand. Returns its identifier.
///
/// # Errors
/// 404 for an unknown brand; 422 for inconsistent values, or a reference already in use.
pub async fn add(
    app: &AppState,
    tenant: &str,
    reference: &str,
    kind: Kind,
    base_currency: Currency,
    facts: &Facts,
    by: &str,
) -> Result<String, ApiError> {
    let tenant = brand(app, tenant).await?;
    let now_ms = app.clock.now_ms();
    let blank = ProductRow {
        id: app.random.id(now_ms),
        version: 1,
        reference: reference.trim().to_owned(),
        kind,
        name: String::new(),
        is_active: true,
        base_currency,
        min_amount: Amount::zero(base_currency),
        max_amount: None,
        duration: 0,
        duration_unit: Unit::Month,
        is_flexible: false,
        is_group: false,
        opt_out_penalty: String::from("0"),
        take_profit: None,
        wait: None,
        wait_unit: None,
        request_fee: None,
        late: LateTerms::none(),
        return_rate: String::from("0"),
        pot_currency: WALLET,
        risk_type: Vec::new(),
        coin_types: Vec::new(),
        description: Vec::new(),
        how_to_buy: Vec::new(),
    };
    let row = facts.change(blank)?;
    let mut tx = app.db.begin().await?;
    if row.reference.is_empty() || !products::insert(&mut tx, &tenant.id, &row, now_ms).await? {
        let message = "Another plan has this reference, or it is blank.";
        return Err(ApiError::refused_field(
            "reference",
            Code::NotAllowed,
            message,
        ));
    }
    let detail = json!({ "by": by, "plan": row.id, "reference": row.reference });
    audit::append(&mut tx, app, audit::NOBODY, "plan_added", &detail).await?;
    tx.commit().await?;
    Ok(row.id)
}

/// Changes a plan. Subscriptions keep their terms.
///
/// # Errors
/// 404; 422 for inconsistent values.
pub async fn set(
    app: &AppState,
    tenant: &str,
    which: &str,
    facts: &Facts,
    by: &str,
) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut tx = app.db.begin().await?;
    products::lock(&mut tx, &tenant.id, which).await?;
    let known = products::find(tx.connection(), &tenant.id, which).await?;
    let known = known.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "there is no such plan"))?;
    let mut row = facts.change(known.clone())?;
    // Closing or reopening a plan does not change its terms.
    let is_another = ProductRow {
        is_active: known.is_active,
        ..row.clone()
    } != known;
    row.version += i64::from(is_another);
    products::update(&mut tx, &row).await?;
    let detail = json!({ "by": by, "plan": row.id, "is_active": row.is_active });
    audit::append(&mut tx, app, audit::NOBODY, "plan_changed", &detail).await?;
    tx.commit().await?;
    Ok(())
}

/// All plans of a brand, including closed ones.
///
/// # Errors
/// 404 for an unknown brand.
pub async fn list(app: &AppState, tenant: &str) -> Result<Vec<Plan>, ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut connection = app.db.read().await?;
    let rates = rates::all(&mut connection).await?;
    let rows = products::of_tenant(&mut connection, &tenant.id, "", true).await?;
    rows.into_iter().map(|row| Plan::of(row, &rates)).collect()
}
