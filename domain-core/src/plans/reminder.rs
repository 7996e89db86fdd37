//! Reminders: by the daily job, and by other members of a group.

use super::Id;
use super::instalment::InstalmentStatus;
use crate::calendar::Date;
use crate::shape::{choice, input, output};

/// The day on which an instalment is announced, from its due date.
const ANNOUNCED_DAY: i64 = -3;
/// How often an overdue instalment is recalled.
const EVERY_DAYS: i64 = 7;

choice! {
    /// What a reminder says.
    pub enum ReminderKind {
        /// The day comes.
        Upcoming = "upcoming",
        /// The day is here.
        Due = "due",
        /// The day is over.
        Overdue = "overdue",
    }
}

input! {
    /// An instalment on a day.
    pub struct ReminderInput {
        status: InstalmentStatus,
        due_at: Date,
        today: Date,
        /// The day of the last reminder.
        last: Option<Date>,
    }

    /// A member of a group, and who wants to remind them.
    pub struct NudgeInput {
        /// Of the member's oldest unpaid instalment.
        status: InstalmentStatus,
        member: Id,
        user: Id,
        today: Date,
        /// When this user last reminded the member.
        last: Option<Date>,
    }
}

output! {
    /// Whether to remind.
    pub struct Reminder {
        remind: bool,
        /// What the reminder says.
        kind: Option<ReminderKind>,
        /// The day of the next one, unless the instalment is paid before.
        again: Option<Date>,
    }

    /// Whether a member can be reminded.
    pub struct Nudge {
        allowed: bool,
        /// Why not.
        reason: Option<&'static str>,
        /// From which day on.
        again: Option<Date>,
    }
}

/// Three days before the due date, on it, and every seven days after it; nothing for a paid instalment. After days without
/// a run there is one reminder, the latest. Source: document 3, section 2; the days are ours.
pub fn reminder(input: &ReminderInput) -> Reminder {
    let none = Reminder {
        remind: false,
        kind: None,
        again: None,
    };
    if input.status == InstalmentStatus::Paid {
        return none;
    }
    let late = input
        .today
        .day_number()
        .saturating_sub(input.due_at.day_number());
    // The day of the latest reminder that is due, and of the one after it, in days from the due date.
    let (kind, day, next) = match late {
        ..ANNOUNCED_DAY => (None, None, ANNOUNCED_DAY),
        ANNOUNCED_DAY..0 => (Some(ReminderKind::Upcoming), Some(ANNOUNCED_DAY), 0),
        0..EVERY_DAYS => (Some(ReminderKind::Due), Some(0), EVERY_DAYS),
        _ => {
            let since = late.checked_rem(EVERY_DAYS).unwrap_or_default();
            let day = late.saturating_sub(since);
            let next = day.saturating_add(EVERY_DAYS);
            (Some(ReminderKind::Overdue), Some(day), next)
        }
    };
    let on = |day: i64| input.due_at.add_days(day);
    let is_new = |day: Date| input.last.is_none_or(|last| last < day);
    let remind = day.and_then(on).is_some_and(is_new);
    Reminder {
        remind,
        kind: kind.filter(|_| remind),
        again: on(next),
    }
}

const NOT_ONESELF: &str = "You cannot nudge yourself.";
const NOT_DUE: &str = "Nothing is due from this member.";
const NUDGED: &str = "You have nudged this member today.";

/// Once a day, and only members from whom an instalment is due. Source: document 3, section 6.
pub fn nudge(input: &NudgeInput) -> Nudge {
    let last = input.last.filter(|last| *last >= input.today);
    let (reason, again) = if input.member.is(&input.user) {
        (Some(NOT_ONESELF), None)
    } else if input.status != InstalmentStatus::Due {
        (Some(NOT_DUE), None)
    } else if let Some(last) = last {
        (Some(NUDGED), last.add_days(1))
    } else {
        (None, None)
    };
    Nudge {
        allowed: reason.is_none(),
        reason,
        again,
    }
}
