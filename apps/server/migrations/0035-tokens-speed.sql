-- A code and a refresh token are marked as used: with room on its page the row's new version stays there, and none of the four indexes is
-- written again (PostgreSQL: heap-only tuples). Rows have about 900 bytes, so this is room for one or two of eight.
alter table oauth_artifact set (fillfactor = 80);
