-- An operator stopped the notifications to this origin. Null: nothing is stopped.
alter table notification_channel add column stopped_at timestamptz;
