/**
 * The process's log: JSON lines. Redaction looks at the finished line, so nothing escapes it by the way it was handed in
 * (field, child logger, message, error, cause).
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError, redact } from './redact.ts';

/** Of lines that cannot be written now: the disk is full, the reader is slow. Further ones are dropped. */
const KEPT_BYTES_MAX = 1024 * 1024;
const STANDARD_OUTPUT = 1;

/** Where lines go; absent: standard output. A line that cannot be written, because no room is left, ends no server and keeps nobody waiting. */
export function openLogStream(dest: number | string = STANDARD_OUTPUT): DestinationStream {
  const stream = pino.destination({ dest, sync: true, maxLength: KEPT_BYTES_MAX });
  // Without a listener it would end the process. The next line tries again, with those that are kept.
  stream.on('error', () => {});
  return stream;
}

export function createLogger(options: { level: string }, destination: DestinationStream = openLogStream()): Logger {
  const settings = {
    level: options.level,
    base: { service: 'portico' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => `${JSON.stringify(redact(JSON.parse(line)))}\n` },
  };
  return pino(settings, destination);
}
