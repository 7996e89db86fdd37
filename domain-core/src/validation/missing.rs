//! Messages for empty required fields.

use super::Code;

/// A message that names the missing value, or the code's default message for fields that are not filled in by users.
pub(super) fn missing(field: &str) -> &'static str {
    match field {
        "account_name" => "Enter the account name.",
        "account_number" => "Enter the account number.",
        "address" => "Enter an address.",
        "amount" => "Enter an amount.",
        "answer" => "Enter an answer.",
        "bank_code" | "bank_name" => "Choose a bank.",
        "bvn" => "Enter your BVN.",
        "city" => "Enter a city.",
        "code" => "Enter the code.",
        "confirm" | "confirm_password" => "Enter the password again.",
        "confirm_pin" => "Enter the PIN again.",
        "country" => "Choose a country.",
        "dob" => "Enter a date of birth.",
        "duration" => "Enter how long it lasts.",
        "duration_unit" => "Choose days, weeks or months.",
        "email" => "Enter an email address.",
        "first_name" => "Enter a first name.",
        "funding_source" => "Choose how to pay.",
        "gender" => "Choose a gender.",
        "last_name" => "Enter a last name.",
        "lga" => "Choose a local government area.",
        "limit" => "Enter a limit, or 0 for none.",
        "message" => "Write a message.",
        "mode" => "Choose BVN or NIN.",
        "name" => "Enter a name.",
        "network" => "Choose a network.",
        "old_password" => "Enter your current password.",
        "old_pin" => "Enter your current PIN.",
        "package" => "Choose a package.",
        "password" => "Enter a password.",
        "pin" => "Enter a PIN.",
        "postal_code" => "Enter a postal code.",
        "question" => "Choose a question.",
        "reason" => "Choose a reason.",
        "service" => "Choose a service.",
        "state" => "Choose a state.",
        "support_email" => "Enter an email address for support.",
        "value" => "Enter the number.",
        "wallet_number" => "Enter a wallet number.",
        _ => Code::Required.message(),
    }
}

#[cfg(test)]
mod tests {
    use super::missing;
    use crate::validation::{Code, Violation};

    #[test]
    fn messages_name_the_empty_field() {
        let violation = Violation::new("email", Code::Required);
        assert_eq!(violation.message, "Enter an email address.");
        // Other codes have messages about the value.
        let violation = Violation::new("email", Code::TooLong);
        assert_eq!(violation.message, Code::TooLong.message());
    }

    #[test]
    fn unlisted_fields_have_the_default_message() {
        assert_eq!(missing("client_id"), Code::Required.message());
    }
}
