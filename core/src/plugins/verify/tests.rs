//! Recipes against requests, good and forged.

use super::*;
use crate::plugins::manifest::Webhook;

fn manifest(recipes: &str) -> Manifest {
    let base = include_str!("../../../tests/guests/hostile/plugin.toml");
    let mut manifest: Manifest = toml::from_str(base).unwrap();
    let webhook: Webhook = toml::from_str(recipes).unwrap();
    manifest.webhook = Some(webhook);
    manifest
}

fn secrets(value: &str) -> Secrets {
    Secrets::from_iter([("s", value)])
}

fn header(name: &str, value: &str) -> Vec<(String, Vec<u8>)> {
    vec![(name.to_owned(), value.as_bytes().to_vec())]
}

const EQUALS: &str =
    r#"verify = [{ name = "h", kind = "header-equals", header = "X-T", secret = "s" }]"#;
const HEX: &str = r#"verify = [{ name = "m", kind = "hmac-sha256", header = "X-S", secret = "s",
    encoding = "hex", prefix = "sha256=", over = "body" }]"#;
const BASE64: &str = r#"verify = [{ name = "l", kind = "hmac-sha256", header = "X-S", secret = "s",
    encoding = "base64" }]"#;
const QUERY: &str =
    r#"verify = [{ name = "q", kind = "query-equals", query = "key", secret = "s" }]"#;

fn mac(secret: &str, body: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body);
    mac.finalize().into_bytes().to_vec()
}

#[test]
fn an_equal_header_passes_and_nothing_else() {
    let m = manifest(EQUALS);
    let try_with = |headers: &[(String, Vec<u8>)], secret: &str| {
        verify(&m, &secrets(secret), headers, "", b"")
    };
    assert_eq!(try_with(&header("x-t", "abc"), "abc"), Ok("h".to_owned()));
    assert_eq!(try_with(&header("X-T", "abd"), "abc"), Err(VerifyError::Refused));
    assert_eq!(try_with(&header("X-T", ""), "abc"), Err(VerifyError::Refused));
    assert_eq!(try_with(&[], "abc"), Err(VerifyError::Refused));
    let twice = [header("X-T", "abc"), header("x-t", "abc")].concat();
    assert_eq!(try_with(&twice, "abc"), Err(VerifyError::Refused));
}

#[test]
fn without_a_secret_nothing_passes() {
    let missing = Err(VerifyError::NoSecret("s".to_owned()));
    assert_eq!(verify(&manifest(EQUALS), &secrets(""), &header("X-T", ""), "", b""), missing);
    assert_eq!(
        verify(&manifest(EQUALS), &Secrets::default(), &header("X-T", ""), "", b""),
        missing
    );
    assert_eq!(verify(&manifest(QUERY), &secrets(""), &[], "key=", b""), missing);
    let empty_key = super::super::cache::hex(&mac("", b"x"));
    let signed = header("X-S", &format!("sha256={empty_key}"));
    assert_eq!(verify(&manifest(HEX), &secrets(""), &signed, "", b"x"), missing);
}

#[test]
fn signatures_are_over_the_raw_body() {
    let hex = super::super::cache::hex(&mac("key", b"{\"a\": 1}"));
    let m = manifest(HEX);
    let signed = header("X-S", &format!("sha256={hex}"));
    assert_eq!(verify(&m, &secrets("key"), &signed, "", b"{\"a\": 1}"), Ok("m".to_owned()));
    let upper = header("X-S", &format!("sha256={}", hex.to_uppercase()));
    assert_eq!(verify(&m, &secrets("key"), &upper, "", b"{\"a\": 1}"), Ok("m".to_owned()));
    for (headers, secret, body) in [
        (signed.clone(), "key", &b"{\"a\":1}"[..]),
        (signed.clone(), "other", b"{\"a\": 1}"),
        (header("X-S", &hex), "key", b"{\"a\": 1}"),
        (header("X-S", "sha256="), "key", b"{\"a\": 1}"),
        (header("X-S", "sha256=zz"), "key", b"{\"a\": 1}"),
        (header("X-S", &format!("sha256={}", &hex[..62])), "key", b"{\"a\": 1}"),
        (header("X-S", "sha256=é"), "key", b"{\"a\": 1}"),
    ] {
        let result = verify(&m, &secrets(secret), &headers, "", body);
        assert_eq!(result, Err(VerifyError::Refused), "{headers:?}");
    }
    let base64 = general_purpose::STANDARD.encode(mac("key", b"body"));
    let signed = header("X-S", &base64);
    assert_eq!(
        verify(&manifest(BASE64), &secrets("key"), &signed, "", b"body"),
        Ok("l".to_owned())
    );
}

#[test]
fn a_query_value_counts_once() {
    let m = manifest(QUERY);
    assert_eq!(verify(&m, &secrets("a b"), &[], "x=1&key=a%20b", b""), Ok("q".to_owned()));
    for query in ["", "key=", "key=ab", "key=a+b&key=a+b", "Key=a+b"] {
        assert_eq!(verify(&m, &secrets("a b"), &[], query, b""), Err(VerifyError::Refused));
    }
}

#[test]
fn any_recipe_may_pass_and_none_means_closed() {
    let both =
        format!("{}, {}", EQUALS.trim_end_matches(']'), QUERY.trim_start_matches("verify = ["));
    let m = manifest(&both);
    assert_eq!(verify(&m, &secrets("v"), &[], "key=v", b""), Ok("q".to_owned()));
    assert_eq!(verify(&m, &secrets("v"), &header("X-T", "v"), "", b""), Ok("h".to_owned()));
    assert_eq!(verify(&manifest(""), &secrets("v"), &[], "", b""), Err(VerifyError::NoRecipe));
}

#[test]
fn what_proved_a_request_goes_no_further() {
    const ALL: &str = r#"verify = [
        { name = "h", kind = "header-equals", header = "X-T", secret = "s" },
        { name = "m", kind = "hmac-sha256", header = "X-S", secret = "s", encoding = "hex" },
        { name = "q", kind = "query-equals", query = "hub.verify_token", secret = "s" }]"#;
    let stripped = |query: &str| {
        let mut headers =
            [header("x-t", "abc"), header("X-S", "00"), header("X-Request", "7")].concat();
        let mut query = query.to_owned();
        strip_proofs(&manifest(ALL), &mut headers, &mut query);
        assert_eq!(headers, header("X-Request", "7"), "for every recipe, also twice");
        query
    };
    assert_eq!(
        stripped("hub.mode=subscribe&hub.verify_token=abc&x=%20+1"),
        "hub.mode=subscribe&x=%20+1"
    );
    assert_eq!(stripped("hub%2Everify_token=abc"), "", "the name may be encoded");
    assert_eq!(stripped("hub.verify_token=a&hub.verify_token=b&c"), "c");
    assert_eq!(stripped("a=1&&b=2&"), "a=1&&b=2&", "what proves nothing keeps its bytes");
}
