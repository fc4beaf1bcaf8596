/** The pages of the user menu. Those below the application's page are not named by the server's menu. */
import type { MenuItem } from '@portico/contract';

const BELOW_APPLICATION = [
  { title: 'Certificates', segment: 'certificates' },
  { title: 'Request log', segment: 'requests' },
  { title: 'Notifications', segment: 'notifications' },
  { title: 'Sessions', segment: 'sessions' },
  { title: 'Security', segment: 'security' },
];

export function userPages(items: readonly MenuItem[]): readonly Pick<MenuItem, 'title' | 'pageUrl'>[] {
  return items.flatMap((item) =>
    item.component === 'ApplicationIdentityPage'
      ? [item, ...BELOW_APPLICATION.map(({ title, segment }) => ({ title, pageUrl: `${item.pageUrl}/${segment}` }))]
      : [item],
  );
}
