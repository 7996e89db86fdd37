//! A plan as seen by one of its members. Amounts of other members are sent only to the creator of a group.

use super::ended::ended_of;
use super::late::{as_shown, lateness_of};
use super::parts::{progress_parts, refusal};
use crate::answers::{
    CanNudge, CoinRow, Plan, PlanActionAllowed, PlanCircle, PlanInstalment, PlanMember,
    PlanNextInstalment, PlanPayoff, PlanPlace, PlanProgress, PlanRegret, PlanSubscription,
    PlanTermination,
};
use crate::savings::{earned, triggers};
use crate::store::instalments::{self, InstalmentRow};
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::SubscriptionRow;
use crate::store::{coins, loans, nudges, products};
use domain_core::calendar::{Date, Instant};
use domain_core::identity::name::masked;
use domain_core::identity::place::in_words;
use domain_core::money::{Amount, Percent, Rates, Rounding};
use domain_core::plans::coins::{PartNameInput, invested, part_name};
use domain_core::plans::instalment::{InstalmentStatus, NextInput, next};
use domain_core::plans::leave::{LeaveInput, LeaveQuote, quote as leave_quote};
use domain_core::plans::payoff::{LoanPart, PayoffInput, payoff};
use domain_core::plans::progress::{Progress, ProgressInput, progress};
use domain_core::plans::regret::{Regret, RegretInput, regret};
use domain_core::plans::reminder::{NudgeInput, nudge};
use domain_core::plans::rounds::{RoundInput, round};
use domain_core::plans::subscription::{ActionsInput, actions};
use domain_core::plans::termination::{TerminationInput, TerminationQuote, quote};
use domain_core::plans::{Id, Kind};
use domain_core::status::Status;
use ground::clock::{lagos_date, rfc3339};
use ground::decided::Decided;
use ground::error::ApiError;
use money::conversion::Known;
use money::{accounts, rates};
use providers::market;
use service::access::switches;
use service::access::users::{self, User};
use service::app::AppState;
use sqlx::AnyConnection;

/// The viewing user, and the date.
pub struct Viewer {
    pub user: User,
    pub today: Date,
    app: AppState,
    rates: Rates,
    auto_save: bool,
    now_ms: i64,
}

impl Viewer {
    /// # Errors
    /// 401 if the user no longer exists.
    pub async fn of(app: &AppState, user_id: &str) -> Result<Self, ApiError> {
        let mut connection = app.db.read().await?;
        let user = users::find(&mut connection, user_id).await?;
        Ok(Self {
            app: app.clone(),
            user: user.ok_or_else(ApiError::unauthenticated)?,
            today: app.clock.today(),
            now_ms: app.clock.now_ms(),
            rates: rates::all(&mut connection).await?,
            auto_save: switches::is_on(&mut connection, user_id, "auto_save").await?,
        })
    }

