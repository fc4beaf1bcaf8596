// Review of 25 November 2026, §3.7: the last four characters are bold, within the printed groups.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Iban, Reference } from './grouped-code.tsx';

const groupsOf = (container: HTMLElement) => Array.from(container.querySelectorAll('[translate="no"] > span'), ({ textContent }) => textContent);
const boldOf = (container: HTMLElement) => Array.from(container.querySelectorAll('b'), ({ textContent }) => textContent);

test.each([
  ['EE869800100045081764', ['EE86', '9800', '1000', '4508', '1764'], ['1764']],
  ['LT127300010092345678', ['LT12', '7300', '0100', '9234', '5678'], ['5678']],
  ['LV21HABA0551204417730', ['LV21', 'HABA', '0551', '2044', '1773', '0'], ['773', '0']],
  ['GB29NWBK60161331926819', ['GB29', 'NWBK', '6016', '1331', '9268', '19'], ['68', '19']],
  ['NO9386011117947', ['NO93', '8601', '1117', '947'], ['7', '947']],
])('of %s the last four characters are bold', (iban, groups, bold) => {
  const { container } = render(<Iban iban={iban} />);
  expect(groupsOf(container)).toEqual(groups);
  expect(boldOf(container)).toEqual(bold);
  expect(container.textContent).toBe(iban);
});

test('of a reference nothing is bold', () => {
  const { container } = render(<Reference reference="RF18539007547034" />);
  expect(boldOf(container)).toEqual([]);
});
