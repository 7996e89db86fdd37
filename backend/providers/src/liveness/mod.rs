//! The liveness check: a provider's page uses the person's camera, and reports whether a living person was there.

pub(crate) mod http;
pub(crate) mod sandbox;

use super::Later;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A started check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The provider's identifier for it.
    pub reference: String,
    /// The page to send the person to: the provider's, or a path of our own.
    pub url: String,
}

/// The status of a check.
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

/// The provider is unavailable, slow, or its answer is invalid; a retry may help.
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
    /// Starts a check of a person, who returns to the given URL afterwards.
    fn start<'a>(
        &'a self,
        name: &'a str,
        return_to: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>>;

    /// The status of a check.
    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>>;
}

/// No provider is configured (production only; elsewhere the sandbox takes its place).
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
