/** Each project visits a bank of its own, so that every journey is made under both brands and takes no longer for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MERIDIAN = join(import.meta.dirname, '..', '..', 'brands', 'meridian');

export interface BrandedBank {
  readonly productName: string;
  readonly bankName: string;
  /** The accent as a browser reports it, by colour scheme. */
  readonly accent: Readonly<Record<'light' | 'dark', string>>;
  /** Settings of its servers. */
  readonly env: Readonly<Record<string, string>>;
  /** Under these names its addresses travel to the workers. */
  readonly portalVariable: string;
  readonly shopVariable: string;
  readonly consoleVariable: string;
}

export type ProjectName = 'desktop' | 'phone';

const { productName, bankName, light, dark } = JSON.parse(readFileSync(join(MERIDIAN, 'brand.json'), 'utf8'));

export const BRANDS: Readonly<Record<ProjectName, BrandedBank>> = {
  desktop: {
    productName: 'Portico',
    bankName: 'Portico Bank',
    accent: { light: toRgb('#0b5563'), dark: toRgb('#72c7d3') },
    env: {},
    portalVariable: 'E2E_PORTAL_URL',
    shopVariable: 'E2E_SHOP_URL',
    consoleVariable: 'E2E_CONSOLE_URL',
  },
  phone: {
    productName,
    bankName,
    accent: { light: toRgb(light.accent), dark: toRgb(dark.accent) },
    env: { PORTICO_BRAND_DIR: MERIDIAN },
    portalVariable: 'E2E_PHONE_PORTAL_URL',
    shopVariable: 'E2E_PHONE_SHOP_URL',
    consoleVariable: 'E2E_PHONE_CONSOLE_URL',
  },
};

export function brandOf(project: string): BrandedBank {
  return project === 'phone' ? BRANDS.phone : BRANDS.desktop;
}

export const portalOf = (project: string): string => readAddress(brandOf(project).portalVariable);
export const shopOf = (project: string): string => readAddress(brandOf(project).shopVariable);
export const consoleOf = (project: string): string => readAddress(brandOf(project).consoleVariable);

function readAddress(name: string): string {
  const address = process.env[name];
  if (address === undefined) throw new Error(`${name} is not set; the global set-up did not run.`);
  return address;
}

/** `#8a2f5c` → `rgb(138, 47, 92)`. */
function toRgb(colour: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;
}
