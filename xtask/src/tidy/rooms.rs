//! Laws L5 and L6: who may import whom, and who may name what.

use super::{Fault, Source, tokens::Token};

/// The mechanisms everything stands on. They import each other and no room.
const GROUND: &[&str] = &[
    "audit",
    "blobs",
    "bundled",
    "clock",
    "config",
    "crypto",
    "days",
    "db",
    "events",
    "fulltext",
    "http",
    "ids",
    "jobs",
    "mail",
    "metrics",
    "plugins",
    "realtime",
    "telemetry",
    "tls",
];

/// Where the parts are put together: these may name everything, and nothing imports them.
const EDGE: &[&str] = &["app", "cli", "demo", "lib", "main"];

/// A room, the rooms it may import, and why just these.
struct Room {
    name: &'static str,
    imports: &'static [&'static str],
    reason: &'static str,
}

/// The import table. `docs/ARCHITECTURE.md` draws it; this is what holds.
const ROOMS: &[Room] = &[
    Room {
        name: "accounts",
        imports: &[],
        reason: "everything belongs to a client; a client to nothing",
    },
    Room { name: "contacts", imports: &["accounts"], reason: "people are looked at by agents" },
    Room {
        name: "emoji",
        imports: &["accounts"],
        reason: "admins keep pictures with names; where they are used is others' affair",
    },
    Room {
        name: "fields",
        imports: &["accounts"],
        reason: "admins say what is asked of each ticket; what a ticket has in it is kept with it",
    },
    Room {
        name: "tickets",
        imports: &["accounts", "contacts", "emoji", "fields"],
        reason: "L5: tickets knows no channel, no SLA and no socket; others react to its events",
    },
    Room {
        name: "calls",
        imports: &["accounts", "tickets"],
        reason: "a call is what the lines of a ticket tell of it",
    },
    Room {
        name: "channels",
        imports: &["accounts", "calls", "contacts", "tickets"],
        reason: "what comes in becomes a contact and a ticket",
    },
    Room {
        name: "assist",
        imports: &["accounts", "calls", "channels", "knowledge", "tickets"],
        reason: "a helper reads a ticket and articles, hears calls, and is an account of a plugin",
    },
    Room {
        name: "mcp",
        imports: &[
            "accounts",
            "assist",
            "dashboards",
            "knowledge",
            "labels",
            "profiles",
            "routing",
            "search",
            "supervisory",
            "tickets",
        ],
        reason: "an assistant of others reads what its user may read in these rooms, and drafts",
    },
    Room {
        name: "search",
        imports: &["accounts", "contacts", "tickets"],
        reason: "it finds what agents may see, as the rooms that hold it say",
    },
    Room {
        name: "profiles",
        imports: &["accounts", "contacts", "tickets"],
        reason: "who a contact is shows in their conversations, and merging two moves those",
    },
    Room {
        name: "branding",
        imports: &["accounts"],
        reason: "how the product looks hangs on the host name, and a little on who is signed in",
    },
    Room {
        name: "labels",
        imports: &["accounts", "tickets"],
        reason: "admins keep the labels and agents put them on tickets, which hold only their ids",
    },
    Room {
        name: "entry",
        imports: &["accounts", "contacts", "labels", "tickets"],
        reason: "what is entered by hand names a contact, labels and a department, and is a ticket",
    },
    Room {
        name: "imports",
        imports: &["accounts", "contacts", "fields", "labels", "tickets"],
        reason: "the rows of a table become contacts and tickets, and those become rows",
    },
    Room {
        name: "replies",
        imports: &["accounts", "tickets"],
        reason: "a canned reply is filled in with the ticket it is inserted into",
    },
    Room {
        name: "views",
        imports: &["accounts", "tickets"],
        reason: "a saved view is a list of tickets with a name",
    },
    Room {
        name: "rules",
        imports: &["accounts", "fields", "hours", "labels", "replies", "tickets"],
        reason: "a rule does what agents do to a ticket, and asks what they would look at",
    },
    Room {
        name: "surveys",
        imports: &["accounts", "replies", "tickets"],
        reason: "a survey is an answer of the desk, with the words of its ticket filled in",
    },
    Room {
        name: "conditions",
        imports: &["accounts", "labels", "tickets"],
        reason: "what a ticket has to be like names labels and departments",
    },
    Room {
        name: "routing",
        imports: &["accounts", "conditions", "hours", "livechat", "presence", "tickets"],
        reason: "it gives tickets and visitors to agents who are there, while the desk is open",
    },
    Room {
        name: "sla",
        imports: &["accounts", "conditions", "hours", "labels", "tickets"],
        reason: "a promise is about a ticket, counts open time, and labels make some of their own",
    },
    Room {
        name: "hours",
        imports: &["accounts"],
        reason: "when a desk is open depends on nothing but the clock",
    },
    Room {
        name: "knowledge",
        imports: &["accounts"],
        reason: "admins write articles and everybody reads them; who uses one is others' affair",
    },
    Room {
        name: "announcements",
        imports: &["accounts"],
        reason: "admins write them and each user dismisses them",
    },
    Room {
        name: "reports",
        imports: &["accounts", "presence", "tickets"],
        reason: "it counts what is stored and is told how channels are grouped",
    },
    Room {
        name: "dashboards",
        imports: &["accounts", "reports", "surveys"],
        reason: "it counts tickets and ratings, by the groups of reports, and admins show the counts to whom they like",
    },
    Room {
        name: "supervisory",
        imports: &["accounts", "channels", "livechat", "presence", "routing", "tickets"],
        reason: "it shows what these rooms know at one moment, and asks them to act",
    },
    Room {
        name: "generate",
        imports: &["contacts", "tickets"],
        reason: "it writes rows of its own and lets the rooms that search them index them",
    },
    Room {
        name: "livechat",
        imports: &["accounts", "channels", "contacts", "tickets"],
        reason: "a visitor is a contact on a channel whose talk becomes a ticket",
    },
    Room {
        name: "packages",
        imports: &["accounts", "channels"],
        reason: "a plugin that comes or goes concerns its accounts",
    },
    Room {
        name: "notifications",
        imports: &["accounts"],
        reason: "it reads the log, so it hears of everything and knows only whom to tell",
    },
    Room {
        name: "webhooks",
        imports: &["accounts"],
        reason: "it reads the log, so it hears of everything and tells programs of others",
    },
    Room {
        name: "presence",
        imports: &["accounts"],
        reason: "a status is a user's, whatever the user works on",
    },
];

