//! One use case per task: find the helper, give it what it may read, answer with its proposal.

use super::{Assist, model};
use crate::{
    blobs::BlobRef,
    channels::Helper,
    http::{Code, Problem},
    plugins::{
        Analysis, CallError, Failure, Interface, Suggestion, Transcript, Translation, VoiceAnalysis,
    },
    tickets::Viewer,
};

/// Suggestions of one request.
const SUGGESTIONS: u32 = 3;

impl Assist {
    /// Answers an agent might give.
    pub(super) async fn suggest(
        &self,
        viewer: &Viewer,
        ticket: i64,
    ) -> Result<Vec<Suggestion>, Problem> {
        let talk = self.tickets.talk(viewer, ticket, model::TURNS_MAX).await?;
        let helper = self.helper(viewer, Interface::Suggest)?;
        let talk = model::conversation(talk);
        let call = helper.host().suggest(&helper.account, &talk, SUGGESTIONS);
        helper.ask("suggest", call).await.map_err(|e| refused(&helper, &e))
    }

    /// What a conversation is about.
    pub(super) async fn analyse(&self, viewer: &Viewer, ticket: i64) -> Result<Analysis, Problem> {
        let talk = self.tickets.talk(viewer, ticket, model::TURNS_MAX).await?;
        let helper = self.helper(viewer, Interface::AnalyseText)?;
        let talk = model::conversation(talk);
        let call = helper.host().analyse_text(&helper.account, &talk);
        helper.ask("analyse-text", call).await.map_err(|e| refused(&helper, &e))
    }

    /// A message in another language.
    pub(super) async fn translate(
        &self,
        viewer: &Viewer,
        message: i64,
        target: &str,
    ) -> Result<Translation, Problem> {
        if !model::is_language(target) {
            let text = "Give a language, for example en, ms or zh.";
            return Err(Problem::field("target", text));
        }
        let text = self.tickets.text_of(viewer, message).await?;
        let helper = self.helper(viewer, Interface::Translate)?;
        let texts = [text];
        let call = helper.host().translate(&helper.account, &texts, None, target);
        helper.ask("translate", call).await.map_err(|e| refused(&helper, &e))
    }

    /// A recording's words.
    pub(super) async fn transcribe(
        &self,
        viewer: &Viewer,
        attachment: i64,
        language: Option<&str>,
    ) -> Result<Transcript, Problem> {
        if language.is_some_and(|l| !model::is_language(l)) {
            return Err(Problem::field("language", "Give a language, for example en, ms or zh."));
        }
        let audio = self.audio(viewer, attachment).await?;
        let helper = self.helper(viewer, Interface::Transcribe)?;
        let call = helper.host().transcribe(&helper.account, &audio, language);
        helper.ask("transcribe", call).await.map_err(|e| refused(&helper, &e))
    }

    /// How something was said.
    pub(super) async fn analyse_voice(
        &self,
        viewer: &Viewer,
        attachment: i64,
    ) -> Result<VoiceAnalysis, Problem> {
        let audio = self.audio(viewer, attachment).await?;
        let helper = self.helper(viewer, Interface::AnalyseVoice)?;
        let call = helper.host().analyse_voice(&helper.account, &audio);
        helper.ask("analyse-voice", call).await.map_err(|e| refused(&helper, &e))
    }

    async fn audio(&self, viewer: &Viewer, attachment: i64) -> Result<BlobRef, Problem> {
        let file = self.tickets.download(viewer, attachment).await?;
        if !file.mime.starts_with("audio/") && !file.mime.starts_with("video/") {
            return Err(Problem::invalid("This file holds no sound."));
        }
        Ok(BlobRef {
            sha256: file.sha256,
            size: u64::try_from(file.size).unwrap_or(0),
            mime: file.mime,
            filename: Some(file.filename),
        })
    }

    pub(super) fn helper(&self, viewer: &Viewer, task: Interface) -> Result<Helper, Problem> {
        self.channels.helper(viewer.client_id, task).ok_or_else(|| {
            Problem::new(
                Code::Conflict,
                format!(
                    "No AI helper for `{}` is connected. An admin can connect one.",
                    task.name()
                ),
            )
        })
    }
}

/// What a helper's failure is for the agent: never a reason to lose what they were doing.
pub(super) fn refused(helper: &Helper, error: &CallError) -> Problem {
    let name = helper.name();
    match error {
        CallError::Failure(Failure::RateLimited(_, retry) | Failure::Retryable(_, retry)) => {
            let seconds = retry.after_ms.unwrap_or(5_000).div_ceil(1_000).min(3_600);
            Problem::new(Code::Unavailable, format!("{name}: {error}")).retry_after(seconds)
        }
        CallError::Busy => {
            let text = format!("{name} is resting after failures. Try again in a minute.");
            Problem::new(Code::Unavailable, text).retry_after(60)
        }
        _ => Problem::new(Code::Unavailable, format!("{name} could not answer: {error}.")),
    }
}
