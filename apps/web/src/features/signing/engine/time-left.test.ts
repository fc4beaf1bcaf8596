import { expect, test } from 'vitest';
import { timeLeftAt } from './time-left.ts';

const reading = (idleSeconds: number, totalSeconds: number) => ({ timeLeft: { idleSeconds, totalSeconds }, atMs: 10_000 });

test('shown is the smaller of idle and total', () => {
  expect(timeLeftAt(reading(300, 761), 10_000).seconds).toBe(300);
  expect(timeLeftAt(reading(300, 120), 10_000).seconds).toBe(120);
});

test('time passes between two answers of the server', () => {
  expect(timeLeftAt(reading(300, 900), 10_999).seconds).toBe(300);
  expect(timeLeftAt(reading(300, 900), 11_000).seconds).toBe(299);
});

test('the warning starts at 60 s', () => {
  expect(timeLeftAt(reading(61, 900), 10_000).isShort).toBe(false);
  expect(timeLeftAt(reading(60, 900), 10_000).isShort).toBe(true);
});

test('it never falls below zero, nor grows when the clock is set back', () => {
  expect(timeLeftAt(reading(5, 900), 60_000).seconds).toBe(0);
  expect(timeLeftAt(reading(5, 900), 1000).seconds).toBe(5);
});

test('time cannot be extended when the total runs out first', () => {
  expect(timeLeftAt(reading(300, 900), 10_000).canExtend).toBe(true);
  expect(timeLeftAt(reading(200, 200), 10_000).canExtend).toBe(false);
});

test('the lintel is full at five idle minutes and empty at the end', () => {
  expect(timeLeftAt(reading(300, 900), 10_000).part).toBe(1);
  expect(timeLeftAt(reading(150, 900), 10_000).part).toBe(0.5);
  expect(timeLeftAt(reading(0, 900), 10_000).part).toBe(0);
});
