import { describe, expect, it } from 'vitest';
import { fileParts, serializeBody, withPart } from './serialize-body.ts';

const XML = '<Document>\r\n</Document>\r\n';
const content = { mediaType: 'multipart/form-data', encoding: { order: { isFile: true as const, contentType: 'application/xml' }, note: {} } };

describe('a file as a part of a multipart body', () => {
  it('is a part whose encoding says so', () => {
    expect(fileParts(content)).toEqual(['order']);
  });
  it.each(['application/json', 'application/x-www-form-urlencoded'])('does not exist in a body of the type %s', (mediaType) => {
    expect(fileParts({ ...content, mediaType })).toEqual([]);
  });
  it('goes out as it was read, also its line ends', () => {
    const { text } = serializeBody(content, withPart('{"note":"rent"}', 'order', XML));
    expect(text).toContain(`filename="order"\r\nContent-Type: application/xml\r\n\r\n${XML}\r\n--`);
    expect(text).toContain('name="note"\r\n\r\nrent\r\n');
  });
  it('keeps every digit of the other parts', () => {
    expect(withPart('{"amount":1.00,"reference":90071992547409931}', 'order', 'x')).toBe(
      '{\n  "amount": 1.00,\n  "reference": 90071992547409931,\n  "order": "x"\n}',
    );
  });
  it.each(['', 'not JSON', '[1]', 'null'])('replaces the text %j, which has no parts', (text) => {
    expect(JSON.parse(withPart(text, 'order', 'x'))).toEqual({ order: 'x' });
  });
  it.each(['__proto__', 'toString'])('may have the name %s', (name) => {
    expect(withPart('{}', name, 'x')).toBe(`{\n  "${name}": "x"\n}`);
  });
});
