//! Units of work that wait to be written.

use crate::access::audit::{Event, Head};
use ground::db::{Refused, Writes};
use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The most units of a statement.
const MOST: usize = 16;

/// The unit of work of one call.
#[derive(Debug)]
pub struct Unit {
    pub writes: Writes,
    pub event: Event,
    /// The users whose rows it changes: no two units of a statement have one in common.
    pub users: Vec<String>,
}

/// Units that wait.
#[derive(Default)]
pub struct Combiner(Mutex<State>);

#[derive(Default)]
pub(super) struct State {
    pub(super) waiting: VecDeque<Waiting>,
    /// The tasks that write.
    pub(super) writers: usize,
    /// The users whose rows are being written.
    busy: HashSet<String>,
    /// The newest entries of the audit chains that this server appends to, of those that no task is using.
    pub(super) heads: Vec<Head>,
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

    /// The next units, at most [`MOST`], in the order of arrival; without any, the task that asked ends. Give their users
    /// back with [`Combiner::done`].
    pub(super) fn next(&self) -> Vec<Waiting> {
        let mut state = self.state();
        let (mut taken, mut at) = (Vec::new(), 0);
        while taken.len() < MOST && at < state.waiting.len() {
            let State { waiting, busy, .. } = &mut *state;
            let is_apart = |one: &Waiting| one.unit.users.iter().all(|user| !busy.contains(user));
            if !waiting.get(at).is_some_and(is_apart) {
                at += 1;
                continue;
            }
            if let Some(one) = waiting.remove(at) {
                busy.extend(one.unit.users.iter().cloned());
                taken.push(one);
            }
        }
        if taken.is_empty() {
            state.writers -= 1;
        }
        taken
    }

    /// Notes that nothing of these users is being written any more.
    pub(super) fn done(&self, users: &[String]) {
        let mut state = self.state();
        for user in users {
            state.busy.remove(user);
        }
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
                user_id: String::new(),
                event: "",
                detail: Value::Null,
                at_ms: 0,
            },
            users: users.iter().map(|user| String::from(*user)).collect(),
        };
        let (told, _) = oneshot::channel();
        Waiting { unit, told }
    }

    fn first(units: &[Waiting]) -> Vec<&str> {
        let users = units.iter().map(|one| one.unit.users[0].as_str());
        users.collect()
    }

    #[test]
    fn units_that_are_written_at_the_same_time_have_no_user_in_common() {
        let combiner = Combiner::default();
        combiner.state().writers = 2;
        for users in [["a", "b"], ["b", "c"], ["c", "d"], ["e", "f"], ["f", "a"]] {
            combiner.state().waiting.push_back(waiting(&users));
        }
        let units = combiner.next();
        assert_eq!(first(&units), ["a", "c", "e"]);
        // Another task has nothing to do meanwhile.
        assert!(combiner.next().is_empty());
        assert_eq!(combiner.state().writers, 1);
        combiner.done(
            &units
                .iter()
                .flat_map(|one| one.unit.users.clone())
                .collect::<Vec<_>>(),
        );
        assert_eq!(first(&combiner.next()), ["b", "f"]);
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
