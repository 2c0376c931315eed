//! How a webhook is written and proven: escaped beyond ASCII, and signed in that form.
use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;

/// The question of the handshake.
pub fn ask(url: &mut url::Url, token: &str, challenge: &str) {
    url.query_pairs_mut()
        .append_pair("hub.mode", "subscribe")
        .append_pair("hub.challenge", challenge)
        .append_pair("hub.verify_token", token);
}

/// JSON as it is on the wire: everything beyond ASCII is escaped, and that is what is signed.
pub fn escaped(body: &Value) -> String {
    let text = body.to_string();
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            out.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

/// `X-Hub-Signature-256` of a body.
pub fn signature(secret: &str, body: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(body.as_bytes());
    let hex: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={hex}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_escaped_form_is_signed() {
        let body = json!({ "text": "äöå 👍" });
        assert_eq!(escaped(&body), r#"{"text":"\u00e4\u00f6\u00e5 \ud83d\udc4d"}"#);
        let key = "0123456789abcdef0123456789abcdef";
        let raw = r#"{"object":"page","entry":[{"id":"1","time":1,"messaging":[{"message":{"mid":"m_1","text":"\u00e4\u00f6\u00e5"}}]}]}"#;
        assert_eq!(
            signature(key, raw),
            "sha256=2d10fb5ad14456b965f079ce240398b36a0588b246e1d658a05c188325335512"
        );
        let plain = raw.replace(r"\u00e4\u00f6\u00e5", "äöå");
        assert_eq!(
            signature(key, &plain),
            "sha256=402836e5904c998deb8f9b0ed1817a872c79d49570b940b5e9f0fe4a34e52651"
        );
    }
}
