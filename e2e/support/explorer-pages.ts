/** The pages of operations as a test visits them: within the portal, without loading it anew. */
import { expect, type Page } from '@playwright/test';

const EXPLORERS = { main: '/api-explorer', fallback: '/fallback-explorer' } as const;

export interface Operation {
  readonly apiId: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Hash of its page. */
  readonly page: string;
  /** Documented statuses. */
  readonly promised: readonly string[];
}

/** Every published operation of both lists, by `apiId/operationId`. */
export async function readCatalogue(portalUrl: string): Promise<ReadonlyMap<string, Operation>> {
  const operations = new Map<string, Operation>();
  for (const [list, explorer] of Object.entries(EXPLORERS)) {
    for (const section of listOf(await read(`${portalUrl}/api/specs/index?list=${list}`), 'sections')) {
      const apiId = textOf(section, 'apiId');
      for (const operation of listOf(section, 'operations')) {
        const operationId = textOf(operation, 'operationId');
        const slice = await read(`${portalUrl}/api/specs/${apiId}/operation?id=${encodeURIComponent(operationId)}`);
        operations.set(`${apiId}/${operationId}`, {
          apiId,
          operationId,
          method: textOf(slice, 'method'),
          path: textOf(slice, 'path'),
          summary: textOf(slice, 'summary'),
          page: `#${explorer}/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`,
          promised: listOf(slice, 'responses').map((response) => textOf(response, 'status')),
        });
      }
    }
  }
  return operations;
}

/** By a change of the hash, as a link of the portal does it; until the page is filled in. */
export async function openOperation(page: Page, published: ReadonlyMap<string, Operation>, key: string): Promise<Operation> {
  const operation = published.get(key);
  if (operation === undefined) throw new Error(`${key} is not published.`);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, operation.page);
  await expect(page.getByRole('heading', { level: 1, name: operation.summary, exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(operation.path, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Send request|Go to the bank’s sign-in)$/ })).toBeEnabled();
  return operation;
}

/** Keeps the answers as the page itself gets them: the browser keeps no body that a page reads as a file. Before the first visit. */
export function keepAnswers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const answers: Record<string, Response> = {};
    const send = window.fetch;
    window.fetch = async (...request) => {
      const answer = await send(...request);
      answers[answer.url] = answer.clone();
      return answer;
    };
    Object.assign(window, { answers });
  });
}

/** Text of the newest answer from this address. */
export function readAnswer(page: Page, url: string): Promise<string> {
  return page.evaluate(async (address) => {
    const kept: unknown = Reflect.get(Reflect.get(window, 'answers'), address);
    if (!(kept instanceof Response)) throw new Error(`Nothing came from ${address}.`);
    return kept.clone().text();
  }, url);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, name: string): string {
  const text = isRecord(value) ? value[name] : undefined;
  if (typeof text !== 'string') throw new Error(`There is no ${name}.`);
  return text;
}
