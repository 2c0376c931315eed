//! An admin keeps calendars and holidays.

use super::{
    Hours, audited,
    events::HoursChanged,
    model::{
        BusinessCalendar, CALENDARS_MAX, CalendarDraft, HOLIDAYS_MAX, Holiday, HolidayDraft,
        check_calendar, check_holiday, view,
    },
    store,
};
use crate::{
    accounts::Caller,
    audit,
    db::Tx,
    events::{Audience, NewEvent},
    http::{Code, Problem},
};

impl Hours {
    /// Makes a calendar. The first one is the default.
    pub(super) async fn make_calendar(
        &self,
        caller: &Caller,
        draft: &CalendarDraft,
    ) -> Result<BusinessCalendar, Problem> {
        let author = caller.admin()?;
        let draft = check_calendar(draft)?;
        let now = self.clock.now_ms();
        let client_id = caller.client_id;
        let mut tx = self.db.begin().await?;
        let count = store::count_calendars(&mut tx, client_id).await?;
        if count >= CALENDARS_MAX {
            return Err(Problem::new(Code::Conflict, "There are at most 50 calendars."));
        }
        let id = store::insert_calendar(&mut tx, client_id, &draft, now).await?;
        if draft.default || count == 0 {
            store::set_default(&mut tx, client_id, id).await?;
        }
        audit::note(&mut tx, &author, &audited::calendar_made(id, &draft), now).await?;
        finish(tx, client_id, id, now).await
    }

    /// Changes a calendar. The default one stays that until another becomes it.
    pub(super) async fn change_calendar(
        &self,
        caller: &Caller,
        id: i64,
        draft: &CalendarDraft,
    ) -> Result<BusinessCalendar, Problem> {
        let author = caller.admin()?;
        let client_id = caller.client_id;
        let mut tx = self.db.begin().await?;
        let before =
            store::calendar(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let draft = check_calendar(draft)?;
        let now = self.clock.now_ms();
        store::change_calendar(&mut tx, (client_id, id), &draft, now).await?;
        if draft.default {
            store::set_default(&mut tx, client_id, id).await?;
        }
        if let Some(act) = audited::calendar_changed(&before, &draft) {
            audit::note(&mut tx, &author, &act, now).await?;
        }
        finish(tx, client_id, id, now).await
    }

    /// Deletes a calendar with its holidays; the oldest that is left becomes the default when it was.
    pub(super) async fn drop_calendar(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let client_id = caller.client_id;
        let mut tx = self.db.begin().await?;
        let row = store::calendar(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete_calendar(&mut tx, client_id, id).await?;
        if row.is_default
            && let Some(oldest) = store::calendars(&mut tx, client_id).await?.first()
        {
            store::set_default(&mut tx, client_id, oldest.id).await?;
        }
        let now = self.clock.now_ms();
        audit::note(&mut tx, &author, &audited::calendar_removed(&row), now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }

    /// Makes a holiday.
    pub(super) async fn make_holiday(
        &self,
        caller: &Caller,
        draft: &HolidayDraft,
    ) -> Result<Holiday, Problem> {
        let author = caller.admin()?;
        let draft = check_holiday(draft)?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        known(&mut tx, caller.client_id, &draft).await?;
        if store::count_holidays(&mut tx, caller.client_id).await? >= HOLIDAYS_MAX {
            return Err(Problem::new(Code::Conflict, "There are at most 500 holidays."));
        }
        let made = store::insert_holiday(&mut tx, caller.client_id, &draft, now).await?;
        audit::note(&mut tx, &author, &audited::holiday_made(&made), now).await?;
        tell(&mut tx, caller.client_id, now);
        tx.commit().await?;
        Ok(made)
    }

    /// Changes a holiday.
    pub(super) async fn change_holiday(
        &self,
        caller: &Caller,
        id: i64,
        draft: &HolidayDraft,
    ) -> Result<Holiday, Problem> {
        let author = caller.admin()?;
        let client_id = caller.client_id;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before =
            store::holiday(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let draft = check_holiday(draft)?;
        known(&mut tx, client_id, &draft).await?;
        let changed = store::change_holiday(&mut tx, (client_id, id), &draft, now).await?;
        let changed = changed.ok_or_else(Problem::not_found)?;
        if let Some(act) = audited::holiday_changed(&before, &changed) {
            audit::note(&mut tx, &author, &act, now).await?;
        }
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(changed)
    }

    /// Deletes a holiday.
    pub(super) async fn drop_holiday(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before =
            store::holiday(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete_holiday(&mut tx, client_id, id).await?;
        audit::note(&mut tx, &author, &audited::holiday_removed(&before), now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }
}

/// Commits a kept calendar and gives it as it is shown.
async fn finish(
    mut tx: Tx,
    client_id: i64,
    id: i64,
    now: i64,
) -> Result<BusinessCalendar, Problem> {
    let row = store::calendar(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    let holidays = store::holidays(&mut tx, client_id).await?;
    tell(&mut tx, client_id, now);
    tx.commit().await?;
    Ok(view(row, &holidays, now))
}

/// Refuses a holiday of a calendar that is not the client's.
async fn known(tx: &mut Tx, client_id: i64, draft: &HolidayDraft) -> Result<(), Problem> {
    if let Some(id) = draft.calendar_id {
        store::calendar(tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    }
    Ok(())
}

/// Tells everybody of the client to read calendars and holidays anew.
fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    let data = HoursChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
