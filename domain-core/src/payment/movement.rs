//! Movements of money: every kind of transfer in the ledger, each described once. Statements, reconciliation and screens
//! read the table below.

use super::{Category, SystemAccount};
use crate::shape::{choice, input, output};

choice! {
    /// The direction of the money, from the side of the statement's owner.
    pub enum Direction {
        Credit = "CREDIT",
        Debit = "DEBIT",
    }
}

choice! {
    /// A kind of transfer. The text is its name in the ledger.
    pub enum Movement {
        /// To a bank account.
        Withdrawal = "withdrawal",
        /// To another member's wallet.
        WalletTransfer = "wallet_transfer",
        /// The fee for address verification.
        AddressVerification = "address_verification",
        /// Airtime for a phone.
        Airtime = "airtime",
        /// Data for a phone.
        Data = "data",
        /// Cable television.
        Cable = "cable",
        /// Electricity.
        Power = "power",
        /// Coins sold to the house.
        CoinSale = "coin_sale",
        /// Coins sent to an address.
        CoinSend = "coin_send",
        /// Money converted to another currency.
        Exchange = "exchange",
        /// A month of trade signals.
        AlertSubscription = "alert_subscription",
        /// The first instalment of savings.
        SavingsStart = "savings_start",
        /// An instalment of savings.
        SavingsPayment = "savings_pay",
        /// The first instalment of a group's savings.
        GroupJoin = "group_join",
        /// The fee for requesting a loan.
        LoanRequest = "loan_request",
        /// An instalment of a loan.
        LoanRepayment = "loan_repay",
        /// A coin set.
        CoinSetStart = "coins_start",
        /// A bank transfer that arrived.
        Funding = "funding",
        /// A card payment that arrived.
        CardFunding = "card_funding",
        /// A direct debit that arrived.
        DirectDebit = "direct_debit",
        /// Coins that arrived.
        CoinDeposit = "coin_deposit",
        /// The price of coins that were sold.
        CoinProceeds = "coin_proceeds",
        /// The proceeds of a conversion.
        ExchangeProceeds = "exchange_proceeds",
        /// A referral bonus.
        Referral = "referral",
        /// Money that a plan pays back.
        PlanPayout = "plan_payout",
        /// The return on savings.
        PlanReturn = "plan_return",
        /// The principal of a loan.
        LoanPayout = "loan_payout",
        /// The request fee of a loan that was declined.
        LoanFeeBack = "loan_fee_back",
        /// Money that a provider takes back after it had confirmed it.
        Reversal = "reversal",
        /// A debt from a reversal, collected.
        ReversalCollected = "reversal_collected",
        /// A payment that comes back after its provider had made it.
        Returned = "returned",
        /// A set's money, to the exchange.
        CoinsBuy = "coins_buy",
        /// A set's money that bought no coins.
        CoinsBack = "coins_back",
        /// The price of a set's coins.
        CoinsSold = "coins_sold",
        /// Interest paid ahead, back to the principal.
        LoanInterestBack = "loan_interest_back",
        /// The converted payment for savings that are held in another currency.
        SavingsConverted = "savings_converted",
    }
}

/// The meaning of a movement's amount, beside the balance of a wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// As nothing else.
    Plainly,
    /// As income of the house: the whole amount is a fee.
    Fee,
    /// As paid into a member's pot.
    Pot,
    /// As money of a pot at the exchange.
    Exchange,
}

/// A movement's row in the table.
struct Row {
    /// The category on statements, and its direction there; `None` if no wallet is involved.
    statement: Option<(Category, Direction)>,
    /// The description on statements, where the movement has none of its own.
    description: &'static str,
    /// The account through which a provider carries it out, if one does.
    provider: Option<SystemAccount>,
    /// Further accounts of the house that it may use.
    accounts: &'static [SystemAccount],
    counted: Counted,
}

impl Row {
    const fn new(
        statement: Option<(Category, Direction)>,
        description: &'static str,
        accounts: &'static [SystemAccount],
    ) -> Self {
        Self {
            statement,
            description,
            provider: None,
            accounts,
            counted: Counted::Plainly,
        }
    }

    const fn debit(
        category: Category,
        description: &'static str,
        accounts: &'static [SystemAccount],
    ) -> Self {
        Self::new(Some((category, Direction::Debit)), description, accounts)
    }

