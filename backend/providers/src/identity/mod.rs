//! The identity register: the person behind a BVN or NIN, and their registered phone.

mod checks;
pub(crate) mod http;
pub mod sandbox;

use super::Later;
use domain_core::identity::numbers::Particulars;
use ground::secret::Secret;
use std::fmt;

/// The kind of a national number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// The bank verification number.
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

/// A person in the register. It has no `Debug`, because it is personal data.
#[derive(Clone, PartialEq, Eq)]
pub struct RegisteredPerson {
    pub first_name: String,
    pub last_name: String,
    /// `dd-MM-yyyy`
    pub dob: String,
    /// `male` or `female`, if known.
    pub gender: Option<String>,
    /// Eleven digits in national format.
    pub phone: String,
}

impl RegisteredPerson {
    /// The particulars that identify the person.
    pub fn particulars(&self) -> Particulars<'_> {
        Particulars {
            first_name: &self.first_name,
            last_name: &self.last_name,
            dob: &self.dob,
        }
    }
}

/// The register is unavailable, slow, or its answer is invalid; a retry may help.
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
    /// Whether a register is configured.
    fn is_there(&self) -> bool {
        true
    }

    /// Looks up the person with a number.
    fn find<'a>(
        &'a self,
        kind: NumberKind,
        number: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>>;
}

/// No register is configured (production only; elsewhere the sandbox takes its place).
pub struct NoRegister;

impl IdentityPort for NoRegister {
    fn is_there(&self) -> bool {
        false
    }

    fn find<'a>(
        &'a self,
        _: NumberKind,
        _: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>> {
        Box::pin(async { Err(RegisterUnavailable) })
    }
}
