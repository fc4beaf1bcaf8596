/**
 * The process's log as JSON lines. Redaction works on the finished line, so it covers every part of an entry (field, child logger, message, error,
 * cause).
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError, redact } from './redact.ts';

/** The most bytes kept while no line can be written, because the disk is full or the reader is slow. Further lines are dropped. */
const KEPT_BYTES_MAX = 1024 * 1024;
const STANDARD_OUTPUT = 1;

/** Opens the log's destination; default: standard output. A line that cannot be written neither ends the server nor delays it. */
export function openLogStream(dest: number | string = STANDARD_OUTPUT): DestinationStream {
  const stream = pino.destination({ dest, sync: true, maxLength: KEPT_BYTES_MAX });
  // Without a listener the error would end the process. The next line writes the kept ones too.
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
