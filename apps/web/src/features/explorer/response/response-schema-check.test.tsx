import type { OperationBrief, SliceContent } from '@portico/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPart, press, settle } from '../../../shared/portal/testing/open-part.tsx';
import type { Answer } from '../request/outcome.ts';
import { ResponseSchemaCheck } from './response-schema-check.tsx';

const schema = { type: 'object', required: ['consentId'], properties: { consentId: { type: 'string' } } } as const;

const slice: OperationBrief = {
  ...{ apiId: 'consents', sectionTitle: 'Consents', list: 'main', version: '1', operationId: 'createConsent', method: 'POST', path: '/v1/consents' },
  ...{ summary: 'Ask for a consent', description: '', server: 'https://bank.example/api', isSendable: true, errors: [], changes: [] },
  ...{ security: [], securitySchemes: {}, parameters: [], $defs: {} },
  responses: [
    { status: '201', description: '', content: [{ mediaType: 'application/json', schema, examples: [] }] },
    { status: '204', description: '' },
  ],
};

const answer = (more: Partial<Answer> = {}): Answer => ({
  ...{ kind: 'answer' as const, status: 201, milliseconds: 1, bytes: 2, headers: [], mediaType: 'application/json', body: new Blob() },
  text: '{"consentId":"cns_1"}',
  ...more,
});

beforeAll(() => import('../schema/check-schema.ts'));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = async (with_: Partial<Answer> = {}) => {
  openPart(<ResponseSchemaCheck answer={answer(with_)} slice={slice} />);
  await settle();
};

describe('the check of an answer', () => {
  it('confirms an answer that matches its schema', async () => {
    await open();
    expect(screen.getByText('The response is as the document describes it.')).toBeDefined();
  });
  it.each([
    ['what is missing', '{}', /consentId/],
    ['that it is no JSON', '<html>', /promises JSON, and the response is none/],
    ['that nothing came', undefined, /promises JSON, and the response is none/],
  ])('reports %s', async (_name, text, words) => {
    await open({ text });
    expect(screen.getByText('The response differs from what the document describes.')).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
  });
  it.each([204, 500])('says that no body is described for %s', async (status) => {
    await open({ status });
    expect(screen.getByText(`The document describes no body for ${status}.`)).toBeDefined();
  });
  it('is loaded by Try again after it could not be loaded', async () => {
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded/);
    isOnLine.mockReturnValue(true);
    await press('Try again');
    await settle();
    expect(screen.getByText('The response is as the document describes it.')).toBeDefined();
  });
});

describe('an answer that no schema checks', () => {
  const described = (content: SliceContent): OperationBrief => ({ ...slice, responses: [{ status: '201', description: '', content: [content] }] });
  it.each([
    ['application/xml', { schema: { type: 'object' } }, /^Not checked: the document promises application\/xml/],
    ['text/csv', {}, /^Not checked: the document has no schema for text\/csv/],
  ])('of %s is said to be not checked', async (mediaType, more, words) => {
    openPart(<ResponseSchemaCheck answer={answer({ mediaType, text: '<a/>' })} slice={described({ mediaType, ...more })} />);
    await settle();
    expect(screen.getByText(words)).toBeDefined();
  });
  it('with a pattern that JavaScript does not accept is said to be checked in part', async () => {
    const odd = { mediaType: 'application/json; charset=utf-8', schema: { type: 'object', properties: { consentId: { pattern: '(?i)x' } } } };
    openPart(<ResponseSchemaCheck answer={answer()} slice={described(odd)} />);
    await settle();
    expect(screen.getByText(/as far as it was checked\. The pattern/)).toBeDefined();
  });
});
