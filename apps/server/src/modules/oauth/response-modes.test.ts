import { describe, expect, it } from 'vitest';
import { withoutFormPost, withoutFormPostMetadata } from './response-modes.ts';

const PATH = '/api/v2/auth';
const NOT_OFFERED = 'response_mode=form_post_is_not_offered';

describe('the response mode form_post', () => {
  it.each([
    ['response_mode=form_post', NOT_OFFERED],
    ['response_mode=form_post.jwt', NOT_OFFERED],
    ['response%5Fmode=form%5Fpost', NOT_OFFERED],
    ['scope=openid&response_mode=form_post&state=a', `scope=openid&${NOT_OFFERED}&state=a`],
    ['response_mode=query&response_mode=form_post', `response_mode=query&${NOT_OFFERED}`],
  ])('is no mode, so that the request is refused: %s', (query, passed) => expect(withoutFormPost(`${PATH}?${query}`)).toBe(`${PATH}?${passed}`));

  it.each(['', '?', '?scope=openid&state=form_post', '?response_mode=query', '?state=a%20b&nonce=%3D', '?&&a'])(
    'is not seen in another request: %s',
    (query) => expect(withoutFormPost(PATH + query)).toBe(PATH + query),
  );

  it('is not named in the discovery document, of which the rest stays', () => {
    const document = JSON.stringify({ issuer: 'https://bank.example', response_modes_supported: ['form_post', 'fragment', 'query'] });
    expect(JSON.parse(withoutFormPostMetadata(document))).toEqual({
      issuer: 'https://bank.example',
      response_modes_supported: ['query', 'fragment'],
    });
  });

  it.each(['null', '"text"', '7'])('in a discovery document that is none stops it: %s', (document) =>
    expect(() => withoutFormPostMetadata(document)).toThrow('is no object'),
  );
});
