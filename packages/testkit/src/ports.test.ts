import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from './ports.mjs';

afterEach(() => void vi.restoreAllMocks());

it('a free port is given once, because the program that asked for it may not listen yet', async () => {
  const numbers = [0.25, 0.25, 0.25, 0.75];
  vi.spyOn(Math, 'random').mockImplementation(() => numbers.shift() ?? 0.5);
  const [first, second] = [await freePort(), await freePort()];
  expect(second).not.toBe(first);
});
