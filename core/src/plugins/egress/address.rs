//! Which addresses count as public: the last word on where the process may connect, against
//! server-side request forgery (SSRF).
//!
//! Pure. The rule is a list of what is refused, taken from the special-purpose registries; an
//! address that carries an IPv4 address inside is judged by that address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is refused, in words for an administrator; `None` means it is public.
#[must_use]
pub fn refusal(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(v4) => refusal_v4(v4),
        IpAddr::V6(v6) => refusal_v6(v6),
    }
}

fn refusal_v4(a: Ipv4Addr) -> Option<&'static str> {
    let [x, y, z, _] = a.octets();
    match (x, y, z) {
        (0, ..) => Some("this network"),
        (10, ..) | (192, 168, _) => Some("private"),
        (172, 16..=31, _) => Some("private"),
        (100, 64..=127, _) => Some("carrier-grade NAT"),
        (127, ..) => Some("loopback"),
        (169, 254, _) => Some("link-local or metadata"),
        (192, 0, 0) => Some("protocol assignment"),
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) => Some("documentation"),
        (192, 88, 99) => Some("6to4 relay"),
        (198, 18..=19, _) => Some("benchmarking"),
        (224..=239, ..) => Some("multicast"),
        (240..=255, ..) => Some("reserved"),
        _ => None,
    }
}

fn refusal_v6(a: Ipv6Addr) -> Option<&'static str> {
    let s = a.segments();
    if let Some(inner) = embedded_v4(a) {
        // The translated form of a public address is not needed: the provider has a real one.
        return refusal_v4(inner).or(Some("an IPv4 address in disguise"));
    }
    match s {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("unspecified"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("loopback"),
        [0x100, 0, 0, 0, ..] => Some("discard only"),
        [0x2001, 0xdb8, ..] => Some("documentation"),
        [0x2001, second, ..] if second < 0x200 => Some("protocol assignment"),
        [0x3fff, second, ..] if second < 0x1000 => Some("documentation"),
        [0x5f00, ..] => Some("segment routing"),
        [first, ..] if first & 0xfe00 == 0xfc00 => Some("unique local"),
        [first, ..] if first & 0xffc0 == 0xfe80 => Some("link-local"),
        [first, ..] if first & 0xffc0 == 0xfec0 => Some("site-local"),
        [first, ..] if first & 0xff00 == 0xff00 => Some("multicast"),
        // Only 2000::/3 has been given out as global unicast.
        [first, ..] if first & 0xe000 != 0x2000 => Some("not global unicast"),
        _ => None,
    }
}

/// The IPv4 address inside a mapped, compatible, translated (NAT64), 6to4 or Teredo address.
fn embedded_v4(a: Ipv6Addr) -> Option<Ipv4Addr> {
    let s = a.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Some(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        [0, 0, 0, 0, 0, 0xffff, high, low] => v4(high, low),
        [0, 0, 0, 0, 0xffff, 0, high, low] => v4(high, low),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 || low > 1 => v4(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x64, 0xff9b, 1, ..] => v4(s[6], s[7]),
        [0x2002, high, low, ..] => v4(high, low),
        [0x2001, 0, ..] => v4(!s[6], !s[7]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        refusal(text.parse().unwrap()).is_some()
    }

    #[test]
    fn private_and_special_addresses_are_refused() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(refused(text), "{text}");
        }
        for text in [
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "::ffff:0:10.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b::8.8.8.8",
            "64:ff9b:1::10.0.0.1",
            "100::1",
            "2001:db8::1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
            "::2",
        ] {
            assert!(refused(text), "{text}");
        }
    }

    #[test]
    fn public_addresses_pass() {
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "149.154.167.220",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "2001:4860:4860::8888",
            "2001:67c:4e8::1",
        ] {
            assert!(!refused(text), "{text}");
        }
    }
}
