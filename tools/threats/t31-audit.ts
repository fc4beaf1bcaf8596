import type { Threat } from './threat.ts';

const audit = 'apps/server/src/modules/audit/audit.test.ts';
const ends = { file: 'apps/server/test/threats/audited-ends.test.ts', name: 'in %s has exactly one audit entry, of the event of that end' };
const verify = 'apps/server/src/modules/audit/verify-audit.ts';
const seals = 'apps/server/src/modules/audit/verify-seals.ts';
const triggers = 'apps/server/migrations/0002-audit.sql';

export const T31: Threat = {
  id: 'T31',
  title: 'An audit log that was tampered with, or does not tell of something',
  defence:
    'Entries are written with the act they tell of; the database refuses every change; each is chained to the one before by a keyed hash whose key lies elsewhere, and the chains are sealed.',
  proofs: [
    {
      rule: 'the database refuses to change an entry',
      test: { file: audit, name: 'refuses: %s' },
      disable: {
        file: triggers,
        find: 'create trigger audit_entry_append_only before update or delete',
        replace: 'create trigger audit_entry_append_only before delete',
      },
    },
    {
      rule: 'an edited entry is found',
      test: { file: audit, name: 'shows an edit of %s' },
      disable: { file: verify, find: 'if (hashAt(key, entry, entry.position) !== entry.hash) {', replace: "if (entry.hash === '') {" },
    },
    {
      rule: 'a removed entry is found',
      test: { file: audit, name: 'shows that entry %i was removed' },
      disable: { file: verify, find: 'const isNext = entry.position === position + 1;', replace: 'const isNext = entry.position > position;' },
    },
    {
      rule: 'an added entry is found',
      test: { file: audit, name: 'shows an entry that was appended to a chain together with its head' },
      disable: { file: verify, find: 'if (hashAt(key, entry, entry.position) !== entry.hash) {', replace: "if (entry.hash === '') {" },
    },
    {
      rule: 'entries that changed places are found',
      test: { file: audit, name: 'shows that two entries were swapped' },
      disable: {
        file: verify,
        find: 'if (hashAt(key, entry, position) === entry.hash) return position;',
        replace: 'if (position < 0) return position;',
      },
    },
    {
      rule: 'whoever has the key and rewrites one entry has to rewrite all',
      test: { file: audit, name: 'shows an entry that was rewritten with the key, because the next entry contains the old hash' },
      disable: { file: verify, find: 'if (entry.previous_hash !== expectedPreviousHash) {', replace: "if (expectedPreviousHash === '') {" },
    },
    {
      rule: 'the end of a chain is sealed',
      test: { file: audit, name: 'shows after a seal that the last entry of a chain was removed and its head set back' },
      disable: { file: seals, find: 'if (head.entryHash === head.hash) continue;', replace: "if (head.hash !== '') continue;" },
    },
    {
      rule: 'a head that claims a seal which it never got is found',
      test: { file: audit, name: 'shows that a head was marked as sealed to exclude it from the sealing job' },
      disable: { file: verify, find: 'readPassedHeads(db, FINDINGS_MAX)', replace: 'readPassedHeads(db, 0)' },
    },
    {
      rule: 'a head that claims a made-up seal is found',
      test: { file: audit, name: 'shows that a head was marked as sealed by seal %i, which does not exist' },
      disable: { file: verify, find: 'verifySealNumbers(db, FINDINGS_MAX)', replace: 'verifySealNumbers(db, 0)' },
    },
    {
      rule: 'a row without a hash is a finding and ends no verification',
      test: { file: audit, name: 'shows an entry of %s, and what else was changed' },
      disable: {
        file: 'apps/server/src/modules/audit/audit-hash.ts',
        find: '  } catch {\n    return undefined;',
        replace: '  } catch (error) {\n    throw error;',
      },
    },
    {
      rule: 'the end of a consent is told',
      test: ends,
      disable: {
        file: 'apps/server/src/modules/access/grant/transition.ts',
        find: '  await context.audit({\n',
        replace: "  if (event !== 'refuse') await context.audit({\n",
      },
    },
    {
      rule: 'the end of a payment is told once',
      test: ends,
      disable: {
        file: 'apps/server/src/modules/payments/lifecycle/transition.ts',
        find: 'if (isFinal(moved.status)) return auditEnd(context, moved);',
        replace: 'if (isFinal(moved.status)) await auditEnd(context, moved);\n  if (isFinal(moved.status)) return auditEnd(context, moved);',
      },
    },
    {
      rule: 'different contents never share a hash: what JSON would change is refused',
      test: { file: 'apps/server/src/platform/crypto/canonical-json.test.ts', name: 'is refused with its place: %s' },
      disable: {
        file: 'apps/server/src/platform/crypto/canonical-json.ts',
        find: 'if (prototype !== Object.prototype && prototype !== null) throw new',
        replace: 'if (prototype === undefined) throw new',
      },
    },
    {
      rule: 'a seal outside the database shows entries that were removed together with all later seals',
      test: { file: audit, name: 'shows that a chain was removed with all later seals' },
      disable: { file: verify, find: 'if (since !== undefined) add(', replace: 'if (since === null) add(' },
    },
    {
      rule: 'a seal outside the database is not replaced by a later one of its number',
      test: { file: audit, name: 'shows the removal also after the log has grown and was sealed again' },
      disable: { file: seals, find: 'if (seal.hash === hash) return [];', replace: "if (hash !== '') return [];" },
    },
    {
      rule: 'every seal leaves the database as a line of the log',
      test: { file: audit, name: 'seals the chains that grew' },
      disable: {
        file: 'apps/server/src/modules/audit/seal-audit.ts',
        find: 'if (seal !== undefined) platform.log.info(',
        replace: 'if (seal === null) platform.log.info(',
      },
    },
  ],
};