    /// The plan, if the viewer is a member.
    ///
    /// # Errors
    /// 404 for someone else's plan.
    pub async fn see(
        &self,
        connection: &mut AnyConnection,
        row: SubscriptionRow,
    ) -> Result<PlanSubscription, ApiError> {
        let all = members::of(connection, &row.id, row.currency).await?;
        let me = all.iter().find(|one| one.user_id == self.user.id);
        let me = me.ok_or_else(ApiError::not_found)?;
        let product = products::find(connection, &row.tenant_id, &row.plan_id).await?;
        let product = product.ok_or_else(|| ApiError::internal("a plan without its product"))?;
        let parts = instalments::of_subscription(connection, &row.id, row.currency).await?;
        let own: Vec<&InstalmentRow> = of(&parts, me).collect();
        let is_creator = row.created_by == self.user.id;
        let is_loan = row.kind == Kind::Loan;
        let at_stake = at_stake(connection, &row, me).await?;
        let termination = termination_of(&row, me, &self.user.id, at_stake, self.today)?;
        let creator = all.iter().find(|one| one.user_id == row.created_by);
        // A user who declined sees no other members, and for them the plan has ended.
        let has_declined = !is_creator && me.status == Status::Terminated && me.day_done.is_none();
        // A member whose own part has ended is done, while the group continues.
        let has_left = me.left_at_ms.is_some();
        let is_done = has_declined || has_left || me.status == Status::Completed;
        let status = if is_done { me.status } else { row.status };
        let mut people = Vec::new();
        if row.is_group && !is_loan && !has_declined && !has_left {
            let nudged = nudges::by(connection, &row.id, &self.user.id).await?;
            // An invited person sees who invites, not the other members.
            let is_seen = |one: &&MemberRow| {
                is_creator
                    || me.status != Status::Pending
                    || one.user_id == me.user_id
                    || one.user_id == row.created_by
            };
            for one in all.iter().filter(is_seen) {
                let last = nudged.iter().find(|(id, _)| *id == one.id);
                let last = last.map(|(_, day)| *day);
                people.push(self.member(one, &parts, is_creator, is_loan, last)?);
            }
        }
        let shown = own.iter().map(|one| instalment(one, is_loan)).collect();
        let (savings, loans) = match row.kind {
            Kind::Loan => (Vec::new(), shown),
            Kind::Savings | Kind::Coins => (shown, Vec::new()),
        };
        // The stored amount is the creator's.
        let base_amount = match is_creator {
            true => row.base_currency_amount,
            false => {
                let own = self
                    .rates
                    .convert(&me.amount, row.base_currency, Rounding::HalfUp);
                own.map_err(|violation| ApiError::refused(vec![violation]))?
            }
        };
        let coins = coins::of(connection, &row.id, row.currency).await?;
        let place = row.country.map(|country| PlanPlace {
            country,
            text: in_words(country, row.state.as_deref()),
            state: row.state.clone(),
        });
        let regret = match is_loan && is_creator {
            true => self.regret(connection, &row, &own).await?,
            false => None,
        };
        let cluster = match &row.cluster_id {
            Some(id) => loans::cluster_name(connection, id).await?,
            None => None,
        };
        let fee_paid = match loans::fee_transfer(connection, &row.id).await? {
            Some(_) => row.fee.filter(|_| is_loan),
            None => None,
        };
        let ended = ended_of(connection, &row, me, fee_paid).await?;
        Ok(PlanSubscription {
            plan: Plan::taken(product, &row, &self.rates)?,
            progress: self.progress(&own, row.target.filter(|_| is_creator))?,
            lateness: as_shown(&lateness_of(&row, me, &own, self.today)?),
            ended,
            payoff: self.payoff(&row, &own)?,
            pot: me.pot,
            pot_currency: row.pot_currency,
            pot_worth: self.worth_of(connection, &row, me.pot).await?,
            termination: PlanTermination {
                allowed: termination.allowed,
                reason: termination.reason.map(String::from),
                penalty: termination.penalty,
                refund: termination.refund,
                paid: at_stake,
            },
            earned: earned::shown(connection, &row, me, self.today, termination.refund).await?,
            leaving: match row.is_group && !is_creator && me.status == Status::Active {
                true => Some(leaving_of(&Decided::default(), &row, me, self.today)?).map(|found| {
                    PlanTermination {
                        allowed: found.allowed,
                        reason: found.reason.map(String::from),
                        penalty: found.penalty,
                        refund: found.refund,
                        paid: me.pot,
                    }
                }),
                false => None,
            },
            circle: row
                .starts_on
                .filter(|_| !people.is_empty())
                .map(|starts_on| {
                    let found = round(&RoundInput {
                        starts_on,
                        duration: row.duration,
                        duration_unit: row.duration_unit,
                        today: self.today,
                    });
                    PlanCircle {
                        round: found.round,
                        of: found.of,
                        next_day: found.next.map(Date::text),
                    }
                }),
            triggers: triggers::shown(connection, &row, &self.user.id).await?,
            is_invitation: !is_creator && me.status == Status::Pending,
            actions: self.actions(&row, me.status),
            fee_paid,
            savings,
            loans,
            coins: coins.into_iter().map(coin).collect(),
            worth: None,
            members: people,
            amount: if is_loan { row.amount } else { me.amount },
            r#type: row.kind,
            name: row.name,
            status,
            awaits_payment: status.awaits_first_payment(),
            currency: row.currency,
            base_currency: row.base_currency,
            base_currency_amount: base_amount,
            rate: row.rate,
            goal: row.goal,
            target: row.target.filter(|_| is_creator),
            comment: row.comment.filter(|comment| !comment.is_empty()),
            place,
            regret,
            cluster,
            funding_source: row.funding_source,
            duration: row.duration,
            duration_unit: row.duration_unit,
            reference: row.reference,
            code: row.code.filter(|_| is_creator),
            is_group: row.is_group,
            is_creator,
            created_by_name: creator.map(|one| one.name.clone()).unwrap_or_default(),
            created_at: rfc3339(row.created_at_ms),
            updated_at: rfc3339(row.updated_at_ms),
            due_at: me.ends_on.map(Date::text),
            auto_save: me.collects.unwrap_or(self.auto_save || row.collects),
            id: row.id,
        })
    }

