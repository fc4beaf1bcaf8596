-- Which consent ended this one: the instants of two signatures can be equal. Consents that were replaced by an earlier version have no value here.
alter table consent add column replaced_by text check (replaced_by is null or ended_by = 'replace');
