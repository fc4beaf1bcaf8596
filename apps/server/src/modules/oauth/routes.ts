/** The routes of the authorization server. Every path is listed; another path below the mount does not exist. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Locale } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { isDatabaseUnavailable } from '#platform/db/database-unavailable.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { pathOf } from '#platform/http/route-area.ts';
import { methodOf } from '#platform/http/route-rules.ts';
import { isUnstorableForm, unstorable } from '#platform/http/storable-text.ts';
import { InvalidRequest } from '#platform/http/validation.ts';
import { varyBy } from '#platform/http/vary-by.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { mtlsCallOf, noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { bypassSignIn } from './bypass-sign-in.ts';
import type { StartedInteraction } from './create-provider.ts';
import { endSession } from './end-session.ts';
import type { OAuthDeps } from './oauth-deps.ts';
import { type ErrorPageInput, errorPage, signedOutPage } from './pages.ts';
import { type OAuthVersion, PATHS, VERSION_2 } from './paths.ts';
import { applicationGone } from './refused-on-page.ts';
import { isKnownRealm, pageLocale, parseRequestContext, REALM } from './request-context.ts';
import { withoutFormPost, withoutFormPostMetadata } from './response-modes.ts';
import { type ProviderAnswer, type ProviderCallback, runProvider, toIncomingMessage } from './run-provider.ts';
import { DEVICE_HEADER } from './sign-in-result.ts';
import { jsonToForm } from './token-body.ts';
import { explainTokenError, INVALID_GRANT } from './token-errors.ts';
import { clientRefusalOf, isBankFailure, provenClientIdOf, tokenCallOf, writeTokenCall } from './token-family.ts';

/** One version of the authorization server. */
interface ServedVersion {
  readonly version: OAuthVersion;
  readonly started: WeakMap<IncomingMessage, StartedInteraction>;
  readonly failures: WeakMap<IncomingMessage, Error>;
  readonly provider: Provider;
  readonly callback: ProviderCallback;
}

const BODY_BYTES_MAX = 16 * 1024;
const NO_FORM = 'The Content-Type of the request is not accepted here. Send application/x-www-form-urlencoded or application/json.';
/** The request headers that oidc-provider sees. `Origin` is missing, because no cross-origin script may read its responses. */
const HEADERS_PASSED = ['accept', 'authorization', 'cookie', 'content-type', 'accept-language'] as const;
/** Headers that this server sets itself. */
const HEADERS_DROPPED = /^(?:content-length|access-control-.*|vary|content-security-policy)$/;

export async function registerOAuthRoutes(app: FastifyInstance, deps: OAuthDeps, of: ServedVersion): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      isUnstorableForm(text) ? done(unstorable('body')) : done(null, text),
    );
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
      bytes.length === 0 ? '' : jsonToForm(bytes),
    );
    scope.addContentTypeParser('*', async () => {
      throw new UiRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', NO_FORM);
    });
    const { version, provider } = of;
    const at = (path: string) => `${version.mount}${path}`;
    const served = {
      ...deps,
      ...of,
      originHeaders: originHeadersOf(provider.issuer),
      mtlsHeaders: originHeadersOf(deps.mtlsOrigin ?? provider.issuer),
    };
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerByProvider(served, request, reply);

    scope.get(at(version.authorization), answer);
    // OpenID Connect Core §3.1.2.1: the authorization request as a form.
    scope.post(at(version.authorization), { bodyLimit: BODY_BYTES_MAX }, (request, reply) => {
      requireForm(request);
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '').toString();
      const asQuery = [queryOf(request.url), form].filter((part) => part !== '').join('&');
      const address = `${at(version.authorization)}${asQuery === '' ? '' : `?${asQuery}`}`;
      // Our cookies are SameSite=Lax: the browser omits them from another site's form, but sends them with the redirect.
      if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect(address, 303);
      return answerByProvider(served, request, reply, { method: 'GET', address });
    });
    scope.get(at(`${version.authorization}/:uid`), answer);
    scope.get(at(version.jwks), answer);
    scope.post(at(version.token), { bodyLimit: BODY_BYTES_MAX }, answer);
    scope.post(at(version.revocation), { bodyLimit: BODY_BYTES_MAX }, answer);
    if (version.offersFapi) scope.post(at(version.pushedRequest), { bodyLimit: BODY_BYTES_MAX }, answer);
    for (const path of PATHS.discovery) {
      const onSend = async (_request: FastifyRequest, _reply: FastifyReply, payload: unknown) =>
        typeof payload === 'string' && payload !== '' ? withoutFormPostMetadata(payload) : payload;
      scope.get(at(path), { onSend }, answer);
      // RFC 8414 §3.1 appends the issuer's path to the well-known path; §5 does so for OpenID Connect's document, too.
      scope.get(`${path}${version.mount}`, { onSend, config: { rules: { area: 'oauth', readsCookies: false } } }, (request, reply) =>
        answerByProvider(served, request, reply, { method: 'GET', address: at(path) }),
      );
    }
    scope.get(at(version.endSession), (request, reply) => answerEndSession(deps, provider, request, reply));
    scope.post(at(version.endSession), { bodyLimit: BODY_BYTES_MAX }, (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '').toString();
      // The browser omits the bank's cookie from another site's form, but sends it with the redirect.
      return form === '' ? answerEndSession(deps, provider, request, reply) : reply.redirect(`${at(version.endSession)}?${form}`, 303);
    });
  });
}

