/** The process's log: JSON lines, redacted whatever is handed in. */
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { redact, redactText } from './redact.ts';

export function createLogger(options: { level: string }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: { service: 'portico' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (entry: Record<string, unknown>) => redactMembers(entry),
      bindings: (entry: Record<string, unknown>) => redactMembers(entry),
    },
    // Errors have been turned into plain values above; the standard serializer would not know them again.
    serializers: { err: (error: unknown) => redact(error) },
    hooks: {
      logMethod(args: readonly unknown[], method: LogFn) {
        Reflect.apply(
          method,
          this,
          args.map((value) => (typeof value === 'string' ? redactText(value) : value)),
        );
      },
    },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}

function redactMembers(entry: Record<string, unknown>): Record<string, unknown> {
  const redacted = redact(entry);
  return typeof redacted === 'object' && redacted !== null ? { ...redacted } : {};
}
