//! A register of fictitious persons, for development and tests.
//!
//! It has two dozen persons: the first has the BVN `22100000001`, the NIN `71100000001` and the phone `08030000001`,
//! and so on up to `…24`. No other number is registered.

use super::{IdentityPort, NumberKind, RegisterUnavailable, RegisteredPerson};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};
use ground::secret::Secret;
use serde::Serialize;
use utoipa::ToSchema;

const NAMES: [(&str, &str, &str); 24] = [
    ("Adaeze", "Okafor", "female"),
    ("Babatunde", "Adeyemi", "male"),
    ("Chidinma", "Eze", "female"),
    ("Danladi", "Bello", "male"),
    ("Efe", "Osazuwa", "female"),
    ("Farouk", "Garba", "male"),
    ("Grace", "Akpan", "female"),
    ("Haruna", "Yusuf", "male"),
    ("Ifeoma", "Nwosu", "female"),
    ("Jide", "Balogun", "male"),
    ("Kemi", "Ogunleye", "female"),
    ("Lekan", "Fashola", "male"),
    ("Maryam", "Abubakar", "female"),
    ("Nnamdi", "Igwe", "male"),
    ("Omolara", "Lawal", "female"),
    ("Peter", "Edet", "male"),
    ("Rahila", "Danjuma", "female"),
    ("Segun", "Oladipo", "male"),
    ("Titilayo", "Salami", "female"),
    ("Uche", "Okonkwo", "male"),
    ("Veronica", "Ibekwe", "female"),
    ("Wale", "Williams", "male"),
    ("Yetunde", "Obi", "female"),
    ("Zubairu", "Umar", "male"),
];
const BVN: &str = "221000000";
const NIN: &str = "711000000";
const PHONE: &str = "080300000";

/// A fictitious person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxPerson {
    pub first_name: String,
    pub last_name: String,
    /// `dd-MM-yyyy`
    pub dob: String,
    pub gender: String,
    pub phone: String,
    pub bvn: String,
    pub nin: String,
}

/// All fictitious persons.
pub fn persons() -> Vec<SandboxPerson> {
    let person = |(place, (first, last, gender)): (usize, &(&str, &str, &str))| {
        let number = place + 1;
        SandboxPerson {
            first_name: (*first).into(),
            last_name: (*last).into(),
            dob: format!("{:02}-{:02}-{}", number, 1 + place % 12, 1970 + place),
            gender: (*gender).into(),
            phone: format!("{PHONE}{number:02}"),
            bvn: format!("{BVN}{number:02}"),
            nin: format!("{NIN}{number:02}"),
        }
    };
    NAMES.iter().enumerate().map(person).collect()
}

pub struct SandboxRegister {
    sandbox: Sandbox,
}

impl SandboxRegister {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

impl IdentityPort for SandboxRegister {
    fn find<'a>(
        &'a self,
        kind: NumberKind,
        number: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::Identity).await;
            match outcome.map_err(|_| RegisterUnavailable)? {
                Outcome::Fail => return Ok(None),
                Outcome::LoseAnswer | Outcome::LoseRequest => return Err(RegisterUnavailable),
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => {}
            }
            let known = persons().into_iter().find(|person| {
                let own = match kind {
                    NumberKind::Bvn => &person.bvn,
                    NumberKind::Nin => &person.nin,
                };
                own == number.reveal()
            });
            Ok(known.map(|person| RegisteredPerson {
                first_name: person.first_name,
                last_name: person.last_name,
                dob: person.dob,
                gender: Some(person.gender),
                phone: person.phone,
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fictitious_persons_are_valid() {
        for person in persons() {
            let registered = RegisteredPerson {
                first_name: person.first_name,
                last_name: person.last_name,
                dob: person.dob,
                gender: Some(person.gender),
                phone: person.phone,
            };
            assert!(super::super::checks::person(registered.clone()) == Some(registered));
            assert_eq!((person.bvn.len(), person.nin.len()), (11, 11));
        }
    }
}
