//! TLS as a client: the one rustls configuration that outgoing connections of the ground use.
//!
//! The provider is named instead of installed for the process, so that no library's order of
//! start-up decides which cryptography is in use.

use std::sync::{Arc, OnceLock};

/// Mozilla's roots, ring, TLS 1.2 and 1.3, HTTP/1.1 only.
#[must_use]
pub fn client_config() -> Arc<rustls::ClientConfig> {
    static CONFIG: OnceLock<Arc<rustls::ClientConfig>> = OnceLock::new();
    CONFIG
        .get_or_init(|| {
            let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let mut config = rustls::ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .expect("ring supports the protocol versions that rustls calls safe")
                .with_root_certificates(roots)
                .with_no_client_auth();
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            Arc::new(config)
        })
        .clone()
}
