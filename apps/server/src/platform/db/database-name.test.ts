import { describe, expect, it } from 'vitest';
import { databaseName } from './database-name.ts';
import { unreachableFrom } from './database-unavailable.ts';

describe('the name of a database', () => {
  it.each([
    ['postgres://portico:geheim@db.bank.example:5432/portico', 'db.bank.example:5432/portico'],
    ['postgresql://portico:ge%40heim@db.bank.example/portico?sslmode=require&password=geheim', 'db.bank.example/portico'],
    ['postgres:///portico?host=/var/run/postgresql&user=geheim', '/var/run/postgresql/portico'],
    ['postgres://portico:geheim@db1,db2/portico?target_session_attrs=read-write', 'db1,db2/portico'],
  ])('of %s says where it is, without user and password', (databaseUrl, name) => {
    expect(databaseName({ databaseUrl, dataDir: '/x' })).toBe(name);
    expect(name).not.toMatch(/geheim|portico:/);
  });

  it('of the embedded database is its folder', () => {
    expect(databaseName({ databaseUrl: undefined, dataDir: '/var/lib/portico' })).toBe('embedded in /var/lib/portico');
  });
});

// Review of 25 November 2026, B6: the advice to remove the setting opened an empty bank.
describe('the text about a database that is away', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000', '57P03', '53300'])(
    'for %s names it and never advises another database',
    (code) => {
      const error = unreachableFrom(Object.assign(new Error('raw'), { code }), 'postgres://portico:geheim@db.bank.example:5432/portico');
      const text = error instanceof Error ? error.message : '';
      expect(text).toContain('db.bank.example:5432/portico');
      expect(text).toContain('correct DATABASE_URL');
      expect(text).not.toMatch(/embedded|leave|without|geheim|PORTICO_DATA_DIR/);
    },
  );
});