/// Ground that a room must not touch although it is ground.
const CLOSED: &[(&str, &[&str])] = &[("tickets", &["mail", "plugins", "realtime"])];

pub fn imports(source: &Source, faults: &mut Vec<Fault>) {
    let Some(path) = source.in_core() else { return };
    let own = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    if EDGE.contains(&own) || source.is_test() {
        return;
    }
    let room = ROOMS.iter().find(|room| room.name == own);
    if room.is_none() && !GROUND.contains(&own) {
        let text =
            format!("`{own}` is neither ground nor room: enter it in xtask/src/tidy/rooms.rs");
        faults.push(source.fault(1, text));
        return;
    }
    for import in paths_of(source, path) {
        let (to, line) = (import.path[0].as_str(), import.line);
        let known_room = ROOMS.iter().any(|room| room.name == to);
        if to == own || !(known_room || GROUND.contains(&to) || EDGE.contains(&to)) {
            continue;
        }
        let closed = CLOSED.iter().any(|(from, list)| *from == own && list.contains(&to));
        let fine = !closed
            && match room {
                _ if GROUND.contains(&to) => true,
                Some(room) => room.imports.contains(&to),
                None => false,
            };
        if !fine {
            faults.push(source.fault(line, refusal(own, to, room)));
        }
    }
}

