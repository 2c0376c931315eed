//! The acts, by the name in the setting `do`.

use crate::{
    detail,
    patchbay::plugin::{
        host,
        http::{self, Body, NetError, Part, PartData, Request, ResponseBody},
        media::{Blob, BlobMeta, BlobWriter},
        types::{Failure, Header},
    },
};
use serde_json::Value;
use std::{hint::black_box, sync::Mutex};

type Facts = Vec<(String, String)>;

/// Lives as long as the instance.
static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub fn run(config: &Value) -> Result<Facts, Failure> {
    let arg = config["arg"].as_str().unwrap_or_default();
    match config["do"].as_str().unwrap_or_default() {
        "loop" => {
            let mut n = 0_u64;
            loop {
                n = black_box(n.wrapping_add(1));
            }
        }
        "recursion" => Ok(fact("depth", deeper(1))),
        "trap" => panic!("on purpose"),
        "memory" => {
            let mut held: Vec<Vec<u8>> = Vec::new();
            loop {
                held.push(black_box(vec![1; 1 << 20]));
            }
        }
        "memory-gently" => {
            // Asks for more than it may have and lives with the answer.
            let mut held: Vec<Vec<u8>> = Vec::new();
            loop {
                let mut next: Vec<u8> = Vec::new();
                if next.try_reserve_exact(1 << 20).is_err() {
                    return Ok(fact("mebibytes", held.len()));
                }
                next.resize(1 << 20, 1);
                held.push(black_box(next));
            }
        }
        "flood" => loop {
            black_box(host::now_ms());
        },
        "logs" => {
            let long = "\u{1b}[31mred\r\nnew line ".repeat(1000);
            for _ in 0..10_000 {
                host::log(host::Level::Info, &long, &[(long.clone(), long.clone())]);
            }
            Ok(fact("logged", 10_000))
        }
        "big-argument" => {
            let big = "x".repeat(20 << 20);
            host::log(host::Level::Info, &big, &[]);
            Ok(fact("passed", big.len()))
        }
        "handles" => {
            let meta = || BlobMeta { mime: "a/b".to_string(), filename: None, size: None };
            let held: Vec<_> = (0..5_000).map(|_| BlobWriter::new(&meta())).collect();
            Ok(fact("handles", held.len()))
        }
        "big-blob" => {
            let meta = BlobMeta { mime: "a/b".to_string(), filename: None, size: None };
            let writer = BlobWriter::new(&meta);
            let chunk = vec![7; 1 << 20];
            for _ in 0..200 {
                if let Err(e) = writer.write(&chunk) {
                    return Ok(fact("refused", e.code));
                }
            }
            Ok(fact("refused", "never"))
        }
        "blob-reads" => {
            let writer = BlobWriter::new(&text_meta());
            writer.write(&vec![7; 1 << 20]).map_err(Failure::Permanent)?;
            let blob = BlobWriter::finish(writer).map_err(Failure::Permanent)?;
            let mut read = 0;
            loop {
                read += blob.read(0, 1 << 20).map_err(Failure::Permanent)?.len();
                black_box(read);
            }
        }
        "blob-writes" => loop {
            let writer = BlobWriter::new(&text_meta());
            let chunk = vec![7; 1 << 20];
            for _ in 0..40 {
                writer.write(&chunk).map_err(Failure::Permanent)?;
            }
        },
        "forged-blob" => {
            // Handles are numbers; this one was never given out.
            let blob = unsafe { Blob::from_handle(4_242) };
            Ok(fact("size", format!("{:?}", blob.meta().size)))
        }
        "kv-flood" => loop {
            black_box(host::kv_get(arg));
        },
        "random-flood" => loop {
            black_box(host::random(1024));
        },
        "sign-flood" => {
            let data = vec![1; 1 << 20];
            loop {
                black_box(host::sign("bot_token", &data).ok());
            }
        }
        "remember" => {
            // Everything this instance has ever been asked.
            let mut seen = SEEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            seen.push(arg.to_string());
            Ok(seen.iter().map(|arg| ("seen".to_string(), arg.clone())).collect())
        }
        "big-failure" => {
            let long = "\u{1b}[31mx\r\n".repeat(100_000);
            Err(Failure::Permanent(detail("hostile.long", &long)))
        }
        "request-then-trap" => {
            request(arg);
            panic!("after a request")
        }
        "random" => Ok(fact("bytes", host::random(arg.parse().unwrap_or(0)).len())),
        "kv" => {
            let value = host::kv_get(arg).map(|v| String::from_utf8_lossy(&v).into_owned());
            Ok(fact("value", value.unwrap_or_default()))
        }
        "secrets" => Ok(vec![
            ("config".to_string(), config.to_string()),
            ("exists".to_string(), host::secret_exists("bot_token").to_string()),
            ("none".to_string(), host::secret_exists("nothing").to_string()),
            ("signed".to_string(), format!("{:?}", host::sign("bot_token", b"data"))),
        ]),
        "failure" => Err(Failure::Permanent(detail("hostile.permanent", "it will not work"))),
        "http" => Ok(request(arg)),
        "http-flood" => {
            let mut answers = Facts::new();
            for _ in 0..20 {
                answers.extend(request(arg));
            }
            Ok(answers)
        }
        _ => Ok(fact("do", "nothing")),
    }
}

