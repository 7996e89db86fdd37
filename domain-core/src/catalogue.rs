//! The table of rules: name, description, function.
//!
//! `evaluate` is the native entry point; the WebAssembly module and the server's `POST /api/rules/{rule}` use it too.

mod calls;
mod document;
mod forms;
mod schema;
mod typescript;
mod version;
#[cfg(feature = "explain")]
mod words;

#[cfg(feature = "explain")]
pub use calls::explain;
pub use calls::{call, evaluate, evaluate_node, evaluate_text};
pub use document::{RuleDoc, catalogue, inputs, names_in};
pub use forms::{PreparedForm, check_field, check_form};
pub use schema::MOST_INPUT_BYTES;
pub use typescript::typescript;
pub use version::rules_version;
#[cfg(feature = "explain")]
pub use words::{WorkedOut, worked_out};

use crate::bills;
use crate::community::{self, membership, referral, reward};
use crate::identity::{
    address, closing, login, otp, passkey, password, phone, pin, profile, questionnaire, register,
    roles, route, session, verification,
};
use crate::plans::{
    self, allocate, awaiting, cancel, coins, collect, cost, decide, instalment, lateness, limits,
    payable, payoff, payout, progress, reminder, repay, schedule, subscription, suitability,
    termination, trading,
};
use crate::settings::{self, branding};
use crate::shape::case;
use crate::signals::{self, alert, order, record, view};
use crate::wallet::{
    self, account_number, arrival, balance, card, caution, coin, direct_debit, exchange, funding,
    month, outcome, receipt, statement, transaction, transfer, ways, withdrawal,
};
use crate::{calendar, identity as id, listing, money, payment, status};

