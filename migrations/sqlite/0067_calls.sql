-- Telephone calls, one row each: what their lines in the conversations of tickets told of them.

create table calls (
    id integer primary key autoincrement,
    client_id bigint not null,
    channel_id bigint not null,
    -- What the exchange calls it.
    external_id text not null,
    -- Its first line. The ticket of that is the call's ticket, also after a split.
    message_id bigint not null,
    -- The other side's number; empty where it was withheld.
    number text not null,
    -- inbound or outbound.
    direction text not null,
    -- The number that was called, or that it was made from.
    did text not null,
    -- Of the agent's telephone, the last one.
    extension text not null,
    -- Who used that extension last; null where nobody is known to.
    user_id bigint,
    -- What the customer pressed.
    keypress text not null,
    -- Milliseconds.
    began_at bigint not null,
    answered_at bigint,
    ended_at bigint,
    -- How long people talked.
    talk_ms bigint,
    recorded boolean not null
);
create unique index calls_external on calls (client_id, channel_id, external_id);
-- Lists and reports go by the time at which a call began; reports read nothing but this index.
create index calls_by_time on calls
    (client_id, began_at, id, direction, answered_at, ended_at, talk_ms, user_id, did);

-- Lines that brought a recording.
create table call_recordings (
    client_id bigint not null,
    call_id bigint not null,
    message_id bigint not null,
    primary key (client_id, call_id, message_id)
) without rowid;

-- Whose telephone an extension is: of the agent who gave a command with it last.
create table call_extensions (
    client_id bigint not null,
    channel_id bigint not null,
    extension text not null,
    user_id bigint not null,
    used_at bigint not null,
    primary key (client_id, channel_id, extension)
) without rowid;

-- Calls from before this table.
insert into calls (client_id, channel_id, external_id, message_id, number, direction, did, extension,
                   user_id, keypress, began_at, answered_at, ended_at, talk_ms, recorded)
select client_id, channel_id, call_id, min(message_id), max(number),
       case when max(direction) = 'out' then 'outbound' else 'inbound' end,
       coalesce(max(did), ''), coalesce(max(extension), ''), null, coalesce(max(keypress), ''),
       min(sent_at),
       min(case when kind = 'answered' then sent_at end),
       max(case when kind in ('ended', 'missed') then sent_at end),
       max(talk_ms), max(case when kind = 'recorded' then 1 else 0 end) = 1
  from (select m.client_id, m.channel_id, m.id as message_id, m.sent_at,
               coalesce(c.phone, '') as number,
               json_extract(m.extras, '$.call.id') as call_id,
               json_extract(m.extras, '$.call.kind') as kind,
               json_extract(m.extras, '$.call.direction') as direction,
               json_extract(m.extras, '$.call.line') as did,
               json_extract(m.extras, '$.call.extension') as extension,
               json_extract(m.extras, '$.call.details.keypress') as keypress,
               json_extract(m.extras, '$.call.talk_ms') as talk_ms
          from messages m
          join tickets t on t.id = m.ticket_id
          left join contacts c on c.id = t.contact_id
         where m.channel_id is not null and m.extras like '{"call":%') lines
 where call_id is not null
 group by client_id, channel_id, call_id;
insert into call_recordings (client_id, call_id, message_id)
select c.client_id, c.id, m.message_id
  from (select m.client_id, m.channel_id, m.id as message_id, json_extract(m.extras, '$.call.id') as call_id,
               json_extract(m.extras, '$.call.kind') as kind
          from messages m
         where m.channel_id is not null and m.extras like '{"call":%') m
  join calls c on c.client_id = m.client_id and c.channel_id = m.channel_id and c.external_id = m.call_id
 where m.kind = 'recorded';
