/** The body of a one-click request (RFC 8058 §3.2): `List-Unsubscribe=One-Click` as `multipart/form-data` or `application/x-www-form-urlencoded`. */

const FIELD = 'List-Unsubscribe';
const VALUE = 'One-Click';

/** True for this field alone. `contentType`: the header of the request, whose boundary a multipart body needs. */
export async function isOneClick(contentType: string | undefined, body: unknown): Promise<boolean> {
  if (contentType === undefined || !Buffer.isBuffer(body)) return false;
  const fields = await readForm(contentType, body);
  return fields.length === 1 && fields[0]?.[0] === FIELD && fields[0][1] === VALUE;
}

/** Empty for a body that is no such form. */
async function readForm(contentType: string, body: Buffer): Promise<readonly (readonly [string, unknown])[]> {
  try {
    return [...(await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData())];
  } catch {
    return [];
  }
}
