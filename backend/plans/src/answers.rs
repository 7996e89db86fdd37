//! Responses about plans.

use domain_core::identity::place::Country;
use domain_core::money::{Amount, Currency};
use domain_core::plans::coins::CoinStatus;
use domain_core::plans::ending::Ending;
use domain_core::plans::goal::GoalKind;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::subscription::Action;
use domain_core::plans::trigger::TriggerKind;
use domain_core::plans::{Kind, Unit};
use domain_core::status::{Lateness, Status};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

service::rule_schemas! {
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

/// Schema types for OpenAPI annotations: the names of an enum.
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
    /// Whether the payments of a plan are on time.
    PlanLatenessState: Lateness,
    /// How a plan ended.
    PlanEndingState: Ending,
    /// `NG` for Nigeria, or `other`.
    PlanCountry: Country,
    /// The cause of a payment into savings.
    PlanTriggerKind: TriggerKind,
    /// The purpose of savings.
    PlanGoal: GoalKind,
}

/// Whether a plan's risk suits the user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanSuitability {
    /// Plans that do not suit are listed last.
    pub suits: bool,
    /// The reason, to be confirmed; null if it suits.
    #[schema(required)]
    pub message: Option<String>,
}

/// A coin's share of a set, in percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CoinType {
    /// The name of its class, such as `Large Cap Coin`.
    pub name: String,
    pub coin: String,
    /// The coin's own name, such as `Bitcoin`. Not stored.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(required)]
    pub coin_name: String,
    pub quantity: String,
}

/// The limits of a plan in naira.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLimits {
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String, example = "1000.00")]
    pub minimum: Amount,
    #[schema(value_type = Option<String>, required)]
    pub maximum: Option<Amount>,
}

/// The charge for an instalment of a loan that is paid late, once for each.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLateCharge {
    /// In percent of the unpaid part.
    #[schema(example = "5")]
    pub percent: String,
    /// The limit of all charges, in percent of the loan.
    #[schema(example = "10")]
    pub ceiling: String,
    /// The days after the due date; on the day after them it is charged.
    pub after_days: i64,
}

/// A plan to take, with its terms. Amounts are in its base currency, the request fee in naira.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Plan {
    pub id: String,
    /// The version of its terms. A user who takes the plan sends the version that they have seen.
    pub version: i64,
    pub name: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    pub is_active: bool,
    #[schema(value_type = service::http::schema::Currency)]
    pub base_currency: Currency,
    pub risk_type: Vec<String>,
    /// Whether the risk suits the user's investor profile. Only where plans are offered.
    #[schema(required)]
    pub suitability: Option<PlanSuitability>,
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
    /// A year's return on savings, in percent; null if there is none.
    #[schema(required, example = "8")]
    pub return_rate: Option<String>,
    /// The currency in which savings are held: every payment is converted to it, and they are paid out in it.
    #[schema(value_type = service::http::schema::Currency)]
    pub pot_currency: Currency,
    /// The charge for a late instalment of a loan; null if there is none.
    #[schema(required)]
    pub late_charge: Option<PlanLateCharge>,
    pub coin_types: Vec<CoinType>,
    pub description: Vec<String>,
    pub how_to_buy: Vec<String>,
    /// The card company's identifier of the plan.
    pub reference: String,
    pub limits: PlanLimits,
}

/// A group's plan, for a user with its code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GroupPlan {
    pub code: String,
    pub name: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    #[schema(value_type = service::http::schema::Currency)]
    pub base_currency: Currency,
    #[schema(value_type = String)]
    pub base_currency_amount: Amount,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
    pub duration: i64,
    #[schema(value_type = PlanUnit)]
    pub duration_unit: Unit,
    pub is_flexible: bool,
    /// The limits of an instalment, in the base currency.
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
    /// For a loan's instalment; null for savings.
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
    /// The name of the payer, if it is not the member.
    #[schema(required)]
    pub payer: Option<String>,
    /// Whether it is the charge for a late instalment.
    pub is_charge: bool,
}

/// The first unpaid instalment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanNextInstalment {
    pub id: String,
    pub number: i64,
    /// `YYYY-MM-DD`.
    pub due_at: String,
    /// The unpaid part of the instalment.
    #[schema(value_type = String)]
    pub amount: Amount,
}

/// The progress of a plan's payments.
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
    /// The goal, or else the total.
    #[schema(value_type = String)]
    pub of: Amount,
    /// The paid share of it, with one decimal.
    #[schema(example = "33.3")]
    pub percent: String,
    /// Whether it is paid.
    pub reached: bool,
    #[schema(required)]
    pub next: Option<PlanNextInstalment>,
}