    const fn credit(
        category: Category,
        description: &'static str,
        accounts: &'static [SystemAccount],
    ) -> Self {
        Self::new(Some((category, Direction::Credit)), description, accounts)
    }

    const fn unseen(accounts: &'static [SystemAccount]) -> Self {
        Self::new(None, "", accounts)
    }

    const fn through(self, provider: SystemAccount) -> Self {
        Self {
            provider: Some(provider),
            ..self
        }
    }

    const fn counted(self, counted: Counted) -> Self {
        Self { counted, ..self }
    }
}

impl Movement {
    const fn row(self) -> Row {
        use Category as C;
        use SystemAccount as A;
        match self {
            Self::Withdrawal => {
                Row::debit(C::Withdraw, "Bank transfer", &[A::Fees]).through(A::Settlement)
            }
            Self::WalletTransfer => Row::debit(C::WalletTransfer, "Wallet transfer", &[A::Fees]),
            Self::AddressVerification => {
                Row::debit(C::AddressVerification, "Address verification", &[A::Fees])
                    .counted(Counted::Fee)
            }
            Self::Airtime => Row::debit(C::AirtimeTopup, "Airtime", &[A::Fees]).through(A::Bills),
            Self::Data => Row::debit(C::DataTopup, "Data", &[A::Fees]).through(A::Bills),
            Self::Cable => Row::debit(C::Cable, "Cable TV", &[A::Fees]).through(A::Bills),
            Self::Power => Row::debit(C::Power, "Electricity", &[A::Fees]).through(A::Bills),
            Self::CoinSale => Row::debit(C::Crypto, "Coins sold", &[A::Fees, A::CoinInventory]),
            Self::CoinSend => {
                Row::debit(C::CryptoSend, "Coins sent", &[A::Fees]).through(A::Custody)
            }
            Self::Exchange => Row::debit(C::Exchange, "Money converted", &[A::Exchange]),
            Self::AlertSubscription => Row::debit(
                C::AlertSubscription,
                "One month of trade signals",
                &[A::Fees],
            )
            .counted(Counted::Fee),
            Self::SavingsStart => {
                Row::debit(C::SavingsStart, "New savings", &[A::Fees, A::Exchange])
                    .counted(Counted::Pot)
            }
            Self::SavingsPayment => {
                Row::debit(C::Savings, "Savings", &[A::Fees, A::Exchange]).counted(Counted::Pot)
            }
            Self::GroupJoin => {
                Row::debit(C::GroupSavings, "Group savings", &[A::Fees]).counted(Counted::Pot)
            }
            Self::LoanRequest => {
                Row::debit(C::LoanFee, "Loan request fee", &[A::Fees]).counted(Counted::Fee)
            }
            Self::LoanRepayment => {
                let accounts = &[A::Fees, A::Interest, A::Penalties];
                Row::debit(C::LoanRepayment, "Loan repayment", accounts)
            }
            Self::CoinSetStart => {
                Row::debit(C::CoinSet, "Coin set", &[A::Fees]).counted(Counted::Pot)
            }
            Self::Funding => {
                let accounts = &[A::Settlement, A::Fees];
                Row::credit(C::Funding, "Bank transfer received", accounts)
            }
            Self::CardFunding => {
                let accounts = &[A::Card, A::Surcharge];
                Row::credit(C::Funding, "Card payment received", accounts)
            }
            Self::DirectDebit => Row::credit(C::Funding, "Direct debit received", &[A::Settlement]),
            Self::CoinDeposit => Row::credit(C::CryptoReceive, "Coins received", &[A::Custody]),
            Self::CoinProceeds => {
                let accounts = &[A::Exchange, A::Spread];
                Row::credit(C::CryptoProceeds, "From coins sold", accounts)
            }
            Self::ExchangeProceeds => {
                let accounts = &[A::Exchange, A::Spread];
                Row::credit(C::ExchangeProceeds, "From a conversion", accounts)
            }
            Self::Referral => Row::credit(C::Referral, "Referral bonus", &[A::Referral]),
            Self::PlanPayout => Row::credit(C::PlanPayout, "From a plan", &[A::Penalties]),
            Self::PlanReturn => Row::credit(C::PlanPayout, "Return on savings", &[A::Returns]),
            Self::LoanPayout => Row::credit(C::LoanPayout, "Loan", &[]),
            Self::LoanFeeBack => {
                Row::credit(C::LoanFee, "Loan request fee", &[A::Fees]).counted(Counted::Fee)
            }
            Self::Reversal => {
                let accounts = &[
                    A::Settlement,
                    A::Card,
                    A::Custody,
                    A::Fees,
                    A::Surcharge,
                    A::Owed,
                ];
                Row::debit(C::TakenBack, "Payment taken back", accounts)
            }
            Self::ReversalCollected => Row::debit(C::TakenBack, "Payment taken back", &[A::Owed]),
            Self::Returned => {
                let accounts = &[A::Settlement, A::Bills, A::Custody, A::Fees];
                Row::credit(C::Returned, "Payment returned", accounts)
            }
            Self::CoinsBuy | Self::CoinsBack | Self::CoinsSold => {
                Row::unseen(&[A::Exchange]).counted(Counted::Exchange)
            }
            Self::LoanInterestBack => Row::unseen(&[A::Interest]),
            Self::SavingsConverted => Row::unseen(&[A::Exchange, A::Spread]).counted(Counted::Pot),
        }
    }

