//! What calls answer about plans.

use domain_core::money::{Amount, Currency};
use domain_core::plans::coins::CoinStatus;
use domain_core::plans::ending::Ending;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::subscription::Action;
use domain_core::plans::{Kind, Unit};
use domain_core::status::{Lateness, Status};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

crate::rule_schemas! {
    /// `loan`, `savings` or `coins`.
    PlanKind: "subscription.actions" input "/properties/kind",
    /// `day`, `week` or `month`.
    PlanUnit: "savings.schedule" input "/properties/duration_unit",
    /// The state of a plan, of a membership or of a coin's row.
    PlanStatus: "status.label" input "/properties/status",
    /// `PENDING`, `DUE` or `PAID`.
    InstalmentState: "nudge.allowed" input "/properties/status",
    /// The state of a coin in a set.
    PlanCoinState: "coins.profit" input "/properties/coins/items/properties/status",
    /// An action on a plan.
    PlanAction: "subscription.actions" output "/properties/actions/items/properties/action",
}

/// Types for OpenAPI annotations of one of a choice's names.
macro_rules! choice_schemas {
    ($($(#[doc = $doc:literal])* $name:ident: $choice:ty),* $(,)?) => {$(
        $(#[doc = $doc])*
        pub struct $name;

        impl ToSchema for $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let names = <$choice>::ALL.iter().map(|one| one.as_str());
                let schema = ObjectBuilder::new().schema_type(Type::String);
                schema.description(Some(concat!($($doc, "\n"),*).trim())).enum_values(Some(names)).into()
            }
        }
    )*};
}

choice_schemas! {
    /// Whether the payments of a plan are in time.
    PlanLatenessState: Lateness,
    /// How a plan came to its end.
    PlanEndingState: Ending,
}

/// A coin's share of a set, in percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CoinType {
    pub name: String,
    pub coin: String,
    pub quantity: String,
}

/// The limits of a plan in naira.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLimits {
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String, example = "1000.00")]
    pub minimum: Amount,
    #[schema(value_type = Option<String>, required)]
    pub maximum: Option<Amount>,
}

/// A plan to take, with its terms. Amounts are in its base currency, the request fee in naira.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Plan {
    pub id: String,
    /// The version of its terms. A user who takes the plan names the version that they have seen.
    pub version: i64,
    pub name: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    pub is_active: bool,
    #[schema(value_type = crate::http::schema::Currency)]
    pub base_currency: Currency,
    pub risk_type: Vec<String>,
    #[schema(value_type = String)]
    pub min_amount: Amount,
    #[schema(value_type = Option<String>, required)]
    pub max_amount: Option<Amount>,
    pub duration: i64,
    #[schema(value_type = PlanUnit)]
    pub duration_unit: Unit,
    pub is_flexible: bool,
    pub is_group: bool,
    /// In percent.
    pub opt_out_penalty: String,
    /// The interest of a loan, in percent.
    #[schema(required)]
    pub take_profit: Option<String>,
    /// The grace period of a loan.
    #[schema(required)]
    pub wait: Option<i64>,
    #[schema(value_type = Option<PlanUnit>, required)]
    pub wait_unit: Option<Unit>,
    #[schema(value_type = Option<String>, required)]
    pub request_fee: Option<Amount>,
    pub coin_types: Vec<CoinType>,
    pub description: Vec<String>,
    pub how_to_buy: Vec<String>,
    /// The card company's name for it.
    pub reference: String,
    pub limits: PlanLimits,
}

/// A group's plan, for a user who has its code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GroupPlan {
    pub code: String,
    pub name: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    #[schema(value_type = crate::http::schema::Currency)]
    pub base_currency: Currency,
    #[schema(value_type = String)]
    pub base_currency_amount: Amount,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
    pub duration: i64,
    #[schema(value_type = PlanUnit)]
    pub duration_unit: Unit,
    pub is_flexible: bool,
    /// What an instalment may be, in the base currency.
    #[schema(value_type = String)]
    pub min_amount: Amount,
    #[schema(value_type = Option<String>, required)]
    pub max_amount: Option<Amount>,
    pub limits: PlanLimits,
    pub created_by_name: String,
    /// The question to confirm.
    pub message: String,
}