/// The next or overdue payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanLateness {
    #[schema(value_type = PlanLatenessState)]
    pub state: Lateness,
    /// The overdue amount, or else the amount due today, or else the next instalment.
    #[schema(value_type = String)]
    pub amount: Amount,
    /// For an overdue plan: the additional amount due today.
    #[schema(value_type = Option<String>, required)]
    pub due_today: Option<Amount>,
    /// The due date of the oldest included instalment, `YYYY-MM-DD`.
    pub since: String,
}

/// A plan with a due payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LatePlan {
    pub id: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    pub name: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    pub lateness: PlanLateness,
}

/// How and when a plan ended for the user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanEnded {
    #[schema(value_type = PlanEndingState)]
    pub how: Ending,
    /// The date in Lagos, `YYYY-MM-DD`; null if unknown.
    #[schema(required)]
    pub on: Option<String>,
    /// The amount returned to the wallet, if any, in the pot's currency.
    #[schema(value_type = Option<String>, required)]
    pub returned: Option<Amount>,
    /// The penalty for leaving early, if any.
    #[schema(value_type = Option<String>, required)]
    pub penalty: Option<Amount>,
}

/// The amount that repays a loan in full today.
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

/// The return on a member's savings, simple and by the day: rule `savings.return`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanReturn {
    /// The return up to today.
    #[schema(value_type = String)]
    pub accrued: Amount,
    /// The return that is paid if the member ends the plan today.
    #[schema(value_type = String)]
    pub now: Amount,
    /// That return together with the refund.
    #[schema(value_type = String)]
    pub with_refund: Amount,
    /// The payments that bear it.
    pub deposits: Vec<PlanDeposit>,
}

/// A payment for savings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanDeposit {
    #[schema(value_type = String)]
    pub amount: Amount,
    /// `YYYY-MM-DD`.
    pub paid_on: String,
}

/// Whether the plan can be ended today, and the refund, in the pot's currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanTermination {
    pub allowed: bool,
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(value_type = String)]
    pub penalty: Amount,
    #[schema(value_type = String)]
    pub refund: Amount,
    /// The amount on which the penalty is charged.
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
    /// The first day on which a reminder is possible.
    #[schema(required)]
    pub again: Option<String>,
    #[schema(required)]
    pub reason: Option<String>,
}

/// A trigger of payments into a member's savings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanTrigger {
    #[schema(value_type = PlanTriggerKind)]
    pub kind: TriggerKind,
    /// The step that payments are rounded up to, or the least amount that is shared.
    #[schema(value_type = String)]
    pub figure: Amount,
    /// The share in percent; null for change.
    #[schema(required)]
    pub percent: Option<String>,
}

/// The current round of a group's savings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanCircle {
    /// From 1.
    pub round: i64,
    /// The number of rounds.
    pub of: i64,
    /// The first day of the next round, `YYYY-MM-DD`; null in the last.
    #[schema(required)]
    pub next_day: Option<String>,
}

/// A member of a group. Amounts are visible only to the creator and the member.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanMember {
    /// The membership, for `nudge`.
    pub uuid: String,
    pub name: String,
    pub is_me: bool,
    #[schema(value_type = PlanStatus)]
    pub status: Status,
    /// Whether nothing is due from the member; null before they have joined, and once they have left.
    #[schema(required)]
    pub is_paid_up: Option<bool>,
    #[schema(required)]
    pub progress: Option<PlanProgress>,
    /// Visible to the creator and the member.
    #[schema(required)]
    pub instalments: Option<Vec<PlanInstalment>>,
    pub can_nudge: CanNudge,
}

/// A purchased coin of a set.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinRow {
    pub coin: String,
    /// The name of its class, such as `Large Cap Coin`.
    pub name: String,
    /// The coin's own name, such as `Bitcoin`.
    pub coin_name: String,
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
    /// The proceeds so far and those of selling the rest now, in naira.
    #[schema(value_type = Option<String>, required)]
    pub value: Option<Amount>,
    /// The gain, or a loss with a minus sign, in naira.
    #[schema(required)]
    pub gain: Option<String>,
    #[schema(value_type = PlanCoinState)]
    pub status: CoinStatus,
}

/// The country and the state of a loan request. Deleted when the loan ends, or earlier on request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanPlace {
    #[schema(value_type = PlanCountry)]
    pub country: Country,
    /// Null outside Nigeria.
    #[schema(required)]
    pub state: Option<String>,
    /// In words.
    #[schema(example = "Lagos, Nigeria")]
    pub text: String,
}

