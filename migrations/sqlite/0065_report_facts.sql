-- What reports count and measure: one fact for each thing that happened to a ticket, and what is known of
-- each ticket's times so that the next fact follows from it.

create table report_facts (
    id integer primary key autoincrement,
    client_id bigint not null,
    -- No reference: what was counted stays counted when the ticket is removed.
    ticket_id bigint not null,
    -- created, first_reply, next_reply, further_reply, resolved, resolved_before or reopened.
    metric text not null,
    at bigint not null,
    -- ticket or livechat.
    kind text not null,
    channel text not null,
    -- As they were then; null for none.
    department_id bigint,
    user_id bigint,
    -- Seconds that it took; null where nothing was measured.
    took bigint,
    -- The same to three significant digits: few different ones, for medians and percentiles.
    band bigint,
    -- Public replies of people up to then.
    replies bigint not null,
    -- False for spam and for what was merged into another ticket.
    counted boolean not null
);
create index report_facts_by_ticket on report_facts (client_id, ticket_id);
-- Reports read nothing but this index.
create index report_facts_by_moment on report_facts
    (client_id, at, metric, kind, channel, department_id, user_id, band, replies, took, ticket_id, counted)
    where counted;

create table report_tickets (
    client_id bigint not null,
    ticket_id bigint not null,
    -- When the customer asked; null where the desk began the conversation.
    asked_at bigint,
    -- Since when the customer waits for a reply; null while nobody does.
    waiting_since bigint,
    replies bigint not null,
    resolved_at bigint,
    department_id bigint,
    counted boolean not null,
    -- Up to which message, which entry of the history and which moment it was read.
    message_id bigint not null,
    history_id bigint not null,
    read_to bigint not null,
    primary key (client_id, ticket_id)
) without rowid;

-- Tickets that are still to be read, by ascending id: those from before this table, and imported ones.
create table report_fills (
    client_id bigint primary key,
    -- The last ticket that was looked at, and the last one to look at.
    reached bigint not null,
    until bigint not null,
    -- Whether what is known already is read again.
    afresh boolean not null
);
insert into report_fills (client_id, reached, until, afresh)
select client_id, 0, max(id), false from tickets group by client_id;

-- What the log tells from now on is counted as it happens.
insert into log_offsets (consumer, client_id, seq)
select 'report_facts', client_id, seq from client_counters where seq > 0;
