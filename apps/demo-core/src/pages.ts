/**
 * The pages of the bank's own authentication, without scripts: `/authentication/{token}`, from which the bank's OpenID provider shows
 * `/openid/sign-in/{id}`, and `/app`, which plays the bank's app.
 */
import { randomBytes } from 'node:crypto';
import type { Authentication, Authentications } from './authentication.ts';
import { createOpenIdConfirmation } from './confirm-by-openid.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import type { Person } from './people.ts';
import type { BrowserSide, Page, Visit } from './serve.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

const COOKIE = 'core_attempt';
const ENDED: Page = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'This confirmation has ended. Go back to the bank and start again.',
};

export function openBrowserSide(authentications: Authentications, origin: string): BrowserSide {
  const client = { clientId: 'small-core', clientSecret: randomBytes(32).toString('base64url'), redirectUri: `${origin}/authentication/callback` };
  const provider = createOpenIdProvider(origin, client);
  const confirmation = createOpenIdConfirmation(provider.issuer, client);

  /** The customer of the form; undefined if this customer may not decide. */
  const personOf = (authentication: Authentication, form: URLSearchParams): Person | undefined =>
    authentications.peopleFor(authentication).find(({ customerId }) => customerId === form.get('customer'));
  const backOf = ({ asked }: Authentication): Page => seeOther(String(asked.returnAddress));

  async function openAuthentication(authentication: Authentication): Promise<Page> {
    // After the decision a customer who opens the page again is led on.
    if (authentication.state !== 'started') return backOf(authentication);
    const { address, state } = await confirmation.begin(authentication);
    return seeOther(address, { 'set-cookie': `${COOKIE}=${state}; Path=/authentication; HttpOnly; SameSite=Lax; Max-Age=600` });
  }

  async function takeAnswer({ request, target }: Visit): Promise<Page> {
    const state = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
    const confirmed = await confirmation.finish(new URL(target, origin), state).catch(() => undefined);
    if (confirmed === undefined) return ENDED;
    const { authentication, by } = confirmed;
    const wanted = authentication.asked.customerId;
    // The provider names no customer with a refusal. At a signature it was the one who was asked.
    if (by === undefined) authentications.refuse(authentication, typeof wanted === 'string' ? wanted : undefined);
    else if (wanted === undefined || wanted === by.customerId) authentications.approve(authentication, by.customerId, by.idToken);
    else authentications.refuse(authentication, by.customerId);
    return backOf(authentication);
  }

  async function signIn(visit: Visit): Promise<Page> {
    const { request, response, target, form } = visit;
    const state = await provider.stateOf(request, response).catch(() => undefined);
    const authentication = state === undefined ? undefined : confirmation.authenticationOf(state);
    if (authentication === undefined) return ENDED;
    if (request.method !== 'POST') return show('Small bank', question(authentication, authentications, target));
    const person = form.get('answer') === 'approve' ? personOf(authentication, form) : undefined;
    return seeOther(await provider.finish(request, response, person?.customerId));
  }

  function decideInApp(authentication: Authentication, form: URLSearchParams): Page {
    const person = personOf(authentication, form);
    if (person !== undefined && form.get('answer') === 'approve') authentications.approve(authentication, person.customerId);
    else if (person !== undefined) authentications.refuse(authentication, person.customerId);
    return seeOther('/app');
  }

  return {
    async openPage(visit) {
      const { request, target, form } = visit;
      if (target === '/app' && request.method === 'GET') return show('Small bank’s app', list(authentications));
      if (target.startsWith('/authentication/callback?')) return takeAnswer(visit);
      if (target.startsWith('/openid/sign-in/')) return signIn(visit);
      const [, place, token = ''] = /^\/(authentication|app)\/([\w-]{1,64})$/.exec(target) ?? [];
      const found = place === undefined ? undefined : authentications.byToken(token);
      if (found === undefined) return undefined;
      return place === 'app' && request.method === 'POST' ? decideInApp(found, form) : openAuthentication(found);
    },
    serveOpenId: provider.serve,
  };
}

const seeOther = (location: string, headers: Page['headers'] = {}): Page => ({ status: 303, headers: { ...headers, location }, body: '' });

function list(authentications: Authentications): string {
  const waiting = authentications.inApp();
  if (waiting.length === 0) return '<p>Nothing waits for you.</p>';
  return waiting.map((each) => question(each, authentications, `/app/${each.token}`)).join('<hr>');
}

function question(authentication: Authentication, authentications: Authentications, action: string): string {
  const { asked } = authentication;
  const people = authentications.peopleFor(authentication);
  const options = people.map(({ customerId, firstName, surname, name }) => {
    const who = name === `${firstName} ${surname}` ? name : `${firstName} ${surname}, ${name}`;
    return `<option value="${escapeHtml(customerId)}">${escapeHtml(who)}</option>`;
  });
  const code = typeof asked.controlCode === 'string' ? `<p>Code <strong>${escapeHtml(asked.controlCode)}</strong></p>` : '';
  const provider = typeof asked.provider === 'string' ? `<p>Asked by ${escapeHtml(asked.provider)}</p>` : '';
  return `<form method="post" action="${escapeHtml(action)}"><h1>${escapeHtml(String(asked.displayText))}</h1>${provider}${code}
<p><label>Person <select name="customer">${options.join('')}</select></label></p>
<p><button name="answer" value="approve">Confirm</button> <button name="answer" value="refuse">Refuse</button></p></form>`;
}

function show(title: string, content: string): Page {
  const style =
    'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}button,select{font:inherit;padding:.5rem 1rem}h1{font-size:1.25rem}';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style>`;
  return {
    status: 200,
    headers: HEADERS,
    body: `<!doctype html><html lang="en">${head}<main><p>${escapeHtml(title)} (an example)</p>${content}</main></html>`,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
