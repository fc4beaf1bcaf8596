import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ModalLink } from '../modal-link.tsx';
import { changeQuery, goTo, usePlace, useQuery } from './place.ts';
import { Redirect } from './redirect.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

function Where() {
  const { pathname, search, state } = usePlace();
  const names = [...useQuery().keys()].join(',');
  return (
    <>
      <p data-testid="where">{`${pathname}${search}`}</p>
      <p data-testid="names">{names}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
      <ModalLink modal="login">Log in</ModalLink>
      <ModalLink modal="register" replace>
        Sign up
      </ModalLink>
    </>
  );
}

function open(hash: string, state: unknown = null): void {
  window.history.replaceState(state, '', `/${hash}`);
  render(<Where />);
}

const text = (id: string) => screen.getByTestId(id).textContent;

describe('the address of a page', () => {
  it.each([
    ['', '/', ''],
    ['#', '/', ''],
    ['#welcome', '/welcome', ''],
    ['#/welcome?a=1&b', '/welcome?a=1&b', 'a,b'],
    ['#/welcome?a=1?b', '/welcome?a=1?b', 'a'],
    ['#/welcome?a=1#part', '/welcome?a=1', 'a'],
    ['#/a%2Fb%20c', '/a%2Fb%20c', ''],
    ['#?m=login', '/?m=login', 'm'],
  ])('in %j is %s with %j', (hash, where, names) => {
    open(hash);
    expect([text('where'), text('names')]).toEqual([where, names]);
  });
  it('is followed when the browser changes it', () => {
    open('#/first');
    act(() => {
      window.history.replaceState({ kept: 1 }, '', '/#/second');
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    expect([text('where'), text('state')]).toEqual(['/second', '{"kept":1}']);
  });
});

describe('a navigation', () => {
  it('adds a history entry with its state', () => {
    open('#/first');
    const before = window.history.length;
    act(() => goTo('/second?x=1', { state: { returnTo: '/tokens' } }));
    expect([text('where'), text('state'), window.history.length - before]).toEqual(['/second?x=1', '{"returnTo":"/tokens"}', 1]);
  });
  it('with replace adds no history entry', () => {
    open('#/first', { kept: 1 });
    const before = window.history.length;
    act(() => goTo('/second', { replace: true }));
    expect([text('where'), text('state'), window.history.length - before]).toEqual(['/second', 'null', 0]);
  });
  it('to the current address adds no history entry', () => {
    open('#/first');
    const before = window.history.length;
    act(() => goTo('/first'));
    expect(window.history.length).toBe(before);
  });
  it('to //host stays on the page and keeps its origin', () => {
    open('#/first');
    act(() => goTo('//evil.example/x'));
    expect(window.location.pathname).toBe('/');
    expect(text('where')).toBe('//evil.example/x');
  });
  it('by a redirect keeps the requested page in its state', () => {
    open('#/tokens');
    render(<Redirect to="/?m=login" returnTo="/tokens" />);
    expect([text('where'), text('state')]).toEqual(['/?m=login', '{"returnTo":"/tokens"}']);
  });
});

describe('a query parameter', () => {
  it('is changed beside the others, and removed when it is empty', () => {
    open('#/list?a=1&b=2');
    act(() => changeQuery('a', 'x & y'));
    expect(text('where')).toBe('/list?a=x+%26+y&b=2');
    act(() => changeQuery('a', ''));
    act(() => changeQuery('b', ''));
    expect(text('where')).toBe('/list');
  });
});

describe('a link to a modal', () => {
  it('opens it over the page and keeps the history state', () => {
    open('#/welcome?x=1', { returnTo: '/tokens' });
    fireEvent.click(screen.getByText('Log in'));
    expect([text('where'), text('state')]).toEqual(['/welcome?x=1&m=login', '{"returnTo":"/tokens"}']);
  });
  it('from a modal adds no history entry', () => {
    open('#/welcome?m=login');
    const before = window.history.length;
    fireEvent.click(screen.getByText('Sign up'));
    expect([text('where'), window.history.length - before]).toEqual(['/welcome?m=register', 0]);
  });
  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])('is left to the browser with %j', (keys) => {
    open('#/welcome');
    let wasLeft = false;
    const link = screen.getByText('Log in');
    link.addEventListener('click', (event) => {
      queueMicrotask(() => event.preventDefault());
    });
    document.addEventListener(
      'click',
      (event) => {
        wasLeft = !event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    fireEvent.click(link, keys);
    expect(wasLeft).toBe(true);
    expect(text('where')).toBe('/welcome');
  });
});
