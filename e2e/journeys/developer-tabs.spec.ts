import { becomeDeveloper, logIn, userMenuButton } from '../support/developer.ts';
import { expect, test } from '../support/fixtures.ts';

test('two tabs keep in step: a log-out and the next login in one of them reach the other', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  const developer = await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  await expect(page.getByRole('button', { name: 'Renew token' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${portalUrl}/#/logout`);
  await expect(other).toHaveURL(`${portalUrl}/#/`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await other.goto(`${portalUrl}/#/?m=login`);
  await logIn(other, developer);
  await expect(page).toHaveURL(`${portalUrl}/#/tokens`);
  await expect(userMenuButton(page)).toBeVisible();
  await other.close();
});
