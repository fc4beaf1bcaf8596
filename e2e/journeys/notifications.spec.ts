/** A developer adds an endpoint on this machine, sees its test event arrive, and works with the log. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { becomeDeveloper } from '../support/developer.ts';
import { test as base, expect, expectGoodPage } from '../support/fixtures.ts';

interface Receiver {
  readonly url: string;
  readonly types: string[];
  status: number;
}

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ browserName: _ }, use) => {
    const receiver = { url: '', types: [] as string[], status: 503 };
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      receiver.types.push(JSON.parse(Buffer.concat(chunks).toString('utf8')).type);
      response.writeHead(receiver.status).end('the receiver is being repaired');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

test('a developer adds an endpoint, repairs it, sends a test event again, rotates its secret and deletes it', async ({
  page,
  portalUrl,
  receiver,
  watch,
}) => {
  watch.expectConsole(/the server responded with a status of 400/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp/notifications`);
  const endpoints = page.getByRole('region', { name: 'Endpoints' });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(endpoints.getByText('No endpoint yet.')).toBeVisible();
  await expect(messages.getByText('No message yet.')).toBeVisible();
  await expectGoodPage(page);

  await endpoints.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByRole('heading', { name: 'Add endpoint' })).toBeFocused();
  await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.7/hooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText(/The bank does not send to this address/).first()).toBeVisible();
  await expectGoodPage(page);
  await page.getByLabel('Address', { exact: true }).fill(receiver.url);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = page.getByRole('region', { name: 'Signing secret' });
  await expect(secret.locator('code')).toHaveText(/^whsec_/);
  const first = await secret.locator('code').innerText();
  await expectGoodPage(page);
  await secret.getByRole('button', { name: 'I have saved the secret' }).click();

  const row = endpoints.getByRole('listitem');
  await expect(messages.getByRole('list').getByText('Failed', { exact: true })).toBeVisible();
  await expect(row).toContainText('Not confirmed');
  await messages.getByText('test.ping').click();
  await expect(messages.getByText('the receiver is being repaired')).toBeVisible();
  await expectGoodPage(page);

  receiver.status = 204;
  await messages.getByRole('button', { name: /^Send again test\.ping/ }).click();
  await expect(row).toContainText('Enabled');
  await expect(messages.getByRole('list').getByText('Delivered', { exact: true })).toBeVisible();
  expect(receiver.types).toEqual(['test.ping', 'test.ping']);
  await page.goto(`${portalUrl}/#/tpp/notifications?state=dead`);
  await expect(messages.getByText('No message is like this.')).toBeVisible();

  await row.getByRole('button', { name: /^Rotate secret/ }).click();
  await row.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(secret.locator('code')).toHaveText(/^whsec_/);
  await expect(secret.locator('code')).not.toHaveText(first);
  await expect(row).toContainText('Signed with two secrets until');
  await expectGoodPage(page);
  await secret.getByRole('button', { name: 'I have saved the secret' }).click();

  await row.getByRole('button', { name: /^Disable / }).click();
  await row.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(row).toContainText('You disabled it.');
  await row.getByRole('button', { name: /^Delete / }).click();
  await expectGoodPage(page);
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(endpoints.getByText('No endpoint yet.')).toBeVisible();
});
