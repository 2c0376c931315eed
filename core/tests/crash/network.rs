//! The customers' side: the provider simulator.

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::{net::TcpListener, task::JoinHandle, time::Instant};

pub const TOKEN: &str = "700000009:crash-test-of-the-core-0001";

/// The simulator, in this process. It lives through every crash of the server.
pub struct Network {
    pub address: String,
    http: reqwest::Client,
    serving: JoinHandle<()>,
}

impl Drop for Network {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// What the phones show: how often each text is there.
pub struct Phone {
    /// What customers wrote, by text.
    pub written: BTreeMap<String, u64>,
    /// What reached the customers, by text.
    pub arrived: BTreeMap<String, u64>,
    pub chats: usize,
}

impl Network {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let options = patchbay_simulator::Options {
            // A refused webhook comes back in 40 ms, not in two seconds.
            time_scale: 0.02,
            rate_limits: false,
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
        let this = Self { address, http, serving };
        this.order("/bots", &json!({ "token": TOKEN })).await?;
        Ok(this)
    }

    /// The address of the Bot API.
    pub fn api(&self) -> String {
        format!("http://{}/telegram", self.address)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/control/telegram{path}", self.address)
    }

    async fn order(&self, path: &str, body: &Value) -> Result<Value> {
        let answer = self.http.post(self.url(path)).json(body).send().await?;
        let status = answer.status();
        let answer: Value = answer.json().await?;
        ensure!(status.is_success(), "the simulator refused {path}: {answer}");
        Ok(answer)
    }

    async fn look(&self, path: &str) -> Result<Value> {
        Ok(self.http.get(self.url(path)).send().await?.json().await?)
    }

    /// Lets customers write; one of ten updates is delivered twice.
    pub async fn flood(&self, messages: u64, chats: usize, rate: f64) -> Result<u64> {
        let order = json!({
            "token": TOKEN, "messages": messages, "chats": chats, "rate": rate,
            "duplicates_percent": 10, "reorder": true, "prefix": "customer",
        });
        self.order("/flood", &order).await?["id"].as_u64().context("a number")
    }

    /// Waits until every update was taken.
    pub async fn flood_taken(&self, id: u64, limit: Duration) -> Result<()> {
        let until = Instant::now() + limit;
        loop {
            let flood = self.look(&format!("/flood/{id}")).await?;
            if flood["state"] == "done" {
                return Ok(());
            }
            if Instant::now() > until {
                bail!("updates are not taken: {flood}");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub async fn phone(&self) -> Result<Phone> {
        let shown = self.look(&format!("/chats/{TOKEN}?counts_only=1")).await?;
        let chats = shown["chats"].as_array().context("chats")?;
        let mut phone =
            Phone { written: BTreeMap::new(), arrived: BTreeMap::new(), chats: chats.len() };
        for chat in chats {
            for (side, into) in [("incoming", &mut phone.written), ("outgoing", &mut phone.arrived)]
            {
                for (text, count) in chat["counts"][side].as_object().into_iter().flatten() {
                    *into.entry(text.clone()).or_default() += count.as_u64().unwrap_or(0);
                }
            }
        }
        Ok(phone)
    }
}
