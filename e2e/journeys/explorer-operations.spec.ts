/** Every published operation, pressed through its page: once as the page is filled in, once with an input that the server refuses. */
import type { Page } from '@playwright/test';
import { isRecord, keepAnswers, type Operation, openOperation, readAnswer, readCatalogue } from '../support/explorer-pages.ts';
import { SIGN_INS, SITTINGS, type Typed } from '../support/explorer-rows.ts';
import { openStage } from '../support/explorer-stage.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchSecrets } from '../support/left-secrets.ts';
import { typeBody } from '../support/type-body.ts';

/** The browser's own line about a refused request; the page itself handles it. */
const REFUSED_REQUEST = /status of (4\d\d|503)|^answer: 503 .*\/fallback\//;

const answerOf = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

async function type(page: Page, typed: Typed): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    if (label === 'Body') {
      await typeBody(page, value);
      continue;
    }
    const field = page.getByLabel(label, { exact: true });
    if (!(await field.isVisible())) await page.getByRole('button', { name: /optional parameter/ }).click();
    await field.fill(value);
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Sends it, and answers what came over the wire. */
async function send(page: Page, { method, path }: Operation): Promise<Answered> {
  const address = new RegExp(`/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}(\\?.*)?$`);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().method() === method && address.test(candidate.url())),
    page.getByRole('button', { name: 'Send request' }).click(),
  ]);
  return { status: response.status(), text: await readAnswer(page, response.url()) };
}

async function pressWell(page: Page, operation: Operation, typed: Typed): Promise<unknown> {
  await type(page, typed);
  const { status, text } = await send(page, operation);
  const where = `${operation.apiId}/${operation.operationId}: ${text.slice(0, 300)}`;
  expect(operation.promised, where).toContain(String(status));
  expect(status, where).toBeLessThan(300);
  await expect(answerOf(page)).toContainText(`${status} `);
  // A table of values has no schema to compare with.
  if (!/^[[{]/.test(text)) return undefined;
  await answerOf(page).getByRole('tab', { name: 'Schema' }).click();
  await expect(answerOf(page), where).toContainText('The response is as the document describes it.');
  const body: unknown = JSON.parse(text);
  return body;
}

async function pressBadly(page: Page, operation: Operation, { broken, code }: { readonly broken: Typed; readonly code: string }): Promise<void> {
  await type(page, broken);
  const { status, text } = await send(page, operation);
  expect(status, `${operation.apiId}/${operation.operationId}: ${text}`).toBeGreaterThanOrEqual(400);
  await expect(answerOf(page)).toContainText(`${status} `);
  await answerOf(page).getByRole('tab', { name: 'Body' }).click();
  await expect(answerOf(page)).toContainText(code);
  await expect(answerOf(page)).toContainText(serversText(JSON.parse(text)));
}

function serversText(body: unknown): string {
  if (!isRecord(body)) throw new Error('The refusal is no object.');
  const messages = body.tppMessages ?? body.errors;
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  const text = isRecord(first) ? first.text : body.error_description;
  if (typeof text !== 'string' || text === '') throw new Error(`The refusal has no text: ${JSON.stringify(body)}`);
  return text;
}

test.describe('every operation through its page', { tag: '@desktop' }, () => {
  test('the rows of this test are exactly the published operations', async ({ portalUrl }) => {
    const rows = Object.values(SITTINGS).flatMap((sitting) => Object.keys(sitting));
    const signIns = SIGN_INS.flatMap(({ login, exchange, revocation }) => [login, exchange, revocation]);
    const published = await readCatalogue(portalUrl);
    expect([...rows, ...signIns].sort()).toEqual([...published.keys()].sort());
  });

  for (const [name, rows] of Object.entries(SITTINGS)) {
    test(`${name}: each call returns a documented answer, and its refusal is shown in the server’s words`, async ({ page, portalUrl, watch }) => {
      watch.expectConsole(REFUSED_REQUEST);
      await keepAnswers(page);
      const secrets = watchSecrets(page);
      const stage = await openStage(page.context(), portalUrl);
      const published = await readCatalogue(portalUrl);
      await page.goto(`${portalUrl}/#/api-explorer`);
      const given: string[] = [];
      for (const [key, row] of Object.entries(rows)) {
        await test.step(key, async () => {
          const typed = (await row.prepare?.(stage)) ?? {};
          const operation = await openOperation(page, published, key);
          const answer = await pressWell(page, operation, typed);
          if (isRecord(answer) && typeof answer.access_token === 'string') given.push(answer.access_token);
          await row.afterwards?.(stage, answer);
          await row.spoil?.(stage);
          if (row.code !== undefined) await pressBadly(page, operation, { broken: row.broken, code: row.code });
        });
      }
      await secrets.expectNoneLeft(given);
    });
  }

  for (const { login, exchange, revocation } of SIGN_INS) {
    test(`${login} leads through the bank’s sign-in to ${exchange}, and ${revocation} revokes the token`, async ({ page, portalUrl, watch }) => {
      watch.expectConsole(REFUSED_REQUEST);
      await keepAnswers(page);
      const secrets = watchSecrets(page);
      await openStage(page.context(), portalUrl);
      const published = await readCatalogue(portalUrl);
      const leave = page.getByRole('button', { name: 'Go to the bank’s sign-in' });
      await page.goto(`${portalUrl}/#/api-explorer`);

      await openOperation(page, published, login);
      await type(page, { client_id: 'nobody' });
      await leave.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The bank does not know this website');
      await page.goBack();

      const { promised } = await openOperation(page, published, login);
      await page.getByRole('button', { name: /optional parameter/ }).click();
      await page.getByLabel('bypass').selectOption('true');
      const redirect = page.waitForResponse((response) => response.url().includes('/api/v') && response.request().isNavigationRequest());
      await leave.click();
      expect(promised).toContain(String((await redirect).status()));
      await page.getByRole('dialog').getByRole('link', { name: 'Get Access Token' }).click();

      const exchanging = await openOperation(page, published, exchange);
      const tokens = await pressWell(page, exchanging, {});
      await pressBadly(page, exchanging, { broken: { Body: 'grant_type=password' }, code: 'invalid_request' });

      const revoking = await openOperation(page, published, revocation);
      const body = page.getByRole('textbox', { name: 'Body' });
      const refreshToken = isRecord(tokens) ? String(tokens.refresh_token) : '';
      await pressWell(page, revoking, { Body: (await body.inputValue()).replace('YOUR_REFRESH_TOKEN', refreshToken) });
      await pressBadly(page, revoking, { broken: { Body: 'token=' }, code: 'invalid_request' });
      await secrets.expectNoneLeft(isRecord(tokens) ? [String(tokens.access_token), refreshToken] : []);
    });
  }
});
