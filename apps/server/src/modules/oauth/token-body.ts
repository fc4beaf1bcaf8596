/** The token call's JSON body (specification's sample of version 2) as the form text that RFC 6749 knows. */
import { InvalidRequest } from '#platform/http/validation.ts';

/** @throws InvalidRequest (400 `invalid_request`) unless it is one flat object of texts. */
export function jsonToForm(text: string): string {
  const body = parse(text);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal('The body is not valid JSON. Correct it and send the request again.');
    throw error;
  }
}

function refusal(text: string): InvalidRequest {
  return new InvalidRequest([{ text }]);
}
