import { describe, expect, it } from 'vitest';
import { createLogger, openLogStream } from './logger.ts';

const SECRET = 'geheim-Zx81';
const IBAN = 'EE471000001020145685';

function collect() {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line) => void lines.push(line) });
  return { log, lines };
}

describe('the log', () => {
  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'code',
    'code_verifier',
    'access_token',
    'refreshToken',
    'id_token',
    'signing-id',
    'signingId',
    'signing-entry',
    'client_secret',
    'password',
    'nationalIdentityNumber',
    'controlCode',
  ])('never shows %s, however deep it lies', (name) => {
    const { log, lines } = collect();
    log.info({ [name]: SECRET, req: { headers: { [name]: SECRET }, list: [{ [name]: [SECRET] }] } }, 'x');
    log.child({ [name]: SECRET }).warn('y');
    expect(lines.join('')).not.toContain(SECRET);
    expect(lines).toHaveLength(2);
  });

  it('shows no full IBAN: in fields, messages, errors or their causes', () => {
    const { log, lines } = collect();
    log.info({ iban: IBAN, nested: [`to ${IBAN}`] }, `moved to ${IBAN}`);
    log.error({ err: new Error(`no account ${IBAN}`, { cause: new Error(IBAN) }) }, 'failed');
    log.error(new Error(`bare ${IBAN}`));
    expect(lines.join('')).not.toContain(IBAN);
    expect(lines.join('')).toContain('EE…85');
  });

  it.each([
    ['claims', { claims: { email: 'mari@example.com' } }],
    ['a text', 'mari@example.com'],
    ['a list', ['mari@example.com']],
  ])('shows nothing of a cause that is not an error: %s', (_what, cause) => {
    const { log, lines } = collect();
    log.error({ err: new Error('refused', { cause: new Error('claim', { cause }) }) }, 'failed');
    expect(lines.join('')).not.toContain('mari@');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'refused', cause: { message: 'claim' } } });
  });

  it('keeps what one needs to find a failure: type, message, stack, code, cause', () => {
    const { log, lines } = collect();
    log.error({ err: Object.assign(new Error('away', { cause: new Error('why') }), { code: '57P01' }) }, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      msg: 'failed',
      err: { type: 'Error', message: 'away', errorCode: '57P01', cause: { message: 'why' }, stack: expect.stringContaining('logger.test') },
    });
  });

  it('ends nothing when there is no room for it', async () => {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    process.on('uncaughtException', note);
    // Every write to it fails with ENOSPC.
    const log = createLogger({ level: 'trace' }, openLogStream('/dev/full'));
    for (let line = 0; line < 10; line += 1) log.info('a line');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtException', note);
    expect(failures).toEqual([]);
  });
});
