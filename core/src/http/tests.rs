//! The alias, pages, headers and tokens, through the whole router.

use super::{
    Credentials, Front, Input, Problem, Readiness, SocketShapes, Source, assemble, openapi,
};
use crate::{config::Config, db::Db};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode, header},
    response::Response,
    routing::{get, post},
};
use serde_json::{Value, json};
use tower::ServiceExt as _;
use utoipa_axum::router::OpenApiRouter;

async fn tokens(found: Credentials) -> String {
    found.first().map_or_else(|| "none".into(), |c| format!("{:?} {}", c.source, c.token))
}

async fn echo(found: Credentials, Input(body): Input<Value>) -> axum::Json<Value> {
    axum::Json(json!({"body": body, "token": found.from(Source::Body)}))
}

async fn length(found: Credentials, body: axum::body::Bytes) -> String {
    format!("{} {}", body.len(), found.from(Source::Body).unwrap_or("none"))
}

async fn breaks() -> Result<(), Problem> {
    panic!("on purpose")
}

struct Fixture {
    router: Router,
    folder: std::path::PathBuf,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Fixture {
    async fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("patchbay-http-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("folder");
        let config = Config::for_data(&folder);
        let db = Db::open(&config.database_url()).await.expect("database");
        let api = OpenApiRouter::with_openapi(openapi::base())
            .route("/api/agent/{token}", get(tokens))
            .route("/api/thing", get(tokens).post(echo))
            .route("/api/length", post(length))
            .route("/api/breaks", get(breaks));
        let other = Router::new().route("/visit/{key}", get(|| async { "visit" }));
        let socket = SocketShapes::default();
        let front = Front { api, socket, other, readiness: Readiness::new(db) };
        Self { router: assemble(front, &config), folder }
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, Response) {
        let response = self.router.clone().oneshot(request).await.expect("infallible");
        (response.status(), response)
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (status, response) = self.send(request.body(Body::empty()).expect("request")).await;
        (status, text(response).await)
    }

    async fn post(&self, path: &str, kind: &str, body: &str) -> (StatusCode, String) {
        let request = Request::post(path).header(header::CONTENT_TYPE, kind);
        let (status, response) =
            self.send(request.body(body.to_owned().into()).expect("request")).await;
        (status, text(response).await)
    }
}

async fn text(response: Response) -> String {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.expect("body");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn paths_work_with_and_without_api() {
    let it = Fixture::new("alias").await;
    for path in ["/api/agent/abc", "/agent/abc", "/api/agent/abc?x=1", "/agent/abc?x=1"] {
        assert_eq!(it.get(path, &[]).await, (StatusCode::OK, "Path abc".into()), "{path}");
    }
    let (status, body) = it.post("/thing", "application/json", r#"{"a":1}"#).await;
    assert_eq!((status, body.contains(r#""a":1"#)), (StatusCode::OK, true));
    assert_eq!(it.get("/visit/k", &[("accept", "text/html")]).await.1, "visit");
}

#[tokio::test]
async fn navigations_get_the_screen_and_programs_the_data() {
    let it = Fixture::new("navigation").await;
    for headers in [[("sec-fetch-mode", "navigate")], [("accept", "text/html,*/*")]] {
        for path in ["/agent/abc", "/", "/report", "/start/livechat/x"] {
            let (_, body) = it.get(path, &headers).await;
            assert!(body.to_lowercase().starts_with("<!doctype html>"), "{path}: {body}");
        }
        let (status, body) = it.get("/api/nothing", &headers).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert!(body.contains("\"not_found\""), "{body}");
    }
    let (_, body) =
        it.get("/agent/abc", &[("sec-fetch-mode", "cors"), ("accept", "text/html")]).await;
    assert_eq!(body, "Path abc");
    let (status, body) = it.post("/nothing", "application/json", "{}").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(body.contains("\"result\":\"failed\""), "{body}");
    assert_eq!(it.get("/assets/none.js", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn programs_get_json_at_the_addresses_of_screens() {
    let it = Fixture::new("programs").await;
    let asks: [&[(&str, &str)]; 6] = [
        &[],
        &[("accept", "*/*")],
        &[("accept", "application/json")],
        &[("accept", "application/json, text/html;q=0.5")],
        &[("accept", "application/json, text/plain, */*"), ("sec-fetch-mode", "cors")],
        &[("accept", "text/html"), ("sec-fetch-mode", "no-cors")],
    ];
    for path in [
        "/report",
        "/contacts",
        "/contact/7",
        "/ticket/7",
        "/call/7",
        "/settings/users",
        "/login",
        "/signup",
        "/survey/abc",
        "/new_ticket/abc",
        "/register/livechat/abc",
        "/end/livechat",
        "/nothing/of/this/name",
    ] {
        for headers in asks {
            let (status, body) = it.get(path, headers).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path} {headers:?}");
            let body: Value = serde_json::from_str(&body).expect("JSON");
            assert_eq!(body["error"]["code"], "not_found", "{path} {headers:?}");
        }
        for headers in [[("sec-fetch-mode", "navigate")], [("accept", "text/html,*/*;q=0.8")]] {
            let (_, body) = it.get(path, &headers).await;
            assert!(body.to_lowercase().starts_with("<!doctype html>"), "{path}: {body}");
        }
    }
    // The address of the installation itself is a page for everybody.
    let (_, body) = it.get("/", &[]).await;
    assert!(body.to_lowercase().starts_with("<!doctype html>"), "{body}");
}

#[tokio::test]
async fn tokens_are_found_in_their_order() {
    let it = Fixture::new("tokens").await;
    let cookie = ("cookie", "x=1; auth=C%7E1; y=2");
    let bearer = ("authorization", "bearer B");
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let cases: [Case<'_>; 9] = [
        ("/api/agent/P?_token=Q", &[bearer, cookie], "Path P"),
        ("/api/agent/-?token=T&_token=Q", &[bearer, cookie], "Query Q"),
        ("/api/agent/-?token=T&_token=-", &[bearer, cookie], "Query T"),
        ("/api/agent/-", &[bearer, cookie], "Bearer B"),
        ("/api/agent/-", &[("authorization", "raw")], "Bearer raw"),
        ("/api/agent/-", &[("authorization", "livechat")], "none"),
        ("/api/agent/-", &[("authorization", "Basic abc")], "none"),
        ("/api/agent/-", &[cookie], "Cookie C~1"),
        ("/api/agent/-", &[], "none"),
    ];
    for (path, headers, expected) in cases {
        assert_eq!(it.get(path, headers).await.1, expected, "{path}");
    }
}

#[tokio::test]
async fn tokens_in_bodies_leave_the_body_whole() {
    let it = Fixture::new("bodies").await;
    let (_, body) = it.post("/api/thing", "application/json", r#"{"_token":"J","a":[1]}"#).await;
    assert_eq!(body, r#"{"body":{"_token":"J","a":[1]},"token":"J"}"#);
    let (_, body) = it
        .post("/api/thing", "application/x-www-form-urlencoded; charset=utf-8", "token=F&a=1")
        .await;
    assert_eq!(body, r#"{"body":{"token":"F","a":"1"},"token":"F"}"#);
    let part = "--b\r\nContent-Disposition: form-data; name=\"_token\"\r\n\r\nM\r\n--b\r\n";
    let long = format!("{part}{}", "x".repeat(300_000));
    let (_, body) = it.post("/api/length", "multipart/form-data; boundary=b", &long).await;
    assert_eq!(body, format!("{} M", long.len()));
    let large = format!("{{\"_token\":\"J\",\"a\":\"{}\"}}", "x".repeat(300_000));
    let (_, body) = it.post("/api/length", "application/json", &large).await;
    assert_eq!(body, format!("{} none", large.len()));
}

#[tokio::test]
async fn errors_have_one_shape() {
    let it = Fixture::new("errors").await;
    let cases = [
        (it.post("/api/thing", "application/json", "{").await, 422, "invalid"),
        (it.post("/api/thing", "application/xml", "<a/>").await, 415, "unsupported"),
        (it.post("/api/breaks", "application/json", "{}").await, 405, "unsupported"),
        (
            it.post("/api/thing", "application/octet-stream", &"x".repeat(3 << 20)).await,
            413,
            "too_large",
        ),
        (it.get("/api/breaks", &[]).await, 500, "internal"),
        (it.get("/api/none", &[]).await, 404, "not_found"),
    ];
    for ((status, body), expected, code) in cases {
        assert_eq!(status.as_u16(), expected, "{body}");
        let json: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(json["error"]["code"], code);
        assert_eq!(json["result"], "failed");
        assert_eq!(json["description"], json["error"]["message"]);
    }
    assert!(!it.get("/api/breaks", &[]).await.1.contains("on purpose"), "reasons stay here");
}

#[tokio::test]
async fn answers_carry_the_security_headers() {
    let it = Fixture::new("headers").await;
    for path in ["/api/thing", "/health/live", "/", "/api/docs"] {
        let request = Request::get(path).header("accept", "text/html").body(Body::empty());
        let (_, response) = it.send(request.expect("request")).await;
        let headers = response.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "same-origin");
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("script-src 'unsafe") && !policy.contains("unsafe-eval"));
    }
}

#[tokio::test]
async fn health_numbers_and_the_description_are_served() {
    let it = Fixture::new("health").await;
    assert_eq!(it.get("/health/live", &[]).await.0, StatusCode::OK);
    assert_eq!(it.get("/health/ready", &[]).await.0, StatusCode::OK);
    it.get("/api/agent/secret-token", &[]).await;
    assert_eq!(it.get("/metrics", &[]).await.0, StatusCode::FORBIDDEN, "from nobody knows where");
    let numbers = crate::metrics::metrics().render();
    assert!(numbers.contains("route=\"/api/agent/{token}\""), "{numbers}");
    assert!(!numbers.contains("secret-token"));
    let api: Value = serde_json::from_str(&it.get("/api/openapi.json", &[]).await.1).expect("JSON");
    assert_eq!(api["info"]["title"], "Patchbay");
    let (status, page) = it.get("/api/docs", &[("accept", "text/html")]).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("ProblemBody") && !page.contains("<script"), "{page}");
}

#[tokio::test]
async fn a_stopping_process_is_not_ready() {
    let folder = std::env::temp_dir().join(format!("patchbay-http-{}-drain", std::process::id()));
    std::fs::create_dir_all(&folder).expect("folder");
    let config = Config::for_data(&folder);
    let readiness = Readiness::new(Db::open(&config.database_url()).await.expect("database"));
    let front = Front {
        api: OpenApiRouter::new(),
        socket: SocketShapes::default(),
        other: Router::new(),
        readiness: readiness.clone(),
    };
    let it = Fixture { router: assemble(front, &config), folder };
    readiness.drain();
    let (status, body) = it.get("/health/ready", &[]).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(body.contains("\"unavailable\""), "{body}");
    assert_eq!(it.get("/health/live", &[]).await.0, StatusCode::OK);
}
