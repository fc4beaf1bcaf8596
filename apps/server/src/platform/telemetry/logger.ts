/**
 * The process's log: JSON lines. Redaction looks at the finished line, so nothing escapes it by the way it was handed in
 * (field, child logger, message, error, cause).
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError, redact } from './redact.ts';

export function createLogger(options: { level: string }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: { service: 'portico' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => `${JSON.stringify(redact(JSON.parse(line)))}\n` },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
