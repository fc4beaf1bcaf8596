/** The pages of the user menu. The request log lies below the application's page, so the server's menu does not name it. */
import type { MenuItem } from '@portico/contract';

export function userPages(items: readonly MenuItem[]): readonly Pick<MenuItem, 'title' | 'pageUrl'>[] {
  return items.flatMap((item) =>
    item.component === 'ApplicationIdentityPage' ? [item, { title: 'Request log', pageUrl: `${item.pageUrl}/requests` }] : [item],
  );
}
