/** Contrast ratio of two colours by WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */

/** `#rrggbb`. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/** Returns 1 (equal) to 21 (black on white), in either order. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [linear(colour, 1), linear(colour, 3), linear(colour, 5)];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(colour: string, at: number): number {
  const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
