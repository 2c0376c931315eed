//! The demo: one client with users, channels and a little history, made once.

mod content;
mod history;

use super::{DemoOptions, desk::Rooms};
use crate::{
    accounts::{Accounts, CreateUser, CreateUserError, Kind, create_user},
    tickets::{Filter, ListKind, Reply, TicketFilter, Viewer, api::TicketListRow},
};
use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use std::{future::Future, io::Write as _, net::SocketAddr, time::Duration};

const CLIENT: &str = "Demo";
const PASSWORD: &str = "patchbay-demo";
const TOKEN: &str = "700000001:DEMO-simulator-token-patchbay-0001";
const USERS: [(&str, &str, Kind); 4] = [
    ("admin", "Demo Admin", Kind::Admin),
    ("agent1", "Demo Agent One", Kind::Agent),
    ("agent2", "Demo Agent Two", Kind::Agent),
    ("agent3", "Demo Agent Three", Kind::Agent),
];
/// What a customer writes, and what an agent answers to it.
type Turn = (&'static str, Option<&'static str>);
/// Customers by their id at the simulator, their names and their conversations.
const TALKS: [(i64, &str, &[Turn]); 4] = [
    (
        81,
        "Demo Customer A",
        &[
            (
                "Hello! Is the blue lamp back in stock?",
                Some("It is. Shall I put one aside for you?"),
            ),
            ("Yes please, until Saturday.", None),
        ],
    ),
    (82, "Demo Customer B", &[("My parcel says delivered, but nothing is here.", None)]),
    (
        83,
        "Demo Customer C",
        &[(
            "How do I change the address of my order?",
            Some("Send me the new address and I will change it before it leaves today."),
        )],
    ),
    (84, "Demo Customer D", &[("Do you repair older models too?", None)]),
];

/// What the first customer of each further provider of the simulator writes, in turns.
const FIRST_WORDS: [&str; 6] = [
    "Hello, do you ship to Kuching?",
    "Is there a discount for ten lamps?",
    "The lamp arrived, but the switch is stuck.",
    "Until when are you open today?",
    "Can I pay in two parts?",
    "Which bulb fits the small lamp?",
];

/// Where the simulator's providers listen besides its own address, as `host:port`.
/// Only what is on this machine counts.
pub async fn simulated(simulator: &str) -> Vec<String> {
    let asked = async {
        let url = format!("{}/control/providers", simulator.trim_end_matches('/'));
        let answer = reqwest_client()?.get(url).send().await?.error_for_status()?;
        anyhow::Ok(answer.json::<Vec<Value>>().await?)
    };
    let providers = asked.await.unwrap_or_else(|error| {
        tracing::warn!(error = %format!("{error:#}"), "the simulator does not answer");
        vec![]
    });
    let reached = providers.iter().flat_map(|one| one["join"]["reaches"].as_array());
    let addresses = reached.flatten().filter_map(|one| one.as_str()?.parse::<SocketAddr>().ok());
    addresses.filter(|one| one.ip().is_loopback()).map(|one| one.to_string()).collect()
}

/// Makes what is missing, and gives the task that prints the links when the server runs.
pub(super) async fn prepare(
    rooms: &Rooms,
    accounts: &Accounts,
    options: &DemoOptions,
    bound: SocketAddr,
) -> Result<impl Future<Output = ()> + Send + 'static> {
    let mut made = None;
    for (username, name, kind) in USERS {
        let new = CreateUser { client: CLIENT, username, name, kind, password: PASSWORD };
        match create_user(accounts, new).await {
            Ok(user) => {
                if username == "agent1" {
                    made = Some((user.client_id, user.user_id));
                }
            }
            Err(CreateUserError::UsernameTaken) => {}
            Err(error) => return Err(anyhow::anyhow!("{error}")),
        }
    }
    let options = options.clone();
    let rooms = rooms.clone();
    Ok(async move {
        let simulator = options.simulator.as_deref();
        if let Some((client_id, user_id)) = made {
            let agent = Viewer {
                client_id,
                user_id,
                username: "agent1".into(),
                name: "Demo Agent One".into(),
                admin: false,
                view_all: false,
            };
            let filled = async {
                // First, so that what customers write finds it there.
                if !options.bare {
                    admin(bound).await?.set_up().await?;
                }
                fill(&rooms, &agent, simulator).await
            };
            told(filled.await);
        }
        print(&rooms, bound, simulator);
        // Last, because nobody has to wait for what was long ago.
        if made.is_some() && !options.bare {
            told(async { admin(bound).await?.remember().await }.await);
        }
    })
}

async fn admin(bound: SocketAddr) -> Result<content::Admin> {
    content::Admin::sign_in(reqwest_client()?, bound, PASSWORD).await
}

/// What could not be made is missing, and the demo runs all the same.
fn told(made: Result<()>) {
    if let Err(error) = made {
        tracing::warn!(error = %format!("{error:#}"), "the demo's content is incomplete");
    }
}

