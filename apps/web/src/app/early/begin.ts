/**
 * The first script of the page. It stands for itself and is small: what the address is certain to need is asked for while the libraries are
 * on their way. Nothing depends on it: what it did not ask for, or what failed, is asked for in its time.
 */
import { FIRST_CONTENT_ID, RUNTIME_CONFIG_ID } from '@portico/contract/values';
import { callEarly } from '../../shared/early/early-calls.ts';
import { hasFirstSight, painted, parsed, rememberPress } from '../../shared/early/first-sight.ts';

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

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

/** @param hasContent the page brings menu and landing page along */
export function begin({ pathname, search, hash }: Place, written: string | null | undefined, hasContent = false): void {
  // The bank's own pages share this file, and begin by themselves.
  if (pathname !== '/' || !written || NO_PORTAL.test(search) || NO_PORTAL.test(hash)) return;
  const { apiBase, contentBase, identityBase }: Bases = JSON.parse(written);
  import('../portal-app.tsx').catch(() => undefined);
  const [, apiId, operationId] = OPERATION.exec(hash) ?? [];
  if (apiId !== undefined && operationId !== undefined)
    callEarly(`${apiBase}/specs/${recoded(apiId)}/operation?${new URLSearchParams({ id: decoded(operationId), brief: 'true' })}`);
  if (LANDING.test(hash)) import('../landing-page.tsx').catch(() => undefined);
  if (!hasContent) callEarly(`${contentBase}/dev-portal-menu`);
  if (!hasContent && LANDING.test(hash)) callEarly(`${contentBase}/homepage.json`);
  callEarly(`${identityBase}/session`);
}

const recoded = (part: string) => encodeURIComponent(decoded(part));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function start(): void {
  begin(window.location, document.getElementById(RUNTIME_CONFIG_ID)?.textContent, document.getElementById(FIRST_CONTENT_ID) !== null);
  // Beside the landing page as the server draws it nothing is fetched or begun by the page itself (`build/first-sight.ts`). Content lies in the body.
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset.rel ?? '';
  const entry = document.head.querySelector<HTMLLinkElement>('link[data-entry]')?.href;
  if (entry !== undefined) void import(/* @vite-ignore */ entry);
}

async function startInTime(): Promise<void> {
  await parsed();
  if (hasFirstSight()) {
    rememberPress();
    // Who sees something already is not kept waiting for its paint by the libraries.
    await painted();
  }
  start();
}

void startInTime();
