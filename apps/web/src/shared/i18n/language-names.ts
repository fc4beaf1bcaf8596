/** Every language by its own name. */
import type { Locale } from '@portico/contract/values';

export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', et: 'eesti', lt: 'lietuvių', lv: 'latviešu', ru: 'русский' };
