/**
 * The page's address: `#/maintenance?lang=et`. `lang` is the language, whatever its case, and English where it is none of ours (specification
 * §2). `from` is the place in the portal from which the page sent itself here, and to which it goes back.
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

/** The choice stays in the address: it can be reloaded and passed on. */
export function writeLocale({ location, history }: Page, locale: string): void {
  const { path, query } = partsOf(location.hash);
  query.set('lang', locale);
  history.replaceState(history.state, '', `${location.pathname}#${path}?${query}`);
}

/** Once; whoever is there stays. The entry of the history is replaced, so that Back does not lead into the closed portal. */
export function goToMaintenance(page: Pick<Page, 'location'>): void {
  if (isMaintenanceAddress(page.location.hash)) return;
  const here = page.location.hash.replace(/^#/, '');
  replaceFragment(here === '' || here === '/' ? `#${PATH}` : `#${PATH}?from=${encodeURIComponent(here)}`, page);
}

/** Undefined: nobody was sent here. A place is a path of this portal. */
export function wayBackOf(hash: string): `#${string}` | undefined {
  const from = partsOf(hash).query.get('from');
  return from?.startsWith('/') === true && !isMaintenanceAddress(`#${from}`) ? `#${from}` : undefined;
}
