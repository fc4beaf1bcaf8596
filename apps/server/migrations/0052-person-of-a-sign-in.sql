-- Who signed in, as a keyed digest: the bank may give the id of a company to another representative while this one is signed in.
-- Sign-ins that began in an earlier version have no value here; what they opened ends within the hour.
alter table sign_in add column person text;
