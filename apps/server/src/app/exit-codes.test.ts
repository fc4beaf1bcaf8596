import { describe, expect, it } from 'vitest';
import { ContentError } from '#modules/content/index.ts';
import { unreachableFrom } from '#platform/db/database-unavailable.ts';
import { EXIT, knownEnding } from './exit-codes.ts';

const ADDRESS = { host: 'localhost', port: 80, mtls: { port: 443, proxy: { port: 444 } }, telemetry: { metrics: { host: '127.0.0.1', port: 9464 } } };
const failure = (members: object) => Object.assign(new Error('raw'), members);

describe('how the process ends', () => {
  it.each<[members: object, exitCode: number, text: string]>([
    [{ code: 'EADDRINUSE', syscall: 'listen' }, EXIT.addressInUse, 'Port 80 on localhost is already in use.'],
    [
      { code: 'EADDRINUSE', syscall: 'listen', port: 9464 },
      EXIT.addressInUse,
      'Port 9464 on 127.0.0.1 is already in use. Stop the program that uses it, or set PORTICO_METRICS_ADDRESS',
    ],
    [
      { code: 'EADDRINUSE', syscall: 'listen', port: 443 },
      EXIT.addressInUse,
      'Port 443 on localhost is already in use. Stop the program that uses it, or set PORTICO_MTLS_PORT',
    ],
    [{ code: 'EACCES', syscall: 'listen', port: 444 }, EXIT.configuration, 'Set PORTICO_MTLS_PROXY_PORT to a number from 1024 on.'],
    [{ code: 'EACCES', syscall: 'listen' }, EXIT.configuration, 'Set PORT to a number from 1024 on.'],
    [{ code: 'EADDRNOTAVAIL', syscall: 'listen' }, EXIT.configuration, 'Set HOST to one'],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'localhost' }, EXIT.configuration, 'Set HOST to one'],
    [{ code: 'ENOSPC', syscall: 'write' }, EXIT.cannotWrite, 'The disk is full'],
    [{ code: 'EROFS', syscall: 'mkdir', path: '/read-only/data' }, EXIT.cannotWrite, '/read-only/data cannot be made or opened (EROFS).'],
    [{ code: 'EACCES', syscall: 'open', path: '/x/data-keys.json' }, EXIT.cannotWrite, '/x/data-keys.json'],
    ...['EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP'].flatMap((code) =>
      ['mkdir', 'open', 'link', 'scandir'].map((syscall): [object, number, string] => [
        { code, syscall, path: '/x/data' },
        EXIT.cannotWrite,
        `/x/data cannot be made or opened (${code}).`,
      ]),
    ),
  ])('%j has its own code and says what to do', (members, exitCode, text) => {
    expect(knownEnding(failure(members), ADDRESS)).toMatchObject({ exitCode, text: expect.stringContaining(text) });
  });

  it('names the content file', () => {
    expect(knownEnding(new ContentError('menu.json: not valid JSON'), ADDRESS)).toEqual({ exitCode: 78, text: 'menu.json: not valid JSON' });
  });

  it('names the database without its password', () => {
    const unreachable = unreachableFrom(failure({ code: 'ECONNREFUSED' }), 'postgres://portico:geheim@db.example:5432/bank');
    const ending = knownEnding(unreachable, ADDRESS);
    expect(ending).toMatchObject({ exitCode: EXIT.databaseUnreachable, text: expect.stringContaining('db.example:5432/bank') });
    expect(ending?.text).not.toContain('geheim');
  });

  it.each([failure({}), failure({ code: 'ERR_MODULE_NOT_FOUND' }), failure({ code: 'ENOENT', syscall: 'read' }), 'text'])(
    'leaves %s as it is',
    (error) => {
      expect(knownEnding(error, ADDRESS)).toBeUndefined();
    },
  );
});
