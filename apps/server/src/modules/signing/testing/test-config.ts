/** The settings of a server under test. */
import type { Config } from '#platform/config.ts';

export const ORIGIN = 'http://localhost:3000';

export function testConfig(deviceAnswerSeconds: number): Config {
  return {
    mode: 'development',
    bank: 'sandbox',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: ORIGIN,
    apiBase: `${ORIGIN}/api`,
    contentBase: ORIGIN,
    sandboxBase: ORIGIN,
    identityBase: ORIGIN,
    allowedOrigins: [],
    databaseUrl: undefined,
    dataDir: '',
    productName: 'Portico',
    bankName: 'Test bank',
    bankLegalName: 'Test Bank AS',
    supportContact: 'help@bank.example',
    mailFrom: 'no-reply@portico-bank.example',
    deviceAnswerSeconds,
    logLevel: 'silent',
    keys: { audit: Buffer.alloc(32, 3), secrets: Buffer.alloc(32, 4), cookies: ['k'], jwks: { keys: [] } },
    rateLimitPerMinute: 0,
  };
}
