//! The webhook's door: the handshake by which an address is proven, and what is signed.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// What a request is.
#[derive(Debug)]
pub enum Hook {
    /// To be answered with this and nothing else.
    Answer(webhook::Reply),
    /// Signed events.
    Events(Value),
}

/// Tells the handshake from events. The host has checked one recipe of the manifest, and each of
/// them opens only its own door: who knows the verify token cannot send events with it.
pub fn hook(request: &webhook::Request) -> Result<Hook, Failure> {
    match (request.method.as_str(), request.verified.as_str()) {
        ("GET", "handshake") => Ok(Hook::Answer(challenge(&request.query))),
        ("POST", "signature") => Ok(Hook::Events(serde_json::from_slice(&request.body)?)),
        _ => Ok(Hook::Answer(reply(403, "wrong door"))),
    }
}

fn challenge(query: &str) -> webhook::Reply {
    let value = |name: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| decoded(key) == name).map(|(_, value)| decoded(value))
    };
    let plain = |text: &String| {
        (1..=256).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    match (value("hub.mode").as_deref(), value("hub.challenge").filter(plain)) {
        (Some("subscribe"), Some(challenge)) => reply(200, &challenge),
        _ => reply(400, "no challenge"),
    }
}

fn reply(status: u16, text: &str) -> webhook::Reply {
    let mime = Header { name: "content-type".to_owned(), value: b"text/plain".to_vec() };
    webhook::Reply { status, headers: vec![mime], body: text.as_bytes().to_vec() }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let pair = |rest: &mut std::str::Bytes<'_>| {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            Some((digit(rest.next())? * 16 + digit(rest.next())?) as u8)
        };
        match byte {
            b'%' => bytes.extend(pair(&mut rest)),
            b'+' => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, verified: &str, query: &str) -> webhook::Request {
        webhook::Request {
            method: method.into(),
            path: String::new(),
            query: query.into(),
            headers: Vec::new(),
            body: b"{}".to_vec(),
            verified: verified.into(),
        }
    }

    #[test]
    fn the_challenge_comes_back_as_it_is() {
        let query = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=vibecoding";
        let Ok(Hook::Answer(reply)) = hook(&request("GET", "handshake", query)) else { panic!() };
        assert_eq!((reply.status, reply.body.as_slice()), (200, &b"1158201444"[..]));
        let encoded = "hub%2Emode=subscribe&hub.challenge=a%2Db";
        let Ok(Hook::Answer(reply)) = hook(&request("GET", "handshake", encoded)) else { panic!() };
        assert_eq!(reply.body, b"a-b");
        for wrong in [
            "hub.mode=subscribe",
            "hub.mode=x&hub.challenge=1",
            "hub.mode=subscribe&hub.challenge=%3Cb%3E",
        ] {
            let Ok(Hook::Answer(reply)) = hook(&request("GET", "handshake", wrong)) else {
                panic!()
            };
            assert_eq!(reply.status, 400, "{wrong}");
        }
    }

    #[test]
    fn each_proof_opens_its_own_door() {
        for (method, verified) in
            [("POST", "handshake"), ("GET", "signature"), ("PUT", "signature")]
        {
            let Ok(Hook::Answer(reply)) = hook(&request(method, verified, "")) else { panic!() };
            assert_eq!(reply.status, 403);
        }
        assert!(matches!(hook(&request("POST", "signature", "")), Ok(Hook::Events(_))));
    }
}
