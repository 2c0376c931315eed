//! An admin keeps skills, who has them, and how much agents hold.

use super::{
    Routing,
    admin::tell,
    dispatch,
    events::{RoutingAgentsChanged, RoutingSkillsChanged},
    model::{
        AgentSkill, CAPACITY_MAX, LEVEL_MAX, RoutingAgent, RoutingAgentDraft, RoutingSettings,
        RoutingSkill, RoutingSkillDraft, SKILLS_MAX, Work,
    },
    reading, store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
};
use serde_json::json;
use std::collections::BTreeMap;

const NAME_MAX: usize = 60;

impl Routing {
    /// The client's skills by name.
    pub(super) async fn skills(&self, caller: &Caller) -> Result<Vec<RoutingSkill>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(skills(&mut conn, caller.client_id).await?)
    }

    /// Makes a skill.
    pub(super) async fn make_skill(
        &self,
        caller: &Caller,
        draft: &RoutingSkillDraft,
    ) -> Result<RoutingSkill, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let (name, key) = named(draft)?;
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        if store::skills::count(&mut tx, client_id).await? >= SKILLS_MAX {
            let text = "There are at most 200 skills. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        free(&mut tx, client_id, &key, None).await?;
        let id = store::skills::insert(&mut tx, client_id, (&name, &key), now).await?;
        let changes = json!({ "name": { "from": "", "to": name } });
        let act = skill_act(Action::RoutingSkillCreated, (id, &name), changes);
        audit::note(&mut tx, &author, &act, now).await?;
        tell_skills(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(RoutingSkill { id, name, agents: 0, queues: 0 })
    }

    /// Gives a skill another name.
    pub(super) async fn rename_skill(
        &self,
        caller: &Caller,
        id: i64,
        draft: &RoutingSkillDraft,
    ) -> Result<RoutingSkill, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let before = store::skills::name(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        let (name, key) = named(draft)?;
        free(&mut tx, client_id, &key, Some(id)).await?;
        if before != name {
            store::skills::rename(&mut tx, (client_id, id), (&name, &key)).await?;
            let changes = json!({ "name": { "from": before, "to": name } });
            let act = skill_act(Action::RoutingSkillRenamed, (id, &name), changes);
            audit::note(&mut tx, &author, &act, now).await?;
            tell_skills(&mut tx, client_id, now);
        }
        let all = skills(&mut tx, client_id).await?;
        tx.commit().await?;
        all.into_iter().find(|skill| skill.id == id).ok_or_else(Problem::not_found)
    }

    /// Deletes a skill: nobody has it from then on, and queues that require it say that they are broken.
    pub(super) async fn drop_skill(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let before = store::skills::name(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        store::skills::delete(&mut tx, (client_id, id)).await?;
        let act = skill_act(Action::RoutingSkillRemoved, (id, &before), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell_skills(&mut tx, client_id, now);
        dispatch::plan(&mut tx, client_id, now, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The client's agents by name, as routing sees them.
    pub(super) async fn agents(&self, caller: &Caller) -> Result<Vec<RoutingAgent>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(agents(&mut conn, caller.client_id, self.clock.now_ms()).await?)
    }

    /// Sets how much an agent holds, and which skills they have.
    pub(super) async fn change_agent(
        &self,
        caller: &Caller,
        user_id: i64,
        draft: &RoutingAgentDraft,
    ) -> Result<RoutingAgent, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let known = agents(&mut tx, client_id, now).await?;
        let before = known.into_iter().find(|agent| agent.user_id == user_id);
        let before = before.ok_or_else(Problem::not_found)?;
        let levels = levels(&mut tx, client_id, draft).await?;
        let capacities = (draft.capacity, draft.chat_capacity);
        store::agents::set_capacity(&mut tx, (client_id, user_id), capacities).await?;
        store::skills::set_levels(&mut tx, (client_id, user_id), &levels).await?;
        let after = agents(&mut tx, client_id, now).await?;
        let after = after.into_iter().find(|agent| agent.user_id == user_id);
        let after = after.ok_or_else(Problem::not_found)?;
        let kept =
            |agent: &RoutingAgent| (agent.capacity, agent.chat_capacity, agent.skills.clone());
        if kept(&before) != kept(&after) {
            let changes = json!({
                "capacity": { "from": before.capacity, "to": after.capacity },
                "chat_capacity": { "from": before.chat_capacity, "to": after.chat_capacity },
                "skills": { "from": before.skills, "to": after.skills },
            });
            let act = Act {
                action: Action::RoutingAgentChanged,
                kind: "user",
                id: user_id.to_string(),
                name: &after.username,
                changes,
            };
            audit::note(&mut tx, &author, &act, now).await?;
            let data = RoutingAgentsChanged {};
            tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
            dispatch::plan(&mut tx, client_id, now, now).await?;
        }
        tx.commit().await?;
        Ok(after)
    }

    /// What holds for all agents.
    pub(super) async fn settings(&self, caller: &Caller) -> Result<RoutingSettings, Problem> {
        let mut conn = self.db.read().await?;
        Ok(store::queues::settings(&mut conn, caller.client_id).await?)
    }

    /// Sets what holds for all agents.
    pub(super) async fn change_settings(
        &self,
        caller: &Caller,
        settings: RoutingSettings,
    ) -> Result<RoutingSettings, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        if !(1..=CAPACITY_MAX).contains(&settings.capacity) {
            return Err(Problem::field("capacity", "This is 1 to 1,000 tickets."));
        }
        if !(0..=CAPACITY_MAX).contains(&settings.chat_capacity) {
            return Err(Problem::field("chat_capacity", "This is 0 to 1,000 live chats."));
        }
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let before = store::queues::settings(&mut tx, client_id).await?;
        if before != settings {
            store::queues::set_settings(&mut tx, client_id, settings).await?;
            let act = Act {
                action: Action::RoutingSettingsChanged,
                kind: "routing_settings",
                id: String::new(),
                name: "",
                changes: audit::changes(&before, &settings),
            };
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, now);
            dispatch::plan(&mut tx, client_id, now, now).await?;
        }
        tx.commit().await?;
        Ok(settings)
    }
}

