/** The samples as the developer sees and copies them. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPart, press, settle } from '../../../../shared/portal/testing/open-part.tsx';
import { SAMPLE_LANGUAGES } from './sample-languages.ts';
import { SamplePanel } from './sample-panel.tsx';
import type { SampleRequest } from './sample-request.ts';
import { SAMPLE_WRITERS } from './sample-writers.ts';

const request: SampleRequest = {
  method: 'POST',
  url: 'https://bank.example/api/v1/consents?a=1&b=%20',
  headers: [
    ['X-Request-ID', '6b64f38a'],
    ['PSU-User-Agent', `O'Brien "quoted" \\ <b>&amp;</b> $HOME \`x\` {$x} #{y} */ // # <?php ?>`],
    ['Content-Type', 'application/json'],
  ],
  body: JSON.stringify({ name: 'Žemaitė Щука 🏛️ \u2028', isRecurring: true, count: 4, note: 'two\nlines\tand """' }),
};
/** Words that each grammar colours. In a shell a command has no colour. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  curl: [],
  javascript: ['const', 'await'],
  typescript: ['const', 'await'],
  python: ['import'],
  java: ['import', 'public', 'class', 'var'],
  csharp: ['using', 'var', 'new'],
  php: ['$curl', 'echo'],
};

const writeText = vi.fn<(text: string) => Promise<void>>();
const copied = () => writeText.mock.lastCall?.[0];
beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = () => document.querySelector('pre code');
const parts = (colour: string) => [...(shown()?.querySelectorAll(`span[class*="${colour}"]`) ?? [])].map(({ textContent }) => textContent ?? '');
const section = () => screen.getByRole('region', { name: 'Code sample' });

async function open(sample: SampleRequest = request): Promise<void> {
  openPart(<SamplePanel request={sample} withSecrets={undefined} />);
  await settle();
}

async function choose(label: string): Promise<void> {
  fireEvent.click(screen.getByRole('tab', { name: label }));
  fireEvent.focus(screen.getByRole('tab', { name: label }));
  await vi.dynamicImportSettled();
  await settle();
}

describe('a sample', () => {
  it('exists and has words to colour for every language', () => {
    expect(Object.keys(WORDS)).toEqual(SAMPLE_LANGUAGES.map(({ id }) => id));
  });

  it.each(SAMPLE_LANGUAGES)('in $label has colours for words and strings, and is shown and copied unchanged', async ({ id, label }) => {
    await open();
    await choose(label);
    const code = SAMPLE_WRITERS[id](request);
    expect(parts('key')).toEqual(expect.arrayContaining([...(WORDS[id] ?? [])]));
    expect(parts('string').join('')).toContain(request.url);
    expect(shown()?.textContent).toBe(code);
    await press('Copy code');
    expect(copied()).toBe(code);
  });

  it.each(SAMPLE_LANGUAGES)('in $label keeps a request without headers and body as it is', async ({ id, label }) => {
    const small: SampleRequest = { method: 'GET', url: 'https://bank.example/x', headers: [] };
    await open(small);
    await choose(label);
    expect(shown()?.textContent).toBe(SAMPLE_WRITERS[id](small));
  });

  it('has no colours before the developer turns to it, and then has them in the first language', async () => {
    await open();
    expect([shown()?.children.length, shown()?.textContent]).toEqual([0, SAMPLE_WRITERS.curl(request)]);
    fireEvent.pointerEnter(section());
    await vi.dynamicImportSettled();
    await settle();
    expect(parts('string')).toContain(`'${request.url}'`);
    expect(shown()?.textContent).toBe(SAMPLE_WRITERS.curl(request));
  });

  it('that is long has no colours and is copied whole', async () => {
    const long = { ...request, body: JSON.stringify({ note: 'x'.repeat(30_000) }) };
    await open(long);
    await choose('Java');
    expect(shown()?.children).toHaveLength(0);
    await press('Copy code');
    expect(copied()).toBe(SAMPLE_WRITERS.java(long));
  });
});
