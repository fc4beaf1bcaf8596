import application from '@portico/contract/recorded/application';
import { describe, expect, it } from 'vitest';
import { fillCollection } from './fill-collection.ts';

const customer = { access_token: 'token-1' };
const variable = (key: string, value = '') => ({ key, value, type: 'string' });
const { body } = application;
const valuesOf = (collection: unknown) =>
  Object.fromEntries(Object(collection).variable.map(({ key, value }: { key: string; value: string }) => [key, value]));

describe('the collection with values', () => {
  const names = ['clientId', 'clientSecret', 'redirectUri', 'returnAddress', 'accessToken'];
  const collection = {
    info: { name: 'x' },
    item: [1],
    variable: [variable('baseUrl', 'https://bank.example/api'), ...names.map((name) => variable(name))],
  };

  it('has those of the application and of the test customer, and no secret', () => {
    const filled = fillCollection(collection, { application: body, customer });
    expect(valuesOf(filled)).toEqual({
      baseUrl: 'https://bank.example/api',
      clientId: body.clientId,
      clientSecret: '',
      redirectUri: body.redirectionUris[0],
      returnAddress: body.redirectionUris[0],
      accessToken: 'token-1',
    });
    expect(filled).toMatchObject({ info: { name: 'x' }, item: [1] });
  });

  it('has no token without a test customer', () => {
    expect(valuesOf(fillCollection(collection, { application: body, customer: undefined })).accessToken).toBe('');
  });

  it.each([null, [], 'x', {}, { variable: 'x' }])('is %j unchanged', (other) => {
    expect(fillCollection(other, { application: body, customer: undefined })).toBe(other);
  });
});
