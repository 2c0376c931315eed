//! Who reads, whose articles, and how often somebody without an account may.

use super::{Reader, client_query};
use crate::{
    accounts::{self, Caller},
    http::{ClientAddr, Problem},
    knowledge::Knowledge,
};

/// What is counted in a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visit {
    PageOfNetwork,
    PageOfClient,
    SearchOfNetwork,
    SearchOfClient,
    FeedbackOfNetwork,
    FeedbackOfClient,
}

/// Answers to one article from one address, and in all, within the window of failed sign-ins.
const FEEDBACK_TRIES: (i64, i64) = (4, 1000);

/// Somebody who reads.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Whose articles.
    pub(in crate::knowledge) reader: Reader,
    address: ClientAddr,
    /// Whether somebody is signed in, who is not counted.
    signed_in: bool,
}

impl Knowledge {
    /// Finds whose articles are read: the named client's, else the caller's own, else the operator's.
    ///
    /// # Errors
    /// `not_found`, which an unknown name and an installation without a client have in common.
    pub(in crate::knowledge) async fn visitor(
        &self,
        address: ClientAddr,
        caller: Option<&Caller>,
        named: &str,
    ) -> Result<Visitor, Problem> {
        let signed_in = caller.is_some();
        if !signed_in {
            // Counted before anything is looked up: names of clients are not to be guessed in a hurry.
            let text = "Too many pages were asked for from your network.";
            let max = self.limits.pages_per_address;
            self.count(Visit::PageOfNetwork, &address.network(), max, text)?;
        }
        let mut conn = self.db.read().await?;
        let client_id = match (named, caller) {
            ("", Some(caller)) => Some(caller.client_id),
            ("", None) => accounts::operator(&mut conn).await?,
            (named, _) => accounts::client_named(&mut conn, named).await?,
        };
        let client_id = client_id.ok_or_else(Problem::not_found)?;
        let name = accounts::client_name(&mut conn, client_id).await?;
        let query = client_query(&mut conn, client_id).await?;
        Ok(Visitor { reader: Reader { client_id, name, query }, address, signed_in })
    }

    fn count(&self, what: Visit, key: &str, max: i64, text: &str) -> Result<(), Problem> {
        self.rates.count(what, key, (max, self.clock.now_ms()), text)
    }

    /// Counts a page of a client; its address was counted already.
    pub(in crate::knowledge) fn admit_page(&self, visitor: &Visitor) -> Result<(), Problem> {
        if visitor.signed_in {
            return Ok(());
        }
        let (client, max) = (visitor.reader.client_id.to_string(), self.limits.pages_per_client);
        self.count(Visit::PageOfClient, &client, max, "Many people are reading here right now.")
    }

    /// Counts a search.
    pub(super) fn admit_search(&self, visitor: &Visitor) -> Result<(), Problem> {
        if visitor.signed_in {
            return Ok(());
        }
        let (network, limits) = (visitor.address.network(), &self.limits);
        let text = "Too much was searched from your network.";
        self.count(Visit::SearchOfNetwork, &network, limits.searches_per_address, text)?;
        let client = visitor.reader.client_id.to_string();
        let text = "Many people are searching here right now.";
        self.count(Visit::SearchOfClient, &client, limits.searches_per_client, text)
    }

    /// Counts an answer to "Was this helpful?", whoever gives it.
    pub(super) async fn admit_feedback(
        &self,
        visitor: &Visitor,
        article_id: i64,
    ) -> Result<(), Problem> {
        let (network, limits) = (visitor.address.network(), &self.limits);
        let text = "Too many answers came from your network.";
        self.count(Visit::FeedbackOfNetwork, &network, limits.feedback_per_address, text)?;
        let client = visitor.reader.client_id.to_string();
        let text = "Many people are answering here right now.";
        self.count(Visit::FeedbackOfClient, &client, limits.feedback_per_client, text)?;
        let what = format!("knowledge_feedback:{article_id}");
        self.accounts.count_stranger(&what, visitor.address.0, FEEDBACK_TRIES).await
    }
}
