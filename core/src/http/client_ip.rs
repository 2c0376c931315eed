//! Where a request comes from, seen through the proxies we trust.

use crate::config::network;
use axum::{
    extract::{ConnectInfo, FromRequestParts, Request},
    http::{HeaderMap, request::Parts},
    middleware::Next,
    response::Response,
};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

/// The address of the client: for limits and the session list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddr(pub IpAddr);

impl ClientAddr {
    /// What limits are counted by: an IPv6 customer has a whole /64 to send from.
    #[must_use]
    pub fn network(self) -> String {
        match self.0.to_canonical() {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => format!("{:x}", v6.to_bits() >> 64),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // Without the layer below there is no socket either (a router called directly in a test).
        let unknown = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(unknown))
    }
}

/// The proxies whose word is taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Proxies(Arc<[(IpAddr, u8)]>);

impl Proxies {
    pub(super) fn new(networks: &[String]) -> Self {
        Self(networks.iter().filter_map(|text| network(text)).collect())
    }

    pub(super) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|(network, bits)| contains(*network, *bits, address))
    }

    /// The nearest address that is not one of our proxies. Each proxy appends the address it saw,
    /// so reading from the right stops before anything the client wrote itself.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let hops = forwarded.into_iter().rev().map_while(|hop| parse_hop(hop.trim()));
        let mut nearest = peer;
        for hop in std::iter::once(peer).chain(hops) {
            nearest = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        nearest
    }
}

fn parse_hop(hop: &str) -> Option<IpAddr> {
    let address = hop.parse::<IpAddr>().ok();
    address.or_else(|| hop.parse::<SocketAddr>().ok().map(|a| a.ip())).map(|a| a.to_canonical())
}

fn contains(network: IpAddr, bits: u8, address: IpAddr) -> bool {
    let shift = |width: u8| u32::from(width - bits);
    match (network.to_canonical(), address.to_canonical()) {
        (IpAddr::V4(n), IpAddr::V4(a)) if bits <= 32 => {
            bits == 0 || n.to_bits() >> shift(32) == a.to_bits() >> shift(32)
        }
        (IpAddr::V6(n), IpAddr::V6(a)) => {
            bits == 0 || n.to_bits() >> shift(128) == a.to_bits() >> shift(128)
        }
        _ => false,
    }
}

/// Layer: finds the client's address and leaves it on the request.
pub(super) async fn find(proxies: Proxies, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let client = proxies.client(peer.ip().to_canonical(), request.headers());
        request.extensions_mut().insert(ClientAddr(client));
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &str) -> String {
        let trusted: Vec<String> = trusted.iter().map(|t| (*t).to_owned()).collect();
        let mut headers = HeaderMap::new();
        if !forwarded.is_empty() {
            headers.insert("x-forwarded-for", forwarded.parse().expect("header"));
        }
        Proxies::new(&trusted).client(peer.parse().expect("address"), &headers).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(client(&[], "9.9.9.9", "1.1.1.1"), "9.9.9.9");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", "1.1.1.1"), "1.1.1.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", "6.6.6.6, 1.1.1.1, 10.9.9.9"), "1.1.1.1");
        assert_eq!(client(&["10.0.0.0/8"], "9.9.9.9", "1.1.1.1"), "9.9.9.9");
        assert_eq!(client(&["::1"], "::1", "[2001:db8::1]:443"), "2001:db8::1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", ""), "10.1.2.3");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", "unknown, 1.1.1.1"), "1.1.1.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", "1.1.1.1, unknown"), "10.1.2.3");
        assert_eq!(client(&["0.0.0.0/0"], "10.1.2.3", "1.1.1.1, 2.2.2.2"), "1.1.1.1");
    }
}
