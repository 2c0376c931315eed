//! Searches that found nothing, and an admin who deals with them.

use super::{
    Knowledge,
    model::{KnowledgeGap, KnowledgeGapKey},
    store, writer,
};
use crate::{accounts::Caller, db::DbResult, http::Problem};

/// Gaps that are shown.
const SHOWN: i64 = 100;
/// Characters of words that are kept, from and to.
const CHARS: std::ops::RangeInclusive<usize> = 2..=100;

impl Knowledge {
    /// The gaps that were looked for last.
    pub(super) async fn gaps(&self, caller: &Caller) -> Result<Vec<KnowledgeGap>, Problem> {
        writer(caller)?;
        let mut conn = self.db.read().await?;
        Ok(store::gaps::newest(&mut conn, caller.client_id, SHOWN).await?)
    }

    /// Takes a gap off the list. It comes back when somebody looks for it again in vain.
    pub(super) async fn drop_gap(
        &self,
        caller: &Caller,
        gap: &KnowledgeGapKey,
    ) -> Result<(), Problem> {
        writer(caller)?;
        let mut tx = self.db.begin().await?;
        let which = (gap.language.as_str(), gap.words.as_str());
        if store::gaps::delete(&mut tx, caller.client_id, which).await? == 0 {
            return Err(Problem::not_found());
        }
        tx.commit().await?;
        Ok(())
    }

    /// Counts a search that found nothing.
    pub(super) async fn missed(
        &self,
        client_id: i64,
        (language, words): (&str, &str),
    ) -> DbResult<()> {
        let Some(words) = kept(words) else { return Ok(()) };
        let mut tx = self.db.begin().await?;
        store::gaps::count(&mut tx, client_id, (language, &words), self.clock.now_ms()).await?;
        tx.commit().await
    }
}

/// Words as they are counted: in lower case, on one line. Numbers and addresses are somebody's own and
/// name no article that could be written.
pub(super) fn kept(words: &str) -> Option<String> {
    let words = words.to_lowercase();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = CHARS.contains(&words.chars().count());
    let means = words.chars().any(char::is_alphabetic) && !words.contains('@');
    (fits && means).then_some(words)
}
