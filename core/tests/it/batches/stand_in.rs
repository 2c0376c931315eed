//! Stand-ins for the plugins: each has the plugin's own channels and way to mail, and answers a
//! webhook with the batch in its body. So a recorded batch takes the way of a batch in production.

use super::recorded::Plugin;
use crate::harness::{
    Agent, Desk, Ground, Start, WHOLE_TOKEN, WholeProvider as Provider, package::guest,
};
use serde_json::{Value, json};

/// A server with the stand-ins, and its people.
pub struct House {
    pub ground: Ground,
    pub desk: Desk,
    pub provider: Provider,
    pub admin: Agent,
    /// An admin of another client.
    pub outsider: Agent,
    http: reqwest::Client,
}

/// An account of a stand-in.
pub struct Account {
    pub id: i64,
    pub client: i64,
    hook: String,
    pub owner: Agent,
}

const PASSWORD: &str = "password-of-a-mailbox";

/// What a stand-in offers; the batch decides the rest.
const INTERFACES: [&str; 5] = ["settings", "webhook", "outbound-parts", "outbound-edits", "timers"];

fn stand_in(plugin: &Plugin, provider: &Provider) -> Vec<u8> {
    let mut files =
        patchbay_package::unpack(&guest("whole", "core/tests/guests/whole")).expect("a package");
    let text = String::from_utf8(files["plugin.toml"].clone()).expect("text");
    let mut manifest: toml::Table =
        text.replace("http://127.0.0.1:1", &provider.url()).parse().expect("TOML");
    let real = |name: &str| plugin.manifest[name].clone();
    manifest.insert("id".into(), name_of(plugin).into());
    manifest.insert("name".into(), real("name"));
    manifest.insert("channels".into(), real("channels"));
    manifest.insert("interfaces".into(), INTERFACES.map(toml::Value::from).to_vec().into());
    manifest["send"].as_table_mut().expect("a table").remove("window");
    let schema = |files: &[u8]| serde_json::from_slice::<Value>(files).expect("a schema");
    let mut settings = schema(&files["settings.json"]);
    if let Some(mail) = plugin.manifest.get("mail") {
        manifest.insert("mail".into(), mail.clone());
        for (setting, value) in servers(plugin) {
            let secret = value.as_str() == Some(PASSWORD);
            let kind = if value.is_number() { "integer" } else { "string" };
            settings["properties"][&setting] =
                json!({ "type": kind, "title": setting, "x-secret": secret });
        }
    }
    files.insert("plugin.toml".into(), manifest.to_string().into_bytes());
    files.insert("settings.json".into(), settings.to_string().into_bytes());
    patchbay_package::write(&files).expect("packed")
}

/// The settings that name a plugin's mail servers, with values: nobody holds the mailbox.
fn servers(plugin: &Plugin) -> Vec<(String, Value)> {
    let mail = plugin.manifest.get("mail").and_then(toml::Value::as_table);
    let servers = mail.into_iter().flatten().filter_map(|(_, server)| server.as_table()).flatten();
    servers
        .map(|(what, setting)| {
            let value = match what.as_str() {
                "host" => json!("127.0.0.1"),
                "port" => json!(1),
                "security" => json!("none"),
                "password" => json!(PASSWORD),
                _ => json!("INBOX"),
            };
            (setting.as_str().expect("a setting's name").to_owned(), value)
        })
        .collect()
}

fn name_of(plugin: &Plugin) -> String {
    format!("{}.recorded", plugin.id)
}

impl House {
    pub async fn open(ground: Ground, plugins: &[Plugin]) -> Self {
        let provider = Provider::start().await;
        let folder = ground.data().join("plugins");
        std::fs::create_dir_all(&folder).expect("a folder");
        for plugin in plugins {
            let file = folder.join(format!("{}.pbp", plugin.id));
            std::fs::write(file, stand_in(plugin, &provider)).expect("written");
        }
        Desk::user(&ground, "Acme", "admin", "admin");
        Desk::user(&ground, "Other Ltd", "outsider", "admin");
        let start = Start::default().set(
            "PATCHBAY_EGRESS_ALLOW_PRIVATE",
            crate::reach::plugins_reach(&provider.address.to_string()),
        );
        let desk = Desk::start(&ground, &start);
        let admin = desk.sign_in("admin", "admin").await;
        let outsider = desk.sign_in("outsider", "admin").await;
        Self { ground, desk, provider, admin, outsider, http: crate::harness::http() }
    }

    /// Connects an account.
    pub async fn account(&self, plugin: &Plugin, name: &str, client: i64) -> Account {
        let owner = if client == 1 { self.admin.clone() } else { self.outsider.clone() };
        let mut settings = json!({ "base": self.provider.url(), "token": WHOLE_TOKEN });
        for (setting, value) in servers(plugin) {
            settings[setting] = value;
        }
        let body = json!({ "plugin": name_of(plugin), "name": name, "settings": settings });
        let made = owner.post("/api/channels", &body).await.ok();
        let hook = made["webhook_url"].as_str().expect("an address").to_owned();
        Account { id: made["id"].as_i64().expect("an id"), client, hook, owner }
    }

    /// The stand-in answers the provider's call with this batch. Requests with the same `call` are one
    /// request that the provider repeats.
    pub async fn says(&self, account: &Account, call: &str, batch: &Value) {
        let path = account.hook.split("/hooks/").nth(1).expect("a hook");
        let body = json!({ "call": call, "batch": batch });
        let request = self.http.post(format!("{}/hooks/{path}", self.desk.url)).json(&body);
        let answer = request.header("x-token", WHOLE_TOKEN).send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{body}");
    }

    /// Fails when a batch could not be taken.
    pub async fn nothing_refused(&self, what: &str) {
        for owner in [&self.admin, &self.outsider] {
            let kept = owner.get("/api/quarantine").await.ok();
            assert_eq!(kept["data"], json!([]), "{what}: the core refuses a batch");
        }
    }
}
