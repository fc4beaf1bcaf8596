-- Acts of operators on one payment, consent or provider, newest first: its page lists who looked at it.
create index audit_entry_about on audit_entry ((ids ->> 'about'), position desc) where chain = 'operators';
