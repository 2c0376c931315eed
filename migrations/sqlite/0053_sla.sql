-- Service-level agreements: policies, the clocks that run on tickets, and what is due soonest of each.

create table sla_policies (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    enabled boolean not null,
    -- The first one whose conditions hold is the one that counts.
    position bigint not null,
    -- As JSON.
    conditions text not null,
    -- None for the client's default calendar; `always` counts around the clock instead.
    calendar_id bigint,
    always boolean not null,
    -- Minutes; null for no such target.
    first_reply bigint,
    next_reply bigint,
    resolution bigint,
    update_interval bigint,
    warn_percent bigint not null,
    pause_pending boolean not null,
    reopen_minutes bigint not null,
    -- Grows with each change; clocks say by which one they were set.
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    -- Clocks name their policy for ever, so its row stays.
    deleted_at bigint
);
create index sla_policies_by_client on sla_policies (client_id, position);

create table sla_clocks (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    -- first_reply, next_reply, resolution or update.
    metric text not null,
    -- Whose promise it is: a policy, or a label; the other one is 0.
    policy_id bigint not null,
    policy_version bigint not null,
    label_id bigint not null,
    -- A ticket's clocks of one metric and promise, in their order.
    run bigint not null,
    -- running, paused, met or cancelled.
    state text not null,
    -- Milliseconds of business time: what was promised, and what had passed before `running_since`.
    target_ms bigint not null,
    elapsed_ms bigint not null,
    started_at bigint not null,
    running_since bigint,
    due_at bigint,
    warn_at bigint,
    warned_at bigint,
    breached_at bigint,
    stopped_at bigint,
    -- Why it was cancelled.
    reason text not null,
    unique (client_id, ticket_id, metric, label_id, run)
);
create index sla_clocks_live on sla_clocks (client_id, id) where state in ('running', 'paused');
create index sla_clocks_due on sla_clocks (due_at) where state = 'running' and breached_at is null;

-- What was told of labels' promises is not told again.
insert into sla_clocks (client_id, ticket_id, metric, policy_id, policy_version, label_id, run, state,
                        target_ms, elapsed_ms, started_at, running_since, due_at, breached_at, reason)
select b.client_id, b.ticket_id, 'first_reply', 0, 0, b.label_id, 1, 'cancelled',
       b.due_at - t.created_at, 0, t.created_at, t.created_at, b.due_at, b.noted_at, 'unmatched'
  from sla_breaches b
  join tickets t on t.id = b.ticket_id;
drop table sla_breaches;

-- The most urgent clock of a ticket, as JSON; and when it is due, if it runs.
alter table tickets add column due text not null default '';
alter table tickets add column due_at bigint;
create index tickets_due on tickets (client_id, kind, status, due_at, id) where due_at is not null;

-- What happened before is not judged afterwards.
insert into log_offsets (consumer, client_id, seq)
select 'sla', client_id, seq from client_counters where seq > 0;
