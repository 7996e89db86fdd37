//! Members' files outside the database: in a folder, or in a bucket of an S3-compatible service.
//!
//! A file is named by its place and key: `folder/chat/…`, `bucket/chat/…`. Keys are unguessable and never used twice, so a
//! file is written once, and read and removed without locks. Callers encrypt the bytes.

mod http;
#[cfg(any(test, feature = "testing"))]
pub mod stand_in;

use super::breaker::{Breaker, Breakers};
use super::connect_error::ConnectError;
use ground::config::{Bucket, Config, ConfigError, ExtraCa, FilesConfig, Outside};
use ground::private_file::is_accessible_to_others;
use ground::random::Random;
use http::Connector;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{BackoffConfig, ObjectStore, ObjectStoreExt, RetryConfig};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};
use tokio::time::timeout;

/// The time limit of one operation, with its repetitions.
const DEADLINE: Duration = Duration::from_secs(10);
const REPETITIONS: usize = 2;
const REPEATED_WITHIN: Duration = Duration::from_secs(5);
/// More than the largest file with what its encryption adds.
const LARGEST_BYTES: u64 = 16 * 1024 * 1024;

/// The configured places.
#[derive(Clone)]
pub struct Files {
    new: Option<Outside>,
    stores: Vec<Store>,
}

#[derive(Clone)]
struct Store {
    outside: Outside,
    /// As shown to the operator.
    name: String,
    /// The beginning of all keys in a bucket.
    prefix: Path,
    store: Arc<dyn ObjectStore>,
    breaker: Breaker,
    deadline: Duration,
}

/// A failed operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// The place has no such file.
    Missing,
    /// The place is not configured.
    Unknown,
    /// The place does not respond or refuses, with the cause for the operator.
    Unavailable(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "there is no such file",
            Self::Unknown => "the place of a file is not configured",
            Self::Unavailable(why) => why,
        })
    }
}

impl std::error::Error for FileError {}

impl Files {
    /// # Errors
    /// The folder does not exist, or the bucket's settings are invalid.
    pub fn new(config: &Config, breakers: &mut Breakers) -> Result<Self, ConfigError> {
        let FilesConfig {
            new,
            folder,
            bucket,
        } = &config.files;
        let mut stores = Vec::new();
        if let Some(path) = folder {
            let setting = match new {
                Some(Outside::Folder) => "AJO_FILES",
                _ => "AJO_FILES_PREVIOUS",
            };
            let local = LocalFileSystem::new_with_prefix(path).ok();
            let local = local.filter(|_| path.is_dir()).ok_or_else(|| {
                ConfigError(format!(
                    "{setting}: {} is no folder: create it with mode 0700",
                    path.display()
                ))
            })?;
            if is_accessible_to_others(path) {
                tracing::warn!(folder = %path.display(), "other users can read the folder of members' files: chmod 700");
            }
            stores.push(Store {
                outside: Outside::Folder,
                name: format!("the folder {}", path.display()),
                prefix: Path::default(),
                // A file that a row names survives a power failure.
                store: Arc::new(local.with_fsync(true)),
                breaker: breakers.add("files folder"),
                deadline: DEADLINE,
            });
        }
        if let Some(bucket) = bucket {
            stores.push(Store {
                outside: Outside::Bucket,
                name: format!("the bucket {}", bucket.name),
                prefix: Path::from(bucket.prefix.as_str()),
                store: Arc::new(s3(bucket, &config.extra_ca)?),
                breaker: breakers.add("files bucket"),
                deadline: DEADLINE,
            });
        }
        Ok(Self { new: *new, stores })
    }

    /// The place of new files. `None`: the database.
    pub const fn outside(&self) -> Option<Outside> {
        self.new
    }

    /// Whether files in this kind of place can be read.
    pub fn knows(&self, outside: Outside) -> bool {
        self.stores.iter().any(|store| store.outside == outside)
    }

    /// A name for a new file of a kind. `None`: it goes into the database.
    pub fn fresh(&self, kind: &str, random: Random) -> Option<String> {
        let place = self.new?.as_str();
        Some(format!("{place}/{kind}/{}", random.token()))
    }

    /// Writes a file completely, durably, or not at all.
    ///
    /// # Errors
    /// The place is unavailable: the file may exist.
    pub async fn put(&self, file: &str, bytes: Vec<u8>) -> Result<(), FileError> {
        let (store, path) = self.find(file)?;
        let put = store.store.put(&path, bytes.into());
        store.run(async { put.await.map(|_| ()) }).await
    }

