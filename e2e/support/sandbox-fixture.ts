/** Journeys that begin at the bank's page: a sandbox for each worker, opened once. */
import { portalOf } from './brands.ts';
import { test as journey } from './fixtures.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

export const test = journey.extend<object, { sandbox: Sandbox }>({
  sandbox: [async ({ browserName: _ }, use, { project }) => use(await openSandbox(portalOf(project.name))), { scope: 'worker' }],
});