fn text_meta() -> BlobMeta {
    BlobMeta { mime: "text/plain".to_string(), filename: None, size: None }
}

fn fact(name: &str, value: impl ToString) -> Facts {
    vec![(name.to_string(), value.to_string())]
}

#[inline(never)]
fn deeper(n: u64) -> u64 {
    let pad = black_box([n; 64]);
    if n == 0 { 0 } else { deeper(black_box(n + 1)).wrapping_add(pad[(n % 64) as usize]) }
}

/// The argument is JSON: method, url, headers, body, parts, credentials, to_blob, timeout_ms.
fn request(arg: &str) -> Facts {
    let spec: Value = serde_json::from_str(arg).unwrap_or_default();
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    let file = (!spec["file"].is_null()).then(|| {
        let meta = BlobMeta {
            mime: "text/plain".to_string(),
            filename: Some("note.txt".to_string()),
            size: None,
        };
        let writer = BlobWriter::new(&meta);
        writer.write(text(&spec["file"]).as_bytes()).expect("a small file");
        BlobWriter::finish(writer).expect("a small file")
    });
    let body = match (&file, spec["body"].as_str(), spec["multipart"].as_bool()) {
        (Some(blob), _, Some(true)) => Body::Multipart(vec![
            part("field", PartData::Inline(text(&spec["body"]).into_bytes())),
            part("file", PartData::Blob(blob)),
        ]),
        (Some(blob), ..) => Body::Blob(blob),
        (None, Some(body), _) => Body::Inline(body.as_bytes().to_vec()),
        (None, None, _) => Body::None,
    };
    // An object of names and values, or a list of pairs where a name comes twice.
    let named = spec["headers"].as_object().into_iter().flatten();
    let named = named.map(|(name, value)| (name.clone(), text(value)));
    let listed = spec["headers"].as_array().into_iter().flatten();
    let listed = listed.map(|pair| (text(&pair[0]), text(&pair[1])));
    let request = Request {
        method: spec["method"].as_str().unwrap_or("GET").to_string(),
        url: text(&spec["url"]),
        headers: named
            .chain(listed)
            .map(|(name, value)| Header { name, value: value.into_bytes() })
            .collect(),
        body,
        credentials: spec["credentials"].as_array().into_iter().flatten().map(text).collect(),
        timeout_ms: spec["timeout_ms"].as_u64().map(|ms| ms as u32),
        to_blob: spec["to_blob"].as_bool().unwrap_or(false),
    };
    match http::send(&request) {
        Ok(response) => {
            let mut facts = fact("status", response.status);
            let body = match response.body {
                ResponseBody::Inline(bytes) => bytes,
                ResponseBody::Blob(blob) => {
                    let meta = blob.meta();
                    facts.push(("blob".to_string(), format!("{meta:?}")));
                    blob.read(0, 4096).unwrap_or_default()
                }
            };
            facts.push(("body".to_string(), String::from_utf8_lossy(&body).into_owned()));
            for header in response.headers {
                let value = String::from_utf8_lossy(&header.value).into_owned();
                facts.push((format!("header {}", header.name), value));
            }
            facts
        }
        Err(e) => vec![match e {
            NetError::Denied(d) => (d.code, d.message),
            NetError::Timeout(sent) => ("timeout".to_string(), sent.to_string()),
            NetError::Dns(d) | NetError::Connect(d) | NetError::Tls(d) => (d.code, d.message),
            NetError::TooLarge => ("too-large".to_string(), String::new()),
            NetError::Budget => ("budget".to_string(), String::new()),
        }],
    }
}

fn part<'a>(name: &str, data: PartData<'a>) -> Part<'a> {
    Part { name: name.to_string(), filename: None, mime: None, data }
}
