/** The Jobs face as a list. */
import type { JobOptions, Jobs } from '#platform/jobs/jobs.ts';

export interface SentJob {
  readonly queue: string;
  readonly data: object;
  readonly options: JobOptions | undefined;
}

/** Keeps what was sent and runs it when the test says so, as often as it says so. */
export function createTestJobs(): Jobs & { readonly sent: SentJob[]; run(job: SentJob): Promise<void> } {
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const sent: SentJob[] = [];
  return {
    sent,
    define: (queue, handler) => void handlers.set(queue, (data) => Reflect.apply(handler, undefined, [data])),
    send: async (_tx, queue, data, options) => sent.push({ queue, data, options }) > 0,
    wake: () => {},
    repeat: () => {},
    start: async () => {},
    stop: async () => {},
    async run({ queue, data }) {
      await handlers.get(queue)?.(data);
    },
  };
}