/// Generates the table of calls and the table of documents from one list, so that they always match. The documents are
/// constants: binaries that do not list them do not contain them.
///
/// Two marks are for the browser (docs/design/rules-engine.md#0051). `in "entry"`: also in the entry module, beside the full
/// one. `in part "later"`: in the part of the full one that is loaded with plans, coins, signals and bills. A third,
/// `only "check"`, keeps a rule that the server alone asks out of the browser (#0107).
macro_rules! rules {
    (
        forms { $($(#[doc = $form_doc:literal])* $(in $form_module:literal:)? $(in part $form_part:literal:)? $form:ty,)* }
        rules { $($(#[doc = $doc:literal])* $(in $module:literal:)? $(in part $part:literal:)? $(only $only:literal:)? $name:literal $(if $feature:literal)? => $function:path: $input:ty => $output:ty,)* }
    ) => {
        static FORMS: &[forms::FormCalls] = &[$(#[cfg(any(feature = "whole" $(, feature = $form_module)?))] forms::FormCalls::of::<$form>(),)*];
        static CALLS: &[(&str, calls::Call)] = &[$(
            #[cfg(any(feature = "whole" $(, feature = $module)?))]
            $(#[cfg(feature = $feature)])?
            $(#[cfg(feature = $only)])?
            ($name, |node, errors| calls::call($function, node, errors)),
        )*];
        const FORM_DOCS: &[document::Entry] = &[$(document::Entry::form::<$form>(concat!($($form_doc, "\n"),*), stringify!($form), concat!($($form_module)? $($form_part)?)),)*];
        const FORM_NAMES: &[&str] = &[$(<$form as crate::validation::Form>::NAME,)*];
        const RULE_DOCS: &[document::Entry] = &[$(document::Entry::rule::<$input, $output>($name, concat!($($doc, "\n"),*), stringify!($function), concat!($($module)? $($part)? $($only)?)),)*];
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
        in part "later": id::OtpForm,
        /// Adding a phone number.
        in "entry": id::Phone,
        /// Confirming a phone number by its code.
        in part "later": id::PhoneCode,
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
        in part "later": id::ProfileLocation,
        /// A profile picture. Beyond the contract.
        id::Avatar,
        /// Verifying one's identity.
        id::Identity,
        /// Entering a BVN only.
        id::Bvn,
        /// Answering a security question.
        id::SecurityQuestion,
        /// Setting or changing the transaction PIN.
        id::PinChange,
        /// Entering the transaction PIN.
        id::TransactionPin,
        /// The name of a passkey. Beyond the contract.
        id::PasskeyName,
        /// The limit for payments with a passkey in place of the PIN. Beyond the contract.
        id::PasskeyLimit,
        /// A new bank account.
        wallet::BankAccount,
        /// Deleting a bank account.
        wallet::BankAccountDelete,
        /// Funding a wallet.
        wallet::Fund,
        /// Withdrawing to a bank account.
        wallet::Withdraw,
        /// Sending to another wallet.
        wallet::WalletTransfer,
        /// Sending coins to an address.
        in part "later": wallet::CoinSend,
        /// Selling coins.
        in part "later": wallet::CoinSell,
        /// Converting money to another currency. Beyond the contract.
        in part "later": wallet::Exchange,
        /// Buying airtime.
        in part "later": bills::Airtime,
        /// Buying data.
        in part "later": bills::Data,
        /// Paying for cable television.
        in part "later": bills::Cable,
        /// Paying for electricity.
        in part "later": bills::Power,
        /// Joining a plan by its code.
        in part "later": plans::PlanCode,
        /// Joining a cluster by its code.
        community::ClusterCode,
        /// Subscribing to a savings plan.
        in part "later": plans::SavingsSubscription,
        /// Setting a goal of savings. Beyond the contract.
        in part "later": plans::SavingsGoal,
        /// Requesting a loan.
        in part "later": plans::LoanSubscription,
        /// Paying a savings instalment, or repaying a loan.
        in part "later": plans::PayInstalment,
        /// Inviting others to a savings group.
        in part "later": plans::GroupMember,
        /// Entering an exchange account's keys.
        in part "later": signals::ExchangeKeys,
        /// Setting the condition for buying a coin.
        in part "later": signals::Strategy,
        /// Automatic trading: its switch and its limits. Beyond the contract.
        in part "later": signals::AutoTrade,
        /// Converting naira to a stable currency.
        in part "later": signals::PreserveNaira,
        /// Attaching a file to a chat message.
        community::ChatAttachment,
        /// A chat message.
        community::ChatMessage,
        /// Reporting a message of a cluster. Beyond the contract.
        community::MessageReport,
        /// The operator's description of a cluster. Beyond the contract.
        in part "later": community::Cluster,
        /// A tenant's colours.
        in part "later": branding::Branding,
    }
    rules {
        /// The strength meter: one point each for mixed case, a digit, a special character, more than seven characters.
        in "entry": "password.strength" => password::strength: password::PasswordInput => password::Strength,
        /// An estimate of how hard a password is to guess, as advice. In the browser it is a separate module, loaded on
        /// demand.
        "password.estimate" if "estimate" => password::estimate: password::EstimateInput => password::Estimate,
        /// The wire format of a code: three characters, a hyphen, three characters.
        in "entry": "otp.wire" => otp::wire: otp::CodeInput => crate::validation::Checked<otp::Wire>,
        /// The valid characters of a typed or pasted code, for the six boxes. Beyond the contract.
        in "entry": "otp.clean" => otp::clean: otp::BoxedCode => otp::CleanCode,
        /// A number or a code without separators. Beyond the contract.
        in "entry": "number.clean" => crate::validation::clean: crate::validation::NumberText => crate::validation::PlainNumber,
        /// The action of the code page, and the page after a correct code.
        in "entry": "otp.next_page" => otp::next_page: otp::PageInput => otp::NextPage,
        /// Whether another code may be requested, and when.
        in "entry": "otp.resend" => otp::resend: otp::ResendInput => otp::Resend,
        /// A PIN's state after an event, including its lock.
        in part "later": "pin.transition" => pin::transition: pin::PinInput => pin::PinState,
        /// Whether a passkey authorises a payment in place of the PIN. Beyond the contract.
        "passkey.covers" => passkey::covers: passkey::CoverInput => crate::validation::Checked<passkey::Cover>,
        /// Whether the profile is complete, and what is missing.
        "profile.complete" => profile::completeness: profile::ProfileInput => profile::Completeness,
        /// The seven steps of identity verification.
        "verification.steps" => verification::steps: verification::VerificationInput => verification::Verification,
        /// The price of an address verification.
        "address.fee" => address::fee: address::AddressFeeInput => address::AddressFee,
        /// The result of a questionnaire. Beyond the contract.
        in part "later": "questionnaire.score" => questionnaire::score: questionnaire::AnswersInput => questionnaire::Score,
        /// Hints from a phone number.
        in part "later": "phone.inspect" => phone::inspect: phone::PhoneInput => phone::PhoneInspection,
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
        in part "later": "session.inactive" => session::inactive: session::Activity => session::Inactive,
        /// Whether to warn that the session ends soon. Beyond the contract.
        "session.warning" => session::warning: session::Activity => session::Warning,
        /// Whether an account can be closed, and what follows. Beyond the contract.
        in part "later": "account.closing" => closing::closing: closing::ClosingInput => crate::validation::Checked<closing::Closing>,
        /// Reads an amount.
        "money.parse" => money::parse: money::Parse => crate::validation::Checked<money::ParsedAmount>,
        /// Formats an amount: symbol, groups, two decimals, rounded down.
        "money.format" => money::format: money::MoneyText => crate::validation::Checked<money::Formatted>,
        /// Converts an amount into another currency at sell rates, rounded down.
        in part "later": "money.convert" => money::convert: money::Convert => crate::validation::Checked<money::Converted>,
        /// Groups the digits of an amount during typing. Beyond the contract.
        "money.group" => money::group: money::Group => crate::validation::Checked<money::Grouped>,
        /// Inserts the separators of a date during typing. Beyond the contract.
        "date.group" => calendar::group: calendar::TypingDate => calendar::SeparatedDate,
        /// Sums balances in one currency, rounded down once.
        in part "later": "balance.total" => balance::total: balance::TotalInput => crate::validation::Checked<balance::Total>,
        /// Formats a balance, or masks it while it is hidden.
        "balance.display" => balance::show: balance::DisplayInput => crate::validation::Checked<money::Formatted>,
        /// The charges on a transfer.
        in part "later": "transfer.fee" => transfer::fee: transfer::FeeInput => crate::validation::Checked<transfer::Fee>,
        /// The debit for a transfer, line by line.
        "transfer.quote" => transfer::quote: transfer::QuoteInput => crate::validation::Checked<transfer::Quote>,
        /// The largest amount that can be sent.
        "transfer.maximum" => transfer::maximum: transfer::MaximumInput => crate::validation::Checked<transfer::Maximum>,
        /// The cap on payments after a change of the account, or to a new recipient. Beyond the contract.
        only "check": "transfer.cap" => caution::cap: caution::CapInput => crate::validation::Checked<caution::CapFound>,
        /// The minimum withdrawal: the equivalent of 200 naira, rounded up.
        in part "later": "withdrawal.minimum" => withdrawal::minimum: withdrawal::MinimumInput => crate::validation::Checked<withdrawal::Minimum>,
        /// Whether an amount can be withdrawn.
        in part "later": "withdrawal.check" => withdrawal::check: withdrawal::CheckInput => crate::validation::Verdict,
        /// The cost of funding a wallet.
        "funding.quote" => funding::quote: funding::FundingInput => crate::validation::Checked<funding::FundingQuote>,
        /// The USSD code to dial for a deposit. Beyond the contract.
        "funding.ussd" => funding::ussd: funding::UssdInput => crate::validation::Checked<funding::UssdCode>,
        /// The amount that arrives in a wallet, of money that was paid in. Beyond the contract.
        only "check": "funding.arrived" => arrival::arrived: arrival::ArrivedInput => crate::validation::Checked<funding::FundingQuote>,
        /// Ways to fund a wallet, and its destinations for transfers. Beyond the contract.
        "wallet.ways" => ways::ways: ways::WaysInput => crate::validation::Checked<ways::Ways>,
        /// The cost of a card payment.
        "card.receipt" => card::receipt: card::CardInput => crate::validation::Checked<card::CardReceipt>,
        /// The direction and size of a change. Beyond the contract.
        "money.change" => money::direction::change: money::direction::ChangeInput => money::direction::Change,
        /// The direct debit for a due instalment.
        in part "later": "mandate.debit" => direct_debit::direct_debit: direct_debit::DirectDebitInput => crate::validation::Checked<direct_debit::DirectDebit>,
        /// The actions offered for a coin. Beyond the contract.
        in part "later": "coin.actions" => coin::actions: coin::CoinActionsInput => coin::CoinActions,
        /// Whether coins can be sent to an address.
        in part "later": "coin.address" => coin::address: coin::AddressInput => crate::validation::Checked<coin::Address>,
        /// The price of buying or selling coins.
        in part "later": "coin.quote" => coin::quote: coin::CoinQuoteInput => crate::validation::Checked<coin::CoinQuote>,
        /// The price of converting money to another currency. Beyond the contract.
        in part "later": "exchange.quote" => exchange::quote: exchange::ExchangeInput => crate::validation::Checked<exchange::ExchangeQuote>,
        /// A coin's price for display. Beyond the contract.
        "coin.price" => coin::price_text: coin::CoinPriceInput => crate::validation::Checked<coin::CoinPriceText>,
        /// The worth of all coins of a user, with its change within a day. Beyond the contract.
        in part "later": "coin.holdings" => coin::holdings: coin::HoldingsInput => crate::validation::Checked<coin::Holdings>,
        /// A coin's prices in another currency, for a chart. Beyond the contract.
        in part "later": "coin.history" => coin::history: coin::HistoryInput => crate::validation::Checked<coin::History>,
        /// The amount of a coin that can be sent.
        in part "later": "coin.sendable" => coin::sendable: coin::SendableInput => crate::validation::Checked<coin::Sendable>,
        /// Whether an exchange rate may still be used, and its age. Beyond the contract.
        in part "later": "rate.age" => money::age::age: money::age::RateAgeInput => crate::validation::Checked<money::age::RateAge>,
        /// Whether a bill can be paid.
        in part "later": "bill.check" => bills::check: bills::BillInput => crate::validation::Verdict,
        /// The debit for a bill, line by line.
        in part "later": "bill.quote" => bills::quote: bills::BillQuoteInput => crate::validation::Checked<bills::BillQuote>,
        /// The mobile networks and cable services. Beyond the contract.
        in part "later": "bill.services" => bills::services: bills::ServicesInput => bills::Services,
        /// The amounts offered for a bill. Beyond the contract.
        in part "later": "bill.amounts" => bills::amounts: bills::AmountsInput => crate::validation::Checked<bills::UsualAmounts>,
        /// Hints from an account number.
        "account_number.inspect" => account_number::inspect: account_number::AccountNumberInput => account_number::Inspection,
        /// Whether a name enquiry can be made. Beyond the contract.
        "account_number.complete" => account_number::complete: account_number::TypedNumber => account_number::Completed,
        /// The label of a transaction's category, and its result page. Beyond the contract.
        "transaction.category" => payment::category::facts: payment::category::CategoryInput => payment::category::CategoryFacts,
        /// The category, direction and description of a kind of transfer. Beyond the contract.
        "payment.movement" => payment::movement::facts: payment::movement::MovementInput => payment::movement::MovementFacts,
        /// Whether a transfer moved what was decided. Beyond the contract.
        only "check": "payment.posted" => payment::posted::posted: payment::posted::PostedInput => crate::validation::Checked<payment::posted::Posted>,
        /// The notice about a payment whose screen was left. Beyond the contract.
        "transaction.outcome" => outcome::outcome: outcome::OutcomeInput => crate::validation::Checked<outcome::Outcome>,
        /// The start and end of a period of the transaction history. Beyond the contract.
        "transaction.period" => transaction::period: transaction::PeriodInput => transaction::Bounds,
        /// The day, month and time of a transaction, for headings. Beyond the contract.
        "transaction.time" => transaction::time: transaction::TimeInput => transaction::Time,
        /// A month of the transaction history, and the months beside it. Beyond the contract.
        "transaction.month" => month::month: month::MonthInput => month::Month,
        /// The texts that a search in the transaction history looks for. Beyond the contract.
        "transaction.search" => transaction::search: transaction::SearchInput => transaction::Search,
        /// The shares of what left a wallet. Beyond the contract.
        in part "later": "transaction.flows" => month::flows: month::FlowsInput => crate::validation::Checked<month::Flows>,
        /// The totals of a statement and the balance after each line. Beyond the contract.
        in part "later": "statement.balance" => statement::balance: statement::StatementInput => crate::validation::Checked<statement::Statement>,
        /// The texts and amounts of a receipt. Beyond the contract.
        "receipt.lines" => receipt::receipt: receipt::ReceiptInput => crate::validation::Checked<receipt::Receipt>,
        /// A plan's limits in another currency.
        in part "later": "plan.limits" => limits::limits: limits::LimitsInput => crate::validation::Checked<limits::Limits>,
        /// The least amount to begin with. Beyond the contract.
        in part "later": "plan.least" => limits::least: limits::LeastInput => crate::validation::Checked<limits::Least>,
        /// The cost of a loan and its repayment schedule.
        in part "later": "loan.schedule" => schedule::loan: schedule::LoanTerms => crate::validation::Checked<schedule::LoanSchedule>,
        /// The schedule of a savings plan.
        in part "later": "savings.schedule" => schedule::savings: schedule::SavingsTerms => crate::validation::Checked<schedule::SavingsSchedule>,
        /// The return on savings. Beyond the contract.
        in part "later": "savings.return" => plans::savings_return::savings_return: plans::savings_return::SavingsReturnInput => crate::validation::Checked<plans::savings_return::SavingsReturn>,
        /// The end of savings or a coin set. Beyond the contract.
        in part "later": "plan.end" => schedule::end: schedule::EndInput => crate::validation::Checked<schedule::PlanEnd>,
        /// Whether a form offers a choice of payment for a plan. Beyond the contract.
        in part "later": "plan.funding" => plans::funding::choice: plans::funding::FundingChoiceInput => plans::funding::FundingChoice,
        /// The cost of a loan, and its annual percentage rate: nominal, by the actuarial method, with 12 months, 52 weeks
        /// or 365 days a year.
        in part "later": "loan.cost" => cost::cost: schedule::LoanTerms => crate::validation::Checked<cost::LoanCost>,
        /// Whether a loan is granted.
        in part "later": "loan.decide" => decide::decide: decide::DecisionInput => crate::validation::Checked<decide::LoanDecision>,
        /// The decision on a loan within the tenant's lending limit. Beyond the contract.
        only "check": "loan.lending" => decide::within_lending: decide::LendingInput => crate::validation::Checked<decide::Lending>,
        /// The largest debt that is granted without a person's decision, and what raises it. Beyond the contract.
        in part "later": "loan.limit" => plans::loan_limit::limit: plans::loan_limit::LoanLimitInput => crate::validation::Checked<plans::loan_limit::LoanLimit>,
        /// The loans on offer to a borrower. Beyond the contract.
        in part "later": "loan.offer" => plans::offer::offer: plans::offer::LoanOfferInput => crate::validation::Checked<plans::offer::LoanOffer>,
        /// Whether the answers to the loan questions may be changed. Beyond the contract.
        in part "later": "loan.answers" => plans::loan_limit::answers: plans::loan_limit::LoanAnswersInput => plans::loan_limit::LoanAnswers,
        /// The charge for a late instalment of a loan. Beyond the contract.
        in part "later": "loan.late_charge" => plans::late_charge::charge: plans::late_charge::LateChargeInput => crate::validation::Checked<plans::late_charge::LateCharge>,
        /// Whether a loan can be handed back soon after its payout. Beyond the contract.
        in part "later": "loan.regret" => plans::regret::regret: plans::regret::RegretInput => crate::validation::Checked<plans::regret::Regret>,
        /// The country and the state of a location. Beyond the contract.
        in part "later": "location.place" => id::place::place: id::place::PlaceInput => crate::validation::Checked<id::place::Place>,
        /// The payment that settles a loan today.
        in part "later": "loan.payoff" => payoff::payoff: payoff::PayoffInput => crate::validation::Checked<payoff::Payoff>,
        /// The allocation of a repayment to a loan's instalments. Beyond the contract.
        only "check": "loan.divide" => repay::divide: repay::RepaymentInput => crate::validation::Checked<repay::Repayment>,
        /// The allocation of a loan that is handed back. Beyond the contract.
        only "check": "loan.hand_back" => repay::hand_back: payoff::PayoffInput => crate::validation::Checked<repay::Repayment>,
        /// The progress of a plan's payments.
        in part "later": "plan.progress" => progress::progress: progress::ProgressInput => crate::validation::Checked<progress::Progress>,
        /// Whether a plan's payments are on time. Beyond the contract.
        in part "later": "plan.lateness" => lateness::lateness: lateness::LatenessInput => crate::validation::Checked<lateness::PlanLateness>,
        /// The daily job's collection for a plan.
        in part "later": "instalment.collect" => collect::collect: collect::CollectInput => crate::validation::Checked<collect::Collection>,
        /// Whether to send a reminder of an instalment, and when to check again.
        in part "later": "instalment.reminder" => reminder::reminder: reminder::ReminderInput => reminder::Reminder,
        /// Whether a member of a group can be reminded by another.
        in part "later": "nudge.allowed" => reminder::nudge: reminder::NudgeInput => reminder::Nudge,
        /// The allocation of an amount among the coins of a set.
        in part "later": "coins.allocate" => allocate::allocate: allocate::AllocateInput => crate::validation::Checked<allocate::Allocation>,
        /// The debit for an instalment.
        in part "later": "instalment.payment" => instalment::payment: instalment::PaymentInput => crate::validation::Checked<instalment::PaymentAnswer>,
        /// The payment for an instalment with money that was collected or has arrived. Beyond the contract.
        only "check": "instalment.part" => payout::part: payout::PartInput => crate::validation::Checked<payout::PartPaid>,
        /// Whether an instalment can be paid. Beyond the contract.
        in part "later": "instalment.payable" => payable::payable: payable::PayableInput => crate::validation::Checked<payable::Payable>,
        /// The state of an instalment.
        in part "later": "instalment.next" => instalment::next: instalment::NextInput => crate::validation::Checked<instalment::NextStatus>,
        /// Whether a plan can be left, with penalty and refund.
        in part "later": "termination.quote" => termination::quote: termination::TerminationInput => crate::validation::Checked<termination::TerminationQuote>,
        /// Whether a member can leave a group, with penalty and refund. Beyond the contract.
        in part "later": "group.leave" => plans::leave::quote: plans::leave::LeaveInput => crate::validation::Checked<plans::leave::LeaveQuote>,
        /// The current round of a group's savings. Beyond the contract.
        in part "later": "group.round" => plans::rounds::round: plans::rounds::RoundInput => plans::rounds::Round,
        /// The change of payments that goes into savings. Beyond the contract.
        in part "later": "savings.round_up" => plans::trigger::round_up: plans::trigger::RoundUpInput => crate::validation::Checked<plans::trigger::RoundUp>,
        /// The share of arriving money that goes into savings. Beyond the contract.
        in part "later": "savings.share" => plans::trigger::share: plans::trigger::SalaryShareInput => crate::validation::Checked<plans::trigger::SalaryShare>,
        /// The ways to reach a goal with the plans on offer. Beyond the contract.
        in part "later": "savings.propose" => plans::propose::propose: plans::propose::ProposeInput => crate::validation::Checked<plans::propose::Proposals>,
        /// The day that a goal begins with. Beyond the contract.
        in part "later": "savings.goal_day" => plans::goal::day: plans::goal::GoalDayInput => plans::goal::GoalDay,
        /// The offer to collect a plan's instalments. Beyond the contract.
        in part "later": "savings.collection" => plans::collection::offer: plans::collection::CollectionInput => plans::collection::CollectionOffer,
        /// The cost of leaving a plan on each of its days. Beyond the contract.
        in part "later": "termination.preview" => plans::preview::preview: plans::preview::PreviewInput => crate::validation::Checked<plans::preview::Preview>,
        /// The parts of a pot that is paid out. Beyond the contract.
        only "check": "plan.payout" => payout::payout: payout::PayoutInput => crate::validation::Checked<payout::Payout>,
        /// Whether a plan that awaits its first payment can be cancelled. Beyond the contract.
        in part "later": "plan.cancel" => cancel::cancel: cancel::CancelInput => crate::validation::Checked<cancel::Cancellation>,
        /// The plan that a bank transfer is for. Beyond the contract.
        in part "later": "arrival.plan" => awaiting::arrival: awaiting::ArrivalInput => crate::validation::Checked<awaiting::ArrivalPlan>,
        /// How long a plan awaits its first payment. Beyond the contract.
        in part "later": "plan.awaited" => awaiting::awaited: awaiting::AwaitedInput => awaiting::AwaitedPlan,
        /// The return of a coin set.
        in part "later": "coins.profit" => coins::profit: coins::CoinSet => crate::validation::Checked<coins::Profit>,
        /// The penalty for ending a coin set. Beyond the contract.
        only "check": "coins.close" => payout::close: payout::CloseInput => crate::validation::Checked<payout::Close>,
        /// The size of an order for a coin. Beyond the contract.
        only "check": "coins.order" => trading::order: trading::OrderInput => crate::validation::Checked<trading::OrderSize>,
        /// The cost of a coin that was ordered. Beyond the contract.
        only "check": "coins.fill" => trading::fill: trading::FillInput => crate::validation::Checked<trading::Filled>,
        /// The proceeds of a coin. Beyond the contract.
        only "check": "coins.proceeds" => trading::proceeds: trading::ProceedsInput => crate::validation::Checked<trading::SetProceeds>,
        /// Whether a coin set suits the investor profile. Beyond the contract.
        in part "later": "plan.suitability" => suitability::suitability: suitability::SuitabilityInput => suitability::Suitability,
        /// The name of a part of a coin set. Beyond the contract.
        in part "later": "coins.part_name" => coins::part_name: coins::PartNameInput => coins::PartName,
        /// The actions available on a plan.
        in part "later": "subscription.actions" => subscription::actions: subscription::ActionsInput => subscription::Actions,
        /// The price of a month of trade signals.
        in part "later": "alert.price" => alert::price: alert::PriceInput => crate::validation::Checked<alert::Price>,
        /// Whether a subscription to trade signals is active.
        "alert.status" => alert::status: alert::AlertInput => alert::AlertStatus,
        /// The end of the subscription after one more month.
        in part "later": "alert.extend" => alert::extend: alert::AlertInput => crate::validation::Checked<alert::AlertEnd>,
        /// The outcomes of earlier predictions, by group. Beyond the contract.
        in part "later": "signal.record" => record::record: record::RecordInput => record::Record,
        /// The signals for display.
        "signals.view" => view::view: view::ViewInput => view::View,
        /// The order for a user when a signal arrives, or the reason for none.
        in part "later": "signal.order" => order::order: order::TradeInput => order::TradeOrder,
        /// A referral link, and links for sharing it.
        "referral.link" => referral::link: referral::ReferralInput => referral::Referral,
        /// Whether a friend's payment earns their referrer a bonus. Beyond the contract.
        only "check": "referral.bonus" => reward::judge: reward::BonusInput => crate::validation::Checked<reward::Bonus>,
        /// The actions available in a cluster. Beyond the contract.
        "cluster.actions" => membership::actions: membership::ClusterInput => membership::ClusterActions,
        /// The number on the chat icon. Beyond the contract.
        "chat.badge" => community::badge::badge: community::badge::BadgeInput => community::badge::Badge,
        /// Keys in snake_case, without empty values.
        in part "later": "case.snake" => case::snake: case::SnakeInput => case::SnakeCased,
        /// Keys in camelCase, without empty values.
        in part "later": "case.camel" => case::camel: case::CamelInput => case::CamelCased,
        /// The page sizes, page numbers and summary line of a list. Beyond the contract.
        "list.page" => listing::listing: listing::ListInput => listing::Listing,
        /// The display name of a status.
        "status.label" => status::label: status::StatusInput => status::StatusLabel,
        /// The identifier for requesting the tenant's configuration.
        in part "later": "branding.identifier" => branding::identifier: branding::HostInput => branding::Identifier,
        /// A tenant's colours as CSS custom properties, adjusted for legibility.
        in "entry": "branding.theme" => settings::theme: settings::ThemeInput => crate::validation::Checked<settings::Theme>,
    }
}

#[cfg(test)]
mod tests;
