//! What the smaller interfaces answer, weighed.

use super::{Answer, pairs};
use crate::{
    blobs::BlobRef,
    plugins::model::{
        Analysis, Batch, Insight, Profile, Recommendation, Score, SocketFrame, SocketPlan,
        SocketStep, Softphone, Suggestion, Transcript, Translation, VoiceAnalysis,
    },
};

/// What a small record costs besides its texts.
const RECORD: usize = 64;

fn text(t: &Option<String>) -> usize {
    t.as_ref().map_or(0, String::len)
}

fn frames(list: &[SocketFrame]) -> usize {
    list.iter().map(|f| f.len() + RECORD).sum()
}

fn scores(list: &[Score]) -> usize {
    list.iter().map(|s| s.name.len() + RECORD).sum()
}

impl Answer for SocketPlan {
    fn rest(&self) -> usize {
        let headers = self.headers.iter().map(|(n, v)| n.len() + v.len() + RECORD);
        let protocols = self.subprotocols.iter().map(|p| p.len() + RECORD);
        self.url.len() + headers.sum::<usize>() + protocols.sum::<usize>() + frames(&self.hello)
    }
}

impl Answer for SocketStep {
    fn batch(&self) -> Option<&Batch> {
        Some(&self.batch)
    }

    fn rest(&self) -> usize {
        frames(&self.send) + self.state.as_ref().map_or(0, Vec::len)
    }
}

impl Answer for Option<Profile> {
    fn rest(&self) -> usize {
        self.as_ref().map_or(0, |p| text(&p.display_name) + pairs(&p.attrs))
    }
}

impl Answer for Vec<(String, String)> {
    fn rest(&self) -> usize {
        pairs(self) + RECORD * self.len()
    }
}

impl Answer for Option<Softphone> {
    fn rest(&self) -> usize {
        self.as_ref().map_or(0, |p| {
            let ice = p.ice.iter().map(|i| i.len() + RECORD).sum::<usize>();
            p.server.len() + p.user.len() + p.password.len() + p.realm.len() + ice
        })
    }
}

impl Answer for Option<BlobRef> {}

impl Answer for Vec<Suggestion> {
    fn rest(&self) -> usize {
        self.iter().map(|s| s.text.len() + text(&s.source) + RECORD).sum()
    }
}

impl Answer for Translation {
    fn rest(&self) -> usize {
        self.texts.iter().map(|t| t.len() + RECORD).sum::<usize>() + text(&self.detected)
    }
}

impl Answer for Analysis {
    fn rest(&self) -> usize {
        text(&self.language) + text(&self.summary) + scores(&self.topics) + pairs(&self.extras)
    }
}

impl Answer for Recommendation {
    fn rest(&self) -> usize {
        let texts = |list: &[String]| list.iter().map(|t| t.len() + RECORD).sum::<usize>();
        let sentences = self.sentences.iter().map(|s| {
            let cited = s.citations.iter().map(|c| c.passage.len() + c.quote.len() + RECORD);
            s.text.len() + RECORD + cited.sum::<usize>()
        });
        self.classification.len()
            + self.action.len()
            + self.advice.len()
            + sentences.sum::<usize>()
            + texts(&self.what_to_do)
            + texts(&self.how_to_say)
            + pairs(&self.extras)
    }
}

impl Answer for Insight {
    fn rest(&self) -> usize {
        self.value.len() + scores(&self.scores) + pairs(&self.extras)
    }
}

impl Answer for Transcript {
    fn rest(&self) -> usize {
        let segments = self.segments.iter().map(|s| s.text.len() + text(&s.speaker) + RECORD);
        text(&self.language) + segments.sum::<usize>()
    }
}

impl Answer for VoiceAnalysis {
    fn rest(&self) -> usize {
        scores(&self.emotions) + pairs(&self.extras)
    }
}
