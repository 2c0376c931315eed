//! Mail servers are reached under the same rules as everything else that leaves the process.

use crate::{
    mail::{AddressGate, GateError},
    plugins::{Egress, EgressError},
};
use futures_util::future::BoxFuture;
use std::net::SocketAddr;

/// The egress broker, as mail asks it.
pub(super) struct Gate(pub Egress);

impl AddressGate for Gate {
    fn resolve<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> BoxFuture<'a, Result<Vec<SocketAddr>, GateError>> {
        Box::pin(async move {
            self.0.resolve(host, port).await.map_err(|error| match error {
                EgressError::Unknown { .. } => GateError::Lookup(error.to_string()),
                EgressError::Refused { .. } => GateError::Refused(error.to_string()),
            })
        })
    }
}
