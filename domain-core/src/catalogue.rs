//! The one table of rules: name, meaning, function.
//!
//! `evaluate` is the native entry point; the WebAssembly module and the server's `POST /api/rules/{rule}` use it too.

mod calls;
mod document;
mod forms;
mod schema;
mod typescript;
mod version;

pub use calls::{call, evaluate, evaluate_node, evaluate_text};
pub use document::{RuleDoc, catalogue, entry_names, inputs};
pub use forms::{PreparedForm, check_field, check_form};
pub use typescript::typescript;
pub use version::rules_version;

use crate::bills;
use crate::community::{self, membership, referral};
use crate::identity::{
    address, closing, login, otp, password, phone, pin, profile, questionnaire, register, roles,
    route, session, verification,
};
use crate::plans::{
    self, allocate, awaiting, cancel, coins, collect, cost, decide, instalment, lateness, limits,
    payable, payoff, progress, reminder, schedule, subscription, termination,
};
use crate::settings::{self, branding};
use crate::shape::case;
use crate::signals::{self, alert, order, view};
use crate::wallet::{
    self, account_number, balance, card, coin, direct_debit, funding, outcome, receipt,
    transaction, transfer, ways, withdrawal,
};
use crate::{calendar, identity as id, listing, money, payment, status};

/// Generates the table of calls and the table of documents from one list, so that they always match. The documents are
/// constants: binaries that do not list them do not contain them.
///
/// `in "entry"` marks what is also in the browser's entry module, beside the whole one: docs/design/rules-engine.md#0051.
macro_rules! rules {
    (
        forms { $($(#[doc = $form_doc:literal])* $(in $form_module:literal:)? $form:ty,)* }
        rules { $($(#[doc = $doc:literal])* $(in $module:literal:)? $name:literal $(if $feature:literal)? => $function:path: $input:ty => $output:ty,)* }
    ) => {
        static FORMS: &[forms::FormCalls] = &[$(#[cfg(any(feature = "whole" $(, feature = $form_module)?))] forms::FormCalls::of::<$form>(),)*];
        static CALLS: &[(&str, calls::Call)] = &[$(
            #[cfg(any(feature = "whole" $(, feature = $module)?))]
            $(#[cfg(feature = $feature)])?
            ($name, |node, errors| calls::call($function, node, errors)),
        )*];
        const FORM_DOCS: &[document::Entry] = &[$(document::Entry::form::<$form>(concat!($($form_doc, "\n"),*), stringify!($form), concat!($($form_module)?)),)*];
        const RULE_DOCS: &[document::Entry] = &[$(document::Entry::rule::<$input, $output>($name, concat!($($doc, "\n"),*), stringify!($function), concat!($($module)?)),)*];
    };
}

rules! {
    forms {
        /// Signing up by email.
        in "entry": register::Register,
        /// Signing in by email.
        in "entry": id::Login,
        /// Signing in or up with a BVN or NIN.
        in "entry": id::IdentityNumber,
        /// Entering a one-time code.
        id::OtpForm,
        /// Adding a phone number.
        in "entry": id::Phone,
        /// Confirming a phone number by its code.
        id::PhoneCode,
        /// Requesting a code to set a new password.
        in "entry": id::ForgotPassword,
        /// Setting a new password.
        in "entry": id::ResetPassword,
        /// Changing one's password.
        id::PasswordChange,
        /// Name, gender and date of birth.
        id::ProfileAbout,
        /// A home address.
        id::ProfileAddress,
        /// The user's location. Beyond the contract.
        id::ProfileLocation,
        /// A profile picture. Beyond the contract.
        id::Avatar,
        /// Verifying one's identity.
        id::Identity,
        /// A BVN alone.
        id::Bvn,
        /// Answering a security question.
        id::SecurityQuestion,
        /// Setting or changing the transaction PIN.
        id::PinChange,
        /// Entering the transaction PIN.
        id::TransactionPin,
        /// A new bank account.
        wallet::BankAccount,
        /// Deleting a bank account.
        wallet::BankAccountDelete,
        /// Putting money into a wallet.
        wallet::Fund,
        /// Withdrawing to a bank account.
        wallet::Withdraw,
        /// Sending to another wallet.
        wallet::WalletTransfer,
        /// Sending coins to an address.
        wallet::CoinSend,
        /// Selling coins.
        wallet::CoinSell,
        /// Buying airtime.
        bills::Airtime,
        /// Buying data.
        bills::Data,
        /// Paying for cable television.
        bills::Cable,
        /// Paying for electricity.
        bills::Power,
        /// Joining a plan by its code.
        plans::PlanCode,
        /// Joining a cluster by its code.
        community::ClusterCode,
        /// Subscribing to a savings plan.
        plans::SavingsSubscription,
        /// Requesting a loan.
        plans::LoanSubscription,
        /// Paying for savings, or repaying a loan.
        plans::PayInstalment,
        /// Inviting others to a group's savings.
        plans::GroupMember,
        /// The keys of an exchange's account.
        signals::ExchangeKeys,
        /// When a coin is bought.
        signals::Strategy,
        /// Automatic trading: its switch and its caps. Beyond the contract.
        signals::AutoTrade,
        /// Putting naira where they keep their worth.
        signals::PreserveNaira,
        /// A file to be sent in a chat.
        community::ChatAttachment,
        /// A chat message.
        community::ChatMessage,
        /// Reporting a message of a cluster. Beyond the contract.
        community::MessageReport,
        /// A cluster, as the operator describes it. Beyond the contract.
        community::Cluster,
        /// A tenant's colours.
        branding::Branding,
    }
    rules {
        /// The strength meter: a point each for mixed case, a digit, a special character, more than seven characters.
        in "entry": "password.strength" => password::strength: password::PasswordInput => password::Strength,
        /// How hard a password is to guess: advice. In the browser it is a separate module, loaded when needed.
        "password.estimate" if "estimate" => password::estimate: password::EstimateInput => password::Estimate,
        /// A code as it is sent: three characters, a hyphen, three characters.
        in "entry": "otp.wire" => otp::wire: otp::CodeInput => crate::validation::Checked<otp::Wire>,
        /// The valid characters of a typed or pasted code, for the six boxes. Beyond the contract.
        in "entry": "otp.clean" => otp::clean: otp::BoxedCode => otp::CleanCode,
        /// A number or a code without what stands between its characters. Beyond the contract.
        in "entry": "number.clean" => crate::validation::clean: crate::validation::NumberText => crate::validation::PlainNumber,
        /// The action of the code page, and the page after a correct code.
        in "entry": "otp.next_page" => otp::next_page: otp::PageInput => otp::NextPage,
        /// Whether another code may be requested, and when.
        in "entry": "otp.resend" => otp::resend: otp::ResendInput => otp::Resend,
        /// A PIN's state after an event, including its lock.
        "pin.transition" => pin::transition: pin::PinInput => pin::PinState,
        /// Whether the profile is complete, and what is missing.
        "profile.complete" => profile::completeness: profile::ProfileInput => profile::Completeness,
        /// The seven steps of identity verification.
        "verification.steps" => verification::steps: verification::VerificationInput => verification::Verification,
        /// The price of an address verification.
        "address.fee" => address::fee: address::AddressFeeInput => address::AddressFee,
        /// The result of a questionnaire. Beyond the contract.
        "questionnaire.score" => questionnaire::score: questionnaire::AnswersInput => questionnaire::Score,
        /// What can be told from a phone number: a hint.
        "phone.inspect" => phone::inspect: phone::PhoneInput => phone::PhoneInspection,
        /// The redirect from a page that the user may not open.
        in "entry": "route.guard" => route::guard: route::GuardInput => route::Guard,
        /// The destinations in the footer. Beyond the contract.
        "route.footer" => route::footer: route::FooterInput => route::Footer,
        /// The page after a success. Beyond the contract.
        "route.next" => route::next: route::NextPageInput => route::Next,
        /// Whether the user has a role or a permission. Beyond the contract.
        "permission.check" => roles::permitted: roles::PermissionInput => roles::Permitted,
        /// The page after the response to a sign-in or sign-up.
        in "entry": "auth.after_login" => login::after: login::AfterLogin => login::NextStep,
        /// Whether three minutes without activity have ended the session.
        "session.inactive" => session::inactive: session::Activity => session::Inactive,
        /// Whether to warn that the session ends soon. Beyond the contract.
        "session.warning" => session::warning: session::Activity => session::Warning,
        /// Whether an account can be closed, and what follows. Beyond the contract.
        "account.closing" => closing::closing: closing::ClosingInput => crate::validation::Checked<closing::Closing>,
        /// Reads an amount.
        "money.parse" => money::parse: money::Parse => crate::validation::Checked<money::ParsedAmount>,
        /// Formats an amount: symbol, groups, two decimals, rounded down.
        "money.format" => money::format: money::MoneyText => crate::validation::Checked<money::Formatted>,
        /// Converts an amount into another currency at sell rates, rounded down.
        "money.convert" => money::convert: money::Convert => crate::validation::Checked<money::Converted>,
        /// Groups an amount while it is typed. Beyond the contract.
        "money.group" => money::group: money::Group => crate::validation::Checked<money::Grouped>,
        /// Puts the separators into a date while it is typed. Beyond the contract.
        "date.group" => calendar::group: calendar::TypingDate => calendar::SeparatedDate,
        /// Sums balances in one currency, rounded down once.
        "balance.total" => balance::total: balance::TotalInput => crate::validation::Checked<balance::Total>,
        /// Formats a balance, or masks it while it is hidden.
        "balance.display" => balance::show: balance::DisplayInput => crate::validation::Checked<money::Formatted>,
        /// The charges on a transfer.
        "transfer.fee" => transfer::fee: transfer::FeeInput => crate::validation::Checked<transfer::Fee>,
        /// The debit for a transfer, line by line.
        "transfer.quote" => transfer::quote: transfer::QuoteInput => crate::validation::Checked<transfer::Quote>,
        /// The greatest amount that can be sent.
        "transfer.maximum" => transfer::maximum: transfer::MaximumInput => crate::validation::Checked<transfer::Maximum>,
        /// The minimum withdrawal: the worth of 200 naira, rounded up.
        "withdrawal.minimum" => withdrawal::minimum: withdrawal::MinimumInput => crate::validation::Checked<withdrawal::Minimum>,
        /// Whether an amount can be withdrawn.
        "withdrawal.check" => withdrawal::check: withdrawal::CheckInput => crate::validation::Verdict,
        /// The cost of funding a wallet.
        "funding.quote" => funding::quote: funding::FundingInput => crate::validation::Checked<funding::FundingQuote>,
        /// The USSD code to dial for a deposit. Beyond the contract.
        "funding.ussd" => funding::ussd: funding::UssdInput => crate::validation::Checked<funding::UssdCode>,
        /// How a wallet can be funded, and where it can send. Beyond the contract.
        "wallet.ways" => ways::ways: ways::WaysInput => crate::validation::Checked<ways::Ways>,
        /// The cost of a card payment.
        "card.receipt" => card::receipt: card::CardInput => crate::validation::Checked<card::CardReceipt>,
        /// Where a change leads, and its size. Beyond the contract.
        "money.change" => money::direction::change: money::direction::ChangeInput => money::direction::Change,
        /// What a direct debit takes for a due instalment.
        "mandate.debit" => direct_debit::direct_debit: direct_debit::DirectDebitInput => crate::validation::Checked<direct_debit::DirectDebit>,
        /// Whether coins can be sent to an address.
        "coin.address" => coin::address: coin::AddressInput => crate::validation::Checked<coin::Address>,
        /// What coins are bought or sold for.
        "coin.quote" => coin::quote: coin::CoinQuoteInput => crate::validation::Checked<coin::CoinQuote>,
        /// A coin's price for display. Beyond the contract.
        "coin.price" => coin::price_text: coin::CoinPriceInput => crate::validation::Checked<coin::CoinPriceText>,
        /// How much of a coin can be sent.
        "coin.sendable" => coin::sendable: coin::SendableInput => crate::validation::Checked<coin::Sendable>,
        /// Whether an exchange rate may still be used, and its age. Beyond the contract.
        "rate.age" => money::age::age: money::age::RateAgeInput => crate::validation::Checked<money::age::RateAge>,
        /// Whether a bill can be paid.
        "bill.check" => bills::check: bills::BillInput => crate::validation::Verdict,
        /// The debit for a bill, line by line.
        "bill.quote" => bills::quote: bills::BillQuoteInput => crate::validation::Checked<bills::BillQuote>,
        /// The networks, and the cable services. Beyond the contract.
        "bill.services" => bills::services: bills::ServicesInput => bills::Services,
        /// What can be told from an account number: a hint.
        "account_number.inspect" => account_number::inspect: account_number::AccountNumberInput => account_number::Inspection,
        /// Whether a name enquiry can be made. Beyond the contract.
        "account_number.complete" => account_number::complete: account_number::TypedNumber => account_number::Completed,
        /// The label of a transaction's category, and its result page. Beyond the contract.
        "transaction.category" => payment::category::facts: payment::category::CategoryInput => payment::category::CategoryFacts,
        /// The category, direction and description of a kind of transfer. Beyond the contract.
        "payment.movement" => payment::movement::facts: payment::movement::MovementInput => payment::movement::MovementFacts,
        /// What is told of a payment whose screen was left. Beyond the contract.
        "transaction.outcome" => outcome::outcome: outcome::OutcomeInput => crate::validation::Checked<outcome::Outcome>,
        /// The start and end of a period of the transaction history. Beyond the contract.
        "transaction.period" => transaction::period: transaction::PeriodInput => transaction::Bounds,
        /// The day, month and time of a transaction, for headings. Beyond the contract.
        "transaction.time" => transaction::time: transaction::TimeInput => transaction::Time,
        /// The words and figures of a receipt. Beyond the contract.
        "receipt.lines" => receipt::receipt: receipt::ReceiptInput => crate::validation::Checked<receipt::Receipt>,
        /// A plan's limits in another currency.
        "plan.limits" => limits::limits: limits::LimitsInput => crate::validation::Checked<limits::Limits>,
        /// The cost of a loan and its repayment schedule.
        "loan.schedule" => schedule::loan: schedule::LoanTerms => crate::validation::Checked<schedule::LoanSchedule>,
        /// The schedule of a savings plan.
        "savings.schedule" => schedule::savings: schedule::SavingsTerms => crate::validation::Checked<schedule::SavingsSchedule>,
        /// When savings or a coin set end. Beyond the contract.
        "plan.end" => schedule::end: schedule::EndInput => crate::validation::Checked<schedule::PlanEnd>,
        /// Whether a form asks how a plan is paid. Beyond the contract.
        "plan.funding" => plans::funding::choice: plans::funding::FundingChoiceInput => plans::funding::FundingChoice,
        /// The cost of a loan, and its annual percentage rate.
        "loan.cost" => cost::cost: schedule::LoanTerms => crate::validation::Checked<cost::LoanCost>,
        /// Whether a loan is given.
        "loan.decide" => decide::decide: decide::DecisionInput => crate::validation::Checked<decide::LoanDecision>,
        /// What ends a loan today.
        "loan.payoff" => payoff::payoff: payoff::PayoffInput => crate::validation::Checked<payoff::Payoff>,
        /// How far a plan is paid.
        "plan.progress" => progress::progress: progress::ProgressInput => crate::validation::Checked<progress::Progress>,
        /// Whether the payments of a plan are in time. Beyond the contract.
        "plan.lateness" => lateness::lateness: lateness::LatenessInput => crate::validation::Checked<lateness::PlanLateness>,
        /// What the daily job collects for a plan.
        "instalment.collect" => collect::collect: collect::CollectInput => crate::validation::Checked<collect::Collection>,
        /// Whether to remind of an instalment, and when again.
        "instalment.reminder" => reminder::reminder: reminder::ReminderInput => reminder::Reminder,
        /// Whether a member of a group can be reminded by another.
        "nudge.allowed" => reminder::nudge: reminder::NudgeInput => reminder::Nudge,
        /// How an amount is divided among the coins of a set.
        "coins.allocate" => allocate::allocate: allocate::AllocateInput => crate::validation::Checked<allocate::Allocation>,
        /// The debit for an instalment.
        "instalment.payment" => instalment::payment: instalment::PaymentInput => crate::validation::Checked<instalment::PaymentAnswer>,
        /// Whether somebody may pay an instalment. Beyond the contract.
        "instalment.payable" => payable::payable: payable::PayableInput => crate::validation::Checked<payable::Payable>,
        /// The state of an instalment.
        "instalment.next" => instalment::next: instalment::NextInput => crate::validation::Checked<instalment::NextStatus>,
        /// Whether a plan can be left, with penalty and refund.
        "termination.quote" => termination::quote: termination::TerminationInput => crate::validation::Checked<termination::TerminationQuote>,
        /// What leaving a plan costs on each of its days. Beyond the contract.
        "termination.preview" => plans::preview::preview: plans::preview::PreviewInput => crate::validation::Checked<plans::preview::Preview>,
        /// Whether a plan that awaits its first payment can be cancelled. Beyond the contract.
        "plan.cancel" => cancel::cancel: cancel::CancelInput => crate::validation::Checked<cancel::Cancellation>,
        /// The plan that a bank transfer is for. Beyond the contract.
        "arrival.plan" => awaiting::arrival: awaiting::ArrivalInput => crate::validation::Checked<awaiting::ArrivalPlan>,
        /// How long a plan awaits its first payment. Beyond the contract.
        "plan.awaited" => awaiting::awaited: awaiting::AwaitedInput => awaiting::AwaitedPlan,
        /// The return of a coin set.
        "coins.profit" => coins::profit: coins::CoinSet => crate::validation::Checked<coins::Profit>,
        /// The name of a part of a coin set. Beyond the contract.
        "coins.part_name" => coins::part_name: coins::PartNameInput => coins::PartName,
        /// The actions available on a plan.
        "subscription.actions" => subscription::actions: subscription::ActionsInput => subscription::Actions,
        /// The price of a month of trade signals.
        "alert.price" => alert::price: alert::PriceInput => crate::validation::Checked<alert::Price>,
        /// Whether there is a subscription to trade signals.
        "alert.status" => alert::status: alert::AlertInput => alert::AlertStatus,
        /// When the subscription ends after one more month.
        "alert.extend" => alert::extend: alert::AlertInput => crate::validation::Checked<alert::AlertEnd>,
        /// The signals for display.
        "signals.view" => view::view: view::ViewInput => view::View,
        /// What is bought for a user when a signal arrives, or why nothing is.
        "signal.order" => order::order: order::TradeInput => order::TradeOrder,
        /// A referral link, and where to share it.
        "referral.link" => referral::link: referral::ReferralInput => referral::Referral,
        /// The actions available in a cluster. Beyond the contract.
        "cluster.actions" => membership::actions: membership::ClusterInput => membership::ClusterActions,
        /// The number on the chat icon. Beyond the contract.
        "chat.badge" => community::badge::badge: community::badge::BadgeInput => community::badge::Badge,
        /// Keys in snake_case, without empty values.
        "case.snake" => case::snake: case::SnakeInput => case::SnakeCased,
        /// Keys in camelCase, without empty values.
        "case.camel" => case::camel: case::CamelInput => case::CamelCased,
        /// The page sizes, page numbers and summary line of a list. Beyond the contract.
        "list.page" => listing::listing: listing::ListInput => listing::Listing,
        /// A state as people see it.
        "status.label" => status::label: status::StatusInput => status::StatusLabel,
        /// The identifier that the tenant's configuration is requested with.
        "branding.identifier" => branding::identifier: branding::HostInput => branding::Identifier,
        /// A tenant's colours as CSS custom properties, made readable.
        in "entry": "branding.theme" => settings::theme: settings::ThemeInput => crate::validation::Checked<settings::Theme>,
    }
}

#[cfg(test)]
mod tests;