/// Whether a loan can be handed back, soon after its payout.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanRegret {
    pub allowed: bool,
    #[schema(required)]
    pub reason: Option<String>,
    /// The end of the time for it, in words.
    pub until: String,
}

/// A plan that a user has taken.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanSubscription {
    pub id: String,
    #[schema(value_type = PlanKind)]
    pub r#type: Kind,
    /// The plan with the terms in force when it was taken; limits, name and descriptions are current.
    pub plan: Plan,
    pub name: String,
    #[schema(value_type = PlanStatus)]
    pub status: Status,
    /// Whether it still awaits the card payment or bank transfer that starts it.
    pub awaits_payment: bool,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    /// The amount of one of the user's instalments; for a loan its principal.
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(value_type = service::http::schema::Currency)]
    pub base_currency: Currency,
    #[schema(value_type = String)]
    pub base_currency_amount: Amount,
    pub rate: String,
    #[schema(required)]
    pub comment: Option<String>,
    /// The purpose of savings, if they began with one.
    #[schema(value_type = Option<PlanGoal>, required)]
    pub goal: Option<GoalKind>,
    /// The amount to reach, if there is one; only for the user who began the savings.
    #[schema(value_type = Option<String>, required)]
    pub target: Option<Amount>,
    /// For a loan that has not ended.
    #[schema(required)]
    pub place: Option<PlanPlace>,
    /// While a loan can be handed back, or could be if the wallet held enough.
    #[schema(required)]
    pub regret: Option<PlanRegret>,
    /// The name of the cluster of a loan request.
    #[schema(required)]
    pub cluster: Option<String>,
    pub funding_source: String,
    pub duration: i64,
    #[schema(value_type = PlanUnit)]
    pub duration_unit: Unit,
    pub reference: String,
    /// For the creator of a group.
    #[schema(required)]
    pub code: Option<String>,
    pub is_group: bool,
    pub is_creator: bool,
    /// The creator's name.
    pub created_by_name: String,
    pub created_at: String,
    pub updated_at: String,
    /// The end, `YYYY-MM-DD`; null before the first payment.
    #[schema(required)]
    pub due_at: Option<String>,
    /// Whether due instalments are collected from the wallet.
    pub auto_save: bool,
    pub progress: PlanProgress,
    /// Null if no payment is outstanding.
    #[schema(required)]
    pub lateness: Option<PlanLateness>,
    /// Null while the plan has not ended for the user.
    #[schema(required)]
    pub ended: Option<PlanEnded>,
    #[schema(required)]
    pub payoff: Option<PlanPayoff>,
    /// The balance of the user's own pot, in the pot's currency.
    #[schema(value_type = String)]
    pub pot: Amount,
    #[schema(value_type = service::http::schema::Currency)]
    pub pot_currency: Currency,
    /// For a pot in another currency than the plan's: what it would be converted to now, in the plan's; null without a
    /// current rate.
    #[schema(value_type = Option<String>, required)]
    pub pot_worth: Option<Amount>,
    pub termination: PlanTermination,
    /// The refund if a member leaves a group that others continue; null for its creator, and for a plan of one person.
    #[schema(required)]
    pub leaving: Option<PlanTermination>,
    /// The round of a group's savings.
    #[schema(required)]
    pub circle: Option<PlanCircle>,
    /// The triggers of payments into the user's part.
    pub triggers: Vec<PlanTrigger>,
    /// Whether it is an invitation to a group that the user has not joined.
    pub is_invitation: bool,
    /// For active savings with a return.
    #[schema(required)]
    pub earned: Option<PlanReturn>,
    pub actions: Vec<PlanActionAllowed>,
    /// The request fee of a loan, once it is paid.
    #[schema(value_type = Option<String>, required)]
    pub fee_paid: Option<Amount>,
    pub savings: Vec<PlanInstalment>,
    pub loans: Vec<PlanInstalment>,
    pub coins: Vec<CoinRow>,
    /// For a set whose coins are bought and have known values.
    #[schema(required)]
    pub worth: Option<PlanWorth>,
    pub members: Vec<PlanMember>,
}

/// The total value of a set of coins.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanWorth {
    /// The proceeds of selling all coins now, with the money that is in none, in naira.
    #[schema(value_type = String)]
    pub value: Amount,
    /// The gain, or a loss with a minus sign, in naira.
    pub gain: String,
    /// The money for which the coins were bought, in naira; what could not be spent is back in the wallet.
    #[schema(value_type = String)]
    pub cost: Amount,
    /// The exchange's share of every purchase and sale, in percent.
    pub exchange_fee: String,
    /// Its share of selling all coins now, in naira, which the value does not contain.
    #[schema(value_type = String)]
    pub sale_fee: Amount,
}
