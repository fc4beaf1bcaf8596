import { describe, expect, it } from 'vitest';
import { InvalidRequest } from '#platform/http/validation.ts';
import { jsonToForm } from './token-body.ts';

const toForm = (text: string) => jsonToForm(Buffer.from(text));

describe('the JSON body of a token call', () => {
  it('is the form that it says, member by member', () => {
    expect(toForm('{"grant_type":"authorization_code","code":"a b&c=d"}')).toBe('grant_type=authorization_code&code=a+b%26c%3Dd');
  });

  it('may leave a member empty, or out by null', () => {
    expect(toForm('{"code":"","refresh_token":null,"client_id":"lumen"}')).toBe('code=&client_id=lumen');
    expect(toForm('{}')).toBe('');
  });

  it.each(['[]', '["code"]', 'null', '"code"', '7', 'true', ' '])('is refused unless it is an object: %s', (text) => {
    expect(() => toForm(text)).toThrow(new InvalidRequest([{ text: 'The body is not a JSON object. Send one object of texts.' }]));
  });

  it.each(['1', 'true', '["a"]', '{"a":"b"}'])('is refused with a member that is no text: %s', (value) => {
    expect(() => toForm(`{"client_id":"lumen","code":${value}}`)).toThrow(
      new InvalidRequest([{ text: 'code is not a text. Every member of the body is a text.' }]),
    );
  });

  it('is refused with a member said twice', () => expect(() => toForm('{"code":"a","code":"b"}')).toThrow(InvalidRequest));
});
