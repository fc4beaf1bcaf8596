import { beforeAll, expect, it } from 'vitest';
import { isFormDirty, watchForms } from './dirty-form.ts';

beforeAll(() => {
  watchForms();
  document.body.innerHTML = '<input id="alone"><form><input id="mail"></form>';
});

const write = (id: string) => document.getElementById(id)?.dispatchEvent(new Event('input', { bubbles: true }));

it('a form is dirty from the first input until its address is left; a field outside a form is not', () => {
  write('alone');
  expect(isFormDirty()).toBe(false);
  write('mail');
  expect(isFormDirty()).toBe(true);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(isFormDirty()).toBe(false);
});
