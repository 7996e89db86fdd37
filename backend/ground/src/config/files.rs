//! The place of members' files: the database, a folder, or a bucket of an S3-compatible service.

use super::ConfigError;
use super::providers::{Given, group, path_segment, web_address};
use crate::secret::Secret;
use std::path::PathBuf;

const RULE: &str =
    "is database, a folder or a bucket, like folder:/var/lib/ajo/files or s3://ajo-files/members";
/// Services other than AWS accept it, whatever their own regions are.
const REGION: &str = "us-east-1";

/// The places that are configured, at most one of each kind.
#[derive(Debug, Clone, Default)]
pub struct FilesConfig {
    /// The place of new files. `None`: the database.
    pub new: Option<Outside>,
    pub folder: Option<PathBuf>,
    pub bucket: Option<Bucket>,
}

/// A kind of place outside the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    Folder,
    Bucket,
}

impl Outside {
    pub const ALL: [Self; 2] = [Self::Folder, Self::Bucket];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Bucket => "bucket",
        }
    }
}

/// A bucket of an S3-compatible service.
#[derive(Debug, Clone)]
pub struct Bucket {
    pub name: String,
    /// The beginning of all keys, without slashes around it; may be blank.
    pub prefix: String,
    /// The service's URL. `None`: AWS, in this region.
    pub endpoint: Option<String>,
    pub region: String,
    pub key_id: String,
    pub secret: Secret<String>,
}

/// A place as written in a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Database,
    Folder(PathBuf),
    Bucket { name: String, prefix: String },
}

impl FilesConfig {
    /// # Errors
    /// An invalid or missing setting.
    pub fn read(given: Given<'_>) -> Result<Self, ConfigError> {
        let place = |name: &str| {
            let text = given(name).unwrap_or_else(|| String::from("database"));
            Place::parse(&text).ok_or_else(|| ConfigError(format!("{name} {RULE}")))
        };
        let (current, previous) = (place("AJO_FILES")?, place("AJO_FILES_PREVIOUS")?);
        let mut config = Self {
            new: current.outside(),
            ..Self::default()
        };
        if config.new.is_some() && config.new == previous.outside() {
            return Err(ConfigError(format!(
                "AJO_FILES_PREVIOUS is a place of another kind than AJO_FILES: copy the files from one {} to another by \
                 yourself, their names stay",
                previous.outside().map_or("place", Outside::as_str)
            )));
        }
        for place in [current, previous] {
            match place {
                Place::Database => {}
                Place::Folder(path) => config.folder = Some(path),
                Place::Bucket { name, prefix } => {
                    config.bucket = Some(Bucket::read(given, name, prefix)?);
                }
            }
        }
        let unused =
            ["ENDPOINT", "REGION", "KEY_ID", "SECRET"].map(|name| ["AJO_FILES_", name].concat());
        match unused.iter().find(|name| given(name).is_some()) {
            Some(name) if config.bucket.is_none() => Err(ConfigError(format!(
                "{name} is for a bucket: set AJO_FILES to one, like s3://ajo-files"
            ))),
            _ => Ok(config),
        }
    }
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        if text == "database" {
            return Some(Self::Database);
        }
        if let Some(path) = text.strip_prefix("folder:") {
            let path = PathBuf::from(path);
            return path.is_absolute().then_some(Self::Folder(path));
        }
        let rest = text.strip_prefix("s3://")?.trim_end_matches('/');
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
        let is_name = (3..=63).contains(&name.len()) && name.bytes().all(plain);
        let is_segment = |part: &str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            !part.is_empty() && part.bytes().all(plain)
        };
        let is_prefix = prefix.is_empty() || prefix.split('/').all(is_segment);
        (is_name && is_prefix).then(|| Self::Bucket {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
        })
    }

    const fn outside(&self) -> Option<Outside> {
        match self {
            Self::Database => None,
            Self::Folder(_) => Some(Outside::Folder),
            Self::Bucket { .. } => Some(Outside::Bucket),
        }
    }
}

