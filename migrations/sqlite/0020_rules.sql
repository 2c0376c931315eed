-- Rules: what the desk does by itself. Macros: what an agent does with one click.

create table rules (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    enabled boolean not null,
    -- Lower comes first; equal ones by id.
    position bigint not null,
    -- What it waits for: 'opened', 'customer_message', 'since_answer' and so on.
    event text not null,
    -- For those that wait for a time: how long.
    minutes bigint not null,
    -- JSON: {"all": [...], "any": [...]}.
    tests text not null,
    -- JSON: what it does, in order.
    deeds text not null,
    -- Whether rules after it are left out for the same event.
    stops boolean not null,
    -- Events up to this one happened before it was switched on.
    since_seq bigint not null,
    runs bigint not null default 0,
    last_run_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index rules_by_client on rules (client_id, position, id);

create table macros (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- JSON: ids of the departments that may run it; none for everybody.
    departments text not null,
    -- JSON: what it does, in order.
    deeds text not null,
    runs bigint not null default 0,
    last_run_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index macros_by_client on macros (client_id, id);

-- Each run of a rule or macro at a ticket, with what came of it.
create table rule_runs (
    id integer primary key autoincrement,
    client_id bigint not null,
    -- One of the two.
    rule_id bigint,
    macro_id bigint,
    ticket_id bigint not null,
    -- Which rule at which event, or which macro at whose asking: it runs once.
    key text not null,
    event text not null,
    -- JSON: the tests that held.
    matched text not null,
    -- JSON: what was done, each with what went wrong.
    done text not null default '[]',
    -- 'done', 'partly', 'failed' or 'stopped'
    outcome text not null default 'done',
    -- Why it was stopped.
    reason text not null default '',
    -- Whether it wrote to the customer.
    replied boolean not null default false,
    created_at bigint not null
);
create unique index rule_runs_by_key on rule_runs (client_id, key);
create index rule_runs_by_rule on rule_runs (client_id, rule_id, id);
create index rule_runs_by_ticket on rule_runs (client_id, ticket_id, created_at);
create index rule_runs_by_age on rule_runs (created_at);

-- How far each client's log was read for rules.
create table rule_places (
    client_id bigint primary key,
    seq bigint not null
) without rowid;
