/** English pages write dates and figures the American way (specification §9: "en-US long format"). */
export function formattingLocale(locale: string): string {
  return locale === 'en' ? 'en-US' : locale;
}
