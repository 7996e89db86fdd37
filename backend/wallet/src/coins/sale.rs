//! Selling coins to the house: the coins go to its inventory, and their value less the spread to the naira wallet. The
//! quote is valid for half a minute.

use super::{market, unavailable};
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency, Percent, Rate, display};
use domain_core::payment::Movement;
use domain_core::wallet::coin::{
    self, CoinQuote, CoinQuoteInput, CoinSellContext, Deal, PRICE_VALID_MS, Side, holds, price_in,
    rates_of,
};
use domain_core::wallet::{CoinSell, SignedLine};
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::ledger::SystemAccount;
use money::quote;
use money::quote::{Breakdown, Quote, RATE_HOLDS_MS};
use money::statement::Counterparty;
use money::{
    Call, Facts, Kind, Payee, Payer, Payment, Price, Proceeds, Receiver, Terms, To, execute,
    rate_policy, rates,
};
use providers::market::cached::Dated;
use serde::Serialize;
use serde_json::{Value, json};
use service::access::users::User;
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::valid::judge;
use sqlx::AnyConnection;
use utoipa::ToSchema;

/// The currency of the proceeds.
const PAID_IN: Currency = Currency::Ngn;

/// A line of the proceeds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProceedsLine {
    pub code: &'static str,
    pub label: &'static str,
    /// Negative for a deduction.
    pub amount: String,
}

/// A quoted sale: the debit of the coins, and the proceeds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SaleQuote {
    #[serde(flatten)]
    pub quote: Quote,
    /// The price of one coin.
    pub price: String,
    /// The time of the market's response, RFC 3339.
    pub price_at: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub paid_in: Currency,
    /// The amount credited to that wallet.
    #[schema(value_type = String)]
    pub proceeds: Amount,
    pub proceeds_lines: Vec<ProceedsLine>,
}

/// A request to sell.
pub struct Sale {
    pub form: CoinSell,
    pub coin: Currency,
    pub quote_id: Option<String>,
    /// The price of one coin in USDT.
    market: Option<Dated<Rate>>,
}

/// The current terms, read in one transaction.
pub struct Current {
    pub deal: Deal,
    pub at_ms: i64,
}

/// A sale at a price.
pub struct Sold {
    deal: Deal,
    at_ms: i64,
    sold: CoinQuote,
}

/// The house's current price for a coin.
///
/// # Errors
/// 503 if a price or an exchange rate is too old, or if the price is far from the coin's rate.
pub async fn current(
    connection: &mut AnyConnection,
    app: &AppState,
    tenant_id: &str,
    coin: Currency,
    market: &Dated<Rate>,
) -> Result<Current, ApiError> {
    if app.clock.now_ms() - market.at_ms > PRICE_VALID_MS {
        return Err(unavailable(
            "The market's last price is too old to sell at. Please try again in a minute.",
        ));
    }
    let listed = rates::listed(connection).await?;
    let policy = rate_policy::of(connection, tenant_id).await?;
    rates::check_age(app, &listed, &[PAID_IN], policy)?;
    let sell = rates_of(market.value, Percent::ZERO).map(|(sell, _)| sell);
    let sell = sell.ok_or_else(|| ApiError::internal("a price that makes no rate"))?;
    if !rates::is_believed(app, &listed, coin, sell, policy.valid_hours) {
        return Err(unavailable(
            "The market's price has moved too far to be sure of it. Please try again in 15 minutes.",
        ));
    }
    let naira = listed.iter().find(|rate| rate.currency == PAID_IN);
    let naira = naira.ok_or_else(|| ApiError::refused(vec![PAID_IN.unsupported("amount")]))?;
    let price = price_in(market.value, naira.buy);
    let price = price.ok_or_else(|| ApiError::internal("a price beyond what a rate can be"))?;
    let deal = Deal {
        price,
        spread: policy.coin_spread,
    };
    Ok(Current {
        deal,
        at_ms: market.at_ms,
    })
}

impl Sale {
    pub const fn new(form: CoinSell, coin: Currency, quote_id: Option<String>) -> Self {
        Self {
            form,
            coin,
            quote_id,
            market: None,
        }
    }

    /// Executes the sale. The market is asked before the transaction begins.
    ///
    /// # Errors
    /// See [`execute`]; also 503 without a price.
    pub async fn pay(mut self, call: Call<'_>) -> Result<Answer, ApiError> {
        let known = {
            let mut connection = call.app.db.read().await?;
            service::http::idempotency::is_known(&mut connection, call.user_id, &call.operation.key)
                .await?
        };
        if !known {
            self.market = Some(market::price(call.app, self.coin).await?);
        }
        execute(call, &self).await
    }

    /// Returns a quote, valid for half a minute.
    ///
    /// # Errors
    /// 422; 503 without a price.
    pub async fn quote(
        mut self,
        app: &AppState,
        payer: &User,
        asked: Value,
    ) -> Result<SaleQuote, ApiError> {
        self.market = Some(market::price(app, self.coin).await?);
        let (quote, terms) = quote(app, &payer.id, &self, &asked).await?;
        let Sold { deal, at_ms, sold } = terms.detail;
        Ok(SaleQuote {
            quote,
            price: deal.price.to_string(),
            price_at: rfc3339(at_ms),
            paid_in: PAID_IN,
            proceeds: sold.total,
            proceeds_lines: sold.lines.iter().map(ProceedsLine::from).collect(),
        })
    }

