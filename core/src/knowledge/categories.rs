//! An admin keeps categories: makes, renames, orders and deletes them.

use super::{
    Knowledge, check,
    events::tell,
    model::{
        CATEGORIES_MAX, KnowledgeCategory, KnowledgeCategoryDraft, KnowledgeCategoryOrder, Names,
    },
    reader, store, writer,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    config::LANGUAGES,
    http::{Code, Problem, names_each_once},
};
use serde_json::{Value, json};

impl Knowledge {
    /// The categories in their order, for whoever may read.
    pub(super) async fn categories(
        &self,
        caller: &Caller,
    ) -> Result<Vec<KnowledgeCategory>, Problem> {
        reader(caller)?;
        let mut conn = self.db.read().await?;
        Ok(store::categories::all(&mut conn, caller.client_id).await?)
    }

    /// Makes a category, the last one in the order.
    pub(super) async fn make_category(
        &self,
        caller: &Caller,
        draft: &KnowledgeCategoryDraft,
    ) -> Result<KnowledgeCategory, Problem> {
        let author = writer(caller)?;
        let names = check::names(draft)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (count, last) = store::categories::count(&mut tx, client_id).await?;
        if count >= CATEGORIES_MAX {
            let text = "There are at most 100 categories. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let position = last + 1;
        let id = store::categories::insert(&mut tx, client_id, &names, position, now).await?;
        let changes = json!({ "names": names });
        let act = act(Action::KnowledgeCategoryCreated, (id, &names), changes);
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, None, now);
        tx.commit().await?;
        Ok(KnowledgeCategory { id, names, position, articles: 0 })
    }

    /// Renames a category.
    pub(super) async fn rename_category(
        &self,
        caller: &Caller,
        id: i64,
        draft: &KnowledgeCategoryDraft,
    ) -> Result<KnowledgeCategory, Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::categories::lock(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        let names = check::names(draft)?;
        if before != names {
            store::categories::rename(&mut tx, (client_id, id), &names, now).await?;
            let changes = json!({ "names": { "from": before, "to": names } });
            let act = act(Action::KnowledgeCategoryChanged, (id, &names), changes);
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, None, now);
        }
        let all = store::categories::all(&mut tx, client_id).await?;
        tx.commit().await?;
        all.into_iter().find(|category| category.id == id).ok_or_else(Problem::not_found)
    }

    /// Puts the categories in an order.
    pub(super) async fn order_categories(
        &self,
        caller: &Caller,
        order: &KnowledgeCategoryOrder,
    ) -> Result<Vec<KnowledgeCategory>, Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::categories::all(&mut tx, client_id).await?;
        let before: Vec<i64> = before.iter().map(|category| category.id).collect();
        if !names_each_once(&order.ids, &before) {
            return Err(Problem::field("ids", "Name each category once."));
        }
        // By id, so that two who order at once wait for each other in one place.
        let mut places: Vec<(i64, i64)> = order.ids.iter().copied().zip(1..).collect();
        places.sort_unstable();
        for (id, position) in places {
            store::categories::set_position(&mut tx, (client_id, id), position).await?;
        }
        if before != order.ids {
            let to = (before.as_slice(), order.ids.as_slice());
            let act = Act::ordered(Action::KnowledgeCategoriesOrdered, "knowledge_categories", to);
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, None, now);
        }
        let all = store::categories::all(&mut tx, client_id).await?;
        tx.commit().await?;
        Ok(all)
    }

    /// Deletes a category. Its articles stay without one.
    pub(super) async fn drop_category(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::categories::lock(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        store::categories::delete(&mut tx, client_id, id).await?;
        let act = act(Action::KnowledgeCategoryRemoved, (id, &before), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, None, now);
        tx.commit().await?;
        Ok(())
    }
}

/// A category's name in a language, or in the first of the product's that it has one in.
pub(super) fn name_in<'a>(names: &'a Names, language: &str) -> &'a str {
    let mut languages = std::iter::once(language).chain(LANGUAGES);
    languages.find_map(|language| names.get(language)).map_or("", String::as_str)
}

fn act(action: Action, (id, names): (i64, &Names), changes: Value) -> Act<'_> {
    let name = name_in(names, LANGUAGES[0]);
    Act { action, kind: "knowledge_category", id: id.to_string(), name, changes }
}
