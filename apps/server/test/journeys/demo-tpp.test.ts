import { createServer } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Config } from '#platform/config.ts';
import { demoClientSecret, demoTppUrl, startDemoTpp } from '../../src/app/demo/demo-tpp.ts';

const keys = (byte: number): Config['keys'] => ({ audit: Buffer.alloc(32), secrets: Buffer.alloc(32, byte), cookies: ['c'], jwks: { keys: [] } });
const config: Config = {
  mode: 'development',
  bank: 'sandbox',
  host: 'localhost',
  port: 3000,
  publicUrl: 'http://localhost:3000',
  apiBase: 'http://localhost:3000/api',
  contentBase: 'http://localhost:3000/content',
  sandboxBase: 'http://localhost:3000/api',
  identityBase: 'http://localhost:3000/identity',
  allowedOrigins: [],
  databaseUrl: undefined,
  dataDir: '/nowhere',
  productName: 'Portico',
  bankName: 'Portico Bank',
  bankLegalName: 'Portico Bank',
  supportContact: 'support@portico-bank.example',
  mailFrom: 'no-reply@portico-bank.example',
  deviceAnswerSeconds: 3,
  logLevel: 'silent',
  demoTppPort: 3001,
  startsDemoTpp: true,
  keys: keys(1),
};

describe('the demo third-party site', () => {
  it('lives on another site than the bank', () => {
    expect(demoTppUrl(config)).toBe('http://127.0.0.1:3001');
  });

  it.each([{ demoTppPort: undefined }, { mode: 'production' }, { startsDemoTpp: false }] as const)('is not started with %j', async (changes) => {
    expect(await startDemoTpp({ ...config, ...changes }, pino({ level: 'silent' }), () => {})).toBeUndefined();
  });

  it.each([{ demoTppPort: undefined }, { mode: 'production' }] as const)('has no address with %j', (changes) => {
    expect(demoTppUrl({ ...config, ...changes })).toBeUndefined();
  });

  it('is not started where another program has its port, and that is said', async () => {
    const other = createServer();
    const demoTppPort = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      }),
    );
    const said: string[] = [];
    expect(await startDemoTpp({ ...config, demoTppPort }, pino({ level: 'silent' }), (text) => void said.push(text))).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(`Port ${demoTppPort} is already in use.*PORTICO_DEMO_TPP_PORT`)]);
    other.close();
  });

  it('has a secret of its installation, the same at every start', () => {
    expect(demoClientSecret({ keys: keys(1) })).toBe(demoClientSecret(config));
    expect(demoClientSecret({ keys: keys(2) })).not.toBe(demoClientSecret(config));
    expect(demoClientSecret(config)).toMatch(/^[0-9a-f]{64}$/);
  });
});
