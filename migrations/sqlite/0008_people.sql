-- The audit log: who did what. Departments and who belongs to them.

create table audit_log (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    created_at bigint not null,
    -- None for the command line and for what Patchbay does by itself.
    user_id bigint,
    -- The username as it was, and in the form in which names are compared.
    actor text not null,
    actor_key text not null,
    address text not null,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    -- The subject's name as it was.
    subject text not null,
    -- What changed, as JSON and without secrets.
    changes text not null
);
create index audit_log_by_client on audit_log (client_id, id);
create index audit_log_by_action on audit_log (client_id, action, id);

-- Not even a defect of the program rewrites what happened.
create trigger audit_log_is_final before update on audit_log
begin
    select raise(abort, 'the audit log is never changed');
end;

create table departments (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    name_key text not null,
    created_at bigint not null,
    -- Tickets may still belong to a department that was removed, so its row stays.
    deleted_at bigint
);
create unique index departments_by_name on departments (client_id, name_key) where deleted_at is null;

create table department_members (
    client_id bigint not null,
    department_id bigint not null references departments (id),
    user_id bigint not null references users (id),
    primary key (client_id, department_id, user_id)
) without rowid;
create index department_members_by_user on department_members (client_id, user_id);
