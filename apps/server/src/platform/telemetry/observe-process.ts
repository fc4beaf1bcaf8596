/** What the process says of itself when it is asked. */
import * as instruments from './instruments.ts';

const MICROSECONDS = 1_000_000;

/**
 * @param readDelayMs how late the event loop is, as load shedding sees it.
 * @returns how to end each.
 */
export function observeProcess(readDelayMs: () => number): readonly (() => void)[] {
  return [
    instruments.eventLoopTime.observe(() => {
      const { active, idle } = performance.eventLoopUtilization();
      return [
        [active / 1_000, { 'nodejs.eventloop.state': 'active' }],
        [idle / 1_000, { 'nodejs.eventloop.state': 'idle' }],
      ];
    }),
    instruments.eventLoopDelay.observe(() => [[readDelayMs() / 1_000]]),
    instruments.processMemory.observe(() => [[process.memoryUsage.rss()]]),
    instruments.heapUsed.observe(() => [[process.memoryUsage().heapUsed]]),
    instruments.processCpu.observe(() => {
      const { user, system } = process.cpuUsage();
      return [
        [user / MICROSECONDS, { 'cpu.mode': 'user' }],
        [system / MICROSECONDS, { 'cpu.mode': 'system' }],
      ];
    }),
    instruments.processUptime.observe(() => [[process.uptime()]]),
  ];
}
