//! The measured calls: those of `benches/rules/rows.js`, as JSON.

use domain_core::RuleCallError;
use domain_core::catalogue::evaluate_text;

/// Name, rule and input.
pub const ROWS: &[(&str, &str, &str)] = &[
    (
        "register, accepted",
        "form.register",
        r#"{"values":{"name":"Ada Obi","email":"ada@example.ng","phone":"08031234567","password":"Tide4!Harbour","referrer":"","agreement":true},"context":{}}"#,
    ),
    (
        "register, refused",
        "form.register",
        r#"{"values":{"name":"A","email":"ada@","phone":"0803","password":"abc","referrer":"","agreement":false},"context":{}}"#,
    ),
    (
        "register, one field",
        "form.field",
        r#"{"form":"register","field":"email","values":{"name":"Ada Obi","email":"ada@example.ng","phone":"08031234567","password":"Tide4!Harbour","referrer":"","agreement":true},"context":{}}"#,
    ),
    (
        "withdraw, accepted",
        "form.withdraw",
        r#"{"values":{"amount":"1500.00","description":"Rent","confirm":true,"bank_account_id":"0191a2b3c4d5","account_number":""},"context":{"currency":"NGN","ledger_balance":"250000.00","rates":{"NGN":{"sell_rate":"1500","buy_rate":"1480"},"USD":{"sell_rate":"1","buy_rate":"1"}},"destination":"bank"}}"#,
    ),
    (
        "loan_subscription, accepted",
        "form.loan_subscription",
        r#"{"values":{"name":"Shop","amount":"20000","funding_source":"card","confirm":true},"context":{"plan":{"min_amount":"10","max_amount":"100","base_currency":"USD","is_group":true},"currency":"NGN","rates":{"NGN":{"sell_rate":"1500"},"USD":{"sell_rate":"1"}},"phone":"08031234567","location":{"latitude":"6.5","longitude":"3.4"},"clusters":["c1"]}}"#,
    ),
    (
        "loan schedule, 36 instalments",
        "loan.schedule",
        r#"{"amount":"250000","currency":"NGN","take_profit":"12.5","duration":36,"duration_unit":"month","start":"2026-01-31","wait":1,"wait_unit":"month"}"#,
    ),
    (
        "balance total, six currencies",
        "balance.total",
        r#"{"balances":[{"currency":"NGN","balance":"182450.75"},{"currency":"USD","balance":"1204.10"},{"currency":"GBP","balance":"88.02"},{"currency":"BTC","balance":"0.04210000"},{"currency":"ETH","balance":"1.50000000"},{"currency":"USDT","balance":"310.250000"}],"rates":{"NGN":{"sell_rate":"1500"},"USD":{"sell_rate":"1"},"GBP":{"sell_rate":"0.79"},"BTC":{"sell_rate":"0.0000105"},"ETH":{"sell_rate":"0.00029"},"USDT":{"sell_rate":"1.001"}},"base":"NGN"}"#,
    ),
    (
        "password estimate",
        "password.estimate",
        r#"{"password":"correct horse battery staple","user_inputs":["Ada Obi"]}"#,
    ),
];

/// One call, from JSON to JSON.
///
/// # Errors
/// The row's call is malformed.
#[inline(never)]
pub fn measured(rule: &str, input: &str) -> Result<String, RuleCallError> {
    evaluate_text(rule, input)
}
