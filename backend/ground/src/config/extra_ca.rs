//! Additional certificate authorities, for providers in a private network.

use super::ConfigError;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;

/// The certificates of `AJO_EXTRA_CA`.
#[derive(Debug, Clone, Default)]
pub struct ExtraCa(Vec<CertificateDer<'static>>);

impl ExtraCa {
    /// # Errors
    /// A file that cannot be read, or that contains no valid certificate.
    pub fn read(path: Option<&str>) -> Result<Self, ConfigError> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let wrong = |why: String| ConfigError(format!("AJO_EXTRA_CA: {path}: {why}"));
        let certificates = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| wrong(error.to_string()))?;
        if certificates.is_empty() {
            return Err(wrong(String::from("it contains no PEM certificate")));
        }
        let mut roots = RootCertStore::empty();
        for certificate in &certificates {
            roots
                .add(certificate.clone())
                .map_err(|error| wrong(error.to_string()))?;
        }
        Ok(Self(certificates))
    }

    /// In DER.
    pub fn certificates(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The TLS configuration of HTTPS clients.
    ///
    /// # Panics
    /// Never: ring supports the default TLS versions.
    pub fn client(&self) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        // They were validated when the file was read.
        roots.add_parsable_certificates(self.0.iter().cloned());
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        ClientConfig::builder_with_provider(ring)
            .with_safe_default_protocol_versions()
            .expect("ring supports the default TLS versions")
            .with_root_certificates(roots)
            .with_no_client_auth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_certificates_are_named_in_the_error() {
        assert!(ExtraCa::read(None).unwrap().0.is_empty());
        let missing = ExtraCa::read(Some("/nowhere/ca.pem")).unwrap_err().0;
        assert!(missing.starts_with("AJO_EXTRA_CA: /nowhere/ca.pem: "));
        let other = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(ExtraCa::read(Some(other)).is_err());
    }
}
