//! A list of actions, one after the other.

use super::{
    Rules,
    actions::Actor,
    model::{ActionResult, Deed},
};
use crate::{
    db::{DbError, DbResult, Tx},
    http::Code,
};

impl Rules {
    /// Does all of a list in the caller's transaction. What fails is undone by itself and told; the
    /// rest is done all the same.
    pub(super) async fn play(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        ticket: i64,
        deeds: &[Deed],
    ) -> DbResult<Vec<ActionResult>> {
        let mut all = vec![];
        for (at, deed) in deeds.iter().enumerate() {
            let part = tx.part().await?;
            let error = match self.act(tx, actor, ticket, (at, deed)).await {
                Ok(()) => {
                    tx.keep(part).await?;
                    None
                }
                Err(problem) if problem.code() == Code::Unavailable => {
                    return Err(DbError::Unavailable(problem.message().to_owned()));
                }
                Err(problem) => {
                    tx.undo(part).await?;
                    Some(problem.message().to_owned())
                }
            };
            all.push(ActionResult {
                what: deed.what,
                value: deed.value.clone(),
                custom: deed.custom,
                error,
            });
        }
        Ok(all)
    }
}
