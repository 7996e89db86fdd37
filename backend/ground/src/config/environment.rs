//! Settings from environment variables, or from files named by them: `AJO_SECRET_FILE=/run/secrets/ajo_secret` sets
//! `AJO_SECRET` to the file's content, as container and service managers provide secrets.

use super::ConfigError;
use std::collections::BTreeMap;

const PREFIX: &str = "AJO_";
const FILE: &str = "_FILE";

/// The settings by name, with files read.
///
/// # Errors
/// An unreadable file, or a setting that is given both ways.
pub fn settings(
    variables: impl Iterator<Item = (String, String)>,
) -> Result<BTreeMap<String, String>, ConfigError> {
    let mut settings: BTreeMap<String, String> = variables
        .filter(|(name, value)| name.starts_with(PREFIX) && !value.trim().is_empty())
        .collect();
    let files: Vec<(String, String)> = settings
        .iter()
        .filter_map(|(name, path)| Some((name.strip_suffix(FILE)?.to_owned(), path.clone())))
        .collect();
    for (name, path) in files {
        let content = std::fs::read_to_string(&path)
            .map_err(|error| ConfigError(format!("{name}{FILE}: {path}: {error}")))?;
        if settings
            .insert(name.clone(), content.trim_end().to_owned())
            .is_some()
        {
            return Err(ConfigError(format!("{name} and {name}{FILE} are both set")));
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::fs;

    fn read(variables: &[(&str, &str)]) -> Result<BTreeMap<String, String>, ConfigError> {
        let owned = |(name, value): &(&str, &str)| (String::from(*name), String::from(*value));
        settings(variables.iter().map(owned))
    }

    #[test]
    fn settings_are_read_from_named_files() {
        let file = std::env::temp_dir().join(format!("ajo-setting-{}", Random.token()));
        fs::write(&file, "correct horse\nbattery staple\n").unwrap();
        let path = file.to_str().unwrap();
        let read = |more: &[(&str, &str)]| read(&[&[("AJO_SECRET_FILE", path)], more].concat());
        let settings = read(&[("AJO_DOMAIN", "ajo.example"), ("HOME", "/root")]).unwrap();
        assert_eq!(settings["AJO_SECRET"], "correct horse\nbattery staple");
        assert_eq!(settings["AJO_DOMAIN"], "ajo.example");
        assert!(!settings.contains_key("HOME"));
        // A blank variable counts as unset.
        assert!(read(&[("AJO_SECRET", " ")]).is_ok());
        let both = read(&[("AJO_SECRET", "another")]).unwrap_err();
        assert_eq!(both.0, "AJO_SECRET and AJO_SECRET_FILE are both set");
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn unreadable_files_are_named_in_the_error() {
        let missing = read(&[("AJO_SECRET_FILE", "/nowhere/ajo_secret")]).unwrap_err();
        assert!(
            missing
                .0
                .starts_with("AJO_SECRET_FILE: /nowhere/ajo_secret: ")
        );
    }
}
