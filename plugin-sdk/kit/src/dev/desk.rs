//! The desk that `dev` runs: the real server with a demo client, driven through its own API.

use super::{Played, place::DevDesk};
use crate::stage;
use anyhow::{Context as _, Result, bail};
use patchbay_package::Manifest;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Map, Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tokio::process::Child;

const PASSWORD: &str = "patchbay-demo";

/// The server and its admin.
pub struct Desk {
    child: Child,
    pub(super) http: Client,
    root: String,
    token: String,
    place: DevDesk,
    channel: Option<i64>,
    /// The last line of the account's log that was shown.
    shown: i64,
}

impl Desk {
    /// Starts the server with the package in it.
    pub async fn start(place: DevDesk, package: &Path) -> Result<Self> {
        let tls = (*patchbay::tls::client_config()).clone();
        let http = Client::builder().tls_backend_preconfigured(tls).build()?;
        let child = place.start(package).await?;
        let mut desk = Self {
            child,
            http,
            root: format!("http://{}", place.listen),
            token: String::new(),
            place,
            channel: None,
            shown: 0,
        };
        // It compiles before it answers.
        desk.sign_in().await?;
        desk.place.keep();
        Ok(desk)
    }

    async fn sign_in(&mut self) -> Result<()> {
        let body = json!({ "client": "admin", "password": PASSWORD, "type": "admin" });
        let (status, answer) = self.call(Method::POST, "/api/auth2", Some(&body)).await?;
        let token = answer["token"].as_str().filter(|_| status.is_success());
        self.token =
            token.with_context(|| format!("the desk refuses its admin: {answer}"))?.to_owned();
        Ok(())
    }

    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Value)> {
        let mut request = self.http.request(method, format!("{}{path}", self.root));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        Ok((status, answer.json().await.unwrap_or_default()))
    }

    /// Connects an account of the plugin to the simulated provider, unless there is one.
    pub async fn connect(
        &mut self,
        manifest: &Manifest,
        simulator: &str,
        played: Option<&Played>,
    ) -> Result<()> {
        let (_, all) = self.call(Method::GET, "/api/channels", None).await?;
        let mine = all
            .as_array()
            .into_iter()
            .flatten()
            .find(|c| c["plugin"] == self.place.plugin.as_str());
        let view = match mine {
            Some(view) => view.clone(),
            None => {
                let path = format!("/api/plugins/{}", self.place.plugin);
                let (status, plugin) = self.call(Method::GET, &path, None).await?;
                if status == StatusCode::NOT_FOUND {
                    bail!("the desk does not take the plugin: {}", self.place.refusal());
                }
                let settings = entered(&plugin["schema"], manifest, simulator, played);
                let body = json!({
                    "plugin": self.place.plugin, "name": format!("{} (dev)", manifest.name),
                    "settings": settings,
                });
                let (status, view) = self.call(Method::POST, "/api/channels", Some(&body)).await?;
                if !status.is_success() {
                    bail!("the desk does not connect the account: {view}");
                }
                view
            }
        };
        self.channel = view["id"].as_i64();
        if let Some(reason) = view["state"]["reason"].as_str().filter(|r| !r.is_empty()) {
            println!("the account says: {reason}");
        }
        if let (Some(hook), Some(played)) = (view["webhook_url"].as_str(), played)
            && !hook.is_empty()
        {
            self.tell_provider(simulator, played, hook).await;
        }
        Ok(())
    }

    /// Tells the simulated provider where to call; one that registers by itself is told twice.
    async fn tell_provider(&self, simulator: &str, played: &Played, hook: &str) {
        let account = json!({ "key": played.key, "webhook": hook });
        let url = format!("http://{simulator}/control/providers/{}/accounts", played.id);
        match self.http.post(url).json(&account).send().await {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => println!("the provider does not take the webhook: {}", answer.status()),
            Err(error) => println!("the provider does not take the webhook: {error}"),
        }
    }

    /// Says where to look.
    pub fn links(&self, simulator: &str, played: Option<&Played>) {
        let phone = played.map(|played| format!("http://{simulator}/phone/{}", played.id));
        println!("\n{}", links(&self.root, phone.as_deref(), self.channel));
    }

    /// What to do when the desk has no pages to open.
    pub async fn pages(&self) -> Option<&'static str> {
        pages(&self.http, &self.root).await
    }

    pub fn alive(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            Some(status) => bail!("the desk ended with {status}"),
            None => Ok(()),
        }
    }

    /// Shows what the plugin logged since the last look.
    pub async fn log(&mut self) {
        let Some(channel) = self.channel else { return };
        let path = format!("/api/channels/{channel}/log");
        let Ok((_, page)) = self.call(Method::GET, &path, None).await else { return };
        let mut lines: Vec<&Value> = page["data"].as_array().into_iter().flatten().collect();
        lines.retain(|line| line["id"].as_i64().unwrap_or(0) > self.shown);
        lines.reverse();
        for line in lines {
            let word = |name: &str| line[name].as_str().unwrap_or_default();
            let fields: String = line["fields"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|pair| {
                    let part = |n: usize| pair[n].as_str().unwrap_or_default();
                    format!(" {}={}", part(0), part(1))
                })
                .collect();
            println!("  {:<5} {}: {}{fields}", word("level"), word("call"), word("message"));
            self.shown = line["id"].as_i64().unwrap_or(self.shown);
        }
    }

    /// The package under a version that is higher than the desk's. A desk takes no other bytes under
    /// a number it knows, and an author does not want to count while trying things out.
    async fn raised(&self, package: &Path) -> Result<PathBuf> {
        let (_, plugin) =
            self.call(Method::GET, &format!("/api/plugins/{}", self.place.plugin), None).await?;
        let active = plugin["version"].as_str().and_then(|v| semver::Version::parse(v).ok());
        let mut files = patchbay_package::unpack(&fs::read(package)?)?;
        let manifest = files.get("plugin.toml").context("the package has no plugin.toml")?;
        let manifest = std::str::from_utf8(manifest)?;
        let line = manifest.lines().find(|l| l.trim_start().starts_with("version"));
        let line = line.context("plugin.toml has no version")?;
        let own = line.split('"').nth(1).and_then(|v| semver::Version::parse(v).ok());
        let Some(active) = active.filter(|active| own.as_ref().is_none_or(|own| own <= active))
        else {
            return Ok(std::path::absolute(package)?);
        };
        let next = semver::Version::new(active.major, active.minor, active.patch + 1);
        let raised = manifest.replacen(line, &format!("version = \"{next}\""), 1);
        files.insert("plugin.toml".to_owned(), raised.into_bytes());
        let path = self.place.data.join(format!("{}-dev.pbp", self.place.plugin));
        fs::write(&path, patchbay_package::write(&files)?)?;
        Ok(std::path::absolute(path)?)
    }

    /// Puts another version in: while messages flow where the desk can, else by a restart.
    pub async fn swap(&mut self, package: &Path) -> Result<()> {
        let path = self.raised(package).await?;
        let body = json!({ "path": path });
        let (status, view) = self.call(Method::POST, "/api/plugin-packages", Some(&body)).await?;
        if status.is_success() {
            let id = view["id"].as_i64().context("the desk gives no id for the package")?;
            let path = format!("/api/plugin-packages/{id}/activate");
            let granted = json!({ "granted": true });
            let (status, answer) = self.call(Method::POST, &path, Some(&granted)).await?;
            if !status.is_success() {
                bail!("{}", answer["error"]["message"].as_str().unwrap_or("it was not activated"));
            }
            self.place.keep();
            return Ok(());
        }
        if !matches!(status, StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED) {
            bail!("{}", view["error"]["message"].as_str().unwrap_or("the package was refused"));
        }
        self.child.kill().await?;
        self.child = self.place.start(package).await?;
        self.token.clear();
        self.sign_in().await
    }
}

