//! The providers of the simulator, the desk's channels to them, and what the phones show.

use crate::{rig::desk::Desk, weather::MARK};
use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinHandle};

const BOT: &str = "700000010:storm-test-of-the-core-0001";

/// What a provider lets the desk know of a send whose answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// It takes an idempotency key, or can be asked: the message arrives exactly once.
    Known,
    /// It offers neither: the message arrives at most once, and is shown as `unknown`.
    Doubled,
}

/// A provider, and how it is used here.
pub struct Network {
    pub id: &'static str,
    /// The channel of its tickets.
    pub channel: &'static str,
    pub repeats: Repeats,
    /// What the simulator calls a send, for ordering faults.
    send: &'static str,
    /// What it brings is held back now and then, and let go in any order and several at once.
    pub shuffles: bool,
    /// It does not repeat a webhook that was answered with an error, or not answered twice: the desk
    /// has to ask for what is missing.
    pub gives_up: bool,
    /// No webhook brings the texts: the desk always asks for them, and gets them as they were written.
    pub fetched: bool,
    /// What its bot says once in each conversation, before an agent goes on.
    pub bot: Option<&'static str>,
    /// Seconds between two answers to one customer, and between two answers at all.
    pub pace: (f32, f32),
    /// What may go wrong with a send.
    pub faults: &'static [&'static str],
}

/// It did nothing and says so, did nothing and says nothing, or did it and says nothing.
const PLAIN_FAULTS: &[&str] = &[
    r#"{"status":500}"#,
    r#"{"status":503}"#,
    r#"{"status":429,"retry_after":1}"#,
    r#"{"cut":true}"#,
    r#"{"after_accept":true}"#,
];
/// Where repeats are known, it may also say that it failed although it did it. Elsewhere such an
/// answer asks for a second message by the provider's own documentation, and nothing tells it from
/// the truth.
const LYING: &[&str] = &[
    r#"{"status":500}"#,
    r#"{"status":503}"#,
    r#"{"status":429,"retry_after":1}"#,
    r#"{"cut":true}"#,
    r#"{"after_accept":true}"#,
    r#"{"after_accept":true,"status":500}"#,
];
/// A spent window opens again after a quarter of an hour, which no run waits for.
const NOT_SPENT: &[&str] = &[
    r#"{"status":500}"#,
    r#"{"status":503}"#,
    r#"{"cut":true}"#,
    r#"{"after_accept":true}"#,
    r#"{"after_accept":true,"status":500}"#,
];

const PLAIN: Network = Network {
    id: "",
    channel: "",
    repeats: Repeats::Doubled,
    send: "send",
    shuffles: false,
    gives_up: false,
    fetched: false,
    bot: None,
    pace: (1.0, 0.0),
    faults: PLAIN_FAULTS,
};

const BOT_SAYS: &str = "Somebody will be with you.";

/// All of them. Texts name their place in this list.
pub const NETWORKS: [Network; 10] = [
    Network { id: "telegram", channel: "TELEGRAM", send: "sendMessage", ..PLAIN },
    Network {
        id: "line",
        channel: "LINE_DM",
        send: "push",
        repeats: Repeats::Known,
        shuffles: true,
        faults: LYING,
        ..PLAIN
    },
    Network {
        id: "sms",
        channel: "SMS",
        repeats: Repeats::Known,
        gives_up: true,
        faults: LYING,
        ..PLAIN
    },
    Network {
        id: "x",
        channel: "TW_DM",
        send: "dm",
        repeats: Repeats::Known,
        // Its plugin sends one a minute.
        pace: (61.0, 61.0),
        faults: NOT_SPENT,
        ..PLAIN
    },
    Network { id: "whatsapp", channel: "WHATSAPP", shuffles: true, pace: (6.5, 0.0), ..PLAIN },
    Network { id: "facebook", channel: "FB_PM", shuffles: true, ..PLAIN },
    Network { id: "instagram", channel: "IG_PM", shuffles: true, ..PLAIN },
    Network { id: "email", channel: "EMAIL", fetched: true, pace: (1.0, 0.25), ..PLAIN },
    Network {
        id: "graph-email",
        channel: "GRAPH_EMAIL",
        repeats: Repeats::Known,
        fetched: true,
        // Thirty mails a minute leave a mailbox.
        pace: (2.1, 2.1),
        faults: LYING,
        ..PLAIN
    },
    Network {
        id: "chatbot",
        channel: "WAUCHAT",
        repeats: Repeats::Known,
        bot: Some(BOT_SAYS),
        faults: LYING,
        ..PLAIN
    },
];

