-- Reports that go by mail at set times.
create table scheduled_reports (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- What an admin set, JSON.
    draft text not null,
    created_by text not null,
    -- When the next one goes, in milliseconds; none while it is switched off.
    next_at bigint,
    -- The last run: when, and the first and the last day that it was about; none before the first.
    last_at bigint,
    last_from text not null default '',
    last_to text not null default '',
    -- 1: nothing happened in those days, so that no mail went out.
    last_empty bigint not null default 0
);
create index scheduled_reports_by_client on scheduled_reports (client_id, id);

-- A report of a run to one recipient, and the link in its mail.
create table sent_reports (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    scheduled_report_id bigint not null references scheduled_reports (id) on delete cascade,
    user_id bigint not null references users (id),
    -- When the run was, which tells runs apart.
    run_at bigint not null,
    -- What the schedule was then, JSON: the link goes on to show that.
    draft text not null,
    first_day text not null,
    last_day text not null,
    -- waiting, sent, refused, no_address or failed
    outcome text not null,
    -- Until when the link in the mail works, in milliseconds.
    expires_at bigint not null
);
create index sent_reports_by_run on sent_reports (client_id, scheduled_report_id, run_at);
create index sent_reports_by_user on sent_reports (user_id);
