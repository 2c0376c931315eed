-- What AI helpers told of a message, by kind, as JSON; empty for nothing.
alter table messages add column insights text not null default '';
-- The emotions of the customer's messages, as JSON: how often each was the strongest, and the newest message's.
alter table tickets add column emotions text not null default '';

-- Each question to an AI helper: what was asked, how much left, what came, and what became of it.
create table assist_results (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- `recommendation`, or the kind of an insight.
    task text not null,
    ticket_id bigint,
    message_id bigint,
    -- Empty where nobody in particular asked.
    asked_by text not null,
    -- The helper's account, its name and its plugin with the version, as they were.
    account_id bigint not null,
    helper text not null,
    plugin text not null,
    -- Whether it may reach the network.
    outside boolean not null,
    -- Characters that it was given, and how many places were hidden from it.
    characters bigint not null,
    redactions bigint not null,
    took_ms bigint not null,
    -- `done`, or the code of the failure.
    outcome text not null,
    created_at bigint not null,
    -- What the agent did with it: `taken`, `edited` or `dismissed`.
    feedback text,
    feedback_by text,
    feedback_at bigint
);
create index assist_results_by_client on assist_results (client_id, id);
create index assist_results_by_time on assist_results (created_at);
