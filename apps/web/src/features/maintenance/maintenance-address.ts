/**
 * The page's address: `#/maintenance?lang=et`. `lang` is the language in any letter case; an unsupported language means English (specification
 * §2). `from` is the portal page from which the browser was redirected here, and to which the page returns.
 */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@portico/contract/values';
import { replaceFragment } from '../../shared/page/leave-page.ts';

const PATH = '/maintenance';

type Page = Pick<Window, 'location' | 'history'>;

function partsOf(hash: string): { path: string; query: URLSearchParams } {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

export function isMaintenanceAddress(hash: string): boolean {
  return partsOf(hash).path.replace(/\/+$/, '') === PATH;
}

export function localeOfAddress(hash: string): Locale {
  const wanted = partsOf(hash).query.get('lang')?.toLowerCase();
  return LOCALES.find((locale) => locale === wanted) ?? DEFAULT_LOCALE;
}

/** Keeps the chosen language in the address, so that the page can be reloaded and shared. */
export function writeLocale({ location, history }: Page, locale: string): void {
  const { path, query } = partsOf(location.hash);
  query.set('lang', locale);
  history.replaceState(history.state, '', `${location.pathname}#${path}?${query}`);
}

/** Redirects to the maintenance page unless it is open. The history entry is replaced, so that Back does not lead into the closed portal. */
export function goToMaintenance(page: Pick<Page, 'location'>): void {
  if (isMaintenanceAddress(page.location.hash)) return;
  const here = page.location.hash.replace(/^#/, '');
  replaceFragment(here === '' || here === '/' ? `#${PATH}` : `#${PATH}?from=${encodeURIComponent(here)}`, page);
}

/** Undefined when the browser was not redirected here. The result is always a path of this portal. */
export function wayBackOf(hash: string): `#${string}` | undefined {
  const from = partsOf(hash).query.get('from');
  return from?.startsWith('/') === true && !isMaintenanceAddress(`#${from}`) ? `#${from}` : undefined;
}
