import type { OperationSlice, SliceParameter } from '@portico/contract';
import { FORM_TYPE } from '@portico/contract/wire';
import { describe, expect, it } from 'vitest';
import { fieldsOfSent, initialFields } from '../../form/initial-fields.ts';
import type { RequestBody } from '../build-request.ts';
import type { Outcome } from '../outcome.ts';
import { BODY_LENGTH_MAX, describeSent, KEPT_LENGTH_MAX, KEPT_MAX, readSent, type SentRequest, writeSent } from './sent-request.ts';

const parameter = (place: SliceParameter['in'], name: string): SliceParameter => ({ in: place, name, required: false, schema: {} });
const slice: OperationSlice = {
  apiId: 'consents',
  sectionTitle: 'Consents',
  list: 'main',
  version: '1',
  operationId: 'createConsent',
  method: 'POST',
  path: '/v1/consents/{consentId}',
  summary: 'Ask for a consent',
  description: '',
  server: 'https://bank.example/api',
  isSendable: true,
  security: [],
  securitySchemes: {},
  parameters: [
    parameter('path', 'consentId'),
    parameter('query', 'from'),
    parameter('query', 'code'),
    parameter('query', 'state'),
    parameter('header', 'X-Request-ID'),
    parameter('header', 'Authorization'),
    parameter('header', 'Note'),
  ],
  responses: [],
  errors: [],
  changes: [],
  $defs: {},
};
const CANARIES = ['canary-token-1', 'canary-secret-2', 'canary-code-3', 'canary-typed-4', 'canary-password-5'] as const;
const [TOKEN, SECRET, CODE, TYPED, PASSWORD] = CANARIES;
const answer: Outcome = {
  kind: 'answer',
  status: 201,
  milliseconds: 141.6,
  bytes: 0,
  headers: [['x-request-id', 'r-1']],
  mediaType: '',
  text: `{"access_token":"${TOKEN}"}`,
  body: new Blob(),
};

function describeOne(values: Readonly<Record<string, string>>, body?: RequestBody, outcome = answer): SentRequest {
  return describeSent({
    id: 's-1',
    owner: 'mari\ncustomer-1',
    at: '2026-11-21T20:00:00.000Z',
    pageUrl: '/api-explorer',
    parts: { slice, values: new Map(Object.entries(values)), body },
    outcome,
    secrets: [TOKEN, SECRET, CODE],
  });
}

describe('a stored request', () => {
  it('has method, path, outcome, duration and X-Request-ID', () => {
    const sent = describeOne({ 'path:consentId': 'cns_1', 'query:from': 'a b', 'header:X-Request-ID': 'r-0' }, undefined);
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/consents/cns_1?from=a b', outcome: 201, milliseconds: 142, requestId: 'r-1' });
    expect(sent.values).toEqual({ 'path:consentId': 'cns_1', 'query:from': 'a b' });
    expect(sent.isIncomplete).toBe(false);
  });
  it('without an answer has the reason and the X-Request-ID it was sent with', () => {
    const sent = describeOne({ 'header:X-Request-ID': 'r-0' }, undefined, { kind: 'noAnswer', reason: 'timeout', milliseconds: 60_000 });
    expect(sent).toMatchObject({ outcome: 'timeout', requestId: 'r-0' });
  });
  it('holds no token, secret, code or password from any field', () => {
    const values = {
      'path:consentId': `cns_${TOKEN}`,
      'query:from': SECRET,
      'query:code': TYPED,
      'query:state': TYPED,
      'header:X-Request-ID': CODE,
      'header:Authorization': `Bearer ${TYPED}`,
      'header:Note': `Basic ${TYPED}`,
    };
    const bodies = [
      { mediaType: 'application/json', text: JSON.stringify({ password: PASSWORD, client_secret: TYPED, deep: [{ id_token: TYPED, note: TOKEN }] }) },
      { mediaType: FORM_TYPE, text: `code=${CODE}&client_secret=${TYPED}&password=${PASSWORD}&note=${SECRET}` },
      { mediaType: 'application/json', text: `{"password": "${PASSWORD}` },
      { mediaType: 'application/json', text: JSON.stringify(PASSWORD.repeat(BODY_LENGTH_MAX / PASSWORD.length + 1)) },
    ];
    for (const body of bodies) {
      const sent = describeOne(values, body, { kind: 'noAnswer', reason: 'cancelled', milliseconds: 1 });
      const stored = writeSent([sent]);
      for (const canary of CANARIES) expect(decodeURIComponent(stored)).not.toContain(canary);
      expect(sent.isIncomplete).toBe(true);
    }
  });
});

describe('the fields of a stored request', () => {
  const sent = describeOne({ 'path:consentId': 'cns_1', 'header:X-Request-ID': 'r-1' }, { mediaType: 'application/json', text: '{"a":1}' });

  it('are restored, empty ones included, without secrets and request ids', () => {
    const { values, body, mediaType } = fieldsOfSent(slice, sent, false);
    expect(Object.fromEntries(values)).toEqual({ 'path:consentId': 'cns_1', 'query:from': '', 'header:Note': '' });
    expect([mediaType, body]).toEqual(['application/json', '{"a":1}']);
  });
  it('include the X-Request-ID when the same id is wanted', () => {
    expect(fieldsOfSent(slice, sent, true).values.get('header:X-Request-ID')).toBe('r-1');
  });
  it('are found by the id in the address, on the page of their operation only', () => {
    const search = new URLSearchParams({ sent: 's-1' });
    const stored = writeSent([sent]);
    expect(initialFields(slice, search, stored).body).toBe('{"a":1}');
    expect(initialFields({ ...slice, operationId: 'other' }, search, stored).body).toBeUndefined();
    expect(initialFields(slice, search, undefined).body).toBeUndefined();
  });
});

describe('the stored history', () => {
  const one = describeOne({});

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['something else', '{"a":1}'],
    [
      'entries of another form',
      JSON.stringify([{ ...one, outcome: 'exploded' }, { ...one, values: { a: 1 } }, { ...one, at: 'yesterday' }, null, 7]),
    ],
  ])('is read as empty when it is %s', (_what, text) => {
    expect(readSent(text)).toEqual([]);
  });
  it('is read back unchanged', () => {
    const sent = describeOne({ 'path:consentId': 'ž "1"' }, { mediaType: 'application/json', text: '{"a":"\\u0000"}' });
    expect(readSent(writeSent([sent]))).toEqual([sent]);
  });
  it('keeps the newest requests of each customer, also when another sends many', () => {
    const many = Array.from({ length: KEPT_MAX + 5 }, (_, place) => ({ ...one, id: String(place) }));
    const kept = readSent(writeSent([...many, { ...one, id: 'other', owner: 'mari\ncustomer-2' }]));
    expect(kept).toHaveLength(KEPT_MAX + 1);
    expect(kept[0]?.id).toBe('0');
    expect(kept.at(-1)?.id).toBe('other');
  });
  it('stays within the storage limit of a browser', () => {
    const large = { ...one, body: { mediaType: 'application/json', text: JSON.stringify('x'.repeat(BODY_LENGTH_MAX - 2)) } };
    expect(writeSent(Array.from({ length: KEPT_MAX }, () => large)).length).toBeLessThanOrEqual(KEPT_LENGTH_MAX);
  });
});