interface ServedProvider extends OAuthDeps, ServedVersion {
  /** The origin that browsers use, in the headers that a proxy would set. */
  readonly originHeaders: OriginHeaders;
  /** The same for programs that call with a certificate. */
  readonly mtlsHeaders: OriginHeaders;
}

type OriginHeaders = Readonly<Record<'host' | 'x-forwarded-proto', string>>;

function originHeadersOf(url: string): OriginHeaders {
  const { host, protocol } = new URL(url);
  return { host, 'x-forwarded-proto': protocol.slice(0, -1) };
}

interface AskedOfProvider {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
}

async function answerByProvider(
  deps: ServedProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  { method, address }: AskedOfProvider = { method: methodOf(request), address: addressOf(request) },
): Promise<FastifyReply> {
  const isProgram = method === 'POST';
  const message = toIncomingMessage({
    method,
    originalUrl: withoutFormPost(address),
    mountPath: deps.version.mount,
    headers: headersPassed(deps, request, isProgram),
    body: isProgram ? tokenForm(request, deps.version) : undefined,
  });
  const mtlsCall = mtlsCallOf(request.raw);
  if (mtlsCall !== undefined) noteMtlsCall(message, mtlsCall);
  const answer = await runProvider(deps.callback, message);
  const provenClientId = provenClientIdOf(message);
  if (provenClientId !== undefined) noteProvenCaller(request, provenClientId);
  // Measured as the bank's failure. The request log is not that of the named client, which has proved nothing.
  else if (isBankFailure(message)) noteProvenCaller(request);
  const failure = deps.failures.get(message);
  if (failure !== undefined) {
    // Customers see an error page. Clients get our ordinary error body.
    if (isProgram) throw failure;
    if (!isDatabaseUnavailable(failure)) request.log.error({ err: failure }, 'The authorization server failed for a reason we did not foresee.');
  }
  reply.code(answer.status);
  writeHeaders(reply, answer.headers);
  if (answer.headers['content-language'] !== undefined) varyBy(reply, 'Accept-Language');
  if (isDatabaseUnavailable(failure)) reply.code(503).header('retry-after', '1');
  const call = tokenCallOf(message);
  if (call !== undefined && !(await writeTokenCall(deps, call))) return reply.code(400).send(INVALID_GRANT);
  const interaction = deps.started.get(message);
  if (interaction !== undefined) {
    const next = (await bypassSignIn(deps, deps.provider, interaction)) ?? (await openSignIn(deps, request, reply, interaction));
    if (next === undefined) {
      return sendErrorPage(deps, request, reply.removeHeader('location'), { error: applicationGone(), params: interaction.params });
    }
    return reply.removeHeader('content-type').redirect(next, 303);
  }
  // Browsers do not show the body of a redirect.
  if (answer.body === '' || answer.headers.location !== undefined) return reply.removeHeader('content-type').send();
  return reply.send(isProgram && answer.status >= 400 ? explainTokenError(answer.body, clientRefusalOf(message)) : answer.body);
}

/** The registered path with the query, because oidc-provider routes by the path again. */
function addressOf({ url, routeOptions: { url: route = '' }, params }: FastifyRequest): string {
  const uid = typeof params === 'object' && params !== null && 'uid' in params ? String(params.uid) : '';
  const query = queryOf(url);
  return `${route.replace(':uid', encodeURIComponent(uid))}${query === '' ? '' : `?${query}`}`;
}