/// The pages an author plays at: where the agent answers, the customer's phone, the account.
fn links(root: &str, phone: Option<&str>, channel: Option<i64>) -> String {
    let phone = phone.map_or_else(String::new, |phone| format!("  Phone            {phone}\n"));
    let channel = channel.map_or_else(String::new, |id| format!("/{id}"));
    format!(
        "  Inbox            {root}/ticket\n{phone}  Channel settings {root}/channels{channel}\n\n  \
         The inbox is for Agent, user agent1; the settings are for Admin, user admin. \
         Password {PASSWORD}\n"
    )
}

/// What an admin would enter for the simulated provider.
fn entered(
    schema: &Value,
    manifest: &Manifest,
    simulator: &str,
    played: Option<&Played>,
) -> Map<String, Value> {
    let mut given = Map::new();
    let below = played.map_or_else(String::new, |played| format!("/p/{}", played.id));
    for name in &manifest.net.host_settings {
        given.insert(name.clone(), json!(format!("http://{simulator}{below}")));
    }
    let (open, secrets) = stage::settings(schema, &given, 1);
    let mut out = open.as_object().cloned().unwrap_or_default();
    let tokens: Vec<&str> = manifest.credentials.values().map(|c| c.secret.as_str()).collect();
    let signs = manifest.webhook.iter().flat_map(|w| &w.verify).map(|r| r.secret.as_str());
    let signs: Vec<&str> = signs.collect();
    for (name, value) in secrets {
        let value = match (name.as_str(), played) {
            (name, Some(played)) if signs.contains(&name) => played.secret.clone(),
            (name, Some(played)) if tokens.contains(&name) => played.token.clone(),
            _ => value,
        };
        out.insert(name, json!(value));
    }
    out
}

/// A server of a checkout whose pages were not built answers 503 in their place.
async fn pages(http: &Client, root: &str) -> Option<&'static str> {
    let answer = http.get(format!("{root}/ticket")).send().await.ok()?;
    (answer.status() == StatusCode::SERVICE_UNAVAILABLE).then_some(
        "  The desk has no pages yet, so the inbox cannot be opened. In the checkout, run \
         `cargo xtask web`,\n  then `touch core/src/http/assets.rs` and build `patchbay` again.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    #[tokio::test]
    async fn a_desk_without_pages_says_how_to_get_them() {
        let tls = (*patchbay::tls::client_config()).clone();
        let http = Client::builder().tls_backend_preconfigured(tls).build().unwrap();
        for (status, told) in [("200 OK", false), ("503 Service Unavailable", true)] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let root = format!("http://{}", listener.local_addr().unwrap());
            let answers = async {
                let (mut client, _) = listener.accept().await.unwrap();
                assert!(client.read(&mut [0; 1024]).await.unwrap() > 0);
                let answer =
                    format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                client.write_all(answer.as_bytes()).await.unwrap();
            };
            let (missing, ()) = tokio::join!(pages(&http, &root), answers);
            assert_eq!(missing.is_some_and(|text| text.contains("cargo xtask web")), told);
        }
    }

    #[test]
    fn the_links_lead_to_where_the_work_is() {
        let shown =
            links("http://127.0.0.1:8080", Some("http://127.0.0.1:8090/phone/acme"), Some(3));
        for line in [
            "  Inbox            http://127.0.0.1:8080/ticket\n",
            "  Phone            http://127.0.0.1:8090/phone/acme\n",
            "  Channel settings http://127.0.0.1:8080/channels/3\n",
        ] {
            assert!(shown.contains(line), "{shown}");
        }
        assert!(!links("http://x", None, None).contains("Phone"));
    }
}