/// An instalment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanInstalment {
    pub id: String,
    /// From 1.
    pub number: i64,
    #[schema(value_type = String)]
    pub amount: Amount,
    /// Of a loan's instalment; null in savings.
    #[schema(value_type = Option<String>, required)]
    pub principal: Option<Amount>,
    #[schema(value_type = Option<String>, required)]
    pub interest: Option<Amount>,
    #[schema(value_type = String)]
    pub amount_paid: Amount,
    #[schema(value_type = InstalmentState)]
    pub status: InstalmentStatus,
    /// `YYYY-MM-DD`.
    pub due_at: String,
    /// The name of the payer, if it is another person.
    #[schema(required)]
    pub payer: Option<String>,
}

/// The first instalment that is not paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanNextInstalment {
    pub id: String,
    pub number: i64,
    /// `YYYY-MM-DD`.
    pub due_at: String,
    /// What is left of it.
    #[schema(value_type = String)]
    pub amount: Amount,
}

/// How far a plan is paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanProgress {
    #[schema(value_type = String)]
    pub total: Amount,
    #[schema(value_type = String)]
    pub paid: Amount,
    #[schema(value_type = String)]
    pub owed: Amount,
    #[schema(value_type = String)]
    pub due: Amount,
    #[schema(value_type = String)]
    pub overdue: Amount,
    /// With one decimal.
    #[schema(example = "33.3")]
    pub percent: String,
    #[schema(required)]
    pub next: Option<PlanNextInstalment>,
}

/// The payment that is next, or late already.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLateness {
    #[schema(value_type = PlanLatenessState)]
    pub state: Lateness,
    /// All that is overdue, or due today, or else the next instalment.
    #[schema(value_type = String)]
    pub amount: Amount,
    /// Of an overdue plan: what is due today on top of it.
    #[schema(value_type = Option<String>, required)]
    pub due_today: Option<Amount>,
    /// The due date of the oldest instalment in it, `YYYY-MM-DD`.
    pub since: String,
}

/// A plan of which something is due.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LatePlan {
    pub id: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    pub name: String,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    pub lateness: PlanLateness,
}

/// How a plan ended for the user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanEnded {
    #[schema(value_type = PlanEndingState)]
    pub how: Ending,
    /// `YYYY-MM-DD`, in Lagos; null where that is not known.
    #[schema(required)]
    pub on: Option<String>,
    /// Money that came back to the wallet, if any did.
    #[schema(value_type = Option<String>, required)]
    pub returned: Option<Amount>,
    /// The penalty for leaving early, if there was one.
    #[schema(value_type = Option<String>, required)]
    pub penalty: Option<Amount>,
}

/// What ends a loan today.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanPayoff {
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(value_type = String)]
    pub interest: Amount,
    #[schema(value_type = String)]
    pub principal: Amount,
    /// Interest that is not charged.
    #[schema(value_type = String)]
    pub waived: Amount,
}

/// Whether the plan can be ended today, and what comes back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanTermination {
    pub allowed: bool,
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(value_type = String)]
    pub penalty: Amount,
    #[schema(value_type = String)]
    pub refund: Amount,
    /// What the penalty is a share of.
    #[schema(value_type = String)]
    pub paid: Amount,
}

/// Whether an action is available.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanActionAllowed {
    #[schema(value_type = PlanAction)]
    pub action: Action,
    pub allowed: bool,
    #[schema(required)]
    pub reason: Option<String>,
}

/// Whether a member can be reminded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CanNudge {
    pub allowed: bool,
    /// From which day on.
    #[schema(required)]
    pub again: Option<String>,
    #[schema(required)]
    pub reason: Option<String>,
}

