//! How something was said: of a recording that somebody brings, or of a file in a conversation.

use super::{
    Assist,
    model::{UploadedVoice, is_sound},
    question::Question,
    store,
};
use crate::{
    blobs::BlobRef,
    http::Problem,
    plugins::{Interface, VoiceAnalysis},
    tickets::{NewFile, Viewer},
};
use std::collections::BTreeMap;

/// What a helper tells among the extras of an analysis.
const AMPLITUDE: &str = "amplitude";
const TEMPO: &str = "tempo";
/// Parts of a recording whose amplitude is shown.
const AMPLITUDES_MAX: usize = 500;

impl Assist {
    /// The first of the files that somebody brings.
    ///
    /// # Errors
    /// `invalid` without a file and for what is no sound; `conflict` without a helper, `unavailable`.
    pub(super) async fn uploaded_voice(
        &self,
        viewer: &Viewer,
        files: Vec<NewFile>,
    ) -> Result<UploadedVoice, Problem> {
        let file = files.into_iter().next();
        let file = file.ok_or_else(|| Problem::field("attachment", "Choose a recording."))?;
        if !is_sound(&file.blob.mime) {
            let text = "Only recordings can be analysed, for example a WAV file.";
            return Err(Problem::field("attachment", text));
        }
        let question = question(viewer.client_id, &viewer.username);
        Ok(uploaded(&self.voice_of(&question, &file.blob).await?))
    }

    /// What a helper tells of a recording.
    pub(super) async fn voice_of(
        &self,
        question: &Question<'_>,
        audio: &BlobRef,
    ) -> Result<VoiceAnalysis, Problem> {
        let answered = self
            .ask(*question, audio, |helper, audio| async move {
                let call = helper.host().analyse_voice(&helper.account, &audio);
                helper.ask("analyse-voice", call).await
            })
            .await?;
        let mut tx = self.db.begin().await?;
        store::add_result(&mut tx, question, answered.told(), self.clock.now_ms()).await?;
        tx.commit().await?;
        Ok(answered.answer)
    }
}

/// About a recording that stands in no ticket.
pub(super) fn question(client_id: i64, by: &str) -> Question<'_> {
    Question {
        client_id,
        interface: Interface::AnalyseVoice,
        task: Interface::AnalyseVoice.name(),
        ticket_id: None,
        message_id: None,
        by,
    }
}

/// An analysis as the screen draws it.
fn uploaded(analysis: &VoiceAnalysis) -> UploadedVoice {
    let percentage = percentage(analysis);
    let numbers = told(analysis, AMPLITUDE).unwrap_or_default().split(',');
    UploadedVoice {
        emotion: strongest(&percentage),
        amplitude: numbers.filter_map(|n| n.trim().parse().ok()).take(AMPLITUDES_MAX).collect(),
        tempo: told(analysis, TEMPO).and_then(|tempo| tempo.trim().parse().ok()),
        duration_ms: analysis.duration_ms,
        speech_ms: analysis.speech_ms,
        extras: analysis.extras.iter().cloned().collect(),
        percentage,
    }
}

/// Each emotion in percent.
pub(super) fn percentage(analysis: &VoiceAnalysis) -> BTreeMap<String, i64> {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 100")]
    let percent = |value: f32| (f64::from(value) * 100.0).round() as i64;
    analysis.emotions.iter().map(|one| (one.name.clone(), percent(one.value))).collect()
}

/// The emotion with the most percent; empty without any.
pub(super) fn strongest(percentage: &BTreeMap<String, i64>) -> String {
    let highest = percentage.iter().max_by_key(|(_, percent)| **percent);
    highest.map(|(name, _)| name.clone()).unwrap_or_default()
}

/// What a helper tells among the extras.
pub(super) fn told<'a>(analysis: &'a VoiceAnalysis, name: &str) -> Option<&'a str> {
    analysis.extras.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::Score;

    #[test]
    fn an_analysis_becomes_what_is_drawn() {
        let score = |name: &str, value: f32| Score { name: name.into(), value };
        let analysis = VoiceAnalysis {
            duration_ms: 9_000,
            speech_ms: 4_000,
            emotions: vec![score("calm", 0.25), score("energetic", 0.5)],
            extras: vec![
                (AMPLITUDE.into(), "-50, 0,200,x".into()),
                (TEMPO.into(), "180".into()),
                ("pitch_hz".into(), "140".into()),
            ],
            ..VoiceAnalysis::default()
        };
        let voice = uploaded(&analysis);
        assert_eq!((voice.emotion.as_str(), voice.percentage["calm"]), ("energetic", 25));
        assert_eq!((voice.amplitude, voice.tempo), (vec![-50, 0, 200], Some(180.0)));
        assert_eq!(voice.extras["pitch_hz"], "140");
        let nothing = uploaded(&VoiceAnalysis::default());
        assert_eq!((nothing.emotion.as_str(), nothing.tempo), ("", None));
    }
}