/** With another media type a script of another site could send requests that no form can send. An empty form may omit the type. */
function requireForm({ headers: { 'content-type': type }, body }: FastifyRequest): void {
  if (body === undefined && type === undefined) return;
  if (/^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i.test(type ?? '')) return;
  throw new UiRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the authorization request as application/x-www-form-urlencoded.');
}

const queryOf = (url: string): string => url.slice(pathOf(url).length + 1);

async function answerEndSession(deps: OAuthDeps, provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const params = Object(request.query);
  try {
    const returnTo = await endSession(deps, provider, request, queryOf(request.url));
    if (returnTo !== undefined) return reply.redirect(returnTo, 303);
    const locale = pageLocale(params, request.headers['accept-language']);
    return sendPage(reply, 200, locale, signedOutPage({ ...deps.config, locale }));
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    return sendErrorPage(deps, request, reply, { error, params, asked: 'signOut' });
  }
}

interface ErrorToShow extends Pick<ErrorPageInput, 'asked'> {
  readonly error: errors.OIDCProviderError;
  /** Of the request; `ui_locales` decides the language. */
  readonly params: Readonly<Record<string, unknown>>;
}

function sendErrorPage(deps: OAuthDeps, request: FastifyRequest, reply: FastifyReply, { error, params, ...asked }: ErrorToShow): FastifyReply {
  const { error: code, error_description: description, name, statusCode } = error;
  const locale = pageLocale(params, request.headers['accept-language']);
  const page = errorPage({ ...deps.config, ...asked, locale, error: code, description, name, requestId: request.id });
  return sendPage(reply, statusCode, locale, page);
}

function sendPage(reply: FastifyReply, status: number, locale: Locale, page: string): FastifyReply {
  varyBy(reply, 'Accept-Language');
  return reply.code(status).type('text/html').header('content-language', locale).send(page);
}

/** Clients of version 1 send parameters in the body, the query, or both; oidc-provider refuses a parameter that appears twice. */
function tokenForm(request: FastifyRequest, version: OAuthVersion): string {
  const body = typeof request.body === 'string' ? request.body : '';
  if (version === VERSION_2) return body;
  const query = queryOf(request.url);
  const form = [body, query].filter((part) => part !== '').join('&');
  if (new URLSearchParams(form).getAll('realm').every(isKnownRealm)) return form;
  throw new InvalidRequest([{ text: `realm must be ${REALM}.` }]);
}

/** Undefined: the application was suspended or deleted after its request was accepted. */
async function openSignIn(
  deps: OAuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { uid, params }: StartedInteraction,
): Promise<string | undefined> {
  const app = typeof params.client_id === 'string' ? await deps.tppApps.findByClientId(params.client_id) : undefined;
  if (app === undefined) return undefined;
  return deps.openSignIn(request, reply, {
    purpose: 'authorization',
    id: uid,
    appId: app.appId,
    sandboxId: app.sandboxId,
    tppName: app.registeredName,
    tppApplicationName: app.clientName,
    ...(typeof params.fpgurl === 'string' ? { cancelTo: params.fpgurl } : {}),
    ...parseRequestContext(params, request.headers['accept-language']),
  });
}

function headersPassed({ originHeaders, mtlsHeaders, deviceOf }: ServedProvider, request: FastifyRequest, isProgram: boolean): IncomingHttpHeaders {
  // The target of a DPoP proof has the origin that was called (RFC 9449 §4.3).
  const origin = isProgram && mtlsCallOf(request.raw) !== undefined ? mtlsHeaders : originHeaders;
  const passed: IncomingHttpHeaders = { ...origin, 'x-request-id': request.id };
  const deviceKeyHash = deviceOf(request);
  if (deviceKeyHash !== undefined) passed[DEVICE_HEADER] = deviceKeyHash;
  for (const name of HEADERS_PASSED) {
    const value = request.headers[name];
    if (value !== undefined) passed[name] = value;
  }
  // A client always gets JSON, even when its library accepts HTML.
  if (isProgram) passed.accept = 'application/json';
  const { dpop } = request.headers;
  if (isProgram && typeof dpop === 'string') passed.dpop = dpop;
  return passed;
}

function writeHeaders(reply: FastifyReply, headers: ProviderAnswer['headers']): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || HEADERS_DROPPED.test(name)) continue;
    reply.header(name, name === 'set-cookie' ? [value].flat().map(String).filter(isKept) : value);
  }
}

/** Browser sessions of oidc-provider are not stored (no single sign-on), so its cookie would carry no information. */
const isKept = (cookie: string) => !cookie.replace(/^__Secure-/, '').startsWith(VERSION_2.cookies.session);