    /// Its category on statements; `None` if it changes no wallet.
    #[must_use]
    pub const fn category(self) -> Option<Category> {
        match self.row().statement {
            Some((category, _)) => Some(category),
            None => None,
        }
    }

    /// Its direction on the statement of the member who pays or is paid; `None` if it changes no wallet. Between two
    /// wallets, the other one has the opposite.
    #[must_use]
    pub const fn direction(self) -> Option<Direction> {
        match self.row().statement {
            Some((_, direction)) => Some(direction),
            None => None,
        }
    }

    /// The usual description on statements.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.row().description
    }

    /// The account through which a provider carries it out; `None` if it is done at once.
    #[must_use]
    pub const fn provider(self) -> Option<SystemAccount> {
        self.row().provider
    }

    /// The meaning of its amount, beside the balance of a wallet.
    #[must_use]
    pub const fn counted(self) -> Counted {
        self.row().counted
    }

    /// Whether its transfer records the decision that led to it. The others follow a transfer that does, or move exactly
    /// what a provider reports.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(
            self,
            Self::CoinProceeds
                | Self::ExchangeProceeds
                | Self::SavingsConverted
                | Self::LoanInterestBack
                | Self::LoanFeeBack
                | Self::CoinDeposit
                | Self::DirectDebit
                | Self::Reversal
                | Self::ReversalCollected
                | Self::Returned
        )
    }

    /// Whether it may use an account of the house.
    #[must_use]
    pub fn may_use(self, account: SystemAccount) -> bool {
        let row = self.row();
        row.provider == Some(account) || row.accounts.contains(&account)
    }
}

input! {
    /// A kind of transfer.
    pub struct MovementInput {
        /// The kind of transfer, by its name in the ledger.
        movement: Movement,
    }
}

output! {
    /// A kind of transfer on statements; nulls if it changes no wallet.
    pub struct MovementFacts {
        /// The category on statements; null if no wallet changes.
        category: Option<Category>,
        /// The direction on the statement of the member who pays or is paid; null if no wallet changes.
        direction as "type": Option<Direction>,
        /// The usual description on statements; blank if no wallet changes.
        description: &'static str,
    }
}

/// The category, direction and usual description of a kind of transfer.
pub fn facts(input: &MovementInput) -> MovementFacts {
    MovementFacts {
        category: input.movement.category(),
        direction: input.movement.direction(),
        description: input.movement.description(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::Kind;

    #[test]
    fn payments_debit_the_payer() {
        for kind in Kind::ALL {
            let movement = kind.movement();
            assert_eq!(movement.as_str(), kind.as_str());
            assert_eq!(movement.direction(), Some(Direction::Debit), "{movement}");
        }
    }

    #[test]
    fn a_movement_with_a_category_has_a_description() {
        for movement in Movement::ALL {
            assert_eq!(
                movement.category().is_some(),
                !movement.description().is_empty(),
                "{movement}"
            );
        }
    }

    #[test]
    fn every_account_of_the_house_is_used() {
        for account in SystemAccount::ALL {
            let is_used = |movement: &&Movement| movement.may_use(account);
            assert!(Movement::ALL.iter().any(|one| is_used(&one)), "{account:?}");
        }
    }
}
