//! Joining a group by its code, with the first instalment from the wallet.

use crate::products::WALLET;
use crate::savings::{end_of, schedule};
use crate::store::instalments::{self, InstalmentRow};
use crate::store::members::{self, MemberRow};
use crate::store::payments::{self, PaymentRow};
use crate::store::products;
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::taking::{pay_first, price, write_member};
use domain_core::money::{Amount, AmountText, Currency, Rates, TypedAmount};
use domain_core::plans::subscribe::{FundingSource, SavingsContext, SavingsPlan};
use domain_core::plans::{Kind, PlanCode, SavingsSubscription, full};
use domain_core::status::Status;
use domain_core::validation::{Code, NoContext};
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::quote::Breakdown;
use money::statement::Counterparty;
use money::{Facts, Kind as PaymentKind, Payee, Payer, Payment, Terms, To, rates};
use serde::Deserialize;
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;
use utoipa::ToSchema;

/// Values of the request beside the code.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct JoinWanted {
    /// The amount of each instalment.
    #[schema(value_type = String)]
    pub amount: AmountText,
    /// Whether due instalments are collected from the wallet; by default as the account's switch says.
    pub collects: Option<bool>,
    /// The user to be added by the creator: they pay for themselves.
    pub user: Option<String>,
}

/// A request to join.
pub struct Join {
    form: PlanCode,
    amount: TypedAmount,
    collects: Option<bool>,
    quote_id: Option<String>,
}

/// The rows to be written.
#[derive(Debug, Clone)]
pub struct Joined {
    subscription: SubscriptionRow,
    member: MemberRow,
    instalments: Vec<InstalmentRow>,
    /// Whether the creator had added the user.
    is_invited: bool,
}

/// The running group of a brand with a code.
///
/// # Errors
/// 404 if there is no such group.
pub async fn group(
    connection: &mut AnyConnection,
    tenant_id: &str,
    code: &str,
) -> Result<SubscriptionRow, ApiError> {
    let code = code.to_ascii_uppercase();
    let row = subscriptions::with_code(connection, tenant_id, &code).await?;
    let row = row.filter(|row| row.status == Status::Active && row.kind == Kind::Savings);
    row.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "No plan has this code."))
}

/// The amount of an instalment, within the limits of the group's plan.
///
/// # Errors
/// 422 with the form's messages.
pub async fn amount_of(
    connection: &mut AnyConnection,
    app: &AppState,
    decided: &Decided,
    row: &SubscriptionRow,
    amount: &TypedAmount,
    rates: &Rates,
    available: Option<Amount>,
) -> Result<Amount, ApiError> {
    let product = products::find(connection, &row.tenant_id, &row.plan_id).await?;
    let product = product.ok_or_else(ApiError::not_found)?;
    if product.base_currency != WALLET {
        let used = [product.base_currency, WALLET];
        rates::check_current(connection, app, &row.tenant_id, &used).await?;
    }
    let form = SavingsSubscription {
        name: product.name.clone(),
        amount: amount.clone(),
        funding_source: match available {
            Some(_) => FundingSource::Wallet.to_string(),
            None => FundingSource::Bank.to_string(),
        },
        duration: "".into(),
        duration_unit: String::new(),
        goal: String::new(),
        target: "".into(),
        confirm: true,
    };
    let context = SavingsContext {
        plan: SavingsPlan {
            min_amount: product.min_amount.into(),
            max_amount: product.max_amount.map(Into::into),
            base_currency: product.base_currency.into(),
            is_flexible: Some(product.is_flexible),
            is_group: Some(true),
        },
        currency: WALLET.into(),
        rates: Some(rates.of(&[WALLET, product.base_currency])),
        wallet_balance: available.map(Into::into),
    };
    judge(&form, &context)?;
    let amount = amount.amount("amount", WALLET);
    let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
    decided.accepted::<SavingsSubscription>(&amount, &context);
    Ok(amount)
}

impl Join {
    pub fn new(form: PlanCode, wanted: JoinWanted, quote_id: Option<String>) -> Self {
        Self {
            form,
            amount: wanted.amount.as_str().into(),
            collects: wanted.collects,
            quote_id,
        }
    }

