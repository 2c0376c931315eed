//! Which providers are played besides Telegram, and the loading of described ones.
use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Options;
use crate::built_in::{self, BuiltIn};
use crate::described::{self, Described, Finding};
use crate::listener::Cut;
use crate::network::control::{self, ControlError, Order, OrderResult};
use crate::network::{Provider, hold};

const LOOK_EVERY: Duration = Duration::from_millis(400);

struct Loaded {
    described: Arc<Described>,
    file: Option<PathBuf>,
    source: String,
    // What is wrong with the file as it is now; the version before it goes on playing.
    problems: Vec<String>,
}

/// All of them.
pub struct Providers {
    built_in: Vec<BuiltIn>,
    loaded: Mutex<BTreeMap<String, Loaded>>,
    root: String,
    options: Options,
}

impl Providers {
    /// Loads the descriptions that were asked for, and from then on whenever one changes.
    pub fn start(options: &Options, root: &str) -> Result<Arc<Self>> {
        let providers = Arc::new(Self {
            built_in: built_in::all(options, root)?,
            loaded: Mutex::default(),
            root: root.to_owned(),
            options: options.clone(),
        });
        for path in &options.providers {
            providers.open(path)?;
        }
        let watching = Arc::downgrade(&providers);
        tokio::spawn(async move {
            let mut clock = tokio::time::interval(LOOK_EVERY);
            loop {
                clock.tick().await;
                let Some(providers) = watching.upgrade() else { return };
                providers.look_again();
            }
        });
        Ok(providers)
    }

    /// Loads a file, or the `simulator.toml` of a folder.
    fn open(&self, path: &FilePath) -> Result<String> {
        let file = if path.is_dir() { path.join("simulator.toml") } else { path.to_owned() };
        let source = std::fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        match self.load(source, Some(file.clone())) {
            Ok(id) => Ok(id),
            Err(findings) => bail!("{}", told(&file.display().to_string(), &findings).join("\n")),
        }
    }

    fn load(&self, source: String, file: Option<PathBuf>) -> Result<String, Vec<Finding>> {
        let description = described::read(&source)?;
        let id = description.id.clone();
        let mut loaded = hold(&self.loaded);
        match loaded.get_mut(&id) {
            Some(known) => {
                known.described.change(description);
                known.source = source;
                known.file = file.or(known.file.take());
                known.problems.clear();
            }
            None => {
                let started = Described::start(description, &self.root, &self.options);
                let described = started.map_err(|error| {
                    vec![Finding { line: 1, key: String::new(), text: error.to_string() }]
                })?;
                loaded.insert(id.clone(), Loaded { described, file, source, problems: Vec::new() });
            }
        }
        tracing::info!(provider = %id, "plays");
        Ok(id)
    }

    fn look_again(&self) {
        let files: Vec<(String, PathBuf, String)> = {
            let loaded = hold(&self.loaded);
            let files = loaded
                .iter()
                .filter_map(|(id, one)| Some((id.clone(), one.file.clone()?, one.source.clone())));
            files.collect()
        };
        for (id, file, before) in files {
            // An editor may be in the middle of replacing the file.
            let Ok(source) = std::fs::read_to_string(&file) else { continue };
            if source == before {
                continue;
            }
            let problems = match described::read(&source) {
                Ok(description) if description.id != id => {
                    vec!["the id cannot change while the provider plays; start it anew".to_owned()]
                }
                Ok(_) => {
                    // It was read without a finding a moment ago.
                    let _ = self.load(source, Some(file));
                    continue;
                }
                Err(findings) => told(&file.display().to_string(), &findings),
            };
            tracing::warn!(provider = %id, "the changed description is not used:\n{}", problems.join("\n"));
            if let Some(known) = hold(&self.loaded).get_mut(&id) {
                known.source = source;
                known.problems = problems;
            }
        }
    }

