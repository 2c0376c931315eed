//! How the customers of calls sound: heard by itself where an admin wants it, and kept at the call.

use super::{
    Assist,
    question::Question,
    voice::{self, percentage, strongest, told},
};
use crate::{
    calls::{self, CallVoice},
    db::{Conn, DbResult, Tx},
    events::Event,
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    plugins::VoiceAnalysis,
};
use serde::Deserialize;
use serde_json::json;

const HEAR_CALL: &str = "assist.hear_call";
/// The event of which it is learnt that there is a recording.
pub(super) const CALL_CHANGED: &str = "callChanged";
/// What a helper tells among the extras of an analysis.
const ENERGY: &str = "energy";
const PACE: &str = "pace";
const PERSONALITY: &str = "personality";
/// Signs of a personality.
const PERSONALITY_MAX: usize = 100;

#[derive(Deserialize)]
struct Changed {
    call_id: i64,
}

/// The call that an event is about.
fn call_of(event: &Event) -> Option<i64> {
    serde_json::from_str::<Changed>(&event.data).ok().map(|changed| changed.call_id)
}

/// Whether the call of an event has a recording that nobody heard.
pub(super) async fn has_unheard(conn: &mut Conn, event: &Event) -> DbResult<bool> {
    let Some(call_id) = call_of(event) else { return Ok(false) };
    Ok(calls::unheard_recording(conn, event.client_id, call_id).await?.is_some())
}

/// Has the call of an event heard.
pub(super) async fn enqueue(tx: &mut Tx, event: &Event) -> DbResult<()> {
    let Some(call_id) = call_of(event) else { return Ok(()) };
    let job = NewJob {
        client_id: event.client_id,
        class: Class::Outside,
        kind: HEAR_CALL,
        key: call_id.to_string(),
        payload: json!({ "call_id": call_id }),
        run_at_ms: event.at_ms,
    };
    queue::enqueue(tx, job).await?;
    Ok(())
}

impl Assist {
    /// Hears the newest recording of a call. Without a helper, or with one that fails, the call stays as it
    /// is, and a person may ask about the recording.
    async fn hear_call(&self, job: &Job) -> Result<(), JobError> {
        let client_id = job.client_id;
        let call_id = job.payload["call_id"].as_i64().unwrap_or_default();
        // It waited: an admin may have switched it off meanwhile.
        if !self.setting(client_id).await?.voices {
            return Ok(());
        }
        let found = {
            let mut conn = self.db.read().await?;
            calls::unheard_recording(&mut conn, client_id, call_id).await?
        };
        let Some(recording) = found else { return Ok(()) };
        let question = Question {
            ticket_id: Some(recording.ticket_id),
            message_id: Some(recording.message_id),
            ..voice::question(client_id, "")
        };
        match self.voice_of(&question, &recording.audio).await {
            Ok(analysis) => {
                let mut tx = self.db.begin().await?;
                let voice = heard(&analysis);
                let now = self.clock.now_ms();
                calls::keep_voice(&mut tx, (client_id, call_id), &recording, &voice, now).await?;
                tx.commit().await?;
            }
            Err(problem) => tracing::debug!(client_id, call_id, ?problem, "a call was not heard"),
        }
        Ok(())
    }
}

/// What an analysis tells of a call.
fn heard(analysis: &VoiceAnalysis) -> CallVoice {
    let emotions = percentage(analysis);
    let scale = |name: &str| {
        let value = told(analysis, name)?.trim().parse::<i64>().ok()?;
        (0..=100).contains(&value).then_some(value)
    };
    let personality = told(analysis, PERSONALITY).unwrap_or_default().trim();
    CallVoice {
        emotion: strongest(&emotions),
        energy: scale(ENERGY),
        pace: scale(PACE),
        personality: personality.chars().take(PERSONALITY_MAX).collect(),
        emotions,
    }
}

/// Registers the jobs of calls.
pub(super) fn job_handlers(handlers: &mut Handlers, assist: &Assist) {
    let hearing = assist.clone();
    handlers.on(HEAR_CALL, move |job| {
        let assist = hearing.clone();
        async move { assist.hear_call(&job).await }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::Score;

    #[test]
    fn an_analysis_tells_how_a_customer_sounded() {
        let extras = [(ENERGY, "72"), (PACE, "101"), (PERSONALITY, " driver ")];
        let analysis = VoiceAnalysis {
            emotions: vec![
                Score { name: "calm".into(), value: 0.3 },
                Score { name: "energetic".into(), value: 0.41 },
            ],
            extras: extras.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            ..VoiceAnalysis::default()
        };
        let voice = heard(&analysis);
        assert_eq!((voice.emotion.as_str(), voice.emotions["energetic"]), ("energetic", 41));
        assert_eq!((voice.energy, voice.pace), (Some(72), None), "101 is no percent");
        assert_eq!(voice.personality, "driver");
        assert_eq!(heard(&VoiceAnalysis::default()), CallVoice::default());
    }
}
