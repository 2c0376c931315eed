//! A server with a connected bot, and the updates that its network would send.

use super::{Desk, Folder, Program, Wire};
use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use tokio::{net::TcpListener, task::JoinHandle};

const TOKEN: &str = "700000008:benchmark-of-the-core-00001";
const SECRET: &str = "a-secret-of-the-rig";

/// A running server, an admin, an agent, and where updates go.
pub struct Load {
    pub folder: Folder,
    pub program: Program,
    pub agent: Desk,
    /// The webhook's path.
    pub path: String,
    network: JoinHandle<()>,
}

impl Drop for Load {
    fn drop(&mut self) {
        self.network.abort();
    }
}

impl Load {
    /// Starts the server. The simulator only answers the connection's check; the updates come from
    /// the benchmark itself.
    pub async fn start(database: Option<&str>) -> Result<Self> {
        Self::start_in(Folder::new(database)?).await
    }

    /// The same, in a folder that has been prepared.
    pub async fn start_in(mut folder: Folder) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let network = tokio::spawn(async move {
            let served =
                patchbay_simulator::serve(listener, patchbay_simulator::Options::default());
            if let Err(error) = served.await {
                eprintln!("the simulator stopped: {error:#}");
            }
        });
        folder.set("PATCHBAY_EGRESS_ALLOW_PRIVATE", &super::reach::plugins_reach(&address));
        folder.create_user("admin", "admin").await?;
        folder.create_user("agent1", "agent").await?;
        let mut program = folder.start()?;
        program.ready().await?;
        let admin = Desk::sign_in(&program.url, "admin", "admin").await?;
        let bot = json!({ "token": TOKEN });
        let bots = format!("http://{address}/control/telegram/bots");
        ensure!(admin.http.post(bots).json(&bot).send().await?.status().is_success(), "no bot");
        let api = format!("http://{address}/telegram");
        let channel = admin.connect_telegram(TOKEN, SECRET, &api).await?;
        let hook = channel["webhook_url"].as_str().context("a webhook's address")?;
        let path = hook.strip_prefix(&program.url).context("a path")?.to_owned();
        let agent = Desk::sign_in(&program.url, "agent1", "agent").await?;
        Ok(Self { folder, program, agent, path, network })
    }

    /// Posts an update as the network would: signed, from one of `chats` customers.
    pub async fn post(&self, wire: &mut Wire, number: u64, chats: u64) -> Result<u16> {
        let chat = 700_000 + number % chats.max(1);
        let name = format!("Customer {chat}");
        // Spelt out: making JSON of it would cost the machine as much as reading it.
        let body = format!(
            r#"{{"update_id":{number},"message":{{"message_id":{number},"from":{{"id":{chat},"is_bot":false,"first_name":"{name}","username":"customer{chat}","language_code":"en"}},"chat":{{"id":{chat},"type":"private","first_name":"{name}","username":"customer{chat}"}},"date":1760000000,"text":"Number <{number}> asks where the parcel is that should have come on Monday."}}}}"#
        );
        let head = format!("x-telegram-bot-api-secret-token: {SECRET}\r\n");
        wire.post(&self.path, &head, &body).await
    }
}

/// The number of an update, from an event that announces its message.
pub fn number_in(frame: &str) -> Option<u64> {
    if !frame.starts_with(r#"{"event":"newMessage""#) {
        return None;
    }
    // The ticket's title and snippet hold numbers as well.
    let rest = frame.split_once(r#""message":"Number <"#)?.1;
    rest.split_once('>')?.0.parse().ok()
}
