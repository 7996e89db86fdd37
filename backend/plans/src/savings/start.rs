//! Subscribing to savings.

use super::{end_of, schedule};
use crate::products::WALLET;
use crate::taking::{Chosen, Drawn, Offer, Taking, pay_first};
use domain_core::plans::goal::GoalKind;
use domain_core::plans::subscribe::{FundingSource, SavingsContext, SavingsPlan};
use domain_core::plans::{Kind, SavingsSubscription, Unit};
use domain_core::status::Status;
use ground::error::ApiError;
use money::Kind as PaymentKind;
use money::statement::new_reference;
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;

/// Savings to be started.
pub struct Start {
    pub chosen: Chosen,
    pub form: SavingsSubscription,
}

impl Taking for Start {
    const PAYMENT: PaymentKind = PaymentKind::SavingsStart;
    const PRODUCT: Kind = Kind::Savings;
    const LINE: (&'static str, &'static str) = ("amount", "First instalment");
    type Extra = ();

    fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    fn source(&self) -> Option<FundingSource> {
        self.form.source()
    }

    async fn draw_up(
        &self,
        _connection: &mut AnyConnection,
        app: &AppState,
        offer: &Offer<'_>,
    ) -> Result<Drawn<()>, ApiError> {
        let (product, form) = (offer.product, &self.form);
        let context = SavingsContext {
            plan: SavingsPlan {
                min_amount: product.min_amount.into(),
                max_amount: product.max_amount.map(Into::into),
                base_currency: product.base_currency.into(),
                is_flexible: Some(product.is_flexible),
                is_group: Some(product.is_group),
            },
            currency: WALLET.into(),
            rates: Some(offer.rates.of(&[WALLET, product.base_currency])),
            wallet_balance: offer.available.map(Into::into),
        };
        judge(form, &context)?;
        let due = form.amount.amount("amount", WALLET);
        let due = due.map_err(|violation| ApiError::refused(vec![violation]))?;
        let decided = offer.decided;
        decided.accepted::<SavingsSubscription>(&due, &context);
        let rows = offer.rows(app, &form.name, due, &form.funding_source)?;
        let (mut subscription, member) = rows;
        if let Ok(duration) = form.duration.as_str().trim().parse::<i64>() {
            subscription.duration = duration;
            let unit = Unit::named(&form.duration_unit);
            subscription.duration_unit = unit.unwrap_or(product.duration_unit);
        }
        subscription.goal = GoalKind::named(&form.goal);
        if !form.target.is_blank() {
            let target = form.target.amount("target", WALLET);
            let target = target.map_err(|violation| ApiError::refused(vec![violation]))?;
            subscription.target = Some(target);
        }
        subscription.code = product.is_group.then(|| new_code(app));
        let instalments = schedule(app, decided, &subscription, &member, app.clock.today())?;
        Ok(Drawn {
            subscription,
            member,
            instalments,
            due,
            extra: (),
        })
    }

    fn begin(app: &AppState, drawn: &mut Drawn<()>) -> Result<(), ApiError> {
        let today = app.clock.today();
        let too_late = || ApiError::internal("a plan that ends after the last date");
        let end = end_of(&drawn.subscription, today).ok_or_else(too_late)?;
        drawn.subscription.starts_on = Some(today);
        drawn.subscription.ends_on = Some(end);
        drawn.subscription.status = Status::Active;
        drawn.member.ends_on = Some(end);
        drawn.member.day_done = Some(today);
        drawn.member.status = Status::Active;
        pay_first(&mut drawn.instalments);
        Ok(())
    }
}

/// A random code of eight letters and digits that can be read aloud.
fn new_code(app: &AppState) -> String {
    new_reference(app.random).chars().take(8).collect()
}
