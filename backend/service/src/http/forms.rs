//! Forms of the rules that a body is read as. They are listed beside the traits, because a crate implements its own traits
//! alone for another's types; a new form is added here.

use super::schema::{Described, form_object};
use super::valid::{Facts, Part, Readable};
use domain_core::bills::{Airtime, Cable, Data, Power};
use domain_core::community::{ChatMessage, Cluster, ClusterCode, MessageReport};
use domain_core::identity::profile::TodayContext;
use domain_core::identity::{
    Bvn, ForgotPassword, Login, OtpForm, PasskeyLimit, PasskeyName, PasswordChange, Phone,
    PhoneCode, PinChange, ProfileAbout, Register, ResetPassword, SecurityQuestion, TransactionPin,
};
use domain_core::plans::{
    GroupMember, LoanSubscription, PayInstalment, PlanCode, SavingsSubscription,
};
use domain_core::signals::{AutoTrade, ExchangeKeys, Strategy};
use domain_core::validation::{Form, NoContext, Violation};
use domain_core::wallet::{
    BankAccount, BankAccountDelete, CoinSell, CoinSend, Exchange, Fund, WalletTransfer, Withdraw,
};
use ground::error::ApiError;
use serde_json::Value;
use utoipa::openapi::Object;

macro_rules! readable {
    ($($form:ty),* $(,)?) => {$(
        impl Readable for $form {
            fn read(values: &Value) -> Result<Self, ApiError> {
                Ok(<Self as Form>::read(values)?)
            }
        }

        impl Described for $form {
            fn object() -> Object {
                form_object::<Self>()
            }
        }
    )*};
}

/// Forms that [`Valid`](super::Valid) can validate: those that need no facts but the date.
macro_rules! valid {
    ($($form:ty),* $(,)?) => {$(
        readable!($form);

        impl Part for $form {
            fn judge(&self, facts: &Facts) -> Vec<Violation> {
                self.violations(&facts.into())
            }
        }
    )*};
}

impl From<&Facts> for NoContext {
    fn from(_: &Facts) -> Self {
        Self {}
    }
}

impl From<&Facts> for TodayContext {
    fn from(facts: &Facts) -> Self {
        Self { today: facts.today }
    }
}

valid!(
    // identity
    Bvn,
    ForgotPassword,
    Login,
    OtpForm,
    PasskeyLimit,
    PasskeyName,
    Phone,
    PhoneCode,
    ProfileAbout,
    SecurityQuestion,
    TransactionPin,
    // wallet
    BankAccount,
    // plans
    GroupMember,
    // signals
    ExchangeKeys,
    Strategy,
    // community
    ClusterCode,
);

// Their services read the facts.
readable!(
    // identity
    PasswordChange,
    PinChange,
    Register,
    ResetPassword,
    // wallet
    BankAccountDelete,
    CoinSell,
    CoinSend,
    Exchange,
    Fund,
    WalletTransfer,
    Withdraw,
    // bills
    Airtime,
    Cable,
    Data,
    Power,
    // plans
    LoanSubscription,
    PayInstalment,
    PlanCode,
    SavingsSubscription,
    // signals
    AutoTrade,
    // community
    ChatMessage,
    Cluster,
    MessageReport,
);
