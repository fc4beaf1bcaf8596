import { afterEach, describe, expect, it } from 'vitest';
import { goToMaintenance, isMaintenanceAddress, localeOfAddress, wayBackOf, writeLocale } from './maintenance-address.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

describe('the address of the maintenance page', () => {
  it.each(['#/maintenance', '#/maintenance/', '#/maintenance?lang=et', '#/maintenance?from=%2Ftokens'])('is %s', (hash) => {
    expect(isMaintenanceAddress(hash)).toBe(true);
  });
  it.each(['', '#/', '#/maintenances', '#/x/maintenance', '#/?maintenance', '#maintenance', '#/Maintenance'])('is not %s', (hash) => {
    expect(isMaintenanceAddress(hash)).toBe(false);
  });

  it.each([
    ['?lang=et', 'et'],
    ['?lang=LT', 'lt'],
    ['?x=1&lang=Ru', 'ru'],
    ['?lang=lv&lang=et', 'lv'],
    ['', 'en'],
    ['?lang=', 'en'],
    ['?lang=fi', 'en'],
    ['?lang=et-EE', 'en'],
    ['?lang=estonian', 'en'],
    ['?LANG=et', 'en'],
    ['?lang=constructor', 'en'],
  ])('%s selects %s', (query, locale) => {
    expect(localeOfAddress(`#/maintenance${query}`)).toBe(locale);
  });

  it('keeps its other parameters and the history state when the language changes', () => {
    window.history.replaceState({ kept: 1 }, '', '/#/maintenance?from=%2Ftokens&lang=et');
    writeLocale(window, 'ru');
    expect([window.location.hash, window.history.state]).toEqual(['#/maintenance?from=%2Ftokens&lang=ru', { kept: 1 }]);
  });

  it.each([
    ['#/tokens', '#/tokens'],
    ['#/api-explorer/login/auth?x=1&m=login', '#/api-explorer/login/auth?x=1&m=login'],
    ['', undefined],
    ['#/', undefined],
  ])('keeps the visitor’s address for the way back: %s', (hash, back) => {
    const sent: string[] = [];
    goToMaintenance({ location: { ...window.location, hash, replace: (to) => void sent.push(String(to)) } });
    expect(sent.map(wayBackOf)).toEqual([back]);
  });

  it('does not redirect to itself', () => {
    const sent: string[] = [];
    goToMaintenance({ location: { ...window.location, hash: '#/maintenance?lang=et', replace: (to) => void sent.push(String(to)) } });
    expect(sent).toEqual([]);
  });

  it.each(['https%3A%2F%2Fevil.example', 'javascript%3Aalert(1)', '', '%2Fmaintenance', '%2Fmaintenance%3Ffrom%3D%252F'])(
    'has no way back for from=%s',
    (from) => {
      expect(wayBackOf(`#/maintenance?from=${from}`)).toBeUndefined();
    },
  );
});
