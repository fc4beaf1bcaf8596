/** `EE` → Estonia, in the page's language. `code` is ISO 3166-1 alpha-2; an unknown code is returned unchanged. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
