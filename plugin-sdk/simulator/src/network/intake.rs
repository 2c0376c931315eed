//! What a customer does on the phone: each act changes the chat, shows it, and tells the business.
use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::happening::{Happening, Kind, Manner};
use super::model::{Chat, File, Message, Person, State};
use super::{IdKind, Network, Provider};
use crate::clock;

/// A file being sent.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub name: String,
    pub mime: String,
    pub bytes: Bytes,
}

/// A message being written.
#[derive(Debug, Clone, Default)]
pub struct IncomingMessage {
    pub from: Person,
    pub text: Option<String>,
    pub files: Vec<NewFile>,
    /// The number of the message it answers.
    pub reply_to: Option<i64>,
    /// A location, a contact and the like.
    pub more: Map<String, Value>,
    pub manner: Manner,
}

/// Why an act was impossible.
pub type Problem = &'static str;

const NO_ACCOUNT: Problem = "there is no such account";
const NO_MESSAGE: Problem = "this chat has no such message";

impl Network {
    /// Makes a customer known, keeping what is not said anew.
    pub fn meet(&self, new: Person) -> Person {
        let person = {
            let mut state = self.state();
            let id = match new.id {
                0 => state.people.keys().max().map_or(1, |last| last + 1),
                id => id,
            };
            let person =
                state.people.entry(id).or_insert_with(|| Person { id, ..Person::default() });
            if !new.first_name.trim().is_empty() {
                person.first_name = new.first_name.trim().to_owned();
            }
            if person.first_name.is_empty() {
                person.first_name = format!("Customer {id}");
            }
            person.last_name = new.last_name.or(person.last_name.take());
            person.username = new.username.or(person.username.take());
            person.phone_number = new.phone_number.or(person.phone_number.take());
            person.clone()
        };
        self.show(None, json!({ "type": "customer", "customer": person }));
        person
    }
}

/// The chat of a person with an account, made when there is none.
pub fn chat_of<'a>(
    provider: &dyn Provider,
    state: &'a mut State,
    account: &str,
    user: i64,
    now: i64,
) -> &'a mut Chat {
    let key = (account.to_owned(), user);
    if !state.chats.contains_key(&key) {
        let n = state.chats.len() as i64 + 1;
        let id = provider.id_of(IdKind::Chat, n, now);
        state.chats.insert(key.clone(), Chat { n, id, user, ..Chat::default() });
    }
    state.chats.get_mut(&key).expect("it was just made")
}

/// Stores a file under an id of the provider's.
pub fn keep(provider: &dyn Provider, state: &mut State, account: &str, new: NewFile) -> File {
    let n = state.count();
    let id = provider.id_of(IdKind::File, n, clock::now_ms());
    let file = File { id: id.clone(), name: new.name, mime: new.mime, bytes: new.bytes };
    state.files.insert((account.to_owned(), id), file.clone());
    file
}

/// A customer writes. Answers with the message's number and id.
pub fn say(
    provider: &dyn Provider,
    account: &str,
    said: IncomingMessage,
) -> Result<Message, Problem> {
    let network = provider.network();
    if !network.state().accounts.contains_key(account) {
        return Err(NO_ACCOUNT);
    }
    let person = network.meet(said.from);
    let now = clock::now_ms();
    let (message, happening) = {
        let mut state = network.state();
        let files: Vec<File> =
            said.files.into_iter().map(|new| keep(provider, &mut state, account, new)).collect();
        let n = state.count();
        let event = state.count();
        let chat = chat_of(provider, &mut state, account, person.id, now);
        // Who writes wants an answer.
        chat.blocked = false;
        let message = Message {
            n,
            id: provider.id_of(IdKind::Message, n, now),
            customer: true,
            at_ms: now,
            text: said.text,
            files,
            reply_to: said.reply_to.filter(|n| chat.messages.contains_key(n)),
            event,
            more: said.more,
            ..Message::default()
        };
        chat.messages.insert(n, message.clone());
        let happening = happen(provider, &state, Kind::Message, account, person.id, Some(n), event);
        (message, happening.ok_or(NO_ACCOUNT)?)
    };
    network.show_message(account, person.id, message.n);
    provider.tell(happening, said.manner);
    Ok(message)
}

