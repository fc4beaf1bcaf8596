import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const CLIENT = { CLIENT_ID: 'demo-tpp', CLIENT_SECRET: 'x' };

describe('the shop’s settings', () => {
  it('need only the application', () => {
    expect(readSettings(CLIENT)).toMatchObject({ port: 3001, publicUrl: 'http://127.0.0.1:3001', bank: 'http://localhost:3000' });
  });

  it('follow the port and the folder', () => {
    expect(readSettings({ ...CLIENT, PORT: '4001', DEMO_TPP_DATA_DIR: '/data' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:4001',
      databaseFile: '/data/demo-tpp/shop.sqlite',
    });
    expect(readSettings({ ...CLIENT, DEMO_TPP_DATA_DIR: ':memory:' }).databaseFile).toBe(':memory:');
  });

  it.each([
    [{ CLIENT_SECRET: 'x' }, 'CLIENT_ID'],
    [{ CLIENT_ID: 'x', CLIENT_SECRET: '' }, 'CLIENT_SECRET'],
    [{ ...CLIENT, PORT: 'http' }, 'PORT'],
    [{ ...CLIENT, PORT: '70000' }, 'PORT'],
    [{ ...CLIENT, PORTICO_URL: 'localhost' }, 'PORTICO_URL'],
    [{ ...CLIENT, PORTICO_URL: 'ftp://x' }, 'PORTICO_URL'],
    [{ ...CLIENT, PORTICO_URL: 'http://x/api' }, 'PORTICO_URL'],
    [{ ...CLIENT, PUBLIC_URL: 'http://x/?a' }, 'PUBLIC_URL'],
  ])('%j stop the start and name %s', (env, name) => {
    expect(() => readSettings(env)).toThrow(name);
  });
});
