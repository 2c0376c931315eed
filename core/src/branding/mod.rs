//! Branding: the variants of the product, chosen by the host name people use.
//!
//! The variants themselves are files in `config/variants/`, compiled in; the configuration says which
//! host name shows which, and lists the clients and users who have what few have.

mod model;
mod routes;
#[cfg(test)]
mod tests;

pub use model::features;
pub use routes::routes;

use crate::{accounts::Accounts, config};
use anyhow::Result;
use model::{Listed, Variants};
use std::sync::Arc;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Branding {
    accounts: Accounts,
    variants: Arc<Variants>,
    listed: Arc<Listed>,
}

impl Branding {
    /// Reads the variants and what the configuration says about them.
    ///
    /// # Errors
    /// When a file of a variant cannot be read, or the configuration names one that is none.
    pub fn read(config: &config::Branding, accounts: Accounts) -> Result<Self> {
        Ok(Self {
            accounts,
            variants: Arc::new(Variants::read(config)?),
            listed: Arc::new(Listed::read(config)),
        })
    }
}
