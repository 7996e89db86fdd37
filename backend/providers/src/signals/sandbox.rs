//! A provider of our own with fixed predictions, one of them for a coin without a logo.

use super::{Prediction, Predictions, SignalPort, SignalsUnavailable};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};

pub struct SandboxSignals {
    sandbox: Sandbox,
}

impl SandboxSignals {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

fn group(coins: &[(i64, &str, &str)]) -> Vec<Prediction> {
    let one = |(id, symbol, percent): &(i64, &str, &str)| Prediction {
        id: *id,
        symbol: String::from(*symbol),
        logo: None,
        percent_change_24h: String::from(*percent),
    };
    coins.iter().map(one).collect()
}

impl SignalPort for SandboxSignals {
    fn latest(&self) -> Later<'_, Result<Predictions, SignalsUnavailable>> {
        Box::pin(async {
            let outcome = self.sandbox.behave(Port::Signals).await;
            match outcome.map_err(|_| SignalsUnavailable)? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => Ok(Predictions {
                    first_match: group(&[
                        (1, "BTC", "2.35"),
                        (1027, "ETH", "-1.25"),
                        (1839, "BNB", "0.84"),
                    ]),
                    second_match: group(&[(5426, "SOL", "4.06"), (52, "XRP", "-0.44")]),
                    third_match: group(&[(2010, "ADA", "1.9"), (9074, "DOGE", "12.04")]),
                    forth_match: group(&[(1958, "TRX", "-3.35"), (2, "LTC", "0")]),
                }),
                Outcome::Fail | Outcome::LoseAnswer | Outcome::LoseRequest => {
                    Err(SignalsUnavailable)
                }
            }
        })
    }
}