/// Whether a bot said it. The desk shows its name before and what it did behind.
pub fn is_bots(text: &str) -> bool {
    NETWORKS.iter().filter_map(|network| network.bot).any(|says| text.contains(says))
}

/// A conversation as the phone shows it, in its order.
#[derive(Debug, Default)]
pub struct Chat {
    pub network: usize,
    pub arrived: Vec<String>,
}

/// The simulator, in this process: it lives through every crash of the server.
pub struct Networks {
    address: String,
    http: reqwest::Client,
    accounts: Vec<String>,
    serving: JoinHandle<()>,
}

impl Drop for Networks {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Networks {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let options = patchbay_simulator::Options {
            // A minute of a provider's waiting takes six seconds.
            time_scale: 0.1,
            rate_limits: false,
            providers: vec![concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/chatbot").into()],
            ..Default::default()
        };
        let serving = tokio::spawn(async move {
            if let Err(error) = patchbay_simulator::serve(listener, options).await {
                eprintln!("the simulator stopped: {error:#}");
            }
        });
        // The simulator has installed a provider, or this does.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build()?;
        Ok(Self { address, http, accounts: vec![], serving })
    }

    fn url(&self, network: usize, path: &str) -> String {
        let base = format!("http://{}/control", self.address);
        match NETWORKS[network].id {
            "telegram" => format!("{base}/telegram{path}"),
            id => format!("{base}/providers/{id}{path}"),
        }
    }

    async fn order(&self, network: usize, path: &str, body: &Value) -> Result<Value> {
        let answer = self.http.post(self.url(network, path)).json(body).send().await?;
        let status = answer.status();
        let answer: Value = answer.json().await?;
        ensure!(status.is_success(), "{} refused {path}: {answer}", NETWORKS[network].id);
        Ok(answer)
    }

    /// The addresses that the desk has to reach, as its settings name them.
    pub async fn addresses(&self) -> Result<String> {
        let mut all = vec![self.address.clone()];
        for (place, network) in NETWORKS.iter().enumerate() {
            if network.id == "telegram" {
                continue;
            }
            let card = self.look(place, "").await?;
            let reached = card["join"]["reaches"].as_array().into_iter().flatten();
            all.extend(reached.filter_map(|one| one.as_str().map(str::to_owned)));
        }
        Ok(all.join(","))
    }

    async fn look(&self, network: usize, path: &str) -> Result<Value> {
        Ok(self.http.get(self.url(network, path)).send().await?.json().await?)
    }

    /// Connects a channel to each.
    pub async fn connect(&mut self, admin: &Desk) -> Result<()> {
        for (place, network) in NETWORKS.iter().enumerate() {
            let mut told = false;
            let (account, mut settings) = if network.id == "telegram" {
                self.order(place, "/bots", &json!({ "token": BOT })).await?;
                let api = format!("http://{}/telegram", self.address);
                let secret = "a-secret-of-the-rig";
                let settings =
                    json!({ "bot_token": BOT, "webhook_secret": secret, "api_base": api });
                (BOT.to_owned(), settings)
            } else {
                let join = self.look(place, "").await?["join"].clone();
                told = join["told"] == true;
                let account = join["account"].as_str().context("an account")?.to_owned();
                (account, join["settings"].clone())
            };
            if let Some(says) = network.bot {
                let rules = format!("when: {}\nsay: {says}\nthen: person", MARK.trim_matches('-'));
                settings["rules"] = json!(rules);
            }
            let body = json!({ "plugin": network.id, "name": network.id, "settings": settings });
            let channel = admin.post("/api/channels", &body).await?;
            let status = &channel["state"]["status"];
            ensure!(status == "ok", "{} is not connected: {channel}", network.id);
            if told {
                let body = json!({ "key": account, "webhook": channel["webhook_url"] });
                self.order(place, "/accounts", &body).await?;
            }
            self.accounts.push(account);
        }
        Ok(())
    }

