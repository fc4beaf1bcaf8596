/** Assembles the module: its routes, and the job that tells subscribers what is new. */
import type { FastifyInstance } from 'fastify';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { announce, type NewsSources } from './announce.ts';
import { registerSubscriptionRoutes } from './routes.ts';

export interface Subscriptions {
  registerRoutes(app: FastifyInstance): Promise<void>;
  /** Declares the job. Call before `jobs.start`, and start the returned job after it. */
  defineJob(): RecurringJob;
  /** Tells subscribers now what is new, as the job does. */
  announce(): Promise<void>;
}

const QUEUE = 'announcements';
const INTERVAL_MS = 60_000;

export function createSubscriptions(
  platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random' | 'jobs'>,
  mail: Pick<Mail, 'enqueue'>,
  sources: NewsSources,
  stopping: AbortSignal,
): Subscriptions {
  const run = () => announce(platform, mail, sources, () => stopping.aborted);
  return {
    registerRoutes: (app) => registerSubscriptionRoutes(app, platform, mail),
    defineJob: () => defineRecurringJob(platform, { queue: QUEUE, everyMs: INTERVAL_MS, run }),
    announce: run,
  };
}