async fn skills(conn: &mut Conn, client_id: i64) -> DbResult<Vec<RoutingSkill>> {
    let mut asked: BTreeMap<i64, i64> = BTreeMap::new();
    for queue in store::queues::all(conn, client_id).await? {
        for skill in queue.draft().skills {
            *asked.entry(skill.skill_id).or_default() += 1;
        }
    }
    let all = store::skills::all(conn, client_id).await?.into_iter();
    let view = |(id, name, agents)| RoutingSkill {
        id,
        name,
        agents,
        queues: asked.get(&id).copied().unwrap_or_default(),
    };
    Ok(all.map(view).collect())
}

async fn agents(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<Vec<RoutingAgent>> {
    let states = store::agents::states(conn, client_id).await?;
    let own: BTreeMap<i64, (Option<i64>, Option<i64>)> =
        states.iter().map(|state| (state.user_id, (state.capacity, state.chat_capacity))).collect();
    let mut all: Vec<RoutingAgent> = reading::agents(conn, client_id, now)
        .await?
        .into_values()
        .map(|agent| RoutingAgent {
            user_id: agent.user_id,
            capacity: own.get(&agent.user_id).and_then(|own| own.0),
            load: agent.load,
            chat_capacity: own.get(&agent.user_id).and_then(|own| own.1),
            chats: agent.chats,
            not_reachable: agent.not_reachable(Work::Tickets),
            skills: agent
                .skills
                .iter()
                .map(|(skill_id, level)| AgentSkill { skill_id: *skill_id, level: *level })
                .collect(),
            username: agent.username,
            name: agent.name,
        })
        .collect();
    all.sort_by_key(|agent| (agent.name.to_lowercase(), agent.user_id));
    Ok(all)
}

/// The name of a skill as it is kept and as it is compared.
fn named(draft: &RoutingSkillDraft) -> Result<(String, String), Problem> {
    let name = draft.name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(Problem::field("name", "A name has 1 to 60 characters."));
    }
    let key = name.to_lowercase();
    Ok((name, key))
}

/// Refuses a name that another skill has.
async fn free(tx: &mut Tx, client_id: i64, key: &str, own: Option<i64>) -> Result<(), Problem> {
    let taken = store::skills::by_key(tx, client_id, key).await?;
    if taken.is_some() && taken != own {
        return Err(Problem::field("name", "There is a skill of this name."));
    }
    Ok(())
}

/// The skills of a draft with their levels, or what is wrong with it.
async fn levels(
    tx: &mut Tx,
    client_id: i64,
    draft: &RoutingAgentDraft,
) -> Result<Vec<(i64, i64)>, Problem> {
    let wrong = |capacity: i64| !(0..=CAPACITY_MAX).contains(&capacity);
    if draft.capacity.is_some_and(wrong) {
        return Err(Problem::field("capacity", "This is 0 to 1,000 tickets."));
    }
    if draft.chat_capacity.is_some_and(wrong) {
        return Err(Problem::field("chat_capacity", "This is 0 to 1,000 live chats."));
    }
    let known = store::skills::all(tx, client_id).await?;
    let mut levels: BTreeMap<i64, i64> = BTreeMap::new();
    for (at, skill) in draft.skills.iter().enumerate() {
        if known.iter().all(|(id, ..)| *id != skill.skill_id) {
            return Err(Problem::field(
                &format!("skills.{at}.skill_id"),
                "There is no such skill.",
            ));
        }
        if !(1..=LEVEL_MAX).contains(&skill.level) {
            return Err(Problem::field(&format!("skills.{at}.level"), "A level is 1 to 5."));
        }
        levels.insert(skill.skill_id, skill.level);
    }
    Ok(levels.into_iter().collect())
}

fn skill_act<'a>(
    action: Action,
    (id, name): (i64, &'a str),
    changes: serde_json::Value,
) -> Act<'a> {
    Act { action, kind: "routing_skill", id: id.to_string(), name, changes }
}

fn tell_skills(tx: &mut Tx, client_id: i64, now: i64) {
    let data = RoutingSkillsChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
