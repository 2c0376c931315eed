//! An admin keeps the surveys.

use super::{
    Surveys,
    check::{Settings, settings},
    consumer::CONSUMER,
    model::{Content, SURVEYS_MAX, Survey, SurveyDraft},
    store,
};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action, step},
    db::Tx,
    events::{log, offsets},
    http::{Code, Problem},
};
use serde_json::{Map, Value, json};

impl Surveys {
    /// All surveys, for admins.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<Survey>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        Ok(store::list(&mut conn, caller.client_id).await?)
    }

    /// Makes a survey.
    pub(super) async fn create(
        &self,
        caller: &Caller,
        draft: &SurveyDraft,
    ) -> Result<Survey, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let new = settings(&Settings::default(), draft)?;
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        offered(&mut tx, client_id, &new.departments).await?;
        if store::count(&mut tx, client_id).await? >= SURVEYS_MAX {
            return Err(Problem::new(Code::Conflict, "There are at most 50 surveys."));
        }
        let since = self.begins(&mut tx, client_id, &new).await?;
        let id = store::insert(&mut tx, client_id, &new, (&caller.username, since), now).await?;
        let changes =
            json!({ "automatic": new.automatic, "questions": new.content.questions.len() });
        let act = act(Action::SurveyCreated, id, &new.name, changes);
        audit::note(&mut tx, &author, &act, now).await?;
        let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes a survey. What was sent stays as it was sent.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &SurveyDraft,
    ) -> Result<Survey, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let survey = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let before = kept(&survey);
        let after = settings(&before, draft)?;
        if after.departments != before.departments {
            offered(&mut tx, client_id, &after.departments).await?;
        }
        if before != after {
            let sends = |settings: &Settings| settings.active && settings.automatic;
            let mut since = survey.since_seq;
            if sends(&after) && !sends(&before) {
                since = self.begins(&mut tx, client_id, &after).await?;
            }
            store::change(&mut tx, (client_id, id), &after, (since, now)).await?;
            let act = act(Action::SurveyChanged, id, &after.name, changes(&before, &after).into());
            audit::note(&mut tx, &author, &act, now).await?;
        }
        let now_is = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(now_is)
    }

    /// Deletes a survey. What was answered stays; what is still to be sent is not sent.
    pub(super) async fn remove(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let survey = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete(&mut tx, client_id, id).await?;
        let changes = json!({ "sent": survey.sent, "answered": survey.answered });
        let act = act(Action::SurveyRemoved, id, &survey.name, changes);
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// From which event on closings concern a survey that is switched on now.
    async fn begins(
        &self,
        tx: &mut Tx,
        client_id: i64,
        settings: &Settings,
    ) -> Result<i64, Problem> {
        let head = log::head(tx, client_id).await?;
        // While no survey waits for closings nobody reads the log for them.
        if settings.active && settings.automatic && !store::any_waits(tx, client_id).await? {
            offsets::begin_at(tx, CONSUMER, client_id, head).await?;
        }
        Ok(head)
    }
}

async fn offered(tx: &mut Tx, client_id: i64, departments: &[i64]) -> Result<(), Problem> {
    for id in departments {
        if !accounts::department_is_offered(tx, client_id, *id).await? {
            return Err(Problem::field("departments", "There is no such department any more."));
        }
    }
    Ok(())
}

fn kept(survey: &Survey) -> Settings {
    Settings {
        name: survey.name.clone(),
        active: survey.active,
        automatic: survey.automatic,
        delay_minutes: survey.delay_minutes,
        expires_days: survey.expires_days,
        again_days: survey.again_days,
        channels: survey.channels.clone(),
        departments: survey.departments.clone(),
        content: Content { words: survey.words.clone(), questions: survey.questions.clone() },
    }
}

fn act(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "survey", id: id.to_string(), name, changes }
}

fn changes(from: &Settings, to: &Settings) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "name", &from.name, &to.name);
    step(&mut changes, "active", from.active, to.active);
    step(&mut changes, "automatic", from.automatic, to.automatic);
    step(&mut changes, "delay_minutes", from.delay_minutes, to.delay_minutes);
    step(&mut changes, "expires_days", from.expires_days, to.expires_days);
    step(&mut changes, "again_days", from.again_days, to.again_days);
    step(&mut changes, "channels", &from.channels, &to.channels);
    step(&mut changes, "departments", &from.departments, &to.departments);
    step(&mut changes, "words", &from.content.words, &to.content.words);
    step(&mut changes, "questions", &from.content.questions, &to.content.questions);
    changes
}
