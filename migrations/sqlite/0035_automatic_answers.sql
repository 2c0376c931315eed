-- Whom a machine of the desk wrote to, so that it does not write to them without end (RFC 3834,
-- section 2).
create table automatic_answers (
    id integer primary key autoincrement,
    client_id bigint not null,
    -- What wrote, as 'rule-12' or 'survey-3'.
    automation text not null,
    -- The address or identity it went to, with its scope in front.
    recipient text not null,
    ticket_id bigint not null,
    -- Whether nobody of the desk had ever written to them.
    stranger boolean not null,
    sent_at bigint not null
);
create index automatic_answers_by_recipient on automatic_answers (client_id, recipient, sent_at);
create index automatic_answers_by_ticket on automatic_answers (client_id, ticket_id, sent_at);
create index automatic_answers_by_client on automatic_answers (client_id, sent_at);
create index automatic_answers_by_time on automatic_answers (sent_at);