/// A customer changes a text (`Some`) or takes the message back (`None`).
pub fn change(
    provider: &dyn Provider,
    account: &str,
    user: i64,
    n: i64,
    text: Option<&str>,
) -> Result<(), Problem> {
    let kind = if text.is_some() { Kind::Edit } else { Kind::Delete };
    act(provider, kind, account, user, Some(n), |message, event, now| {
        if !message.customer {
            return Err("a customer changes only what they wrote");
        }
        if message.deleted {
            return Err(NO_MESSAGE);
        }
        message.event = event;
        message.taken = false;
        match text {
            Some(text) => {
                message.text = Some(text.to_owned());
                message.edited_ms = Some(now);
            }
            None => message.deleted = true,
        }
        Ok(None)
    })
}

/// A customer puts an emoji on a message, or takes it away.
pub fn react(
    provider: &dyn Provider,
    account: &str,
    user: i64,
    n: i64,
    emoji: Option<&str>,
) -> Result<(), Problem> {
    act(provider, Kind::Reaction, account, user, Some(n), |message, _, _| {
        let was = message.customer_reaction.take();
        message.customer_reaction = emoji.map(str::to_owned);
        Ok(was)
    })
}

/// A customer is typing. Before their first message there is no chat that could be told of it.
pub fn typing(provider: &dyn Provider, account: &str, user: i64) -> Result<(), Problem> {
    let state = provider.network().state();
    let begun = !state.accounts.contains_key(account) || state.chat(account, user).is_some();
    drop(state);
    if !begun {
        return Ok(());
    }
    act(provider, Kind::Typing, account, user, None, |_, _, _| Ok(None))
}

/// A customer has looked at the chat: everything the business wrote is read. Told once, about the
/// newest message.
pub fn read(provider: &dyn Provider, account: &str, user: i64) -> Result<(), Problem> {
    let newest = {
        let mut state = provider.network().state();
        let chat = state.chat_mut(account, user).ok_or("there is no such chat")?;
        let unread =
            chat.messages.values_mut().filter(|message| !message.customer && !message.read);
        unread.fold(None, |_, message| {
            message.read = true;
            Some(message.n)
        })
    };
    match newest {
        Some(n) => act(provider, Kind::Read, account, user, Some(n), |_, _, _| Ok(None)),
        None => Ok(()),
    }
}

/// What became of a message of the business, told by itself.
pub fn settled(provider: &dyn Provider, kind: Kind, account: &str, user: i64, n: i64) {
    // The chat was there a moment ago; an account revoked meanwhile hears nothing.
    let _ = act(provider, kind, account, user, Some(n), |_, _, _| Ok(None));
}

fn act(
    provider: &dyn Provider,
    kind: Kind,
    account: &str,
    user: i64,
    n: Option<i64>,
    change: impl FnOnce(&mut Message, i64, i64) -> Result<Option<String>, Problem>,
) -> Result<(), Problem> {
    let network = provider.network();
    let now = clock::now_ms();
    let happening = {
        let mut state = network.state();
        if !state.accounts.contains_key(account) {
            return Err(NO_ACCOUNT);
        }
        let event = state.count();
        let chat = state.chat_mut(account, user).ok_or("there is no such chat")?;
        let mut was = None;
        if let Some(n) = n {
            let message = chat.messages.get_mut(&n).ok_or(NO_MESSAGE)?;
            was = change(message, event, now)?;
        }
        let happening = happen(provider, &state, kind, account, user, n, event);
        Happening { was, ..happening.ok_or(NO_ACCOUNT)? }
    };
    if let Some(n) = n {
        network.show_message(account, user, n);
    }
    provider.tell(happening, Manner::default());
    Ok(())
}

fn happen(
    provider: &dyn Provider,
    state: &State,
    kind: Kind,
    account: &str,
    user: i64,
    n: Option<i64>,
    event: i64,
) -> Option<Happening> {
    let at_ms = clock::now_ms();
    let chat = state.chat(account, user)?;
    let message = n.and_then(|n| chat.messages.get(&n)).cloned();
    let answered = message.as_ref().and_then(|message| message.reply_to);
    let emoji = message.as_ref().and_then(|message| message.customer_reaction.clone());
    Some(Happening {
        kind,
        event,
        event_id: provider.id_of(IdKind::Event, event, at_ms),
        at_ms,
        account: state.accounts.get(account)?.clone(),
        person: state.people.get(&user)?.clone(),
        user_id: provider.user_id(user),
        chat: chat.n,
        chat_id: chat.id.clone(),
        message,
        reply_id: answered.and_then(|n| chat.messages.get(&n)).map(|message| message.id.clone()),
        emoji,
        was: None,
    })
}