    /// Reads a file.
    ///
    /// # Errors
    /// There is none; the place is unavailable.
    pub async fn get(&self, file: &str) -> Result<Vec<u8>, FileError> {
        let (store, path) = self.find(file)?;
        let read = async {
            let found = store.store.get(&path).await?;
            match found.meta.size {
                ..=LARGEST_BYTES => Ok(Some(found.bytes().await?)),
                _ => Ok(None),
            }
        };
        let bytes = store.run(read).await?;
        let bytes =
            bytes.ok_or_else(|| FileError::Unavailable(String::from("the file is too large")))?;
        Ok(bytes.into())
    }

    /// Removes a file. It is no error if there is none.
    ///
    /// # Errors
    /// The place is unavailable.
    pub async fn remove(&self, file: &str) -> Result<(), FileError> {
        let (store, path) = self.find(file)?;
        match store.run(store.store.delete(&path)).await {
            Err(FileError::Missing) => Ok(()),
            other => other,
        }
    }

    /// Tries the place of new files: writes, reads and removes a small one. Describes the place.
    ///
    /// # Errors
    /// The cause, for the operator.
    pub async fn try_out(&self) -> Result<String, String> {
        let Some(file) = self.fresh("trial", Random) else {
            return Ok(String::from("in the database"));
        };
        let tried = async {
            self.put(&file, b"ajo".to_vec()).await?;
            let read = self.get(&file).await?;
            self.remove(&file).await?;
            Ok::<_, FileError>(read)
        };
        let (store, _) = self.find(&file).map_err(|error| error.to_string())?;
        let name = &store.name;
        match tried.await {
            Ok(read) if read == b"ajo" => Ok(format!("{name} stores, returns and removes a file")),
            Ok(_) => Err(format!(
                "AJO_FILES: {name} returns other bytes than it was given"
            )),
            Err(error) => Err(format!("AJO_FILES: {name} does not take files: {error}")),
        }
    }

    fn find(&self, file: &str) -> Result<(&Store, Path), FileError> {
        let (place, key) = file.split_once('/').ok_or(FileError::Unknown)?;
        let store = self
            .stores
            .iter()
            .find(|store| store.outside.as_str() == place);
        let store = store.ok_or(FileError::Unknown)?;
        let path = key
            .split('/')
            .fold(store.prefix.clone(), |path, part| path.join(part));
        Ok((store, path))
    }
}

impl Store {
    async fn run<T>(
        &self,
        work: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, FileError> {
        let call = async {
            match timeout(self.deadline, work).await {
                Ok(done) => done.map_err(|error| self.cause(&error)),
                Err(_) => Err(FileError::Unavailable(ConnectError::Timeout.to_string())),
            }
        };
        let is_failure =
            |done: &Result<T, FileError>| matches!(done, Err(FileError::Unavailable(_)));
        let done = self.breaker.call(call, is_failure).await;
        let done = done
            .ok_or_else(|| FileError::Unavailable(String::from("its circuit breaker is open")))?;
        if let Err(FileError::Unavailable(why)) = &done {
            let provider = self.breaker.provider();
            tracing::warn!(provider, why, "the place of files failed");
        }
        done
    }

    /// The cause of a failure, without text from a service, which repeats parts of the signed request.
    fn cause(&self, error: &object_store::Error) -> FileError {
        FileError::Unavailable(match (error, self.outside) {
            (object_store::Error::NotFound { .. }, _) => return FileError::Missing,
            (_, Outside::Folder) => of_system(error),
            (object_store::Error::Unauthenticated { .. }, _) => {
                String::from("it responds 401: it does not know the key")
            }
            (object_store::Error::PermissionDenied { .. }, _) => {
                String::from("it responds 403: the key, its secret, or what the key may do")
            }
            _ => http::cause(error),
        })
    }
}

/// The system's words for the failure of a folder.
fn of_system(error: &object_store::Error) -> String {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(found) = next {
        if let Some(found) = found.downcast_ref::<io::Error>() {
            return found.to_string();
        }
        next = found.source();
    }
    error.to_string()
}

fn s3(bucket: &Bucket, extra_ca: &ExtraCa) -> Result<impl ObjectStore + use<>, ConfigError> {
    let retry = RetryConfig {
        backoff: BackoffConfig::default(),
        max_retries: REPETITIONS,
        retry_timeout: REPEATED_WITHIN,
    };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&bucket.name)
        .with_region(&bucket.region)
        .with_access_key_id(&bucket.key_id)
        .with_secret_access_key(bucket.secret.reveal())
        .with_retry(retry)
        // One request per object is part of every service.
        .with_disable_bulk_delete(true)
        .with_http_connector(Connector::trusting(extra_ca));
    if let Some(endpoint) = &bucket.endpoint {
        // Unencrypted only on this machine, as the setting is checked.
        builder = builder.with_endpoint(endpoint).with_allow_http(true);
    }
    builder.build().map_err(|_| {
        ConfigError(String::from(
            "AJO_FILES_ENDPOINT is a URL, like https://s3.example",
        ))
    })
}

#[cfg(test)]
mod tests;