fn refusal(own: &str, to: &str, room: Option<&Room>) -> String {
    match room {
        _ if EDGE.contains(&to) => {
            format!(
                "`{own}` imports `{to}`, where the parts are put together: pass what it needs as an argument"
            )
        }
        Some(room) => {
            format!(
                "`{own}` must not import `{to}` ({}): react to committed events instead",
                room.reason
            )
        }
        None => {
            format!("`{own}` is ground and must not import the room `{to}`: let the caller pass it")
        }
    }
}

/// A name, the places it may stand in, and why.
struct Owner {
    words: &'static [&'static str],
    places: &'static [&'static str],
    reason: &'static str,
}

const OWNERS: &[Owner] = &[
    Owner {
        words: &["wasmtime", "wasmtime_wasi"],
        places: &["plugins/"],
        reason: "only `plugins` knows how a plugin is run",
    },
    Owner {
        words: &["axum"],
        places: &[
            "http/",
            "/routes.rs",
            "/routes/",
            "realtime/",
            "app.rs",
            "app/",
            // The extractor that makes a handler one for signed-in users.
            "accounts/caller.rs",
        ],
        reason: "use cases take plain arguments; HTTP stays in routes",
    },
    Owner {
        words: &["WebSocket", "WebSocketUpgrade", "tokio_tungstenite"],
        places: &["realtime/", "/routes.rs", "/routes/", "app/", "plugins/capabilities/"],
        reason: "only `realtime` and the socket route hold sockets",
    },
];

pub fn owners(source: &Source, faults: &mut Vec<Fault>) {
    let Some(path) = source.in_core().filter(|_| !source.is_test()) else { return };
    for owner in OWNERS {
        let at_home = owner.places.iter().any(|place| match place.strip_prefix('/') {
            Some(_) => path.contains(place),
            None => path.starts_with(place),
        });
        if at_home {
            continue;
        }
        let named = source.tokens.iter().filter_map(|token| Some((token.word()?, token.line)));
        for (word, line) in named.filter(|(word, _)| owner.words.contains(word)) {
            faults.push(
                source.fault(line, format!("L6: `{word}` has no place here: {}", owner.reason)),
            );
        }
    }
}

struct Import {
    path: Vec<String>,
    line: usize,
}

/// Every path from the root of the crate that the file names.
fn paths_of(source: &Source, path: &str) -> Vec<Import> {
    // In the front door of a room, `super` is the root of the crate.
    let front =
        path.split('/').count() == 1 || (path.ends_with("/mod.rs") && path.split('/').count() == 2);
    let tokens = &source.tokens;
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let after = |n: usize, what: &str| tokens.get(at + n).is_some_and(|token| token.is(what));
        let relative = at > 0 && tokens[at - 1].is("::");
        let deep = tokens[at].is("super") && after(1, "::") && after(2, "super") && after(3, "::");
        let root = tokens[at].is("crate")
            || tokens[at].is("patchbay")
            || (front && tokens[at].is("super"));
        if deep && !relative {
            tree(tokens, at + 4, &[], &mut found);
        } else if root && after(1, "::") && !relative {
            tree(tokens, at + 2, &[], &mut found);
        }
    }
    found
}

/// Reads one `use` tree, or the path of an expression, and returns where it ends.
fn tree(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<Import>) -> usize {
    let mut path = before.to_vec();
    let line = tokens.get(at).map_or(0, |token| token.line);
    while let Some(word) = tokens.get(at).and_then(Token::word) {
        path.push(word.to_owned());
        at += 1;
        if !tokens.get(at).is_some_and(|token| token.is("::")) {
            break;
        }
        at += 1;
    }
    if tokens.get(at).is_some_and(|token| token.is("{")) {
        at += 1;
        while tokens.get(at).is_some_and(|token| !token.is("}")) {
            let end = tree(tokens, at, &path, found);
            // What is no path, such as `as`, `*` or a comma, is stepped over.
            at = if end == at { at + 1 } else { end };
        }
        return at + 1;
    }
    if path.len() > before.len() {
        found.push(Import { path, line });
    }
    at
}

#[cfg(test)]
#[path = "rooms_tests.rs"]
mod tests;
