//! VTpass, a seller of bills.

use super::ConfigError;
use crate::secret::Secret;

/// An account at VTpass.
#[derive(Debug, Clone)]
pub struct VtpassProvider {
    pub url: String,
    pub api_key: Secret<String>,
    /// For GET requests.
    pub public_key: Secret<String>,
    /// For POST requests.
    pub secret_key: Secret<String>,
    /// Electricity distributors: VTpass's service identifier and the display name.
    pub distributors: Vec<(String, String)>,
}

const DISTRIBUTORS: &str = "ikeja-electric=Ikeja Electric, eko-electric=Eko Electric, abuja-electric=Abuja Electric, \
     kano-electric=Kano Electric, portharcourt-electric=Port Harcourt Electric, jos-electric=Jos Electric, \
     ibadan-electric=Ibadan Electric, kaduna-electric=Kaduna Electric, enugu-electric=Enugu Electric, \
     benin-electric=Benin Electric, aba-electric=Aba Power, yola-electric=Yola Electric";
/// Leaves room for `-postpaid` in a form's field.
const LONGEST_SERVICE_BYTES: usize = 50;

/// The configured distributors, or the default ones.
pub(super) fn distributors(setting: Option<&str>) -> Result<Vec<(String, String)>, ConfigError> {
    let rows = setting.unwrap_or(DISTRIBUTORS).split(',');
    rows.map(distributor).collect()
}

fn distributor(row: &str) -> Result<(String, String), ConfigError> {
    let (id, name) = row.split_once('=').unwrap_or_default();
    let (id, name) = (id.trim(), name.trim());
    let is_id = (1..=LONGEST_SERVICE_BYTES).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_id && !name.is_empty() {
        return Ok((id.to_owned(), name.to_owned()));
    }
    Err(ConfigError(format!(
        "AJO_VTPASS_DISTRIBUTORS is a list like ikeja-electric=Ikeja Electric, not {row}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributors_have_defaults_and_can_be_configured() {
        assert_eq!(distributors(None).unwrap().len(), 12);
        let kano = distributors(Some("kedco=Kano Electric, phed = Port Harcourt Electric"));
        assert_eq!(
            kano.unwrap()[1],
            ("phed".into(), "Port Harcourt Electric".into())
        );
        for wrong in ["kedco", "=Kano", "kedco=", "ke dco=Kano", "a=A,,b=B"] {
            assert!(distributors(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
