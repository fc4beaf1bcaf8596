/** What the harnesses of consents and statements share. */
import type { FastifyInstance } from 'fastify';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { Platform } from '#platform/platform.ts';

export const BASE = 'http://localhost:3000';
export const SITE = 'https://shop.example';

export interface Given {
  readonly token?: string;
  /** `undefined` takes a default header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** The platform that a test opened; `close` closes its database. */
export interface TestHouse {
  readonly database: OpenedDatabase;
  readonly platform: Pick<Platform, 'db' | 'write' | 'clock' | 'random'>;
  openApp(): Promise<FastifyInstance>;
  auditOf(chain: string): Promise<readonly unknown[]>;
}
