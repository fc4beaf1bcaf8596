/** The list of settings for operators is the one that the server reads (`docs/operate/settings.md`). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSettings, secretsRead, settingsRead } from '../testing/describe-settings.ts';
import { SECRET_SETTINGS, SETTINGS } from './settings.ts';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/operate/settings.md', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'portico-settings-'));
const keysFile = join(folder, 'keys.json');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the page of settings', () => {
  it('is what the server reads, by default takes and accepts', () => {
    const described = describeSettings(keysFile);
    if (process.env.UPDATE_RECORDED === '1') writeFileSync(DOCUMENT, described);
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(described);
  });

  it('lists no setting that the server does not read', () => {
    const listed = Object.values(SETTINGS).flatMap((group) => Object.keys(group));
    expect(listed.toSorted()).toEqual([...new Set(settingsRead(keysFile))].toSorted());
  });

  it('names as secrets those that a file may hold', () => {
    expect([...SECRET_SETTINGS].toSorted()).toEqual(secretsRead(keysFile).toSorted());
  });

  it('has none of this machine’s paths', () => {
    expect(describeSettings(keysFile)).not.toContain(process.cwd());
  });
});
