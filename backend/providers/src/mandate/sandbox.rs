//! A direct debit company of our own: a sandbox page where the tester authorises or refuses.

use super::{
    DebitOrder, DebitStatus, MandateNotice, MandateNoticeError, MandatePort, MandateStatus,
    MandateUnavailable, Payer, StartedMandate,
};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};
use axum::http::HeaderMap;

const BANK: &str = "Sandbox Bank";

pub struct SandboxMandates {
    sandbox: Sandbox,
}

impl SandboxMandates {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    /// Whether the response arrives. A request that never arrives or is refused is an error.
    async fn answers(&self) -> Result<bool, MandateUnavailable> {
        let outcome = self.sandbox.behave(Port::Mandates).await;
        match outcome.map_err(|_| MandateUnavailable)? {
            Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => Ok(true),
            Outcome::LoseAnswer => Ok(false),
            Outcome::Fail | Outcome::LoseRequest => Err(MandateUnavailable),
        }
    }
}

impl MandatePort for SandboxMandates {
    fn start<'a>(
        &'a self,
        payer: &'a Payer,
    ) -> Later<'a, Result<StartedMandate, MandateUnavailable>> {
        Box::pin(async move {
            let answers = self.answers().await?;
            let reference = self.sandbox.start_mandate(payer).await;
            let reference = reference.map_err(|_| MandateUnavailable)?;
            let url = ["/sandbox/mandate/", &reference].concat();
            answers
                .then_some(StartedMandate { reference, url })
                .ok_or(MandateUnavailable)
        })
    }

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<MandateStatus, MandateUnavailable>> {
        Box::pin(async move {
            let answers = self.answers().await?;
            let found = self.sandbox.mandate(reference).await;
            let found = found.map_err(|_| MandateUnavailable)?;
            let status = match found.as_ref().map(|one| one.status.as_str()) {
                Some("waiting") => MandateStatus::Waiting,
                Some("active") => MandateStatus::Active {
                    bank: Some(BANK.into()),
                },
                _ => MandateStatus::Absent,
            };
            answers.then_some(status).ok_or(MandateUnavailable)
        })
    }

    fn end<'a>(&'a self, reference: &'a str) -> Later<'a, Result<(), MandateUnavailable>> {
        Box::pin(async move {
            let answers = self.answers().await?;
            let ended = self.sandbox.set_mandate(reference, "ended").await;
            ended.map_err(|_| MandateUnavailable)?;
            answers.then_some(()).ok_or(MandateUnavailable)
        })
    }

    /// A debit is pending until queried. If configured to fail, the bank refuses it.
    fn debit<'a>(
        &'a self,
        order: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::Mandates).await;
            let (status, answers) = match outcome.map_err(|_| MandateUnavailable)? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => ("processing", true),
                Outcome::LoseAnswer => ("processing", false),
                Outcome::Fail => ("refused", true),
                Outcome::LoseRequest => return Err(MandateUnavailable),
            };
            let made = self.sandbox.make_debit(order, status).await;
            let made = made.map_err(|_| MandateUnavailable)?;
            answers.then_some(made).ok_or(MandateUnavailable)
        })
    }

    fn debit_status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::Mandates).await;
            let settles = match outcome.map_err(|_| MandateUnavailable)? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => "paid",
                Outcome::Fail => "refused",
                Outcome::LoseAnswer | Outcome::LoseRequest => return Err(MandateUnavailable),
            };
            let found = self.sandbox.settle_debit(reference, settles).await;
            found.map_err(|_| MandateUnavailable)
        })
    }

    /// The sandbox's page calls the server directly: there is no shared secret.
    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Option<MandateNotice>, MandateNoticeError> {
        Err(MandateNoticeError::NotTaken)
    }
}
