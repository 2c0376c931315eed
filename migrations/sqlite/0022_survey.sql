-- Surveys: what customers are asked after their ticket was closed, and what they answered.

create table surveys (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    active boolean not null,
    -- Whether it is sent by itself when a ticket is closed.
    automatic boolean not null,
    -- From the closing until it is sent.
    delay_minutes bigint not null,
    -- How long its link leads to it.
    expires_days bigint not null,
    -- A contact who got a survey gets none by itself for so long.
    again_days bigint not null,
    -- JSON: channel values and ids of departments; none for all.
    channels text not null,
    departments text not null,
    -- JSON: texts by language, and questions with theirs.
    content text not null,
    -- Closings up to this event happened before it was switched on.
    since_seq bigint not null,
    created_by text not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index surveys_by_client on surveys (client_id, id);

-- One survey for one customer about one ticket, from the closing until it is answered.
create table survey_invitations (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    survey_id bigint not null,
    ticket_id bigint not null,
    contact_id bigint,
    -- Which closing, or which wish of an agent, it is for: one each.
    key text not null,
    -- 'planned', 'sent' or 'not_sent'
    state text not null,
    -- Why it was not sent: a code, and words where there are some.
    reason text not null default '',
    detail text not null default '',
    -- SHA-256 of the link's token.
    token_hash text unique,
    message_id bigint,
    language text not null default '',
    -- JSON: the survey as it was when it was sent.
    asked text not null default '{}',
    created_at bigint not null,
    sent_at bigint,
    expires_at bigint,
    -- JSON: answers by question.
    answers text,
    -- Of the first question for a rating, 1 to 5.
    rating bigint,
    -- Of the first question for words.
    comment text not null default '',
    answered_at bigint,
    changed_at bigint
);
create unique index survey_invitations_by_key on survey_invitations (client_id, key);
create index survey_invitations_by_ticket on survey_invitations (client_id, ticket_id, id);
create index survey_invitations_by_contact on survey_invitations (client_id, contact_id, sent_at);
create index survey_invitations_by_time on survey_invitations (client_id, answered_at);
create index survey_invitations_by_answer on survey_invitations (client_id, id)
    where answered_at is not null;

-- How far each client's log was read for closings.
create table survey_places (
    client_id bigint primary key,
    seq bigint not null
);
