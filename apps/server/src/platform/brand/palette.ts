/** The colours that a brand may set, the neutral colours beside them, and the contrast that each pair needs. */
import { contrastRatio } from './contrast.ts';

export const THEMES = ['light', 'dark'] as const;
export const BRAND_COLOURS = ['accent', 'accent-hover', 'accent-soft', 'on-accent', 'focus'] as const;

export type Theme = (typeof THEMES)[number];
type BrandColour = (typeof BRAND_COLOURS)[number];
export type BrandColours = Readonly<Record<BrandColour, string>>;

/** The values of the web's `tokens.css`; a test compares them. A brand cannot change these. */
export const NEUTRALS = {
  light: { bg: '#eff2f0', surface: '#ffffff', sunken: '#f5f7f6', ink: '#13211f', 'ink-2': '#3e4d49' },
  dark: { bg: '#0d1514', surface: '#151f1d', sunken: '#111a18', ink: '#e9efed', 'ink-2': '#becac6' },
} as const;

/** AA for text and for non-text (WCAG 2.2, 1.4.3 and 1.4.11), and 7 for body text. */
const TEXT = 4.5;
const NON_TEXT = 3;
const BODY = 7;

type Colour = BrandColour | keyof typeof NEUTRALS.light;

const PAIRS: readonly { readonly colour: Colour; readonly on: Colour; readonly needed: number }[] = [
  { colour: 'accent', on: 'surface', needed: TEXT },
  { colour: 'accent', on: 'bg', needed: TEXT },
  { colour: 'accent', on: 'sunken', needed: TEXT },
  { colour: 'accent', on: 'accent-soft', needed: TEXT },
  { colour: 'on-accent', on: 'accent', needed: TEXT },
  { colour: 'on-accent', on: 'accent-hover', needed: TEXT },
  { colour: 'ink', on: 'accent-soft', needed: BODY },
  { colour: 'ink-2', on: 'accent-soft', needed: TEXT },
  { colour: 'focus', on: 'surface', needed: NON_TEXT },
  { colour: 'focus', on: 'bg', needed: NON_TEXT },
];

export interface WeakPair {
  /** E.g. `accent #aaaaaa on surface #ffffff`. */
  readonly pair: string;
  readonly ratio: number;
  readonly needed: number;
}

/** Returns the pairs of one theme with too little contrast. */
export function weakPairs(theme: Theme, colours: BrandColours): readonly WeakPair[] {
  const values: Readonly<Record<Colour, string>> = { ...NEUTRALS[theme], ...colours };
  return PAIRS.map(({ colour, on, needed }) => ({
    pair: `${colour} ${values[colour]} on ${on} ${values[on]}`,
    ratio: contrastRatio(values[colour], values[on]),
    needed,
  })).filter(({ ratio, needed }) => ratio < needed);
}
