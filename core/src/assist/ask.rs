//! Suggestions, analyses, transcripts: what a helper proposes is shown and not kept.

use super::{
    Assist, model,
    question::{Answered, Question},
    store, voice,
};
use crate::{
    blobs::BlobRef,
    http::Problem,
    plugins::{Analysis, Interface, Suggestion, Transcript, Translation, VoiceAnalysis},
    tickets::Viewer,
};

/// Suggestions of one request.
const SUGGESTIONS: u32 = 3;

fn question<'a>(
    viewer: &'a Viewer,
    interface: Interface,
    (ticket_id, message_id): (Option<i64>, Option<i64>),
) -> Question<'a> {
    Question {
        client_id: viewer.client_id,
        interface,
        task: interface.name(),
        ticket_id,
        message_id,
        by: &viewer.username,
    }
}

impl Assist {
    /// Answers an agent might give.
    pub(super) async fn suggest(
        &self,
        viewer: &Viewer,
        ticket: i64,
    ) -> Result<Vec<Suggestion>, Problem> {
        let talk = model::conversation(self.tickets.talk(viewer, ticket, model::TURNS_MAX).await?);
        let question = question(viewer, Interface::Suggest, (Some(ticket), None));
        let answered = self
            .ask(question, &talk, |helper, talk| async move {
                let call = helper.host().suggest(&helper.account, &talk, SUGGESTIONS);
                helper.ask("suggest", call).await
            })
            .await?;
        self.take_down(&question, &answered).await?;
        let back =
            |one: Suggestion| Suggestion { text: answered.redaction.restore(&one.text), ..one };
        Ok(answered.answer.iter().cloned().map(back).collect())
    }

    /// What a conversation is about.
    pub(super) async fn analyse(&self, viewer: &Viewer, ticket: i64) -> Result<Analysis, Problem> {
        let talk = model::conversation(self.tickets.talk(viewer, ticket, model::TURNS_MAX).await?);
        let question = question(viewer, Interface::AnalyseText, (Some(ticket), None));
        let answered = self
            .ask(question, &talk, |helper, talk| async move {
                let call = helper.host().analyse_text(&helper.account, &talk);
                helper.ask("analyse-text", call).await
            })
            .await?;
        self.take_down(&question, &answered).await?;
        let mut analysis = answered.answer;
        analysis.summary = analysis.summary.map(|text| answered.redaction.restore(&text));
        Ok(analysis)
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
        self.translated(viewer, Some(message), vec![text], (None, target)).await
    }

    /// Texts in another language. What was hidden and got lost on the way stands behind its text, so that
    /// no address and no number is missing.
    pub(super) async fn translated(
        &self,
        viewer: &Viewer,
        message: Option<i64>,
        texts: Vec<String>,
        (source, target): (Option<&str>, &str),
    ) -> Result<Translation, Problem> {
        let question = question(viewer, Interface::Translate, (None, message));
        let answered = self
            .ask(question, &texts, |helper, texts| {
                let (source, target) = (source.map(str::to_owned), target.to_owned());
                async move {
                    let host = helper.host();
                    let call = host.translate(&helper.account, &texts, source.as_deref(), &target);
                    helper.ask("translate", call).await
                }
            })
            .await?;
        self.take_down(&question, &answered).await?;
        let Answered { answer, redaction, .. } = answered;
        let back = |(text, original): (&String, &String)| redaction.restore_all(text, original);
        let texts = answer.texts.iter().zip(&texts).map(back).collect();
        Ok(Translation { texts, detected: answer.detected })
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
        let question = question(viewer, Interface::Transcribe, (None, None));
        let answered = self
            .ask(question, &audio, |helper, audio| {
                let language = language.map(str::to_owned);
                async move {
                    let host = helper.host();
                    let call = host.transcribe(&helper.account, &audio, language.as_deref());
                    helper.ask("transcribe", call).await
                }
            })
            .await?;
        self.take_down(&question, &answered).await?;
        Ok(answered.answer)
    }

    /// How something was said.
    pub(super) async fn analyse_voice(
        &self,
        viewer: &Viewer,
        attachment: i64,
    ) -> Result<VoiceAnalysis, Problem> {
        let audio = self.audio(viewer, attachment).await?;
        self.voice_of(&voice::question(viewer.client_id, &viewer.username), &audio).await
    }

    async fn take_down<T>(
        &self,
        question: &Question<'_>,
        answered: &Answered<T>,
    ) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        store::add_result(&mut tx, question, answered.told(), self.clock.now_ms()).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn audio(&self, viewer: &Viewer, attachment: i64) -> Result<BlobRef, Problem> {
        let file = self.tickets.download(viewer, attachment).await?;
        if !model::is_sound(&file.mime) && !file.mime.starts_with("video/") {
            return Err(Problem::invalid("This file holds no sound."));
        }
        Ok(BlobRef {
            sha256: file.sha256,
            size: u64::try_from(file.size).unwrap_or(0),
            mime: file.mime,
            filename: Some(file.filename),
        })
    }
}
