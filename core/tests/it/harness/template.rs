//! A database with the users of every world and the plugins that come with the program, made once on each
//! engine and copied for each story: making it anew would be most of what a small story costs.

use super::{Desk, Ground, Start, ground};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};
use tokio::sync::OnceCell;

/// Client, username and type.
const USERS: [(&str, &str, &str); 4] = [
    ("Acme", "admin", "admin"),
    ("Acme", "agent1", "agent"),
    ("Acme", "agent2", "agent"),
    ("Other Ltd", "outsider", "admin"),
];

/// How the templates in a PostgreSQL begin, before the version of their program.
const TEMPLATE: &str = "story_world_";
const KEPT: Duration = Duration::from_secs(86_400);

static FOLDER: OnceCell<PathBuf> = OnceCell::const_new();
static DATABASE: OnceCell<String> = OnceCell::const_new();

fn make_users(ground: &Ground) {
    for (client, username, kind) in USERS {
        Desk::user(ground, client, username, kind);
    }
}

/// Makes the users, and lets a server take in the plugins.
fn make_world(ground: &Ground) {
    make_users(ground);
    Desk::start(ground, &Start::default()).end();
}

/// Puts the users into a ground. One that a story has written to already, or whose PostgreSQL is its
/// own, gets them the long way.
pub async fn users_in(ground: &Ground) {
    match ground.name() {
        _ if ground.data().exists() => make_users(ground),
        None if ground.is_postgres() => make_users(ground),
        None => copy(FOLDER.get_or_init(folder).await, &ground.data()),
        Some(_) => {
            if !ground.copy_of(DATABASE.get_or_init(database).await) {
                make_users(ground);
            }
        }
    }
}

/// Changes with the program, whose migrations make the tables.
fn version() -> String {
    let program = fs::metadata(env!("CARGO_BIN_EXE_patchbay")).expect("the program");
    let changed = program.modified().expect("a time").duration_since(UNIX_EPOCH);
    format!("{:x}_{:x}", changed.expect("after 1970").as_nanos(), program.len())
}

async fn folder() -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("it-world");
    let made = home.join(version());
    if !made.exists() {
        // Of an earlier program.
        let _ = fs::remove_dir_all(&home);
        let ground = Ground::sqlite();
        make_world(&ground);
        let half = home.join("half");
        copy(&ground.data(), &half);
        fs::rename(half, &made).expect("renamed");
    }
    made
}

async fn database() -> String {
    let name = format!("{TEMPLATE}{}", version());
    let there = ground::postgres_names("story\\_world\\_%").await;
    if there.contains(&name) {
        return name;
    }
    // Of programs that were built long ago; a younger one's may belong to stories that are told now.
    for old in there.iter().filter(|name| is_old(name)) {
        ground::ask_postgres(format!("drop database if exists {old}")).await;
    }
    let ground = Ground::postgres();
    make_world(&ground);
    let made = ground.name().expect("a database");
    ground::ask_postgres(format!("create database {name} template {made}")).await;
    name
}

/// Whether the program of a template was built more than a day ago.
fn is_old(name: &str) -> bool {
    let built = name.strip_prefix(TEMPLATE).and_then(|version| version.split('_').next());
    let built = built.and_then(|nanos| u128::from_str_radix(nanos, 16).ok()).unwrap_or(0);
    let now = UNIX_EPOCH.elapsed().expect("after 1970").as_nanos();
    now.saturating_sub(built) > KEPT.as_nanos()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}
