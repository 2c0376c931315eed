-- How the customer of a call sounded, as a helper heard it in the recording.

-- The line whose recording was heard; null while none was.
alter table calls add column voice_message_id bigint;
-- The name of the strongest, and all of them in percent, as JSON.
alter table calls add column emotion text not null default '';
alter table calls add column emotions text not null default '';
-- From 0 (soft, slow) to 100 (loud, fast).
alter table calls add column energy bigint;
alter table calls add column pace bigint;
alter table calls add column personality text not null default '';
