//! How many connections an address may hold at the same time.
//!
//! A connection is a file, and a process has few: one address must not be able to take them all. What a
//! trusted proxy brings is not counted, because its connections are everybody's; there it is the proxy
//! that has to count.

use super::client_ip::{ClientAddr, Proxies};
use parking_lot::Mutex;
use std::{collections::HashMap, net::IpAddr, sync::Arc};

/// Counts the connections of each address. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionLimit(Arc<Inner>);

struct Inner {
    /// 0: as many as come.
    per_address: usize,
    proxies: Proxies,
    open: Mutex<HashMap<String, usize>>,
}

/// A connection that was let in; its place is free again when this is dropped.
pub struct ConnectionPermit(Option<(ConnectionLimit, String)>);

impl ConnectionLimit {
    /// `per_address` is `server.connections_per_address`, `trusted` is `server.trusted_proxies`.
    #[must_use]
    pub fn new(per_address: usize, trusted: &[String]) -> Self {
        let proxies = Proxies::new(trusted);
        Self(Arc::new(Inner { per_address, proxies, open: Mutex::default() }))
    }

    /// A place for a connection, unless its address has as many as it may have.
    #[must_use]
    pub fn admit(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        if self.0.per_address == 0 || self.0.proxies.trusts(peer) {
            return Some(ConnectionPermit(None));
        }
        let network = ClientAddr(peer).network();
        let mut open = self.0.open.lock();
        let held = open.entry(network.clone()).or_default();
        if *held >= self.0.per_address {
            return None;
        }
        *held += 1;
        if *held == self.0.per_address {
            tracing::warn!(
                address = %peer,
                connections = *held,
                "an address has as many connections as it may have; if it is a proxy of yours, name it \
                 in server.trusted_proxies"
            );
        }
        drop(open);
        Some(ConnectionPermit(Some((self.clone(), network))))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Some((limit, network)) = self.0.take() else { return };
        let mut open = limit.0.open.lock();
        if let Some(held) = open.get_mut(&network) {
            *held -= 1;
            if *held == 0 {
                open.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(per_address: usize) -> ConnectionLimit {
        ConnectionLimit::new(per_address, &["10.0.0.0/8".to_owned()])
    }

    fn from(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn one_address_has_its_share_and_others_have_theirs() {
        let limit = limit(2);
        let held: Vec<_> = (0..2).map(|_| limit.admit(from("192.0.2.1"))).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(limit.admit(from("192.0.2.1")).is_none());
        assert!(limit.admit(from("::ffff:192.0.2.1")).is_none(), "the same in another spelling");
        assert!(limit.admit(from("192.0.2.2")).is_some());
        drop(held);
        assert!(limit.admit(from("192.0.2.1")).is_some());
        assert!(limit.0.open.lock().is_empty(), "nobody is remembered");
    }

    #[test]
    fn a_customers_network_is_one_address() {
        let limit = limit(1);
        let _held = limit.admit(from("2001:db8:1:2::1")).expect("let in");
        assert!(limit.admit(from("2001:db8:1:2:ffff::9")).is_none());
        assert!(limit.admit(from("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn proxies_are_not_counted_and_zero_counts_nobody() {
        let (counted, open) = (limit(1), limit(0));
        let held: Vec<_> = (0..5).map(|_| counted.admit(from("10.1.2.3"))).collect();
        assert!(held.iter().all(Option::is_some));
        let held: Vec<_> = (0..5).map(|_| open.admit(from("192.0.2.1"))).collect();
        assert!(held.iter().all(Option::is_some));
    }
}
