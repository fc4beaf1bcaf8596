/** Metrics of the process, read at each collection. */
import * as instruments from './instruments.ts';

const MICROSECONDS = 1_000_000;

/**
 * @param readDelayMs the delay of the event loop, as load shedding measures it.
 * @returns functions that end the observations.
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
