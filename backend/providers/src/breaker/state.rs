//! The circuit breaker's state machine. It has no clock: events come with their time.

/// Consecutive failures that open the breaker.
pub const MOST_FAILURES: u32 = 5;
/// The first pause; each failed trial doubles it.
pub const FIRST_PAUSE_MS: i64 = 5_000;
pub const LONGEST_PAUSE_MS: i64 = 60_000;

/// The state of the breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Calls are sent. Holds the number of consecutive failures.
    Closed { failures: u32 },
    /// No calls are sent before this time.
    Open { until_ms: i64, pause_ms: i64 },
    /// The pause is over and one trial call is under way; its result decides.
    Trying { pause_ms: i64 },
}

/// Permission for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    Call,
    /// The trial call after a pause.
    Trial,
}

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The provider responded.
    Answered,
    /// No connection, no response in time, or a server error.
    Failed,
    /// The caller stopped waiting: this says nothing about the provider.
    Abandoned,
}

impl State {
    /// Whether a call may be sent. The first one after the pause is the trial.
    pub fn ask(self, now_ms: i64) -> (Self, Option<Permission>) {
        match self {
            Self::Closed { .. } => (self, Some(Permission::Call)),
            Self::Open { until_ms, pause_ms } => {
                // More than a full pause remains only if the clock was set back: do not wait for that.
                let waits = (1..=pause_ms).contains(&until_ms.saturating_sub(now_ms));
                match waits {
                    true => (self, None),
                    false => (Self::Trying { pause_ms }, Some(Permission::Trial)),
                }
            }
            Self::Trying { .. } => (self, None),
        }
    }

    /// Records the result of a call. Calls that began before the breaker opened are ignored.
    pub fn ended(self, permission: Permission, ending: Ending, now_ms: i64) -> Self {
        match (self, permission, ending) {
            (Self::Closed { .. }, _, Ending::Answered)
            | (Self::Trying { .. }, Permission::Trial, Ending::Answered) => {
                Self::Closed { failures: 0 }
            }
            (Self::Closed { failures }, _, Ending::Failed) => {
                let failures = failures.saturating_add(1);
                match failures >= MOST_FAILURES {
                    true => paused(FIRST_PAUSE_MS, now_ms),
                    false => Self::Closed { failures },
                }
            }
            (Self::Trying { pause_ms }, Permission::Trial, Ending::Failed) => {
                paused(pause_ms.saturating_mul(2).min(LONGEST_PAUSE_MS), now_ms)
            }
            (Self::Trying { pause_ms }, Permission::Trial, Ending::Abandoned) => Self::Open {
                until_ms: now_ms,
                pause_ms,
            },
            (Self::Closed { .. }, _, Ending::Abandoned)
            | (Self::Trying { .. }, Permission::Call, _)
            | (Self::Open { .. }, _, _) => self,
        }
    }
}

const fn paused(pause_ms: i64, now_ms: i64) -> State {
    State::Open {
        until_ms: now_ms.saturating_add(pause_ms),
        pause_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_000_000;
    const FRESH: State = State::Closed { failures: 0 };
    const WORN: State = State::Closed {
        failures: MOST_FAILURES - 1,
    };
    const PAUSED: State = paused(FIRST_PAUSE_MS, NOW_MS);
    const RESTED: State = State::Open {
        until_ms: NOW_MS,
        pause_ms: 20_000,
    };
    const TRYING: State = State::Trying { pause_ms: 20_000 };

    #[test]
    fn permissions_depend_on_the_state() {
        for (state, becomes, permission) in [
            (FRESH, FRESH, Some(Permission::Call)),
            (WORN, WORN, Some(Permission::Call)),
            (PAUSED, PAUSED, None),
            (RESTED, TRYING, Some(Permission::Trial)),
            (TRYING, TRYING, None),
        ] {
            assert_eq!(state.ask(NOW_MS), (becomes, permission), "{state:?}");
        }
    }

    #[test]
    fn results_change_the_state() {
        use Ending::{Abandoned, Answered, Failed};
        use Permission::{Call, Trial};
        let once = State::Closed { failures: 1 };
        let longer = paused(40_000, NOW_MS);
        for (state, becomes) in [
            // An answer, a failure, no result: for a normal call, then for a trial.
            (FRESH, [FRESH, once, FRESH, FRESH, once, FRESH]),
            (WORN, [FRESH, PAUSED, WORN, FRESH, PAUSED, WORN]),
            (PAUSED, [PAUSED; 6]),
            (RESTED, [RESTED; 6]),
            (TRYING, [TRYING, TRYING, TRYING, FRESH, longer, RESTED]),
        ] {
            let events = [Call, Trial].into_iter().flat_map(|permission| {
                [Answered, Failed, Abandoned].map(|ending| (permission, ending))
            });
            for ((permission, ending), expected) in events.zip(becomes) {
                let now = state.ended(permission, ending, NOW_MS);
                assert_eq!(now, expected, "{state:?} {permission:?} {ending:?}");
            }
        }
    }

    #[test]
    fn pauses_end_on_time_even_if_the_clock_is_set_back() {
        let asked = |now_ms| PAUSED.ask(now_ms).1;
        assert_eq!(asked(NOW_MS + FIRST_PAUSE_MS - 1), None);
        assert_eq!(asked(NOW_MS + FIRST_PAUSE_MS), Some(Permission::Trial));
        assert_eq!(asked(NOW_MS - 1), Some(Permission::Trial));
    }

    #[test]
    fn pauses_double_up_to_a_limit() {
        let mut state = PAUSED;
        let mut pauses = Vec::new();
        let mut now_ms = NOW_MS;
        while let State::Open { until_ms, pause_ms } = state
            && pauses.len() < 6
        {
            pauses.push(pause_ms);
            now_ms = until_ms;
            let (trying, permission) = state.ask(now_ms);
            state = trying.ended(permission.unwrap(), Ending::Failed, now_ms);
        }
        assert_eq!(pauses, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
        let (trying, permission) = state.ask(now_ms + LONGEST_PAUSE_MS);
        let well = trying.ended(permission.unwrap(), Ending::Answered, now_ms);
        assert_eq!(well, FRESH);
    }
}
