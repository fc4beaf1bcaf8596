import { APPROVAL_SECONDS } from '@portico/contract/values';
import { describe, expect, it } from 'vitest';
import { resultFor, signedIn } from './sign-in-result.ts';

const OWNER = { sandboxId: 'sbx_one', customerId: 'cus_mari' };
const completedAt = new Date('2026-11-20T12:00:00.000Z');
const after = (seconds: number) => new Date(completedAt.getTime() + seconds * 1000);
const inBrowser = signedIn(OWNER, ['SMART_ID'], 'p', { deviceKeyHash: 'device', completedAt });
const withoutPage = signedIn(OWNER, ['SMART_ID'], 'p');
/** A minute before the end of the sign-in. */
const iat = completedAt.getTime() / 1000 - 60;
const denied = { error: 'access_denied', error_description: expect.any(String) };

describe('the result of a completed sign-in', () => {
  it.each([
    ['at once', 0],
    ['in the last moment', APPROVAL_SECONDS - 0.001],
    ['by a clock that is behind', -1],
  ])('is valid in its browser %s', (_when, seconds) => {
    expect(resultFor(inBrowser, { iat, deviceKeyHash: 'device', now: after(seconds) })).toBe(inBrowser);
  });

  it.each([
    ['another browser', inBrowser, 'other', 0],
    ['a browser without a device', inBrowser, undefined, 0],
    ['a browser whose device is empty', inBrowser, '', 0],
    ['its browser after five minutes', inBrowser, 'device', APPROVAL_SECONDS],
    ['any browser five minutes after the request, when no device was asked', withoutPage, undefined, APPROVAL_SECONDS - 60],
    ['its browser five minutes after the request, without a time', { ...inBrowser, completedAt: undefined }, 'device', APPROVAL_SECONDS - 60],
  ])('is access_denied in %s', (_where, result, deviceKeyHash, seconds) => {
    expect(resultFor(result, { iat, deviceKeyHash, now: after(seconds) })).toEqual(denied);
  });

  it('is valid in any browser for five minutes after the request when no device was asked', () => {
    expect(resultFor(withoutPage, { iat, deviceKeyHash: undefined, now: after(APPROVAL_SECONDS - 61) })).toBe(withoutPage);
  });

  it('is access_denied without any time', () => {
    expect(resultFor(withoutPage, { iat: undefined, deviceKeyHash: undefined, now: completedAt })).toEqual(denied);
  });

  it('stays a refusal when it is one', () => {
    const refused = { error: 'access_denied', error_description: 'The customer did not sign in.' };
    expect(resultFor(refused, { iat, deviceKeyHash: undefined, now: after(86_400) })).toBe(refused);
  });
});