    fn member(
        &self,
        one: &MemberRow,
        parts: &[InstalmentRow],
        is_creator: bool,
        is_loan: bool,
        last: Option<Date>,
    ) -> Result<PlanMember, ApiError> {
        let is_me = one.user_id == self.user.id;
        let own: Vec<&InstalmentRow> = of(parts, one).collect();
        let first = own.iter().find(|one| one.status != InstalmentStatus::Paid);
        let allowed = nudge(&NudgeInput {
            status: match first.filter(|_| !one.status.is_over()) {
                Some(first) => state_of(first, first.paid, self.today)?,
                None => InstalmentStatus::Paid,
            },
            member: one.user_id.as_str().into(),
            user: self.user.id.as_str().into(),
            today: self.today,
            last,
        });
        let has_joined = one.status == Status::Active && one.day_done.is_some();
        // A member who has not joined cannot be paid for.
        let seen = is_me || (is_creator && one.day_done.is_some());
        Ok(PlanMember {
            uuid: one.id.clone(),
            // A member who has not joined has not agreed to be seen.
            name: match one.day_done {
                None if !is_me => masked(&one.name),
                _ => one.name.clone(),
            },
            is_me,
            status: one.status,
            is_paid_up: match has_joined {
                true => Some(progress_of(&own, None, self.today)?.due.is_zero()),
                false => None,
            },
            progress: seen.then(|| self.progress(&own, None)).transpose()?,
            instalments: seen.then(|| own.iter().map(|one| instalment(one, is_loan)).collect()),
            can_nudge: CanNudge {
                allowed: allowed.allowed,
                again: allowed.again.map(Date::text),
                reason: allowed.reason.map(String::from),
            },
        })
    }

    /// The amount that a pot in another currency would be converted to now; `None` without a current rate.
    async fn worth_of(
        &self,
        connection: &mut AnyConnection,
        row: &SubscriptionRow,
        pot: Amount,
    ) -> Result<Option<Amount>, ApiError> {
        if pot.currency() == row.currency {
            return Ok(None);
        }
        let known = Known::read(connection, &row.tenant_id).await?;
        let priced = known.price(&self.app, &pot, row.currency).ok();
        Ok(priced.map(|priced| priced.quoted.received))
    }

    fn progress(
        &self,
        own: &[&InstalmentRow],
        goal: Option<Amount>,
    ) -> Result<PlanProgress, ApiError> {
        let done = progress_of(own, goal, self.today)?;
        let next = done.next.and_then(|next| {
            let row = own.iter().find(|one| one.number == next.number)?;
            Some(PlanNextInstalment {
                id: row.id.clone(),
                number: next.number,
                due_at: next.due_at.text(),
                amount: next.amount,
            })
        });
        Ok(PlanProgress {
            total: done.total,
            paid: done.paid,
            owed: done.owed,
            due: done.due,
            overdue: done.overdue,
            of: done.of,
            percent: done.percent,
            reached: done.reached,
            next,
        })
    }

