-- A one-off consent ends when its reading was made.

alter table consent drop constraint consent_ended_by_check;
alter table consent add constraint consent_ended_by_check
  check (ended_by in ('refuse', 'lapse', 'delete', 'revoke', 'expire', 'replace', 'useUp'));
