import { describe, expect, it } from 'vitest';
import { numericQuestion, type OcraSuite, ocra } from './ocra.ts';

/** RFC 6287, appendix C: the keys of its test values. */
const KEY_20 = Buffer.from('12345678901234567890');
const KEY_32 = Buffer.from('12345678901234567890123456789012');

describe('a response, by the test values of RFC 6287', () => {
  const oneWay: OcraSuite = { name: 'OCRA-1:HOTP-SHA1-6:QN08', hash: 'sha1', digits: 6 };
  it.each([
    ['00000000', '237653'],
    ['11111111', '243178'],
    ['22222222', '653583'],
    ['33333333', '740991'],
    ['44444444', '608993'],
    ['55555555', '388898'],
    ['66666666', '816933'],
    ['77777777', '224598'],
    ['88888888', '750600'],
    ['99999999', '294470'],
  ])('to %s is %s (C.1, one-way challenge-response)', (question, response) => {
    expect(ocra(oneWay, KEY_20, numericQuestion(question))).toBe(response);
  });

  const signature: OcraSuite = { name: 'OCRA-1:HOTP-SHA256-8:QA08', hash: 'sha256', digits: 8 };
  it.each([
    ['SIG10000', '53095496'],
    ['SIG11000', '04110475'],
    ['SIG12000', '31331128'],
    ['SIG13000', '76028668'],
    ['SIG14000', '46554205'],
  ])('to %s is %s (C.3, plain signature)', (question, response) => {
    expect(ocra(signature, KEY_32, Buffer.from(question).toString('hex'))).toBe(response);
  });
});
