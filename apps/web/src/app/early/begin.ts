/**
 * The page's first script. It is inlined in the page (decision 0042) and runs while the browser parses the head, before the first paint. Only it
 * can read the fragment that early, so it requests at once what the address certainly needs. Nothing depends on it: the page itself later requests
 * what this script did not request, or what failed.
 */
import { FIRST_CONTENT_ID, IDENTITY_PATHS, RUNTIME_CONFIG_ID, STORAGE_KEYS } from '@portico/contract/values';
import { addressOf, HAS_SIDE_LIST, HOME_PATH, MENU_PATH, neighboursCall, operationCall } from '../../shared/early/early-addresses.ts';
import { callEarly } from '../../shared/early/early-calls.ts';
import { firstScript } from '../../shared/early/first-script.ts';
import { recordClick, waitUntilPainted, waitUntilParsed } from '../../shared/early/prerendered-page.ts';
import { decodeAddressPart } from '../../shared/page/decode-address-part.ts';

type Place = Pick<Location, 'search' | 'hash'>;

interface Bases {
  readonly apiBase: string;
  readonly contentBase: string;
  readonly identityBase: string;
}

/** Customers' pages, and the page that replaces the portal during maintenance. */
const NO_PORTAL = /[?&]m=(?:signing|cancelling)|^#\/maintenance\b/;
const LANDING = /^(?:#\/?)?(?:\?|$)/;
/** Only operation pages have two path segments: `{pageUrl}/{apiId}/{operationId}` (specification §2). */
const OPERATION = /^#\/[^/?]+\/([^/?]+)\/([^?]+)/;
/** The fonts of everything above the fold; the second constant is for addresses, fields and samples of an operation. */
const FONTS = ['1rem "Portico Text"', '500 1rem "Portico Display"'];
const MONO = '1rem "Portico Mono"';

/** Whether this is the prerendered landing page, opened at its own address. */
function isLandingPage({ hash }: Place, page: Document): boolean {
  return entryOf(page) !== undefined && LANDING.test(hash) && !NO_PORTAL.test(hash);
}

/** Requests scripts, styles and data in the order in which the page needs them. */
export function begin({ search, hash }: Place, page: Document): void {
  const written = page.getElementById(RUNTIME_CONFIG_ID)?.textContent;
  if (!written || NO_PORTAL.test(search) || NO_PORTAL.test(hash)) {
    fetchParts(page, 'entry');
    return;
  }
  showTheme(page);
  const { apiBase, contentBase, identityBase }: Bases = JSON.parse(written);
  const hasContent = page.getElementById(FIRST_CONTENT_ID) !== null;
  const isLanding = LANDING.test(hash);
  const operation = operationOf(hash);
  if (operation !== undefined) {
    const { path, query } = operationCall(operation);
    const url = addressOf(apiBase, path, query);
    firstScript().operation = { ...operation, url };
    callEarly(url);
  }
  // After the libraries, which the page waits for, and before the first paint: a text drawn in a fallback font is laid out twice.
  librariesOf(page)?.addEventListener('load', () => loadFonts(page, operation === undefined ? FONTS : [...FONTS, MONO]));
  fetchParts(page, 'entry', 'portal');
  if (!hasContent) callEarly(addressOf(contentBase, MENU_PATH));
  if (!hasContent && isLanding) callEarly(addressOf(contentBase, HOME_PATH));
  callEarly(addressOf(identityBase, IDENTITY_PATHS.session));
  if (isLanding) fetchParts(page, 'landing');
  if (operation === undefined) return;
  fetchParts(page, 'operation');
  if (!window.matchMedia(HAS_SIDE_LIST).matches) return;
  const { path, query } = neighboursCall(operation);
  callEarly(addressOf(apiBase, path, query));
}

/** The theme that the visitor chose for the portal, before the first paint. */
function showTheme(page: Document): void {
  try {
    const theme = localStorage.getItem(STORAGE_KEYS.theme);
    if (theme === 'light' || theme === 'dark') page.documentElement.dataset.theme = theme;
  } catch {
    // A browser that refuses storage has no choice stored.
  }
}

/**
 * Fetches the links that the build has marked (`build/first-script.ts`), the largest link of each part first. A browser sends six requests to
 * one origin at a time, so the largest files of all parts are among the first six.
 */
function fetchParts(page: Document, ...parts: readonly ('sight' | 'entry' | 'portal' | 'landing' | 'operation')[]): void {
  const links = parts.map((part) => Array.from(page.head.querySelectorAll<HTMLLinkElement>(`link[data-for=${part}]`)));
  const largest = links.flatMap(([first]) => first ?? []);
  for (const link of [...largest, ...links.flatMap(([, ...others]) => others)]) link.rel = link.dataset.rel ?? '';
}

function librariesOf(page: Document): HTMLLinkElement | null {
  return page.head.querySelector('link[data-for=entry]');
}

/** Loads the fonts if the styles that declare them have arrived. Without fonts the page is drawn anyway. */
function loadFonts({ fonts }: Document, names: readonly string[]): void {
  for (const name of names) fonts.load(name).catch(() => undefined);
}

/** The page's main script, on pages that do not start it with a script element. */
function entryOf(page: Document): string | undefined {
  return page.head.querySelector<HTMLLinkElement>('link[data-entry]')?.href;
}

/** The operation whose page the fragment names. */
function operationOf(hash: string): { apiId: string; operationId: string } | undefined {
  const [, apiId, operationId] = OPERATION.exec(hash)?.map((part) => decodeAddressPart(part) ?? part) ?? [];
  return apiId === undefined || operationId === undefined ? undefined : { apiId, operationId };
}

/** @param page the document whose head is being parsed */
export async function start(place: Place, page: Document): Promise<void> {
  if (isLandingPage(place, page)) {
    fetchParts(page, 'sight');
    recordClick();
    // The visitor already sees the drawn page, so its paint does not wait for the libraries.
    await waitUntilParsed(page);
    await waitUntilPainted();
  } else if (entryOf(page) !== undefined) page.documentElement.dataset.elsewhere = '';
  begin(place, page);
  const entry = entryOf(page);
  if (entry === undefined) return;
  await waitUntilParsed(page);
  await import(/* @vite-ignore */ entry);
}
