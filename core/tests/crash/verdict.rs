//! Compares what customers wrote, what the desk shows and what the phones show.

use crate::{
    network::Phone,
    rig::{reply::Reply, shown::DeskMessage},
};
use std::collections::BTreeMap;

/// What was counted, and what is wrong.
pub struct Verdict {
    pub summary: String,
    pub faults: Vec<String>,
}

/// Judges the end of a run.
pub fn judge(phone: &Phone, shown: &[DeskMessage], replies: &[Reply]) -> Verdict {
    let mut faults = vec![];
    let mut incoming: BTreeMap<&str, Vec<&DeskMessage>> = BTreeMap::new();
    let mut outgoing: BTreeMap<&str, Vec<&DeskMessage>> = BTreeMap::new();
    for message in shown {
        let side = if message.incoming { &mut incoming } else { &mut outgoing };
        side.entry(&message.text).or_default().push(message);
    }

    let lost = count(phone.written.keys().filter(|text| {
        let lost = !incoming.contains_key(text.as_str());
        if lost {
            faults.push(format!("lost: the update {text:?} is in no message"));
        }
        lost
    }));
    let doubled = count(incoming.iter().filter(|(text, messages)| {
        let doubled = messages.len() > 1;
        if doubled {
            faults.push(format!("doubled: {text:?} is in {messages:?}"));
        }
        if !phone.written.contains_key(**text) {
            faults.push(format!("invented: nobody wrote {messages:?}"));
        }
        doubled
    }));
    let mut tickets: Vec<i64> = shown.iter().map(|message| message.ticket).collect();
    tickets.sort_unstable();
    tickets.dedup();
    if tickets.len() != phone.chats {
        faults.push(format!("{} chats became {} tickets", phone.chats, tickets.len()));
    }

    let mut states: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for reply in replies {
        let Some([message]) = outgoing.get(reply.text.as_str()).map(Vec::as_slice) else {
            let found = outgoing.get(reply.text.as_str());
            faults.push(format!("lost or doubled on the desk: {reply:?} is in {found:?}"));
            continue;
        };
        if (message.id, &message.queue_id) != (reply.id, &reply.queue_id) {
            faults.push(format!("another message: {reply:?} is {message:?}"));
        }
        let arrived = phone.arrived.get(&reply.text).copied().unwrap_or(0);
        let right = match message.state.as_str() {
            "sent" | "delivered" | "read" => arrived == 1,
            "unknown" => arrived <= 1,
            "failed" => arrived == 0,
            _ => false,
        };
        if !right {
            faults.push(format!("{message:?} is on the phone {arrived} times"));
        }
        let state = states.entry(message.state.as_str()).or_default();
        state.0 += 1;
        state.1 += arrived;
    }
    for (text, messages) in &outgoing {
        if !replies.iter().any(|reply| reply.text == *text) {
            faults.push(format!("nobody was told of {messages:?}"));
        }
    }
    for (text, arrived) in &phone.arrived {
        if !outgoing.contains_key(text.as_str()) {
            faults.push(format!("{text:?} is on the phone {arrived} times and not on the desk"));
        }
    }
    let again = replies.iter().filter(|reply| reply.sends > 1).count();
    let states: Vec<String> = states
        .iter()
        .map(|(state, (desk, phone))| format!("{desk} {state} ({phone} on phones)"))
        .collect();
    let summary = format!(
        "in:  {} updates written, {} messages, {lost} lost, {doubled} doubled, {} tickets\n\
         out: {} replies acknowledged ({again} after repeated sends): {}",
        phone.written.values().sum::<u64>(),
        incoming.values().map(Vec::len).sum::<usize>(),
        tickets.len(),
        replies.len(),
        states.join(", "),
    );
    Verdict { summary, faults }
}

fn count<T>(items: impl Iterator<Item = T>) -> usize {
    items.count()
}