    /// The membership of a user whom the creator has added, if any, even if they declined it then. A user who has
    /// joined cannot join again.
    async fn check_new(
        &self,
        connection: &mut AnyConnection,
        row: &SubscriptionRow,
        user_id: &str,
    ) -> Result<Option<MemberRow>, ApiError> {
        let all = members::of(connection, &row.id, row.currency).await?;
        let full = full(all.iter().map(|one| one.status));
        let known = all.into_iter().find(|one| one.user_id == user_id);
        match known {
            Some(known) if known.left_at_ms.is_some() => Err(ApiError::refused_field(
                "code",
                Code::NotAllowed,
                "You have left this plan.",
            )),
            Some(known) if matches!(known.status, Status::Pending | Status::Terminated) => {
                Ok(Some(known))
            }
            None => match full {
                Some(why) => Err(ApiError::refused_field("code", Code::AboveMaximum, why)),
                None => Ok(None),
            },
            Some(_) => Err(ApiError::refused_field(
                "code",
                Code::NotAllowed,
                "You are in this plan already.",
            )),
        }
    }
}

fn payee(row: &SubscriptionRow, pot: &str, amount: Amount) -> Payee {
    Payee {
        name: ["group:", &row.id].concat(),
        counterparty: Some(Counterparty {
            name: row.name.clone(),
            account_number: None,
            bank_name: None,
            wallet_number: None,
        }),
        to: To::Accounts(vec![(pot.into(), amount)]),
    }
}

impl Payment for Join {
    const KIND: PaymentKind = PaymentKind::GroupJoin;
    type Detail = Joined;

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Joined>) -> Breakdown {
        Breakdown::of("amount", "First instalment", terms.price.amount).to(&terms.payee)
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Joined>, ApiError> {
        judge(&self.form, &NoContext {})?;
        let payer = &facts.payer;
        let row = group(tx.connection(), &payer.tenant_id, &self.form.code).await?;
        subscriptions::lock(tx, &row.id).await?;
        let row = group(tx.connection(), &payer.tenant_id, &self.form.code).await?;
        let known = self
            .check_new(tx.connection(), &row, &payer.user_id)
            .await?;
        let amount = amount_of(
            tx.connection(),
            app,
            &facts.decided,
            &row,
            &self.amount,
            &facts.rates,
            Some(payer.available),
        )
        .await?;
        let today = app.clock.today();
        let is_invited = known.is_some();
        let member = MemberRow {
            id: known.map_or_else(|| app.random.id(facts.now_ms), |known| known.id),
            subscription_id: row.id.clone(),
            user_id: payer.user_id.clone(),
            name: payer.name.clone(),
            amount,
            status: Status::Active,
            pot: Amount::zero(row.pot_currency),
            collects: self.collects,
            left_at_ms: None,
            joined_at_ms: facts.now_ms,
            ends_on: end_of(&row, today),
            day_done: Some(today),
        };
        let mut instalments = schedule(app, &facts.decided, &row, &member, today)?;
        if is_invited {
            // The user may be paying one by card right now: it keeps its identifier.
            let known = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
            for one in &mut instalments {
                let same = known.iter().find(|same| same.number == one.number);
                if let Some(same) = same.filter(|same| same.paid.is_zero()) {
                    one.id.clone_from(&same.id);
                }
            }
        }
        pay_first(&mut instalments);
        Ok(Terms {
            payee: payee(&row, &member.id, amount),
            price: price(amount),
            description: row.name.clone(),
            detail: Joined {
                subscription: row,
                member,
                instalments,
                is_invited,
            },
        })
    }

    async fn prepare(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
        terms: &Terms<Joined>,
    ) -> Result<(), ApiError> {
        let joined = &terms.detail;
        if !joined.is_invited {
            return write_member(tx, &joined.member, &joined.instalments, facts.now_ms).await;
        }
        members::join(tx, &joined.member).await?;
        instalments::remove_all(tx, &joined.member.id).await?;
        for one in &joined.instalments {
            instalments::insert(tx, one, facts.now_ms).await?;
        }
        Ok(())
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Joined>,
    ) -> Result<(), ApiError> {
        let joined = &terms.detail;
        let row = PaymentRow {
            id: app.random.id(facts.now_ms),
            reference: &facts.reference,
            subscription_id: &joined.subscription.id,
            member_id: Some(&joined.member.id),
            instalment_id: joined.instalments.first().map(|one| one.id.as_str()),
            payer_id: &facts.payer.user_id,
            amount: terms.price.amount,
            converted: None,
            interest: Amount::zero(WALLET),
        };
        Ok(payments::insert(tx, &row, facts.now_ms).await?)
    }
}
