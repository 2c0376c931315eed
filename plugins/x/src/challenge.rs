//! The challenge by which X checks, hourly and at will, that a webhook knows the app's secret.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;

/// Answers a challenge; nothing else may come without a signature.
pub fn answer(req: &webhook::Request) -> Result<(Option<webhook::Reply>, Batch), Failure> {
    let token = req.query.split('&').find_map(|pair| pair.strip_prefix("crc_token="));
    let (Some(token), "GET") = (token, req.method.as_str()) else {
        let detail = Detail::new("x.unsigned", "The request carries no signature of X's.");
        return Err(Failure::Permanent(detail));
    };
    let signed = host::sign("consumer_secret", unescaped(token).as_bytes());
    let signed = signed.map_err(|_| {
        let detail = Detail::new("x.no-secret", "Enter the API key secret.");
        Failure::needs_config("consumer_secret", detail)
    })?;
    let body = json!({"response_token": format!("sha256={}", base64(&signed))});
    let kind = Header { name: "Content-Type".to_owned(), value: b"application/json".to_vec() };
    let reply =
        webhook::Reply { status: 200, headers: vec![kind], body: body.to_string().into_bytes() };
    Ok((Some(reply), Batch::empty()))
}

fn unescaped(text: &str) -> String {
    let mut out = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let (high, low) = (hex(rest.next()).unwrap_or(0), hex(rest.next()).unwrap_or(0));
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let at = |n: usize| u32::from(*chunk.get(n).unwrap_or(&0));
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        for n in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * n)) as usize & 63];
            out.push(if n > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{base64, unescaped};

    #[test]
    fn base64_and_escapes_are_as_everywhere() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(unescaped("a%2Fb+c"), "a/b c");
    }
}
