//! The standard's own example, and what services answer.

use super::{
    encrypt::{Receiver, encrypt},
    send::{Next, after},
    subscribe::Subscription,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as B64};
use p256::{PublicKey, SecretKey};
use serde_json::json;

const PUBLIC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn bytes(text: &str) -> Vec<u8> {
    B64.decode(text).expect("base64url")
}

/// RFC 8291, appendix A.
#[test]
fn the_example_of_the_standard_is_encrypted_alike() {
    let receiver = Receiver {
        public: PublicKey::from_sec1_bytes(&bytes(PUBLIC)).expect("a point"),
        auth: bytes(AUTH).try_into().expect("16 bytes"),
    };
    let once = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        .expect("a key");
    let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
    let plain = b"When I grow up, I want to be a watermelon";
    let body = encrypt(&receiver, &once, salt, plain).expect("it fits");
    assert_eq!(
        B64.encode(body),
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA\
         mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs\
         j_Qulcy4a-fN"
    );
    assert_eq!(encrypt(&receiver, &once, salt, &[0; 4000]), None, "more than one record");
    let most = encrypt(&receiver, &once, salt, &[0; super::encrypt::PLAIN_MAX]).expect("it fits");
    assert_eq!(most.len(), 4096);
}

#[test]
fn only_what_can_be_sent_to_is_a_subscription() {
    let text = |endpoint: &str, public: &str, auth: &str| {
        json!({ "endpoint": endpoint, "keys": { "p256dh": public, "auth": auth } }).to_string()
    };
    let read = |endpoint: &str, public: &str, auth: &str| {
        Subscription::read(&text(endpoint, public, auth)).is_some()
    };
    assert!(read("https://push.example.com/x", PUBLIC, AUTH));
    assert!(read("https://push.example.com/x", &format!("{PUBLIC}="), &format!("{AUTH}==")));
    for endpoint in
        ["", "ftp://push.example.com/x", "push", &format!("https://x/{}", "y".repeat(2000))]
    {
        assert!(!read(endpoint, PUBLIC, AUTH), "{endpoint}");
    }
    let off_curve = format!("BA{}", &PUBLIC[2..]);
    for public in ["", "!", AUTH, off_curve.as_str()] {
        assert!(!read("https://push.example.com/x", public, AUTH), "{public}");
    }
    assert!(!read("https://push.example.com/x", PUBLIC, "abc"));
    assert!(Subscription::read("not JSON").is_none());
}

#[test]
fn what_a_service_answers_decides() {
    for (status, next) in [
        (200, Next::Done),
        (201, Next::Done),
        (404, Next::Forget),
        (410, Next::Forget),
        (429, Next::Again),
        (500, Next::Again),
        (503, Next::Again),
        (301, Next::GiveUp),
        (400, Next::GiveUp),
        (413, Next::GiveUp),
    ] {
        assert_eq!(after(status), next, "{status}");
    }
}
