/**
 * Reads the folder of a brand: `brand.json`, `logo.svg` and, where the bank has them, `logo-dark.svg` and `favicon.svg`. Misleading names and
 * unreadable colours are found here, before the first page is served.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand, BrandNames } from './brand.ts';
import { checkLogo } from './check-logo.ts';
import { COLOUR } from './contrast.ts';
import { BRAND_COLOURS, type BrandColours, THEMES, type Theme, weakPairs } from './palette.ts';

export interface BrandProblem {
  readonly given: string;
  readonly accepted: string;
}

const NAMES = ['productName', 'bankName', 'bankLegalName', 'supportContact'] as const;
const NAME_LENGTH_MAX = 80;
/** Visible characters in one line: no control characters, no direction marks, nothing without width. */
const NAME = /^(?![\s])(?:(?!\p{C}|\p{Zl}|\p{Zp})[\s\S])+(?<!\s)$/u;
/** Height of the logo in the top bar, in CSS pixels. */
const LOGO_HEIGHT = 24;

const ACCEPTED_COLOURS = `#rrggbb for each of ${BRAND_COLOURS.join(', ')}`;

/** Returns the brand, or all problems of the folder. */
export function readBrand(folder: string): Brand | readonly BrandProblem[] {
  const problems: BrandProblem[] = [];
  const refuse = (given: string, accepted: string) => void problems.push({ given, accepted });

  const settings = readSettings(folder);
  if (settings === undefined) return [{ given: folder, accepted: 'a folder with brand.json (a JSON object) and logo.svg' }];
  const unknown = Object.keys(settings).filter((name) => !isKnown(name));
  if (unknown.length > 0) refuse(`brand.json: ${unknown.join(', ')}`, `only ${[...NAMES, ...THEMES].join(', ')}`);
  const names = readNames(settings, refuse);
  const colours = { light: readColours(settings, 'light', refuse), dark: readColours(settings, 'dark', refuse) };
  const logo = readPicture(folder, 'logo.svg', refuse);
  const darkLogo = readPicture(folder, 'logo-dark.svg', refuse);
  const favicon = readPicture(folder, 'favicon.svg', refuse);
  if (logo === undefined && !problems.some(({ given }) => given.startsWith('logo.svg')))
    refuse('no logo.svg', 'a folder with brand.json and logo.svg');
  if (logo !== undefined && darkLogo !== undefined && logo.ratio !== darkLogo.ratio)
    refuse('logo-dark.svg', 'a picture with the viewBox of logo.svg');

  if (problems.length > 0 || names === undefined || logo === undefined || colours.light === undefined || colours.dark === undefined) return problems;
  const pictures = new Map([['/brand/logo.svg', logo.svg]]);
  if (darkLogo !== undefined) pictures.set('/brand/logo-dark.svg', darkLogo.svg);
  if (favicon !== undefined) pictures.set('/brand/favicon.svg', favicon.svg);
  return {
    names,
    css: styleSheet({ light: colours.light, dark: colours.dark }, { ratio: logo.ratio, hasDark: darkLogo !== undefined }),
    pictures,
    favicon: favicon === undefined ? '/brand/logo.svg' : '/brand/favicon.svg',
  };
}

type Refuse = (given: string, accepted: string) => void;
type Settings = Readonly<Record<string, unknown>>;

const isKnown = (name: string) => [...NAMES, ...THEMES].some((known) => known === name);

function readSettings(folder: string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readNames(settings: Settings, refuse: Refuse): BrandNames | undefined {
  const read = (name: (typeof NAMES)[number]) => {
    const value = settings[name];
    if (typeof value === 'string' && value.length <= NAME_LENGTH_MAX && NAME.test(value)) return value;
    refuse(`brand.json: ${name} ${JSON.stringify(value) ?? 'not set'}`, `a text of 1 to ${NAME_LENGTH_MAX} visible characters`);
    return undefined;
  };
  const [productName, bankName, bankLegalName, supportContact] = NAMES.map(read);
  return productName === undefined || bankName === undefined || bankLegalName === undefined || supportContact === undefined
    ? undefined
    : { productName, bankName, bankLegalName, supportContact };
}

function readColours(settings: Settings, theme: Theme, refuse: Refuse): BrandColours | undefined {
  const value = settings[theme];
  if (!isColours(value)) {
    refuse(`brand.json: ${theme} ${JSON.stringify(value) ?? 'not set'}`, ACCEPTED_COLOURS);
    return undefined;
  }
  for (const { pair, ratio, needed } of weakPairs(theme, value)) {
    refuse(`brand.json: ${theme} ${pair} has a contrast of ${cut(ratio)}:1`, `at least ${needed}:1 (WCAG 2.2)`);
  }
  return value;
}

/** Cuts instead of rounding, so that 4.499 does not appear as 4.50. */
function cut(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

function isColours(value: unknown): value is BrandColours {
  if (!isObject(value) || Object.keys(value).length !== BRAND_COLOURS.length) return false;
  return BRAND_COLOURS.every((name) => {
    const colour = value[name];
    return typeof colour === 'string' && COLOUR.test(colour);
  });
}

function readPicture(folder: string, name: string, refuse: Refuse): { svg: string; ratio: number } | undefined {
  let svg: string;
  try {
    svg = readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
  const checked = checkLogo(svg);
  if (typeof checked !== 'string') return { svg, ratio: checked.ratio };
  refuse(`${name}, which ${checked}`, 'an SVG picture that only draws: shapes, groups, gradients; no script, style, link or foreign content');
  return undefined;
}

/** The logo is a background image: a page without a brand requests no file, and a page with one knows its size before the first paint. */
function styleSheet(colours: Readonly<Record<Theme, BrandColours>>, { ratio, hasDark }: { ratio: number; hasDark: boolean }): string {
  const tokens = BRAND_COLOURS.map((name) => `--${name}: light-dark(${colours.light[name]}, ${colours.dark[name]});`);
  const rules = [
    `:root { ${tokens.join(' ')} --brand-mark: none; --brand-logo: url("/brand/logo.svg"); --brand-logo-width: ${Math.round(LOGO_HEIGHT * ratio)}px; }`,
  ];
  if (hasDark) {
    const dark = '{ --brand-logo: url("/brand/logo-dark.svg"); }';
    rules.push(`@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) ${dark} }`, `:root[data-theme='dark'] ${dark}`);
  }
  return `${rules.join('\n')}\n`;
}
