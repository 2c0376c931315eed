-- Custom fields: what a desk wants to know of each of its tickets.

create table custom_fields (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- 'text', 'long_text', 'number', 'date', 'checkbox', 'choice' or 'multi_choice'
    kind text not null,
    label text not null,
    help text not null,
    -- Whether a ticket is neither resolved nor closed without it.
    required boolean not null,
    position bigint not null,
    -- JSON: choices in their order, each with its id, its label and whether it was archived.
    choices text not null,
    archived_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index custom_fields_by_client on custom_fields (client_id, position, id);

-- What a ticket has in its fields; a row for each field that is filled in.
create table ticket_field_values (
    client_id bigint not null references clients (id),
    ticket_id bigint not null,
    field_id bigint not null,
    -- JSON: a text, a number, true, the id of a choice or a list of such ids.
    value text not null,
    changed_by text not null,
    changed_at bigint not null,
    primary key (client_id, ticket_id, field_id)
);

-- What is chosen or ticked (choice 1), to find tickets by.
create table ticket_field_choices (
    client_id bigint not null references clients (id),
    field_id bigint not null,
    choice bigint not null,
    ticket_id bigint not null,
    primary key (client_id, field_id, choice, ticket_id)
);
create index ticket_field_choices_by_ticket on ticket_field_choices (client_id, ticket_id);