    fn payoff(
        &self,
        row: &SubscriptionRow,
        own: &[&InstalmentRow],
    ) -> Result<Option<PlanPayoff>, ApiError> {
        if row.kind != Kind::Loan || !matches!(row.status, Status::Active | Status::Bad) {
            return Ok(None);
        }
        let input = PayoffInput {
            instalments: own.iter().map(|one| loan_part(one)).collect(),
            today: self.today,
            currency: Some(row.currency.into()),
        };
        let found = payoff(&input).map_err(refusal)?;
        Ok(Some(PlanPayoff {
            amount: found.amount,
            interest: found.interest,
            principal: found.principal,
            waived: found.waived,
        }))
    }

    /// Whether the loan can be handed back; `None` if the time for it is not running.
    async fn regret(
        &self,
        connection: &mut AnyConnection,
        row: &SubscriptionRow,
        own: &[&InstalmentRow],
    ) -> Result<Option<PlanRegret>, ApiError> {
        let found = regret_of(connection, row, own, self.now_ms).await?;
        let until = found.until_text.filter(|_| found.open);
        Ok(until.map(|until| PlanRegret {
            allowed: found.allowed,
            reason: found.reason.map(String::from),
            until,
        }))
    }

    fn actions(&self, row: &SubscriptionRow, membership: Status) -> Vec<PlanActionAllowed> {
        let found = actions(&ActionsInput {
            kind: row.kind,
            status: row.status,
            is_group: row.is_group,
            created_by: row.created_by.as_str().into(),
            user: self.user.id.as_str().into(),
            membership: Some(membership),
            verified: self.user.known.identity_verified,
            has_phone: self.user.phone_verified_at_ms.is_some(),
        });
        let allowed = found.actions.into_iter().map(|one| PlanActionAllowed {
            action: one.action,
            allowed: one.allowed,
            reason: one.reason.map(String::from),
        });
        allowed.collect()
    }
}

/// The refund and the penalty if a member left their group today.
pub fn leaving_of(
    decided: &Decided,
    row: &SubscriptionRow,
    member: &MemberRow,
    today: Date,
) -> Result<LeaveQuote, ApiError> {
    let (created_by, user) = Id::anonymous(&row.created_by, &member.user_id);
    let input = LeaveInput {
        status: row.status,
        membership: member.status,
        created_by,
        user,
        is_flexible: row.is_flexible,
        opt_out_penalty: Percent::parse(&row.opt_out_penalty).unwrap_or(Percent::ZERO),
        paid: member.pot.into(),
        currency: member.pot.currency().into(),
        due_at: member.ends_on,
        today,
    };
    let quoted = decided.ask("group.leave", leave_quote, &input);
    quoted.map_err(refusal)
}

/// Whether a loan can be handed back now.
pub async fn regret_of(
    connection: &mut AnyConnection,
    row: &SubscriptionRow,
    own: &[&InstalmentRow],
    now_ms: i64,
) -> Result<Regret, ApiError> {
    let wallet = accounts::find(connection, &row.created_by, row.currency).await?;
    let zero = Amount::zero(row.currency);
    let input = RegretInput {
        status: row.status,
        paid_out_at: row.paid_out_at_ms.map(Instant),
        now: Instant(now_ms),
        principal: row.amount.into(),
        repaid: progress_of(own, None, lagos_date(now_ms))?.paid.into(),
        available: wallet.map_or(zero, |wallet| wallet.available).into(),
        currency: Some(row.currency.into()),
    };
    regret(&input).map_err(refusal)
}

/// A member's instalments.
fn of<'a>(
    parts: &'a [InstalmentRow],
    member: &'a MemberRow,
) -> impl Iterator<Item = &'a InstalmentRow> {
    parts.iter().filter(|one| one.member_id == member.id)
}

/// The progress of a member's payments, towards the goal if there is one.
pub fn progress_of(
    own: &[&InstalmentRow],
    goal: Option<Amount>,
    today: Date,
) -> Result<Progress, ApiError> {
    let input = ProgressInput {
        instalments: progress_parts(own),
        goal: goal.map(Into::into),
        today,
        currency: own.first().map(|one| one.amount.currency().into()),
    };
    progress(&input).map_err(refusal)
}

