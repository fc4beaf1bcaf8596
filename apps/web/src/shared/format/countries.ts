/** `EE` → Estonia, in the language of the page. `code` is ISO 3166-1 alpha-2; one that nobody knows stays as it is. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