async fn fill(rooms: &Rooms, agent: &Viewer, simulator: Option<&str>) -> Result<()> {
    let client_id = agent.client_id;
    let page = rooms
        .channels
        .connect_account(
            client_id,
            "livechat",
            "Demo live chat",
            json!({
                "page_title": "Demo shop", "greeting": "Welcome to the demo shop.",
            }),
        )
        .await
        .map_err(|p| anyhow::anyhow!("live chat: {}", p.message()))?;
    let Some(simulator) = simulator else { return Ok(()) };
    let simulator = simulator.trim_end_matches('/');
    let shown = rooms.livechat.demo_widget((client_id, page.id), simulator).await;
    shown.map_err(|p| anyhow::anyhow!("widget: {}", p.message()))?;
    let http = reqwest_client()?;
    let post =
        |path: &str, body: Value| tell(&http, format!("{simulator}/control/telegram{path}"), body);
    post(
        "/bots",
        json!({ "token": TOKEN, "username": "demo_shop_bot", "first_name": "Demo shop" }),
    )
    .await?;
    rooms
        .channels
        .connect_account(
            client_id,
            "telegram",
            "Demo Telegram",
            json!({
                "bot_token": TOKEN, "api_base": format!("{simulator}/telegram"),
            }),
        )
        .await
        .map_err(|p| anyhow::anyhow!("telegram: {}", p.message()))?;
    for (id, name, talk) in TALKS {
        let from = json!({ "id": id, "first_name": name, "language_code": "en" });
        for (text, answer) in talk {
            post("/messages", json!({ "token": TOKEN, "from": from, "text": text })).await?;
            if let Some(answer) = answer {
                let ticket = arrived(rooms, agent, text).await?;
                let reply = Reply { ticket, text: (*answer).to_owned(), ..Reply::default() };
                rooms
                    .tickets
                    .reply(agent, &reply)
                    .await
                    .map_err(|p| anyhow::anyhow!("reply: {}", p.message()))?;
            }
        }
    }
    join(rooms, client_id, simulator, &http).await
}

/// Connects every other provider of the simulator that says how, and lets a customer get in touch by
/// each.
async fn join(
    rooms: &Rooms,
    client_id: i64,
    simulator: &str,
    http: &reqwest::Client,
) -> Result<()> {
    let all = format!("{simulator}/control/providers");
    let answer = http.get(&all).send().await.context("the simulator does not answer")?;
    let providers: Vec<Value> = answer.error_for_status()?.json().await?;
    let joined = providers.iter().filter(|provider| provider["join"].is_object());
    for (place, provider) in joined.enumerate() {
        let (Some(id), join) = (provider["id"].as_str(), &provider["join"]) else { continue };
        let name = format!("Demo {}", provider["name"].as_str().unwrap_or(id));
        let settings = join["settings"].clone();
        let connected = rooms.channels.connect_account(client_id, id, &name, settings).await;
        let channel = match connected {
            Ok(channel) => channel,
            // A build may leave plugins out.
            Err(p) => {
                let reason = p.message();
                tracing::warn!(plugin = id, %reason, "the demo goes without a channel");
                continue;
            }
        };
        if join["told"] == true {
            let body = json!({ "key": join["account"], "webhook": channel.webhook_url });
            tell(http, format!("{all}/{id}/accounts"), body).await?;
        }
        let letter = char::from(b'E' + u8::try_from(place % 20)?);
        let body = json!({
            "account": join["account"], "text": FIRST_WORDS[place % FIRST_WORDS.len()],
            "from": { "id": 91 + place, "first_name": format!("Demo Customer {letter}") },
        });
        // Not everybody writes: some call.
        let order = join["greeted_by"].as_str().unwrap_or("messages");
        tell(http, format!("{all}/{id}/{order}"), body).await?;
    }
    Ok(())
}

/// Tells the simulator something.
async fn tell(http: &reqwest::Client, url: String, body: Value) -> Result<()> {
    let answer = http.post(url).json(&body).send().await;
    let answer = answer.context("the simulator does not answer")?;
    let refused = !answer.status().is_success();
    anyhow::ensure!(!refused, "the simulator refused: {}", answer.text().await?);
    Ok(())
}

/// Waits until a customer's message has become a ticket.
async fn arrived(rooms: &Rooms, agent: &Viewer, text: &str) -> Result<i64> {
    let wanted = TicketFilter::of(ListKind::Ticket, Filter::All);
    for _ in 0..100 {
        let page = rooms
            .tickets
            .page(agent, &wanted, 0)
            .await
            .map_err(|p| anyhow::anyhow!("{}", p.message()))?;
        let found = page.data.iter().find_map(|row| match row {
            TicketListRow::Ticket(ticket) if ticket.snippet == text => Some(ticket.id),
            _ => None,
        });
        if let Some(id) = found {
            return Ok(id);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("a message of the simulator did not arrive")
}

fn reqwest_client() -> Result<reqwest::Client> {
    Ok(reqwest::Client::builder()
        .tls_backend_preconfigured((*crate::tls::client_config()).clone())
        .timeout(Duration::from_secs(10))
        .build()?)
}

fn print(rooms: &Rooms, bound: SocketAddr, simulator: Option<&str>) {
    let page = rooms.channels.first_page_link().unwrap_or_default();
    let mut lines = vec![
        String::new(),
        format!(
            "  Workspace        http://{bound}/   (admin, agent1 to agent3; password {PASSWORD})"
        ),
        format!("  Live chat page   {page}"),
    ];
    if let Some(simulator) = simulator {
        let base = simulator.trim_end_matches('/');
        lines.push(format!("  Simulator phone  {base}/telegram/phone?bot={TOKEN}&user=81"));
        let script = page.replacen("/visit/", "/widget/", 1);
        lines.push(format!("  Shop with widget {base}/shop?script={script}.js"));
        lines.push(format!("  All phones       {base}/"));
    }
    lines.push(format!("  API              http://{bound}/api/docs"));
    lines.push(String::new());
    // Nobody reads the links of a demo whose output was closed.
    let _closed = writeln!(std::io::stdout().lock(), "{}", lines.join("\n"));
}
