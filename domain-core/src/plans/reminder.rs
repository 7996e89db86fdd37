//! Reminders: by the daily job, and by other members of a group.

use super::Id;
use super::instalment::InstalmentStatus;
use crate::calendar::Date;
use crate::shape::{choice, input, output};

/// The day of the first reminder, relative to the due date.
const ANNOUNCED_DAY: i64 = -3;
/// The interval of reminders for an overdue instalment.
const EVERY_DAYS: i64 = 7;

choice! {
    /// The kind of a reminder.
    pub enum ReminderKind {
        /// Before the due date.
        Upcoming = "upcoming",
        /// On the due date.
        Due = "due",
        /// After the due date.
        Overdue = "overdue",
    }
}

input! {
    /// An instalment on a day.
    pub struct ReminderInput {
        /// The state of the instalment; a paid one is never reminded of.
        status: InstalmentStatus,
        /// The day on which the instalment is due.
        due_at: Date,
        /// Today's date in Lagos.
        today: Date,
        /// The day of the last reminder.
        last: Option<Date>,
    }

    /// A member of a group, and the user who wants to remind them.
    pub struct NudgeInput {
        /// The status of the member's oldest unpaid instalment.
        status: InstalmentStatus,
        /// The id of the member to remind.
        member: Id,
        /// The id of the user who wants to remind.
        user: Id,
        /// Today's date in Lagos.
        today: Date,
        /// When this user last reminded the member.
        last: Option<Date>,
    }
}

output! {
    /// Whether to remind.
    pub struct Reminder {
        /// Whether to send a reminder today.
        remind: bool,
        /// The kind of the reminder.
        kind: Option<ReminderKind>,
        /// The day of the next reminder, unless the instalment is paid before.
        again: Option<Date>,
    }

    /// Whether a member can be reminded.
    pub struct Nudge {
        /// Whether the user can remind the member now.
        allowed: bool,
        /// The reason if not.
        reason: Option<&'static str>,
        /// The first day on which it is allowed.
        again: Option<Date>,
    }
}

/// Three days before the due date, on it, on the day after it, and every seven days after it; none for a paid instalment. After days without
/// a run there is only the latest reminder. Source: document 3, section 2; the days are ours.
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
    // The days of the latest due reminder and the next one, relative to the due date.
    let (kind, day, next) = match late {
        ..ANNOUNCED_DAY => (None, None, ANNOUNCED_DAY),
        ANNOUNCED_DAY..0 => (Some(ReminderKind::Upcoming), Some(ANNOUNCED_DAY), 0),
        0 => (Some(ReminderKind::Due), Some(0), 1),
        1..EVERY_DAYS => (Some(ReminderKind::Overdue), Some(1), EVERY_DAYS),
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

/// Once a day, and only for members with a due instalment. Source: document 3, section 6.
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
