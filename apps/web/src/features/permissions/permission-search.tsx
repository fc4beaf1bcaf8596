/** A form of the page's own address: what was found can be gone back to. */

import listStyles from '../../shared/bank-pages/link-list.module.css';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { usePermissionsText } from './messages.ts';
import { PERMISSIONS_PAGE, SEARCH_LENGTH_MAX } from './permissions-address.ts';
import type { PermissionsFilter } from './permissions-calls.ts';

export function PermissionSearch({ filter }: { filter: PermissionsFilter }) {
  const text = usePermissionsText();
  return (
    <search>
      <form className={listStyles.search} action={PERMISSIONS_PAGE} method="get">
        <input type="hidden" name="view" value={filter.view} />
        <TextField
          label={text('permissions.search')}
          type="search"
          name="search"
          defaultValue={filter.search}
          maxLength={SEARCH_LENGTH_MAX}
          autoComplete="off"
        />
        <Button kind="secondary" type="submit">
          {text('permissions.searchDo')}
        </Button>
      </form>
    </search>
  );
}
