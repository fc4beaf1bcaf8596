import { describe, expect, it } from 'vitest';
import { customer } from '../../sca/testing/sca-harness.ts';
import { requestedDevice } from './requested-device.ts';

const mari = customer('cus_1', { authMethods: ['MOBILE_ID', 'EPARAKSTS_MOBILE', 'SMART_ID', 'CODE_CALCULATOR'] });
const OWN = '40504040001';
const every = () => true;

describe('the device of a decoupled request', () => {
  it.each([
    ['Smart-ID before Mobile-ID, without a type', OWN, undefined, { method: 'SMART_ID', isTheirs: true }],
    ['the method of the type', OWN, 'MOBILE_ID', { method: 'MOBILE_ID', isTheirs: true }],
    ['eParaksts mobile by its user number', '9000 0016', 'EPARAKSTS_MOBILE', { method: 'EPARAKSTS_MOBILE', isTheirs: true }],
    ['another person’s code', '50001029996', undefined, { method: 'SMART_ID', isTheirs: false }],
    ['another user number', '90000017', 'EPARAKSTS_MOBILE', { method: 'EPARAKSTS_MOBILE', isTheirs: false }],
    ['no phone method', OWN, 'CODE_CALCULATOR', undefined],
    ['an unknown type', OWN, 'NATIONAL_ID', undefined],
    ['a code with a wrong check digit', '40504040002', undefined, undefined],
    ['a user number as a code', '90000016', undefined, undefined],
    ['an empty text', ' ', undefined, undefined],
  ])('is found for %s', (_what, psuId, psuIdType, device) => {
    expect(requestedDevice({ psuId, psuIdType }, mari, every)).toEqual(device);
  });

  it('is one that the customer has and the bank offers, whether or not the identity is right', () => {
    const withMobileId = { ...mari, authMethods: ['MOBILE_ID'] as const };
    const offered = (method: string) => method === 'MOBILE_ID';
    for (const psuId of [OWN, '50001029996']) {
      expect(requestedDevice({ psuId, psuIdType: undefined }, withMobileId, every)).toMatchObject({ method: 'MOBILE_ID' });
      expect(requestedDevice({ psuId, psuIdType: undefined }, mari, offered)).toMatchObject({ method: 'MOBILE_ID' });
      expect(requestedDevice({ psuId, psuIdType: 'SMART_ID' }, withMobileId, every)).toBeUndefined();
    }
  });
});