/// The state of an instalment on a day, given the paid amount.
pub fn state_of(
    one: &InstalmentRow,
    paid: Amount,
    today: Date,
) -> Result<InstalmentStatus, ApiError> {
    let input = NextInput {
        status: one.status,
        due_at: one.due_on,
        today,
        paid: paid.into(),
        amount: one.amount.into(),
        currency: Some(one.amount.currency().into()),
    };
    Ok(next(&input).map_err(refusal)?.status)
}

pub fn loan_part(one: &InstalmentRow) -> LoanPart {
    LoanPart {
        due_at: one.due_on,
        principal: principal(one).into(),
        interest: one.interest.into(),
        paid: one.paid.into(),
        charge: Some(one.charged_for.is_some()),
    }
}

fn principal(one: &InstalmentRow) -> Amount {
    let zero = Amount::zero(one.amount.currency());
    one.amount.checked_sub(&one.interest).unwrap_or(zero)
}

/// The amount on which a penalty is charged: the pot, or for a set of coins the amount invested.
pub async fn at_stake(
    connection: &mut AnyConnection,
    row: &SubscriptionRow,
    member: &MemberRow,
) -> Result<Amount, ApiError> {
    if row.kind != Kind::Coins {
        return Ok(member.pot);
    }
    let rows = coins::of(connection, &row.id, row.currency).await?;
    invested_in(&rows, row)
}

/// The amount invested in the coins of a set.
pub fn invested_in(rows: &[coins::CoinRow], row: &SubscriptionRow) -> Result<Amount, ApiError> {
    let rows = rows.iter().map(|one| (one.status, one.amount));
    let sum = invested(rows, row.currency);
    sum.ok_or_else(|| ApiError::internal("coins for more than an amount can be"))
}

/// The refund and the penalty if the plan ended today.
pub fn termination_of(
    row: &SubscriptionRow,
    member: &MemberRow,
    user_id: &str,
    at_stake: Amount,
    today: Date,
) -> Result<TerminationQuote, ApiError> {
    let decided = Decided::default();
    decide_termination(&decided, row, member, user_id, at_stake, today)
}

/// As [`termination_of`], for a plan that is ended.
///
/// # Errors
/// The stored amounts are malformed.
pub fn decide_termination(
    decided: &Decided,
    row: &SubscriptionRow,
    member: &MemberRow,
    user_id: &str,
    at_stake: Amount,
    today: Date,
) -> Result<TerminationQuote, ApiError> {
    let (created_by, user) = Id::anonymous(&row.created_by, user_id);
    let input = TerminationInput {
        kind: row.kind,
        status: row.status,
        is_flexible: row.is_flexible,
        is_group: row.is_group,
        created_by,
        user,
        opt_out_penalty: Percent::parse(&row.opt_out_penalty).unwrap_or(Percent::ZERO),
        paid: at_stake.into(),
        currency: at_stake.currency().into(),
        due_at: member.ends_on,
        today,
    };
    let quoted = decided.ask("termination.quote", quote, &input);
    quoted.map_err(refusal)
}

fn instalment(one: &InstalmentRow, is_loan: bool) -> PlanInstalment {
    PlanInstalment {
        id: one.id.clone(),
        number: one.number,
        amount: one.amount,
        principal: is_loan.then(|| principal(one)),
        interest: is_loan.then_some(one.interest),
        amount_paid: one.paid,
        status: one.status,
        due_at: one.due_on.text(),
        payer: one.payer.clone(),
        is_charge: one.charged_for.is_some(),
    }
}

fn coin(row: coins::CoinRow) -> CoinRow {
    CoinRow {
        coin_name: market::name_of(&row.coin).to_owned(),
        coin: row.coin,
        name: part_name(&PartNameInput { name: row.name }).name,
        logo: None,
        amount: row.amount,
        amount_bought: row.amount_bought,
        price_bought: row.price_bought,
        amount_sold: row.amount_sold,
        price_sold: row.price_sold,
        value: None,
        gain: None,
        status: row.status,
    }
}
