/** The pages of the bank's own authentication, without scripts: `/authentication/{token}`, and `/app`, which plays the bank's app. */
import type { Authentication, Authentications } from './authentication.ts';
import type { Page } from './serve.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

/** Undefined: no such page. */
export function openPages(authentications: Authentications): (method: string, path: string, form: URLSearchParams) => Page | undefined {
  const decide = (authentication: Authentication, form: URLSearchParams): boolean => {
    const person = authentications.peopleFor(authentication).find(({ customerId }) => customerId === form.get('customer'));
    if (person === undefined || authentication.state !== 'started') return false;
    authentications.decide(authentication, person, form.get('answer') === 'approve');
    return true;
  };
  return (method, path, form) => {
    if (path === '/app' && method === 'GET') return show('Small bank’s app', list(authentications));
    const [, place, token = ''] = /^\/(authentication|app)\/([\w-]{1,64})$/.exec(path) ?? [];
    const found = place === undefined ? undefined : authentications.byToken(token);
    if (place === undefined || found === undefined) return undefined;
    const { returnAddress } = found.asked;
    const back = place === 'app' ? '/app' : String(returnAddress);
    if (method === 'POST') {
      decide(found, form);
      return { status: 303, headers: { location: back }, body: '' };
    }
    // After the decision a customer who opens the page again is led on.
    if (found.state !== 'started') return { status: 303, headers: { location: back }, body: '' };
    return show('Small bank', question(found, authentications, path));
  };
}

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
