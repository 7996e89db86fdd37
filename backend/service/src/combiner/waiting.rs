//! Units of work that wait to be written.

use crate::access::audit::{Event, Head};
use ground::db::{Refused, Writes};
use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The most units of a statement.
const MOST: usize = 16;

/// The unit of work of one call.
pub struct Unit {
    pub writes: Writes,
    pub event: Event,
    /// The users whose rows it changes: no two units of a statement have one in common.
    pub users: Vec<String>,
    /// Runs once it is written. Must be quick.
    pub then: Box<dyn Fn() + Send + Sync>,
}

/// Units that wait.
#[derive(Default)]
pub struct Combiner(Mutex<State>);

#[derive(Default)]
pub(super) struct State {
    pub(super) waiting: VecDeque<Waiting>,
    /// Whether a task is writing.
    pub(super) is_writing: bool,
    /// The newest entry of the audit chain that this server appends to.
    pub(super) head: Option<Head>,
}

pub(super) struct Waiting {
    pub(super) unit: Unit,
    pub(super) told: oneshot::Sender<Result<(), Refused>>,
}

impl Combiner {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // No code panics half-way while holding this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next units, at most [`MOST`], in the order of arrival; none ends the writing.
    pub(super) fn next(&self) -> Vec<Waiting> {
        let mut state = self.state();
        // Nobody waits for them any more: a payment must not be made long after its caller was told that it is not.
        state.waiting.retain(|one| !one.told.is_closed());
        let (mut taken, mut users) = (Vec::new(), HashSet::new());
        let mut at = 0;
        while taken.len() < MOST && at < state.waiting.len() {
            let is_apart = |one: &Waiting| one.unit.users.iter().all(|user| !users.contains(user));
            if !state.waiting.get(at).is_some_and(is_apart) {
                at += 1;
                continue;
            }
            if let Some(one) = state.waiting.remove(at) {
                users.extend(one.unit.users.iter().cloned());
                taken.push(one);
            }
        }
        state.is_writing = !taken.is_empty();
        taken
    }

    /// Takes out the units that are about these users: they were decided on facts that have changed.
    pub(super) fn take_of(&self, users: &[&str]) -> Vec<Waiting> {
        let mut state = self.state();
        let (stale, others): (VecDeque<_>, VecDeque<_>) = std::mem::take(&mut state.waiting)
            .into_iter()
            .partition(|one: &Waiting| users.contains(&one.unit.event.user_id.as_str()));
        state.waiting = others;
        stale.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn waiting(users: &[&str]) -> Waiting {
        let unit = Unit {
            writes: Writes::default(),
            event: Event {
                user_id: users[0].into(),
                event: "",
                detail: Value::Null,
                at_ms: 0,
            },
            users: users.iter().map(|user| String::from(*user)).collect(),
            then: Box::new(|| {}),
        };
        let (told, outcome) = oneshot::channel();
        // Somebody waits for it.
        std::mem::forget(outcome);
        Waiting { unit, told }
    }

    #[test]
    fn a_unit_that_nobody_waits_for_is_not_written() {
        let combiner = Combiner::default();
        let (told, outcome) = oneshot::channel();
        let Waiting { unit, .. } = waiting(&["a"]);
        combiner.state().waiting.push_back(Waiting { unit, told });
        drop(outcome);
        assert!(combiner.next().is_empty());
    }

    #[test]
    fn what_was_decided_on_older_facts_is_taken_back() {
        let combiner = Combiner::default();
        for users in [["a", "b"], ["b", "c"], ["a", "c"]] {
            combiner.state().waiting.push_back(waiting(&users));
        }
        let stale = combiner.take_of(&["a"]);
        assert_eq!(stale.len(), 2);
        assert_eq!(combiner.next()[0].unit.users[0], "b");
    }

    #[test]
    fn units_of_one_statement_have_no_user_in_common() {
        let combiner = Combiner::default();
        for users in [["a", "b"], ["b", "c"], ["c", "d"], ["e", "f"], ["f", "a"]] {
            combiner.state().waiting.push_back(waiting(&users));
        }
        let first = |units: Vec<Waiting>| -> Vec<String> {
            units
                .into_iter()
                .map(|one| one.unit.users[0].clone())
                .collect()
        };
        assert_eq!(first(combiner.next()), ["a", "c", "e"]);
        assert_eq!(first(combiner.next()), ["b", "f"]);
        assert!(combiner.state().is_writing);
        assert!(combiner.next().is_empty() && !combiner.state().is_writing);
    }

    #[test]
    fn a_statement_is_bounded() {
        let combiner = Combiner::default();
        for number in 0..MOST + 3 {
            let user = number.to_string();
            combiner
                .state()
                .waiting
                .push_back(waiting(&[user.as_str()]));
        }
        assert_eq!(combiner.next().len(), MOST);
        assert_eq!(combiner.next().len(), 3);
    }
}
