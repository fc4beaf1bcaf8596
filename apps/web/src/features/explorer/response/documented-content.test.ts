import type { SliceResponse } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { documentedContent } from './documented-content.ts';

const json = (name: string) => ({ mediaType: 'application/json', schema: { title: name } });
const responses: SliceResponse[] = [
  { status: '200', description: '', content: [{ mediaType: 'text/plain' }, json('200')] },
  { status: '4XX', description: '', content: [json('4XX')] },
  { status: 'default', description: '', content: [json('default')] },
];
const promised = (status: number, mediaType = 'application/json', of = responses) => documentedContent({ responses: of }, { status, mediaType });

describe('what the document promises for an answer', () => {
  it.each([
    [200, '200'],
    [404, '4XX'],
    [503, 'default'],
  ])('of %i is the entry %s', (status, title) => {
    expect(promised(status)?.schema).toEqual({ title });
  });
  it('is the entry of its media type, else the one with a schema', () => {
    expect(promised(200, 'text/plain')).toEqual({ mediaType: 'text/plain' });
    expect(promised(200, 'text/html')?.schema).toEqual({ title: '200' });
  });
  it('is nothing where the document says nothing', () => {
    expect(promised(204, '', [])).toBeUndefined();
    expect(promised(204, '', [{ status: '204', description: '' }])).toBeUndefined();
  });
});
