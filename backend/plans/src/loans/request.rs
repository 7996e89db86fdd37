//! Requesting a loan: eligibility, the request fee, and the records. The decision follows in the same transaction.

use super::decision;
use super::terms::schedule;
use crate::products::WALLET;
use crate::store::products::{self, ProductRow};
use crate::subscriptions::refusal;
use crate::taking::{Chosen, Drawn, Offer, Taking};
use domain_core::identity::ProfileLocation;
use domain_core::identity::place::{PlaceInput, place};
use domain_core::money::Amount;
use domain_core::plans::instalment::Debt;
use domain_core::plans::subscribe::{FundingSource, LoanContext, LoanPlan, PayContext};
use domain_core::plans::{Kind, LoanSubscription, PayInstalment, Unit};
use domain_core::shape::Given;
use domain_core::validation::NoContext;
use ground::db::Tx;
use ground::error::ApiError;
use money::ledger::SystemAccount;
use money::{Kind as PaymentKind, To};
use service::access::Session;
use service::access::users::{self, User};
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;

/// A loan request.
pub struct Request {
    pub chosen: Chosen,
    pub form: LoanSubscription,
}

impl Request {
    /// Whether the plan has no request fee.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_free(&self, app: &AppState, session: &Session) -> Result<bool, ApiError> {
        let mut connection = app.db.read().await?;
        let (tenant_id, plan_id) = (&session.tenant_id, &self.chosen.plan_id);
        let product = products::find(&mut connection, tenant_id, plan_id).await?;
        let fee = product.and_then(|product| product.request_fee);
        Ok(fee.is_some_and(|fee| fee.is_zero()))
    }

    fn location(&self) -> ProfileLocation {
        ProfileLocation {
            latitude: self.chosen.latitude.as_deref().unwrap_or_default().into(),
            longitude: self.chosen.longitude.as_deref().unwrap_or_default().into(),
        }
    }
}

impl Taking for Request {
    const PAYMENT: PaymentKind = PaymentKind::LoanRequest;
    const PRODUCT: Kind = Kind::Loan;
    const LINE: (&'static str, &'static str) = ("request_fee", "Request fee");
    const ALWAYS_TELLS: bool = true;
    /// The borrower.
    type Extra = User;

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn source(&self) -> Option<FundingSource> {
        self.form.source()
    }

    async fn draw_up(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        offer: &Offer<'_>,
    ) -> Result<Drawn<User>, ApiError> {
        let user = users::find(connection, offer.user_id).await?;
        let user = user.ok_or_else(ApiError::unauthenticated)?;
        let (product, form, location) = (offer.product, &self.form, self.location());
        let context = LoanContext {
            plan: LoanPlan {
                min_amount: product.min_amount.into(),
                max_amount: product.max_amount.map(Into::into),
                base_currency: product.base_currency.into(),
                is_group: Some(product.is_group),
            },
            currency: WALLET.into(),
            rates: Some(offer.rates.of(&[WALLET, product.base_currency])),
            phone: Some(Given(user.phone_verified_at_ms.is_some())),
            location: Some(Given(!location.is_blank())),
            clusters: Some(Given(!user.clusters.is_empty())),
        };
        judge(form, &context)?;
        judge(&location, &NoContext {})?;
        let amount = form.amount.amount("amount", WALLET);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        let decided = offer.decided;
        decided.accepted::<LoanSubscription>(&amount, &context);
        let (terms, today) = (terms_of(product), app.clock.today());
        let fee = schedule(decided, amount, terms, product.request_fee, today)?.request_fee;
        if let Some(available) = offer.available {
            covers(fee, available)?;
        }
        let rows = offer.rows(app, &form.name, amount, &form.funding_source)?;
        let (mut subscription, member) = rows;
        let place = place(&PlaceInput {
            latitude: location.latitude.clone(),
            longitude: location.longitude.clone(),
        });
        let place = place.map_err(refusal)?;
        subscription.is_flexible = false;
        subscription.take_profit.clone_from(&product.take_profit);
        subscription.wait = product.wait;
        subscription.wait_unit = product.wait_unit;
        subscription.fee = Some(fee);
        subscription.cluster_id = user.clusters.first().filter(|_| product.is_group).cloned();
        subscription.country = Some(place.country);
        subscription.state = place.state.map(String::from);
        subscription.late = product.late.clone();
        // Part of the terms that the borrower accepts.
        subscription.collects = true;
        Ok(Drawn {
            subscription,
            member,
            instalments: Vec::new(),
            due: fee,
            extra: user,
        })
    }

    /// The usual one: the payment is the fee, not the loan.
    fn description(_drawn: &Drawn<User>) -> String {
        String::new()
    }

    fn to(_drawn: &Drawn<User>) -> To {
        To::Income(SystemAccount::Fees)
    }

    async fn paid(tx: &mut Tx, app: &AppState, drawn: &Drawn<User>) -> Result<(), ApiError> {
        decision::decide_now(tx, app, &drawn.subscription, &drawn.extra).await
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
