import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contrastRatio } from './contrast.ts';
import { NEUTRALS, THEMES, weakPairs } from './palette.ts';
import { readBrand } from './read-brand.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');
const MERIDIAN = join(ROOT, 'brands', 'meridian');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-brand-'));
  await cp(MERIDIAN, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Changes members of brand.json; members of a theme are changed individually. */
async function change({ light = {}, dark = {}, ...others }: Record<string, unknown> & { light?: object; dark?: object }): Promise<void> {
  const file = join(folder, 'brand.json');
  const brand = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...brand, ...others, light: { ...brand.light, ...light }, dark: { ...brand.dark, ...dark } }));
}

function problems(): string[] {
  const brand = readBrand(folder);
  return 'names' in brand ? [] : brand.map(({ given, accepted }) => `${given} | ${accepted}`);
}

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0b5563', '#ffffff', 8.42],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
  });
});

describe('the palette', () => {
  it('has the neutral colours of tokens.css, and the accent there has enough contrast', async () => {
    const tokens = await readFile(join(ROOT, 'apps/web/src/shared/ui/tokens.css'), 'utf8');
    const values = [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
    const inTheme = (at: 2 | 3) => new Map(values.map((match) => [match[1], match[at]]));
    const themes = { light: inTheme(2), dark: inTheme(3) };
    for (const theme of THEMES) {
      const colour = (name: string) => themes[theme].get(name) ?? '';
      for (const [name, value] of Object.entries(NEUTRALS[theme])) expect([name, colour(name)]).toEqual([name, value]);
      const own = {
        accent: colour('accent'),
        'accent-hover': colour('accent-hover'),
        'accent-soft': colour('accent-soft'),
        'on-accent': colour('on-accent'),
        focus: colour('focus'),
      };
      expect(weakPairs(theme, own)).toEqual([]);
    }
  });
});

describe('a brand', () => {
  it('in the repository is accepted', () => {
    expect(readBrand(MERIDIAN)).toMatchObject({
      names: { productName: 'Meridian', bankName: 'Meridian Savings', bankLegalName: 'Meridian Savings AS (fictitious)' },
      favicon: '/brand/favicon.svg',
    });
  });

  it('becomes a style sheet with the accents of both themes, the logo and its width', () => {
    const brand = readBrand(folder);
    const css = 'css' in brand ? brand.css : '';
    expect(css).toContain('--accent: light-dark(#8a2f5c, #e7a3c6);');
    expect(css).toContain('--brand-logo-width: 36px;');
    expect(css).toMatch(/prefers-color-scheme: dark.*logo-dark\.svg/);
    expect(css).not.toMatch(/--(bg|ink|error|ok|warn)\b/);
  });

  it('uses its logo as favicon and in the dark theme when their files are absent', async () => {
    await Promise.all(['favicon.svg', 'logo-dark.svg'].map((name) => rm(join(folder, name))));
    const brand = readBrand(folder);
    expect(brand).toMatchObject({ favicon: '/brand/logo.svg' });
    expect('css' in brand && brand.css).not.toContain('logo-dark');
  });

  it('is refused without its folder, its file or its logo', async () => {
    expect(readBrand(join(folder, 'nowhere'))).toEqual([expect.objectContaining({ accepted: expect.stringContaining('brand.json') })]);
    await rm(join(folder, 'logo.svg'));
    expect(problems()).toEqual(['no logo.svg | a folder with brand.json and logo.svg']);
    await writeFile(join(folder, 'brand.json'), '{"productName":');
    expect(problems()).toHaveLength(1);
  });

  it.each([
    [{ light: { accent: '#aaaaaa' } }, 'light accent #aaaaaa on surface #ffffff has a contrast of 2.32:1 | at least 4.5:1'],
    [{ dark: { accent: '#8a2f5c' } }, 'dark accent #8a2f5c on surface #151f1d has a contrast of 2.'],
    [{ light: { 'on-accent': '#8a2f5c' } }, 'light on-accent #8a2f5c on accent #8a2f5c has a contrast of 1.00:1'],
    [{ light: { 'accent-hover': '#ffffff' } }, 'light on-accent #ffffff on accent-hover #ffffff'],
    [{ light: { 'accent-soft': '#8a2f5c' } }, 'light ink #13211f on accent-soft #8a2f5c has a contrast of 2.'],
    [{ light: { focus: '#dddddd' } }, 'light focus #dddddd on surface #ffffff has a contrast of 1.35:1 | at least 3:1'],
    [{ dark: { focus: '#151f1d' } }, 'dark focus #151f1d on surface'],
  ])('with the colours %j is refused with the pair, its contrast and the required contrast', async (colours, text) => {
    await change(colours);
    expect(problems().join('\n')).toContain(text);
  });

  it.each([
    [{ light: { accent: 'red' } }, 'brand.json: light'],
    [{ light: { accent: '#8a2f5c; } body { display: none' } }, 'brand.json: light'],
    [{ light: { error: '#8a2f5c' } }, 'brand.json: light'],
    [{ bankName: '' }, 'brand.json: bankName ""'],
    [{ bankName: 'Meridian\u202eknaB' }, 'brand.json: bankName'],
    [{ bankName: 'Meridian\nSavings' }, 'brand.json: bankName'],
    [{ bankName: `M${'\u200b'}eridian` }, 'brand.json: bankName'],
    [{ productName: 'M'.repeat(81) }, 'brand.json: productName'],
    [{ supportContact: 7 }, 'brand.json: supportContact 7'],
    [{ colour: '#000000' }, 'brand.json: colour | only productName'],
  ])('with %j is refused', async (settings, text) => {
    await change(settings);
    expect(problems().join('\n')).toContain(text);
  });

  it('is refused with all its problems in one list', async () => {
    await change({ bankName: ' ', light: { focus: '#ffffff' }, font: 'x' });
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    expect(problems().map((line) => line.split(' | ')[0]?.slice(0, 24))).toEqual([
      'brand.json: font',
      'brand.json: bankName " "',
      'brand.json: light focus ',
      'brand.json: light focus ',
      'favicon.svg, which must ',
    ]);
  });

  it('is refused when its dark logo has another viewBox', async () => {
    await writeFile(join(folder, 'logo-dark.svg'), (await readFile(join(folder, 'logo.svg'), 'utf8')).replace('0 0 36 24', '0 0 48 24'));
    expect(problems()).toEqual(['logo-dark.svg | a picture with the viewBox of logo.svg']);
  });
});
