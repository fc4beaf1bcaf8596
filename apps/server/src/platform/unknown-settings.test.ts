import { describe, expect, it } from 'vitest';
import { SETTINGS } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

const textsOf = (env: Record<string, string>) => unknownSettings(env).map(({ text }) => text);

describe('a variable that no server reads', () => {
  it.each([
    ['PORTICO_BANK_SECERT', 'did you mean PORTICO_BANK_SECRET?'],
    ['PORTICO_SUPPORT_CONTAKT', 'did you mean PORTICO_SUPPORT_CONTACT?'],
    ['PORTICO_BANK_SECRET_FIEL', 'did you mean PORTICO_BANK_SECRET_FILE?'],
    ['PORTICO_PUBLIC_URL_FILE', 'did you mean'],
    ['DATABASE_CONECTIONS', 'did you mean DATABASE_CONNECTIONS?'],
    ['PORTICO_THEME_OF_CHRISTMAS', 'docs/operate/settings.md lists all settings'],
  ])('%s is named, with the name it nearly has', (name, hint) => {
    expect(textsOf({ [name]: 'a value' })).toEqual([expect.stringContaining(`${name} is no setting and has no effect: ${hint}`)]);
  });

  it('is named without its value, which may be a secret', () => {
    expect(textsOf({ PORTICO_SMPT_URL: 'smtp://user:hidden@mail' }).join()).not.toContain('hidden');
  });

  it.each([
    'PATH',
    'DATABASE_HOSTNAME_OF_ANOTHER_PROGRAM',
    'OTEL_EXPORTER_OTLP_CERTIFICATE',
    'PORTICO_SERVICE_HOST',
    'PORTICO_PORT_80_TCP',
    'PORTICO_TPP_APPLICATION',
  ])('%s is another program’s', (name) => expect(textsOf({ [name]: 'a' })).toEqual([]));

  it('is none of the settings, nor the file of a secret', () => {
    const names = [...Object.values(SETTINGS).flatMap((group) => Object.keys(group)), 'PORTICO_SMTP_URL_FILE', 'DATABASE_URL_FILE'];
    expect(textsOf(Object.fromEntries(names.map((name) => [name, 'a'])))).toEqual([]);
  });
});
