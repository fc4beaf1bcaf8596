/** The stand-in as an HTTP server: the provider's own routes, and the page on which one chooses whom to be. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { CHOOSE_CSS, choosePage } from './choose-page.ts';
import { createProvider } from './create-provider.ts';
import { findPerson } from './people.ts';
import type { Settings } from './settings.ts';

const BODY_BYTES_MAX = 1_000;
const CHOOSE = /^\/choose\/([A-Za-z0-9_-]{1,64})$/;

export function buildIdp(settings: Settings): Server {
  const provider = createProvider(settings);
  const serve = provider.callback();
  const origins = [settings.portal, settings.console].flatMap((client) => (client === undefined ? [] : [new URL(client.redirectUri).origin]));
  const headers = {
    // The form's answer leads back to the portal, so its origin is named.
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return createServer((request, response) => {
    const uid = CHOOSE.exec(request.url ?? '')?.[1];
    if (request.url === '/choose.css') {
      response.writeHead(200, { ...headers, 'content-type': 'text/css; charset=utf-8' }).end(CHOOSE_CSS);
    } else if (uid === undefined) {
      request.headers.cookie = withoutSession(request.headers.cookie);
      void serve(request, response);
    } else {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      choose(provider, settings, { uid, request, response }).catch(() => {
        response
          .writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
          .end('This sign-in has ended. Go back to the portal and start again.');
      });
    }
  });
}

/** Everybody is asked whom to be, every time. Of a session of somebody else the library would make an end first, and of this sign-in with it. */
function withoutSession(cookies = ''): string {
  return cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith('_session'))
    .join('; ');
}

interface Choice {
  readonly uid: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The console is offered operators only, and the portal developers only. */
async function choose(provider: Provider, settings: Settings, { uid, request, response }: Choice): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const isConsole = settings.console !== undefined && params.client_id === settings.console.clientId;
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choosePage(uid, isConsole));
    return;
  }
  const chosen = findPerson((await readForm(request)).get('person') ?? '');
  const person = chosen !== undefined && (chosen.group !== undefined) === isConsole ? chosen : undefined;
  const result =
    person === undefined
      ? { error: 'access_denied', error_description: 'No person was chosen.' }
      : { login: { accountId: person.id, remember: false }, select_account: {} };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_BYTES_MAX) throw new RangeError('The form is too large.');
  }
  return new URLSearchParams(text);
}