/// A member of a group. Figures are the creator's and the member's own to see.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanMember {
    /// The membership, as `nudge` names it.
    pub uuid: String,
    pub name: String,
    pub is_me: bool,
    #[schema(value_type = PlanStatus)]
    pub status: Status,
    #[schema(required)]
    pub progress: Option<PlanProgress>,
    /// For the creator and the member.
    #[schema(required)]
    pub instalments: Option<Vec<PlanInstalment>>,
    pub can_nudge: CanNudge,
}

/// A coin of a set that a user has bought.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinRow {
    pub coin: String,
    pub name: String,
    #[schema(required)]
    pub logo: Option<String>,
    /// In naira.
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(required)]
    pub amount_bought: Option<String>,
    #[schema(required)]
    pub price_bought: Option<String>,
    #[schema(required)]
    pub amount_sold: Option<String>,
    #[schema(required)]
    pub price_sold: Option<String>,
    /// What it is worth now, in naira.
    #[schema(value_type = Option<String>, required)]
    pub value: Option<Amount>,
    /// The gain, or with a minus the loss, in naira.
    #[schema(required)]
    pub gain: Option<String>,
    #[schema(value_type = PlanCoinState)]
    pub status: CoinStatus,
}

/// Where a borrower was when they asked for a loan. Deleted with the loan.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLocation {
    /// Decimal degrees.
    pub latitude: String,
    pub longitude: String,
}

/// A plan that a user has taken.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanSubscription {
    pub id: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    /// With the terms as they were when it was taken; limits, name and descriptions are those of today.
    pub plan: Plan,
    pub name: String,
    #[schema(value_type = PlanStatus)]
    pub status: Status,
    /// Whether it begins with the money that a card or a bank transfer has yet to bring.
    pub awaits_payment: bool,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    /// Of one instalment of the user's own; of a loan its principal.
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(value_type = crate::http::schema::Currency)]
    pub base_currency: Currency,
    #[schema(value_type = String)]
    pub base_currency_amount: Amount,
    pub rate: String,
    #[schema(required)]
    pub comment: Option<String>,
    /// Of a loan that is not over.
    #[schema(required)]
    pub location: Option<PlanLocation>,
    /// The name of the cluster that a loan was asked for with.
    #[schema(required)]
    pub cluster: Option<String>,
    pub funding_source: String,
    pub duration: i64,
    #[schema(value_type = PlanUnit)]
    pub duration_unit: Unit,
    pub reference: String,
    /// Of a group, for its creator.
    #[schema(required)]
    pub code: Option<String>,
    pub is_group: bool,
    pub is_creator: bool,
    /// The creator's name.
    pub created_by_name: String,
    pub created_at: String,
    pub updated_at: String,
    /// The end, `YYYY-MM-DD`; null before the first money has arrived.
    #[schema(required)]
    pub due_at: Option<String>,
    /// Whether due instalments are collected from the wallet.
    pub auto_save: bool,
    pub progress: PlanProgress,
    /// Null where nothing is to be paid.
    #[schema(required)]
    pub lateness: Option<PlanLateness>,
    /// Null while the plan has not ended for the user.
    #[schema(required)]
    pub ended: Option<PlanEnded>,
    #[schema(required)]
    pub payoff: Option<PlanPayoff>,
    /// What is in the user's own pot.
    #[schema(value_type = String)]
    pub pot: Amount,
    pub termination: PlanTermination,
    pub actions: Vec<PlanActionAllowed>,
    /// The request fee of a loan, once it is paid.
    #[schema(value_type = Option<String>, required)]
    pub fee_paid: Option<Amount>,
    pub savings: Vec<PlanInstalment>,
    pub loans: Vec<PlanInstalment>,
    pub coins: Vec<CoinRow>,
    /// Of a set of coins whose coins were bought and whose values are known.
    #[schema(required)]
    pub worth: Option<PlanWorth>,
    pub members: Vec<PlanMember>,
}

/// Worth of a set of coins as a whole.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanWorth {
    /// Proceeds of the coins that were sold, and what the others would bring now, in naira.
    #[schema(value_type = String)]
    pub value: Amount,
    /// The gain, or with a minus the loss, in naira.
    pub gain: String,
}
