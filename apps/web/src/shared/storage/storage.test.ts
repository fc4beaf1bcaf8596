import { describe, expect, it } from 'vitest';
import { createBrowserStorage } from './browser-storage.ts';
import { moveQueryIntoHash } from './initial-query.ts';

describe('the stored keys', () => {
  it('have the names and the storage of the specification', () => {
    const storage = createBrowserStorage(window);
    storage.signingId.write('s-1');
    storage.signingTerminated.write('true');
    storage.currentFallbackUser.write('u');
    storage.hideNotification.write('1');
    expect(window.sessionStorage.getItem('signing-id')).toBe('s-1');
    expect(window.sessionStorage.getItem('signing-terminated')).toBe('true');
    expect(window.localStorage.getItem('current-fallback-user')).toBe('u');
    expect(window.localStorage.getItem('hideNotification')).toBe('1');
    storage.signingId.clear();
    expect(storage.signingId.read()).toBeUndefined();
    expect(window.sessionStorage.getItem('signing-id')).toBeNull();
  });
  it('have the new value when the storage is full', () => {
    let isFull = false;
    const kept = new Map<string, string>();
    const area = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        kept.set(key, value);
      },
      removeItem: (key: string) => void kept.delete(key),
    };
    const full = { ...area, length: 0, clear: () => undefined, key: () => null };
    const storage = createBrowserStorage({ sessionStorage: full, localStorage: full });
    storage.explorerHistory.write('old');
    isFull = true;
    storage.explorerHistory.write('new');
    expect(storage.explorerHistory.read()).toBe('new');
  });
  it('work until the page closes when the browser blocks storage', () => {
    const blocked = {
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const storage = createBrowserStorage(blocked);
    expect(storage.signingId.read()).toBeUndefined();
    storage.signingId.write('s-1');
    expect(storage.signingId.read()).toBe('s-1');
    storage.signingId.clear();
    expect(storage.signingId.read()).toBeUndefined();
  });
});

describe('the query of the address', () => {
  function arriveAt(search: string, hash = '') {
    const addresses: string[] = [];
    const state = { idx: 0 };
    const history = { state, replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void addresses.push(String(url)) };
    return { initialQuery: moveQueryIntoHash({ location: { search, hash, pathname: '/' }, history }), addresses };
  }
  it('moves into the hash without the entry ticket, which can be taken once', () => {
    const { initialQuery, addresses } = arriveAt('?m=signingPayment&entry=ticket-1');
    expect(addresses).toEqual(['/#/?m=signingPayment']);
    expect(initialQuery.takeEntryTicket()).toBe('ticket-1');
    expect(initialQuery.takeEntryTicket()).toBeUndefined();
  });
  it('loses the authorization code, which is kept in memory only', () => {
    const { initialQuery, addresses } = arriveAt('?m=authCode&code=c-1&state=s');
    expect(addresses).toEqual(['/#/?m=authCode&state=s']);
    expect(initialQuery.code).toBe('c-1');
  });
  it('loses the verification token, which can be taken once', () => {
    const { initialQuery, addresses } = arriveAt('?verification=v-1');
    expect(addresses).toEqual(['/#/']);
    expect(initialQuery.takeVerification()).toBe('v-1');
    expect(initialQuery.takeVerification()).toBeUndefined();
  });
  it('is joined with the query in the hash', () => {
    expect(arriveAt('?a=1', '#/welcome?b=2').addresses).toEqual(['/#/welcome?b=2&a=1']);
  });
  it('in the hash also loses the entry ticket', () => {
    const { initialQuery, addresses } = arriveAt('', '#/?m=signingPayment&entry=t');
    expect(addresses).toEqual(['/#/?m=signingPayment']);
    expect(initialQuery.takeEntryTicket()).toBe('t');
  });
  it('is unchanged when there is nothing to move', () => {
    const { initialQuery, addresses } = arriveAt('', '#/welcome');
    expect(addresses).toEqual([]);
    expect(initialQuery.takeEntryTicket()).toBeUndefined();
    expect(initialQuery.code).toBeUndefined();
  });
});