    fn judge(
        &self,
        decided: &Decided,
        available: Amount,
        deal: Deal,
    ) -> Result<CoinQuote, ApiError> {
        let context = CoinSellContext {
            coin: self.coin.into(),
            balance: available.into(),
            price: Some(deal.price),
            spread: Some(deal.spread),
            currency: Some(PAID_IN.into()),
        };
        judge(&self.form, &context)?;
        let refused = |violation| ApiError::refused(vec![violation]);
        let amount = self
            .form
            .amount
            .amount("amount", self.coin)
            .map_err(refused)?;
        decided.accepted::<CoinSell>(&amount, &context);
        let input = CoinQuoteInput {
            side: Side::Sell,
            coin: self.coin.into(),
            amount: amount.into(),
            price: deal.price,
            spread: deal.spread,
            currency: PAID_IN.into(),
        };
        let quoted = decided.ask("coin.quote", coin::quote, &input);
        quoted.map_err(|refused| ApiError::refused(refused.violations))
    }

    fn price(&self, amount: Amount) -> Price {
        Price {
            amount,
            fee: Amount::zero(self.coin),
            total: amount,
        }
    }

    fn payee(&self, deal: Deal) -> Payee {
        Payee {
            name: format!("sale:{}", self.coin),
            counterparty: Some(self.other_side(PAID_IN, deal)),
            to: To::Income(SystemAccount::CoinInventory),
        }
    }

    /// The other wallet and the price of one coin, for the statement.
    fn other_side(&self, wallet: Currency, deal: Deal) -> Counterparty {
        let one = deal.quote(Side::Sell, Amount::one(self.coin), PAID_IN).ok();
        Counterparty {
            name: format!("{wallet} wallet"),
            account_number: one.map(|one| display(&one.worth)),
            bank_name: None,
            wallet_number: None,
        }
    }

    /// The applicable price: the quoted one while it is valid, otherwise the market's.
    fn deal(&self, facts: &Facts, current: Deal) -> Result<Deal, ApiError> {
        let Some(row) = facts
            .payer
            .quote
            .as_ref()
            .filter(|_| self.quote_id.is_some())
        else {
            return Ok(current);
        };
        let quoted = deal_of(&row.document).ok_or_else(ApiError::not_found)?;
        let (until, now) = (Instant(row.expires_at_ms), Instant(facts.now_ms));
        if holds(quoted, current.price, until, now) {
            return Ok(quoted);
        }
        let now_sold = self.judge(&Decided::default(), facts.payer.available, current)?;
        let message = "The price has moved. Please review the sale again.";
        Err(ApiError::new(ErrorCode::QuoteChanged, message).with_data(
            json!({ "quoted": row.document["bank"], "current": terms_of(current, &now_sold) }),
        ))
    }
}

fn terms_of(deal: Deal, sold: &CoinQuote) -> Value {
    json!({
        "price": deal.price.to_string(), "spread": deal.spread.to_string(), "amount": sold.amount,
        "currency": PAID_IN, "worth": sold.worth, "kept": sold.spread, "proceeds": sold.total,
    })
}

fn deal_of(document: &Value) -> Option<Deal> {
    let text = |key: &str| document.get("bank")?.get(key)?.as_str();
    Some(Deal {
        price: Rate::parse(text("price")?)?,
        spread: Percent::parse(text("spread")?)?,
    })
}

impl From<&SignedLine> for ProceedsLine {
    fn from(line: &SignedLine) -> Self {
        Self {
            code: line.code,
            label: line.label,
            amount: line.amount.clone(),
        }
    }
}

impl Payment for Sale {
    const KIND: Kind = Kind::CoinSale;
    type Detail = Sold;

    fn currency(&self) -> Currency {
        self.coin
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn quote_ms(&self, _terms: &Terms<Sold>) -> i64 {
        RATE_HOLDS_MS
    }

    /// A sale has no recipient but the house.
    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Sold>, ApiError> {
        let market = self.market.as_ref().ok_or_else(ApiError::unavailable)?;
        let tenant_id = &facts.payer.tenant_id;
        let current = current(tx.connection(), app, tenant_id, self.coin, market).await?;
        let deal = self.deal(facts, current.deal)?;
        let sold = self.judge(&facts.decided, facts.payer.available, deal)?;
        Ok(Terms {
            payee: self.payee(deal),
            price: self.price(sold.amount),
            description: String::new(),
            detail: Sold {
                deal,
                at_ms: current.at_ms,
                sold,
            },
        })
    }

    fn breakdown(&self, terms: &Terms<Sold>) -> Breakdown {
        let Sold { deal, sold, .. } = &terms.detail;
        Breakdown {
            kept: Some(terms_of(*deal, sold)),
            ..Breakdown::of("amount", "Coins", sold.amount)
        }
    }

    fn proceeds(&self, terms: &Terms<Sold>) -> Option<Proceeds> {
        let Sold { deal, sold, .. } = &terms.detail;
        Some(Proceeds {
            movement: Movement::CoinProceeds,
            worth: sold.worth,
            spread: sold.spread,
            total: sold.total,
            to: Receiver::Wallet {
                description: format!("{} {} sold", sold.amount, self.coin),
                counterparty: self.other_side(self.coin, *deal),
            },
        })
    }
}
