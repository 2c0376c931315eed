//! Stand-ins for the host when a plugin's tests run on the machine itself, and [`golden`] files.
//!
//! Everything is per thread, as Rust runs each test on a thread of its own. Blobs here are bare
//! handles: [`blob`] makes one, and [`keep`] must take whatever holds one before it is dropped.

pub mod golden;
mod parts;

pub use parts::{Broken, all_parts};

use crate::bindings::imports::patchbay::plugin::http as raw;
use crate::host::Level;
use crate::http::{Body, NetError, PartData, ResponseBody};
use crate::media::{Blob, BlobMeta};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

/// A request as the plugin sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentRequest {
    /// `GET`, `POST`…
    pub method: String,
    /// With `{credential:NAME}` still in it.
    pub url: String,
    /// The body as text; a multipart body as `name=value` lines, files as `name=<blob n: file>`.
    pub body: String,
    /// Names of injected credentials.
    pub credentials: Vec<String>,
}

type Handler = Box<dyn FnMut(&SentRequest) -> Result<(u16, Answer), NetError>>;

/// The body of a scripted answer.
#[derive(Debug)]
pub enum Answer {
    /// Text, usually JSON.
    Text(String),
    /// A blob with this handle.
    Blob(u32),
}

thread_local! {
    static SCRIPT: RefCell<VecDeque<Handler>> = RefCell::default();
    static OTHERWISE: RefCell<Option<Handler>> = RefCell::default();
    static SENT: RefCell<Vec<SentRequest>> = RefCell::default();
    static KV: RefCell<HashMap<String, Vec<u8>>> = RefCell::default();
    static SECRETS: RefCell<Vec<String>> = RefCell::default();
    static SIZES: RefCell<HashMap<u32, u64>> = RefCell::default();
    static LOG: RefCell<Vec<(Level, String)>> = RefCell::default();
    static NOW: Cell<u64> = const { Cell::new(1_700_000_000_000) };
}

/// The next request gets this status and text.
pub fn answers(status: u16, text: impl Into<String>) {
    let text = text.into();
    script(move |_| Ok((status, Answer::Text(text.clone()))));
}

/// The next request gets a blob.
pub fn answers_blob(handle: u32) {
    script(move |_| Ok((200, Answer::Blob(handle))));
}

/// The next request fails on the way.
pub fn fails(error: NetError) {
    script(move |_| Err(error.clone()));
}

/// The next request is answered by a function.
pub fn script(handler: impl FnMut(&SentRequest) -> Result<(u16, Answer), NetError> + 'static) {
    SCRIPT.with_borrow_mut(|script| script.push_back(Box::new(handler)));
}

/// Answers every request that nothing else in the script answers.
pub fn otherwise(handler: impl FnMut(&SentRequest) -> Result<(u16, Answer), NetError> + 'static) {
    OTHERWISE.set(Some(Box::new(handler)));
}

/// What was sent since the last look.
pub fn take_sent() -> Vec<SentRequest> {
    SENT.take()
}

/// Answers that nobody asked for: zero at the end of a good test.
pub fn left() -> usize {
    SCRIPT.with_borrow(VecDeque::len)
}

/// Log lines written since the last look.
pub fn take_log() -> Vec<(Level, String)> {
    LOG.take()
}

/// Sets the clock.
pub fn set_now_ms(now: u64) {
    NOW.set(now);
}

/// Sets a stored value, as an earlier batch would have.
pub fn set_kv(key: &str, value: &[u8]) {
    KV.with_borrow_mut(|kv| kv.insert(key.to_owned(), value.to_vec()));
}

/// Gives a secret setting a value.
pub fn set_secret(name: &str) {
    SECRETS.with_borrow_mut(|secrets| secrets.push(name.to_owned()));
}

/// Says how large the blob with this handle is; others have no known size.
pub fn set_size(handle: u32, size: u64) {
    SIZES.with_borrow_mut(|sizes| sizes.insert(handle, size));
}

/// A blob with a made-up handle.
pub fn blob(handle: u32) -> Blob {
    // SAFETY: outside WebAssembly a handle is only a number; nothing looks behind it as long as
    // the value is given to `keep` in the end, which this module's documentation asks for.
    unsafe { Blob::from_handle(handle) }
}

/// Takes a value that holds test blobs, so that they are never dropped.
pub fn keep<T>(value: T) {
    std::mem::forget(value);
}

pub(crate) fn answer(request: &raw::Request<'_>) -> Result<raw::Response, NetError> {
    let sent = SentRequest {
        method: request.method.clone(),
        url: request.url.clone(),
        body: body_text(&request.body),
        credentials: request.credentials.clone(),
    };
    SENT.with_borrow_mut(|all| all.push(sent.clone()));
    let (status, body) = match SCRIPT.with_borrow_mut(VecDeque::pop_front) {
        Some(mut handler) => handler(&sent)?,
        None => OTHERWISE.with_borrow_mut(|handler| match handler {
            Some(handler) => handler(&sent),
            None => panic!("the test has no answer for {} {}", request.method, request.url),
        })?,
    };
    let body = match body {
        Answer::Text(text) => ResponseBody::Inline(text.into_bytes()),
        Answer::Blob(handle) => ResponseBody::Blob(blob(handle)),
    };
    Ok(raw::Response { status, headers: Vec::new(), body })
}

fn body_text(body: &Body<'_>) -> String {
    match body {
        Body::None => String::new(),
        Body::Inline(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Body::Blob(blob) => format!("<blob {}>", blob.handle()),
        Body::Multipart(parts) => parts
            .iter()
            .map(|part| match &part.data {
                PartData::Inline(bytes) => {
                    format!("{}={}", part.name, String::from_utf8_lossy(bytes))
                }
                PartData::Blob(blob) => format!(
                    "{}=<blob {}: {}>",
                    part.name,
                    blob.handle(),
                    part.filename.as_deref().unwrap_or("")
                ),
            })
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

pub(crate) fn meta(blob: &Blob) -> BlobMeta {
    let size = SIZES.with_borrow(|sizes| sizes.get(&blob.handle()).copied());
    BlobMeta { mime: "application/octet-stream".to_owned(), filename: None, size }
}

pub(crate) fn now_ms() -> u64 {
    NOW.get()
}

pub(crate) fn random(count: u32) -> Vec<u8> {
    (0..count).map(|index| (index % 251) as u8).collect()
}

pub(crate) fn kv_get(key: &str) -> Option<Vec<u8>> {
    KV.with_borrow(|kv| kv.get(key).cloned())
}

pub(crate) fn secret_exists(name: &str) -> bool {
    SECRETS.with_borrow(|secrets| secrets.iter().any(|known| known == name))
}

/// Not a real HMAC: the secret's name, a colon and the data, so that a test can read it.
pub(crate) fn sign(secret: &str, data: &[u8]) -> Result<Vec<u8>, String> {
    if !secret_exists(secret) {
        return Err(format!("the secret {secret} has no value"));
    }
    Ok([secret.as_bytes(), b":", data].concat())
}

pub(crate) fn log(level: Level, message: &str, fields: &[(String, String)]) {
    let fields: String = fields.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    LOG.with_borrow_mut(|log| log.push((level, format!("{message}{fields}"))));
}
