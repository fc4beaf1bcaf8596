const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** True for a code of a country that is assigned in ISO 3166-1, and for EU. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && names.of(code) !== undefined;
}
