//! The register of persons: who a BVN or NIN belongs to, and which phone it knows them by.

mod checks;
pub mod http;
pub mod sandbox;

use super::Later;
use crate::secret::Secret;
use domain_core::identity::numbers::Particulars;
use std::fmt;

/// Which national number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// The banks' verification number.
    Bvn,
    /// The national identity number.
    Nin,
}

impl NumberKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bvn => "bvn",
            Self::Nin => "nin",
        }
    }

    pub fn named(text: &str) -> Option<Self> {
        [Self::Bvn, Self::Nin]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }
}

/// Whom a number belongs to, as the register says. It has no `Debug`: it is about a person.
#[derive(Clone, PartialEq, Eq)]
pub struct RegisteredPerson {
    pub first_name: String,
    pub last_name: String,
    /// `dd-MM-yyyy`
    pub dob: String,
    /// `male` or `female`, where the register says.
    pub gender: Option<String>,
    /// Eleven digits, as dialled in Nigeria.
    pub phone: String,
}

impl RegisteredPerson {
    /// What tells the person from others.
    pub fn particulars(&self) -> Particulars<'_> {
        Particulars {
            first_name: &self.first_name,
            last_name: &self.last_name,
            dob: &self.dob,
        }
    }
}

/// The register is away, slow, or answers nonsense: trying again may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterUnavailable;

impl fmt::Display for RegisterUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the register of persons did not answer")
    }
}

impl std::error::Error for RegisterUnavailable {}

/// The register.
pub trait IdentityPort: Send + Sync {
    /// Whom the number belongs to; `None`: nobody.
    fn find<'a>(
        &'a self,
        kind: NumberKind,
        number: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>>;
}

/// No register is configured. (In production; elsewhere there is the sandbox.)
pub struct NoRegister;

impl IdentityPort for NoRegister {
    fn find<'a>(
        &'a self,
        _: NumberKind,
        _: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>> {
        Box::pin(async { Err(RegisterUnavailable) })
    }
}
