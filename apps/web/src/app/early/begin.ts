/**
 * The first script of the page. It stands in the page itself (decision 0042) and runs while the browser reads the page's head, before anything
 * is painted: it alone knows what the fragment names. What the address is certain to need is asked for at once. Nothing depends on it: what it
 * did not ask for, or what failed, is asked for in its time.
 */
import { FIRST_CONTENT_ID, IDENTITY_PATHS, RUNTIME_CONFIG_ID } from '@portico/contract/values';
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

/** Customers' pages, and the one that stands in for the portal. */
const NO_PORTAL = /[?&]m=(?:signing|cancelling)|^#\/maintenance\b/;
const LANDING = /^(?:#\/?)?(?:\?|$)/;
/** Only the pages of operations lie so deep: `{pageUrl}/{apiId}/{operationId}` (specification §2). */
const OPERATION = /^#\/[^/?]+\/([^/?]+)\/([^?]+)/;
/** In which everything is written that is seen first; and addresses, fields and samples of an operation. */
const FONTS = ['1rem "Portico Text"', '500 1rem "Portico Display"'];
const MONO = '1rem "Portico Mono"';

/** Whether this script runs in the page that the server has drawn, at its address. */
function isLandingPage({ hash }: Place, page: Document): boolean {
  return entryOf(page) !== undefined && LANDING.test(hash) && !NO_PORTAL.test(hash);
}

/** Asks for scripts, styles and answers, in the order in which the page needs them. */
export function begin({ search, hash }: Place, page: Document): void {
  const written = page.getElementById(RUNTIME_CONFIG_ID)?.textContent;
  if (!written || NO_PORTAL.test(search) || NO_PORTAL.test(hash)) {
    fetchParts(page, 'entry');
    return;
  }
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
  // After the libraries, for which the page waits, and in time for its first picture: what is laid out in another font is laid out twice.
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

/**
 * What the build has named for them (`build/first-script.ts`), of each part the largest first. Of one origin a browser asks for six things at
 * once: the largest of all parts are among them.
 */
function fetchParts(page: Document, ...parts: readonly ('sight' | 'entry' | 'portal' | 'landing' | 'operation')[]): void {
  const links = parts.map((part) => Array.from(page.head.querySelectorAll<HTMLLinkElement>(`link[data-for=${part}]`)));
  const largest = links.flatMap(([first]) => first ?? []);
  for (const link of [...largest, ...links.flatMap(([, ...others]) => others)]) link.rel = link.dataset.rel ?? '';
}

function librariesOf(page: Document): HTMLLinkElement | null {
  return page.head.querySelector('link[data-for=entry]');
}

/** As far as the styles that name them have come. Without them the page is drawn all the same. */
function loadFonts({ fonts }: Document, names: readonly string[]): void {
  for (const name of names) fonts.load(name).catch(() => undefined);
}

/** The page's own script, where the page does not start it by itself. */
function entryOf(page: Document): string | undefined {
  return page.head.querySelector<HTMLLinkElement>('link[data-entry]')?.href;
}

/** The operation whose page the fragment names. */
function operationOf(hash: string): { apiId: string; operationId: string } | undefined {
  const [, apiId, operationId] = OPERATION.exec(hash)?.map((part) => decodeAddressPart(part) ?? part) ?? [];
  return apiId === undefined || operationId === undefined ? undefined : { apiId, operationId };
}

/** @param page whose head is being read */
export async function start(place: Place, page: Document): Promise<void> {
  if (isLandingPage(place, page)) {
    fetchParts(page, 'sight');
    recordClick();
    // Who sees something already is not kept waiting for its paint by the libraries.
    await waitUntilParsed(page);
    await waitUntilPainted();
  } else if (entryOf(page) !== undefined) page.documentElement.dataset.elsewhere = '';
  begin(place, page);
  const entry = entryOf(page);
  if (entry === undefined) return;
  await waitUntilParsed(page);
  await import(/* @vite-ignore */ entry);
}
