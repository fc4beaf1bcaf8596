import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordClick, replayClick, waitUntilParsed } from './prerendered-page.ts';

const onPress = vi.fn();

beforeEach(() => {
  document.body.innerHTML =
    '<button type="button" id="search" aria-keyshortcuts="Control+K Meta+K"><i id="icon"></i></button><button type="button" popovertarget="menu" id="menu-button"></button><p id="text"></p>';
  recordClick();
});
afterEach(() => {
  replayClick();
  onPress.mockReset();
  document.body.replaceChildren();
});

const element = (id: string) => document.getElementById(id) as HTMLElement;

function begin(): void {
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => onPress(button.id));
  replayClick();
}

function press(init: KeyboardEventInit): boolean {
  return document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
}

describe('before the scripts are ready', () => {
  it('a click inside a button is recorded and replayed once', () => {
    element('icon').click();
    begin();
    replayClick();
    expect(onPress.mock.calls).toEqual([['search']]);
  });
  it.each([
    { ctrlKey: true, key: 'k' },
    { metaKey: true, key: 'K' },
  ])('a button’s shortcut is recorded as its click and not passed to the browser: %j', (keys) => {
    expect(press(keys)).toBe(false);
    begin();
    expect(onPress.mock.calls).toEqual([['search']]);
  });
  it.each([
    { key: 'k' },
    { ctrlKey: true, key: 'j' },
    { ctrlKey: true, metaKey: true, key: 'k' },
    { ctrlKey: true, shiftKey: true, key: 'k' },
    { ctrlKey: true, altKey: true, key: 'k' },
    { ctrlKey: true, key: '"' },
  ])('other keys are passed to the browser: %j', (keys) => {
    expect(press(keys)).toBe(true);
    begin();
    expect(onPress).not.toHaveBeenCalled();
  });
  it.each(['text', 'menu-button'])('a click that needs no script is not replayed: %s', (id) => {
    element(id).click();
    begin();
    expect(onPress).not.toHaveBeenCalled();
  });
});

describe('the parsed page', () => {
  const pageOf = (readyState: DocumentReadyState) =>
    Object.defineProperty(document.implementation.createHTMLDocument(), 'readyState', { value: readyState });

  it('is waited for until readystatechange', async () => {
    const page = pageOf('loading');
    const seen = vi.fn();
    const all = waitUntilParsed(page).then(seen);
    await Promise.resolve();
    expect(seen).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('readystatechange'));
    await all;
    expect(seen).toHaveBeenCalledOnce();
  });
  it.each(['interactive', 'complete'] as const)('is not waited for when it is %s', async (readyState) => {
    await expect(waitUntilParsed(pageOf(readyState))).resolves.toBeUndefined();
  });
});