    fn with_account(&self, network: usize, mut body: Value) -> Value {
        let name = if NETWORKS[network].id == "telegram" { "token" } else { "account" };
        body[name] = json!(self.accounts[network]);
        body
    }

    /// A customer writes. Gives the number of the event, where it can be repeated by it.
    pub async fn say(
        &self,
        network: usize,
        user: i64,
        text: &str,
        twice: bool,
    ) -> Result<Option<i64>> {
        let from = json!({ "id": user, "first_name": format!("Customer {user}") });
        let body = json!({ "from": from, "text": text, "twice": twice });
        let said = self.order(network, "/messages", &self.with_account(network, body)).await?;
        // A mailbox has no events that could be told again.
        Ok(said["event"].as_i64().filter(|_| !NETWORKS[network].fetched))
    }

    /// The provider posts an event again.
    pub async fn repeat(&self, network: usize, event: i64) -> Result<()> {
        self.order(network, "/redeliver", &json!({ "event": event })).await.map(drop)
    }

    /// From now on the provider holds back what it has.
    pub async fn hold(&self, network: usize) -> Result<()> {
        self.order(network, "/hold", &json!({})).await.map(drop)
    }

    /// And lets go of it, in any order, several in one webhook where it does that.
    pub async fn release(&self, network: usize, together: bool) -> Result<()> {
        let body = json!({ "order": "shuffled", "together": together });
        self.order(network, "/release", &body).await.map(drop)
    }

    /// The provider's next send goes wrong.
    pub async fn spoil(&self, network: usize, fault: &str) -> Result<()> {
        let mut fault: Value = serde_json::from_str(fault)?;
        fault["method"] = json!(NETWORKS[network].send);
        // Both names of the account mean the same here.
        fault["token"] = json!(self.accounts[network]);
        self.order(network, "/faults", &fault).await.map(drop)
    }

    /// How many sends a provider spoilt.
    pub async fn spoilt(&self, network: usize) -> Result<u64> {
        let faults = self.look(network, "/faults").await?;
        Ok(faults["struck"].as_u64().unwrap_or_default())
    }

    /// Whether every conversation with a bot has heard it. What it says is not lost with a server
    /// that is killed, but tried again only when what that server had taken is free again.
    pub async fn bots_are_done(&self) -> Result<bool> {
        let phones = self.phones().await?;
        let mut with_bot = phones.iter().filter(|chat| NETWORKS[chat.network].bot.is_some());
        Ok(with_bot.all(|chat| chat.arrived.iter().any(|text| is_bots(text))))
    }

    /// What reached the customers, by conversation.
    pub async fn phones(&self) -> Result<Vec<Chat>> {
        let mut all = vec![];
        for network in 0..NETWORKS.len() {
            let shown = self.look(network, &format!("/chats/{}", self.accounts[network])).await?;
            for chat in shown["chats"].as_array().context("chats")? {
                let messages = chat["messages"].as_array().context("messages")?;
                let ours = messages.iter().filter(|message| message["from"] == "bot");
                let texts = ours.filter_map(|message| message["text"].as_str().map(str::to_owned));
                all.push(Chat { network, arrived: texts.collect() });
            }
        }
        Ok(all)
    }
}
