//! AI helpers: each answer is a proposal, cleaned and brought into its range.

use super::{answered, call, usual};
use crate::plugins::{
    account::{Account, CallError, Called},
    bindings::types,
    convert,
    host::{Host, Running, refused},
    manifest::Interface,
    model,
};
use std::time::Duration;
use tracing::Instrument as _;

impl Host {
    /// Answers an agent might give.
    pub async fn suggest(
        &self,
        account: &Account,
        talk: &model::Conversation,
        at_most: u32,
    ) -> Called<Vec<model::Suggestion>> {
        let talk = convert::talk::conversation(talk);
        call!(self, account, "suggest", Suggest, suggest, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_suggest();
            answered!(api.call_suggest(&mut *store, acc, &talk, at_most).await, |list| {
                Ok(list
                    .into_iter()
                    .take(at_most as usize)
                    .map(|s| model::Suggestion {
                        text: convert::clean(s.text),
                        confidence: s.confidence.map(convert::talk::unit),
                        source: convert::maybe(s.source),
                    })
                    .collect())
            })
        })
    }

    /// Texts in another language.
    pub async fn translate(
        &self,
        account: &Account,
        texts: &[String],
        source: Option<&str>,
        target: &str,
    ) -> Called<model::Translation> {
        let (wanted, source, target) =
            (texts.to_vec(), source.map(str::to_owned), target.to_owned());
        let called: Called<model::Translation> =
            call!(self, account, "translate", Translate, translate, usual, |guest, store, acc| {
                let api = guest.patchbay_plugin_translate();
                let source = source.as_deref();
                let answer = api.call_translate(&mut *store, acc, &wanted, source, &target).await;
                answered!(answer, |t| {
                    Ok(model::Translation {
                        texts: t.texts.into_iter().map(convert::clean).collect(),
                        detected: convert::maybe(t.detected),
                    })
                })
            });
        match called {
            Called { result: Ok(t), report } if t.texts.len() != texts.len() => {
                let what = format!("{} translations of {} texts", t.texts.len(), texts.len());
                Called { result: Err(CallError::Limit { what }), report }
            }
            called => called,
        }
    }

    /// What a conversation is about.
    pub async fn analyse_text(
        &self,
        account: &Account,
        talk: &model::Conversation,
    ) -> Called<model::Analysis> {
        let talk = convert::talk::conversation(talk);
        call!(
            self,
            account,
            "analyse_text",
            AnalyseText,
            analyse_text,
            usual,
            |guest, store, acc| {
                let api = guest.patchbay_plugin_analyse_text();
                answered!(api.call_analyse(&mut *store, acc, &talk).await, |a| {
                    Ok(model::Analysis {
                        language: convert::maybe(a.language),
                        sentiment: convert::talk::mood(a.sentiment),
                        topics: convert::talk::scores(a.topics),
                        summary: convert::maybe(a.summary),
                        extras: convert::talk::extras(a.extras),
                    })
                })
            }
        )
    }

    /// An answer made of passages, and advice besides.
    pub async fn recommend(
        &self,
        account: &Account,
        talk: &model::Conversation,
        passages: &[model::Passage],
    ) -> Called<model::Recommendation> {
        let talk = convert::talk::conversation(talk);
        let passages: Vec<_> = passages.iter().map(convert::talk::passage).collect();
        call!(self, account, "recommend", Answer, answer, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_answer();
            answered!(api.call_recommend(&mut *store, acc, &talk, &passages).await, |r| {
                Ok(convert::talk::recommendation(r))
            })
        })
    }

    /// What the newest message tells, of one kind.
    pub async fn find_insight(
        &self,
        account: &Account,
        talk: &model::Conversation,
        kind: &str,
    ) -> Called<model::Insight> {
        let (talk, kind) = (convert::talk::conversation(talk), kind.to_owned());
        call!(
            self,
            account,
            "message_insight",
            MessageInsight,
            message_insight,
            usual,
            |guest, store, acc| {
                let api = guest.patchbay_plugin_message_insight();
                answered!(api.call_find(&mut *store, acc, &talk, &kind).await, |i| {
                    Ok(model::Insight {
                        value: convert::clean(i.value),
                        scores: convert::talk::scores(i.scores),
                        extras: convert::talk::extras(i.extras),
                    })
                })
            }
        )
    }

    /// Speech as text.
    pub async fn transcribe(
        &self,
        account: &Account,
        audio: &crate::blobs::BlobRef,
        language: Option<&str>,
    ) -> Called<model::Transcript> {
        let (audio, language) = (audio.clone(), language.map(str::to_owned));
        call!(self, account, "transcribe", Transcribe, transcribe, usual, |guest, store, acc| {
            let audio = convert::lend(&mut store.data_mut().table, &audio)?;
            let api = guest.patchbay_plugin_transcribe();
            let language = language.as_deref();
            answered!(api.call_transcribe(&mut *store, acc, audio, language).await, |t| {
                let segments = t.segments.into_iter().map(|s| model::Segment {
                    from_ms: s.from_ms,
                    to_ms: s.to_ms.max(s.from_ms),
                    speaker: convert::maybe(s.speaker),
                    text: convert::clean(s.text),
                });
                Ok(model::Transcript {
                    segments: segments.collect(),
                    language: convert::maybe(t.language),
                })
            })
        })
    }

    /// How something was said.
    pub async fn analyse_voice(
        &self,
        account: &Account,
        audio: &crate::blobs::BlobRef,
    ) -> Called<model::VoiceAnalysis> {
        let audio = audio.clone();
        call!(
            self,
            account,
            "analyse_voice",
            AnalyseVoice,
            analyse_voice,
            usual,
            |guest, store, acc| {
                let audio = convert::lend(&mut store.data_mut().table, &audio)?;
                let api = guest.patchbay_plugin_analyse_voice();
                answered!(api.call_analyse(&mut *store, acc, audio).await, |v| {
                    Ok(model::VoiceAnalysis {
                        duration_ms: v.duration_ms,
                        speech_ms: v.speech_ms.min(v.duration_ms),
                        sentiment: convert::talk::mood(v.sentiment),
                        emotions: convert::talk::scores(v.emotions),
                        extras: convert::talk::extras(v.extras),
                    })
                })
            }
        )
    }
}