    /// The provider of that id.
    pub fn named(&self, id: &str) -> Result<Arc<dyn Provider>, ControlError> {
        let described = hold(&self.loaded).get(id).map(|one| one.described.clone());
        if let Some(described) = described {
            return Ok(described);
        }
        let mut known = self.built_in.iter().map(|one| &one.provider);
        let found = known.find(|provider| provider.card().id == id).cloned();
        found.ok_or_else(|| ControlError::unknown("there is no such provider"))
    }

    /// Every one, as the index page and scripts list them.
    pub fn cards(&self) -> Vec<Value> {
        let loaded = hold(&self.loaded);
        let described = loaded.values().map(|one| {
            let mut card = json!(one.described.card());
            card["file"] = json!(one.file);
            card["problems"] = json!(one.problems);
            card["accounts"] = json!(one.described.network().state().accounts.len());
            card["join"] = self.join(one.described.as_ref());
            card
        });
        let built_in = self.built_in.iter().map(|one| {
            let mut card = json!(one.provider.card());
            card["problems"] = json!([]);
            card["accounts"] = json!(one.provider.network().state().accounts.len());
            card["join"] = self.join(one.provider.as_ref());
            card
        });
        built_in.chain(described).collect()
    }

    // How a demo connects the account that is there from the start.
    fn join(&self, provider: &dyn Provider) -> Value {
        let first = provider.network().state().accounts.values().next().cloned();
        let join = first.and_then(|account| {
            let settings = provider.join(&account, &self.root)?;
            Some(json!({
                "account": account.key, "settings": settings,
                "reaches": provider.reaches(), "told": provider.is_told(),
                "greeted_by": provider.greeted_by(),
            }))
        });
        json!(join)
    }

    /// The control API and the APIs of the described providers.
    pub fn routes(self: &Arc<Self>) -> Router {
        let router = Router::new()
            .route("/control/providers", get(list).post(add))
            .route("/control/providers/{id}", get(one).delete(remove))
            .route("/p/{id}/{*path}", any(call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
            .nest("/control/providers/{id}", control::routes(self.clone()));
        self.built_in.iter().fold(router, |router, one| router.merge(one.routes.clone()))
    }
}

fn told(file: &str, findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{file}: {finding}")).collect()
}

type Handle = State<Arc<Providers>>;

async fn list(State(providers): Handle) -> Json<Value> {
    Json(json!(providers.cards()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    path: Option<PathBuf>,
    toml: Option<String>,
}

async fn add(State(providers): Handle, Order(new): Order<New>) -> OrderResult {
    let id = match (new.path, new.toml) {
        (Some(path), None) => {
            providers.open(&path).map_err(|error| ControlError::faulty(format!("{error:#}")))?
        }
        (None, Some(source)) => providers.load(source, None).map_err(|findings| {
            ControlError::faulty(told("simulator.toml", &findings).join("\n"))
        })?,
        _ => return Err(ControlError::invalid("give path, or the description itself as toml")),
    };
    Ok(Json(json!(providers.named(&id)?.card())))
}

async fn one(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    let found = providers.cards().into_iter().find(|card| card["id"] == id.as_str());
    found.map(Json).ok_or_else(|| ControlError::unknown("there is no such provider"))
}

async fn remove(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    match hold(&providers.loaded).remove(&id) {
        Some(_) => Ok(Json(json!({ "removed": true }))),
        None => Err(ControlError::unknown("no described provider has this id")),
    }
}

async fn call(
    State(providers): Handle,
    ConnectInfo(cut): ConnectInfo<Cut>,
    Path((id, path)): Path<(String, String)>,
    request: Request,
) -> Response {
    let described = hold(&providers.loaded).get(&id).map(|one| one.described.clone());
    match described {
        // The path as it came: a part may hold an encoded slash.
        Some(described) => {
            let raw = request.uri().path().splitn(4, '/').nth(3).unwrap_or(&path).to_owned();
            described.call(&raw, request, cut).await
        }
        None => {
            let error =
                format!("no provider {id} is played here; GET /control/providers lists them");
            (StatusCode::NOT_FOUND, Json(json!({ "error": error }))).into_response()
        }
    }
}
