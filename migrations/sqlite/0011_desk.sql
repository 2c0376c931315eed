-- What a desk keeps: canned replies, signatures, business hours, holidays and announcements.

create table canned_replies (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- 0 for one that everybody of the client may use.
    owner_id bigint not null,
    title text not null,
    -- In lower case; what is typed after the slash.
    shortcut text not null,
    body text not null,
    uses bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null,
    unique (client_id, owner_id, shortcut)
);

create table signatures (
    client_id bigint not null,
    user_id bigint not null,
    -- A channel value; empty for the one that goes wherever there is no other.
    channel text not null,
    body text not null,
    -- Whether it goes along unless the agent says otherwise.
    enabled boolean not null,
    updated_at bigint not null,
    primary key (client_id, user_id, channel)
) without rowid;

create table business_calendars (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- A name of the IANA time zone database.
    zone text not null,
    -- JSON: a list of {"day", "from", "to"}.
    weekly text not null,
    is_default boolean not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index business_calendars_by_client on business_calendars (client_id);

create table holidays (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- 0 for every calendar of the client.
    calendar_id bigint not null,
    name text not null,
    -- YYYY-MM-DD, in the calendar's time zone.
    day text not null,
    yearly boolean not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index holidays_by_client on holidays (client_id, calendar_id);

create table announcements (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    body text not null,
    level text not null,
    link text not null,
    -- Milliseconds; without an end it shows until it is deleted.
    from_at bigint not null,
    until_at bigint,
    created_by text not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index announcements_by_client on announcements (client_id, from_at);

create table announcement_dismissals (
    client_id bigint not null,
    announcement_id bigint not null,
    user_id bigint not null,
    at bigint not null,
    primary key (client_id, announcement_id, user_id)
) without rowid;
create index announcement_dismissals_by_user on announcement_dismissals (client_id, user_id);
