/** What the panel never shows in full: whoever looks at a shared screen must not be able to use it. */

const SECRET_NAMES: ReadonlySet<string> = new Set(['client_secret', 'code', 'code_verifier', 'access_token', 'id_token', 'refresh_token', 'token']);
/** The bank's signing link: its last segment opens the signing page. */
const SIGNING_LINK = /(\/bank\/sca\/)([\w-]+)/g;

function maskSecret(secret: string): string {
  return `••••••••${secret.length > 16 ? ` (${secret.length} characters)` : ''}`;
}

export function maskHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) {
    const [scheme = '', ...rest] = value.split(' ');
    if (name === 'authorization') shown[name] = `${scheme} ${maskSecret(rest.join(' '))}`;
    else shown[name] = name === 'cookie' || name === 'set-cookie' ? maskSecret(value) : maskLinks(value);
  }
  return shown;
}

/** JSON, form or other text; unreadable JSON is shown as it came. */
export function maskBody(text: string, contentType: string): string {
  if (contentType.includes('x-www-form-urlencoded')) {
    return [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${SECRET_NAMES.has(name) ? maskSecret(value) : value}`).join('\n');
  }
  const parsed = contentType.includes('json') ? parseJson(text) : undefined;
  return maskLinks(parsed === undefined ? text : JSON.stringify(parsed, hideSecrets, 2));
}

/** A URL with the secrets of its query hidden. */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  for (const name of [...url.searchParams.keys()]) if (SECRET_NAMES.has(name)) url.searchParams.set(name, 'hidden');
  return maskLinks(url.href);
}

const maskLinks = (text: string) => text.replaceAll(SIGNING_LINK, '$1••••••••');

function hideSecrets(name: string, value: unknown): unknown {
  return SECRET_NAMES.has(name) && typeof value === 'string' ? maskSecret(value) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
