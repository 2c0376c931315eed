//! A small OpenID Connect provider: discovery, keys, authorisation code with PKCE, signed tokens.

use axum::{
    Form, Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer as _},
    elliptic_curve::sec1::ToEncodedPoint as _,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// What the desk is called there.
pub const DESK: &str = "patchbay-desk";
pub const DESK_SECRET: &str = "provider-secret-that-must-stay-hidden";

/// A provider that ends with the story.
pub struct Provider {
    pub url: String,
    state: Arc<Shared>,
    server: JoinHandle<()>,
}

/// The query a code was asked with, and who signed in.
type AuthorizeRequest = (HashMap<String, String>, Value);

struct Shared {
    url: String,
    key: Mutex<(String, SecretKey)>,
    /// Codes that were given out.
    codes: Mutex<HashMap<String, AuthorizeRequest>>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Seconds since 1970.
pub fn now_s() -> i64 {
    patchbay::clock::Clock::system().now_ms() / 1000
}

fn key(seed: u8) -> SecretKey {
    SecretKey::from_slice(&[seed; 32]).expect("a key")
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let key = Mutex::new(("first".to_owned(), key(7)));
        let state = Arc::new(Shared { url: url.clone(), key, codes: Mutex::default() });
        let app = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(state.clone());
        let server = tokio::spawn(async move {
            axum::serve(listener, app).await.expect("it serves");
        });
        Self { url, state, server }
    }

    /// The host and port, for the list of private addresses that may be reached.
    pub fn address(&self) -> String {
        self.url.trim_start_matches("http://").to_owned()
    }

    /// Somebody signs in on the provider's page: gives the code it sends the browser back with.
    pub fn agree(&self, page: &str, claims: Value) -> (String, String) {
        let page: reqwest::Url = page.parse().expect("an address");
        let asked: HashMap<String, String> = page.query_pairs().into_owned().collect();
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], DESK);
        assert_eq!(asked["code_challenge_method"], "S256");
        assert!(asked["scope"].contains("openid"), "{asked:?}");
        let state = asked["state"].clone();
        let code = format!("code-{}", self.state.codes.lock().expect("codes").len());
        self.state.codes.lock().expect("codes").insert(code.clone(), (asked, claims));
        (state, code)
    }

    /// A token with these claims in place of the usual ones.
    pub fn sign(&self, claims: &Value) -> String {
        self.state.sign(claims)
    }

    /// The provider changes its key.
    pub fn change_key(&self) {
        *self.state.key.lock().expect("key") = ("second".to_owned(), key(9));
    }
}

impl Shared {
    fn sign(&self, claims: &Value) -> String {
        let (kid, key) = self.key.lock().expect("key").clone();
        let mut all = json!({
            "iss": self.url, "aud": DESK, "iat": now_s(), "exp": now_s() + 300, "sub": "person-1",
            "email_verified": true,
        });
        for (name, value) in claims.as_object().expect("an object") {
            all[name] = value.clone();
        }
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(json!({ "alg": "ES256", "kid": kid, "typ": "JWT" }));
        let text = format!("{head}.{}", part(all));
        let signature: Signature = SigningKey::from(&key).sign(text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}

async fn discovery(State(state): State<Arc<Shared>>) -> Json<Value> {
    let url = &state.url;
    Json(json!({
        "issuer": url, "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"), "jwks_uri": format!("{url}/keys"),
    }))
}

async fn keys(State(state): State<Arc<Shared>>) -> Json<Value> {
    let (kid, key) = state.key.lock().expect("key").clone();
    let point = key.public_key().to_encoded_point(false);
    let part = |bytes: Option<&p256::FieldBytes>| URL_SAFE_NO_PAD.encode(bytes.expect("a point"));
    Json(json!({ "keys": [{
        "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": kid,
        "x": part(point.x()), "y": part(point.y()),
    }] }))
}

/// The code works once, for whoever knows the secret and the verifier behind the challenge.
async fn token(
    State(state): State<Arc<Shared>>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let found = state.codes.lock().expect("codes").remove(&form["code"]);
    let refused = (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    let Some((asked, claims)) = found else { return refused.into_response() };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    let right = form["client_secret"] == DESK_SECRET
        && form["redirect_uri"] == asked["redirect_uri"]
        && challenge == asked["code_challenge"];
    if !right {
        return refused.into_response();
    }
    let mut claims = claims;
    if claims["nonce"].is_null() {
        claims["nonce"] = json!(asked["nonce"]);
    }
    let token = state.sign(&claims);
    Json(json!({ "access_token": "x", "token_type": "Bearer", "id_token": token })).into_response()
}
