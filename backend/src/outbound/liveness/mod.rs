//! The liveness check: somebody else's page looks through the person's camera, and tells whether a living person was
//! there.

pub mod http;
pub mod sandbox;

use super::Later;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A check that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The provider's name for it.
    pub reference: String,
    /// Where the person goes: an address of the provider's, or a path of our own.
    pub url: String,
}

/// How far a check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LivenessStatus {
    Pending,
    Passed,
    Failed,
}

impl LivenessStatus {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Passed => "passed",
            Self::Failed => "failed",
        }
    }

    pub fn named(text: &str) -> Option<Self> {
        [Self::Pending, Self::Passed, Self::Failed]
            .into_iter()
            .find(|status| status.as_str() == text)
    }
}

/// The provider is away, slow, or answers nonsense: trying again may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LivenessUnavailable;

impl fmt::Display for LivenessUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the provider of liveness checks did not answer")
    }
}

impl std::error::Error for LivenessUnavailable {}

/// The provider.
pub trait LivenessPort: Send + Sync {
    /// Starts a check of a person; afterwards they come back to the address.
    fn start<'a>(
        &'a self,
        name: &'a str,
        return_to: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>>;

    /// How far it is.
    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>>;
}

/// None is configured. (In production; elsewhere there is the sandbox.)
pub struct NoLiveness;

impl LivenessPort for NoLiveness {
    fn start<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>> {
        Box::pin(async { Err(LivenessUnavailable) })
    }

    fn status<'a>(&'a self, _: &'a str) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>> {
        Box::pin(async { Err(LivenessUnavailable) })
    }
}
