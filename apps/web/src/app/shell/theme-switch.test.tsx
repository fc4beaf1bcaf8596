import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openPart } from '../../shared/portal/testing/open-part.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const theme = () => document.documentElement.dataset.theme;
const field = () => screen.getByLabelText<HTMLSelectElement>('Theme');
const choose = (value: string) => fireEvent.change(field(), { target: { value } });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

describe('the theme', () => {
  it('is that of the device until one is chosen', () => {
    openPart(<ThemeSwitch />);
    expect([field().value, theme()]).toEqual(['device', undefined]);
  });
  it.each(['light', 'dark'])('%s is kept for the next visit', (value) => {
    const first = openPart(<ThemeSwitch />);
    choose(value);
    expect(theme()).toBe(value);
    first.unmount();
    openPart(<ThemeSwitch />);
    expect([field().value, theme()]).toEqual([value, value]);
  });
  it('follows the device again', () => {
    const { storage } = openPart(<ThemeSwitch />);
    choose('dark');
    choose('device');
    expect([theme(), storage.theme.read()]).toEqual([undefined, undefined]);
  });
  it('is left behind with the portal, because customers’ pages follow the device', () => {
    const { unmount } = openPart(<ThemeSwitch />);
    choose('dark');
    unmount();
    expect(theme()).toBeUndefined();
  });
  it('is not taken from a stored text of another kind', () => {
    window.localStorage.setItem('portico-theme', 'red');
    openPart(<ThemeSwitch />);
    expect([field().value, theme()]).toEqual(['device', undefined]);
  });
});
