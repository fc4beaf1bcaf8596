/** The token call's JSON body (specification's sample of version 2) as the form text that RFC 6749 knows. */
import { readJsonBody } from '#platform/http/json-body.ts';
import { InvalidRequest } from '#platform/http/validation.ts';

/** @throws InvalidRequest (400 `invalid_request`) unless it is one flat object of texts, each said once (RFC 6749 §3.2). */
export function jsonToForm(bytes: Buffer): string {
  const body = readJsonBody(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal('The body is not a JSON object. Send one object of texts.');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    // Left out: the samples carry every member, the unused ones empty.
    if (value === null) continue;
    if (typeof value !== 'string') throw refusal(`${name} is not a text. Every member of the body is a text.`);
    form.append(name, value);
  }
  return form.toString();
}

function refusal(text: string): InvalidRequest {
  return new InvalidRequest([{ text }]);
}