impl Bucket {
    fn read(given: Given<'_>, name: String, prefix: String) -> Result<Self, ConfigError> {
        let credentials = group(given, ["AJO_FILES_KEY_ID", "AJO_FILES_SECRET"])?;
        let [key_id, secret] = credentials.ok_or_else(|| {
            ConfigError(String::from(
                "AJO_FILES_KEY_ID and AJO_FILES_SECRET are missing: a bucket is opened with both",
            ))
        })?;
        let endpoint = given("AJO_FILES_ENDPOINT")
            .map(|url| web_address("AJO_FILES_ENDPOINT", url))
            .transpose()?
            .map(|url| url.trim_end_matches('/').to_owned());
        let region = match given("AJO_FILES_REGION") {
            Some(region) => path_segment("AJO_FILES_REGION", region)?,
            None if endpoint.is_some() => String::from(REGION),
            None => {
                return Err(ConfigError(String::from(
                    "AJO_FILES_REGION is missing: without AJO_FILES_ENDPOINT the bucket is at AWS, in a region like eu-west-1",
                )));
            }
        };
        Ok(Self {
            name,
            prefix,
            endpoint,
            region,
            key_id,
            secret: Secret::new(secret),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<FilesConfig, ConfigError> {
        let found = |name: &str| settings.iter().find(|(key, _)| *key == name);
        FilesConfig::read(&|name| found(name).map(|(_, value)| String::from(*value)))
    }

    const CREDENTIALS: [(&str, &str); 3] = [
        ("AJO_FILES_KEY_ID", "key-of-ajo"),
        ("AJO_FILES_SECRET", "canary"),
        ("AJO_FILES_ENDPOINT", "https://s3.example/"),
    ];

    #[test]
    fn files_are_in_the_database_unless_another_place_is_named() {
        for settings in [&[][..], &[("AJO_FILES", "database")]] {
            let config = read(settings).unwrap();
            assert!(config.new.is_none() && config.folder.is_none() && config.bucket.is_none());
        }
        let folder = read(&[("AJO_FILES", "folder:/var/lib/ajo/files")]).unwrap();
        assert_eq!(folder.new, Some(Outside::Folder));
        assert_eq!(folder.folder, Some(PathBuf::from("/var/lib/ajo/files")));
    }

    #[test]
    fn a_bucket_has_credentials_and_a_region() {
        let named = |place| read(&[&[("AJO_FILES", place)][..], &CREDENTIALS].concat());
        let bucket = named("s3://ajo-files/members/of_ajo/")
            .unwrap()
            .bucket
            .unwrap();
        assert_eq!(
            (bucket.name.as_str(), bucket.prefix.as_str()),
            ("ajo-files", "members/of_ajo")
        );
        assert_eq!(
            (bucket.endpoint.as_deref(), bucket.region.as_str()),
            (Some("https://s3.example"), REGION)
        );
        assert!(!format!("{bucket:?}").contains("canary"));
        assert_eq!(named("s3://ajo-files").unwrap().bucket.unwrap().prefix, "");
        let at_aws = [
            ("AJO_FILES", "s3://ajo-files"),
            CREDENTIALS[0],
            CREDENTIALS[1],
        ];
        assert!(
            read(&at_aws)
                .unwrap_err()
                .0
                .starts_with("AJO_FILES_REGION is missing")
        );
        let with_region = [&at_aws[..], &[("AJO_FILES_REGION", "eu-west-1")]].concat();
        assert_eq!(
            read(&with_region).unwrap().bucket.unwrap().region,
            "eu-west-1"
        );
    }

    #[test]
    fn both_places_are_known_while_files_are_moved() {
        let settings = [
            ("AJO_FILES", "s3://ajo-files"),
            ("AJO_FILES_PREVIOUS", "folder:/srv/files"),
        ];
        let config = read(&[&settings[..], &CREDENTIALS].concat()).unwrap();
        assert_eq!(config.new, Some(Outside::Bucket));
        assert!(config.folder.is_some() && config.bucket.is_some());
        let back = read(&[("AJO_FILES_PREVIOUS", "folder:/srv/files")]).unwrap();
        assert!(back.new.is_none() && back.folder.is_some());
        let same = [
            ("AJO_FILES", "folder:/srv/new"),
            ("AJO_FILES_PREVIOUS", "folder:/srv/files"),
        ];
        assert!(
            read(&same)
                .unwrap_err()
                .0
                .starts_with("AJO_FILES_PREVIOUS is a place of another kind")
        );
    }

    #[test]
    fn unusable_settings_are_refused_by_name() {
        for place in [
            "folder",
            "folder:",
            "folder:files",
            "s3://",
            "s3://a",
            "s3://Ajo/files",
            "s3://ajo//x",
            "s3://ajo/..",
            "/srv",
            "s3://k:canary@ajo",
        ] {
            let refused = read(&[("AJO_FILES", place)]).unwrap_err().0;
            assert!(
                refused.starts_with("AJO_FILES is")
                    && refused.contains("folder:/var/lib/ajo/files"),
                "{refused}"
            );
            assert!(!refused.contains("canary"));
        }
        for (settings, said) in [
            (
                vec![("AJO_FILES", "s3://ajo-files")],
                "AJO_FILES_KEY_ID and AJO_FILES_SECRET are missing",
            ),
            (
                vec![("AJO_FILES", "s3://ajo-files"), CREDENTIALS[0]],
                "AJO_FILES_SECRET is missing",
            ),
            (
                vec![("AJO_FILES_ENDPOINT", "https://s3.example")],
                "AJO_FILES_ENDPOINT is for a bucket",
            ),
            (
                vec![
                    ("AJO_FILES", "s3://ajo-files"),
                    CREDENTIALS[0],
                    CREDENTIALS[1],
                    ("AJO_FILES_ENDPOINT", "http://s3.example"),
                ],
                "AJO_FILES_ENDPOINT begins with https://",
            ),
            (
                vec![("AJO_FILES_PREVIOUS", "elsewhere")],
                "AJO_FILES_PREVIOUS is database",
            ),
        ] {
            let refused = read(&settings).unwrap_err().0;
            assert!(refused.starts_with(said), "{refused}");
        }
    }
}
