-- Tickets that people enter by hand: the public forms, and what was entered already.

create table ticket_forms (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- What stands in the form's address.
    token text not null unique,
    name text not null,
    -- What customers read above the form; empty for the page's own words.
    title text not null,
    intro text not null,
    department_id bigint,
    -- JSON: the fields that have to be filled in besides the name and the message.
    required text not null,
    active boolean not null,
    -- A username.
    created_by text not null,
    created_at bigint not null,
    updated_at bigint not null,
    last_used_at bigint,
    uses bigint not null default 0
);
create index ticket_forms_by_client on ticket_forms (client_id, id);

-- What was entered under which key, so that the same again makes no second ticket.
create table ticket_entries (
    client_id bigint not null,
    -- 'user:7' or 'form:3'.
    source text not null,
    key text not null,
    ticket_id bigint,
    created_at bigint not null,
    primary key (client_id, source, key)
) without rowid;

-- A person whose number somebody types may be known from any channel of numbers.
create index identities_by_external on identities (client_id, external_id);
