-- Browsers without any proof choose how their test device answers. Choices are forgotten when the cookie of the device has ended.
alter table device_preference add column set_at timestamptz not null default now();
-- What each device does without a row.
delete from device_preference where is_automatic;
create index device_preference_set_at on device_preference (set_at);
