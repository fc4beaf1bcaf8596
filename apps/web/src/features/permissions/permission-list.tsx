/** What providers may read now, or what is past; the newest first. */
import type { Permissions, RuntimeConfig } from '@portico/contract';
import { PERMISSION_VIEWS } from '@portico/contract/values';
import { useMemo } from 'react';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { useDoorText } from '../../shared/bank-pages/messages.ts';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { type PermissionsKey, usePermissionsText } from './messages.ts';
import { PermissionLine } from './permission-line.tsx';
import { PermissionSearch } from './permission-search.tsx';
import styles from './permissions.module.css';
import { addressOf, filterOf, PERMISSIONS_PAGE, WITHDRAW_ALL_PAGE } from './permissions-address.ts';
import { type PermissionsCalls, type PermissionsFilter, pdfOf } from './permissions-calls.ts';
import { type PermissionListing, usePermissionList } from './use-permission-list.ts';

/** A list that fits on a screen needs no search. */
const SEARCHED_FROM = 8;

export function PermissionList({ query, calls, config }: { query: string; calls: PermissionsCalls; config: RuntimeConfig }) {
  const filter = useMemo(() => filterOf(query), [query]);
  const listing = usePermissionList(calls, filter);
  const { state } = listing;
  const text = usePermissionsText();
  const door = { calls, config, loading: text('permissions.loading'), welcome: text('permissions.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={listing.reload} returnTo={PERMISSIONS_PAGE} />;
  return <Shown listing={listing} filter={filter} list={state.list} isLoadingMore={state.isLoadingMore} config={config} />;
}

interface ShownProps {
  readonly listing: PermissionListing;
  readonly filter: PermissionsFilter;
  readonly list: Permissions;
  readonly isLoadingMore: boolean;
  readonly config: RuntimeConfig;
}

function Shown({ listing, filter, list, isLoadingMore, config }: ShownProps) {
  const text = usePermissionsText();
  const doorText = useDoorText();
  const language = usePageLocale();
  const { visitor, companies, permissions, next } = list;
  const who = { name: visitor.name, companies: companies.join(', ') };
  const isSearched = filter.search !== '' || next !== undefined || permissions.length >= SEARCHED_FROM;
  return (
    <>
      <div className="stack-2">
        <Headline>{text('permissions.title')}</Headline>
        <p className="second">{text(companies.length === 0 ? 'permissions.as' : 'permissions.asFor', who)}</p>
      </div>
      <VisitNote visit={listing.visit} />
      <Views filter={filter} />
      {isSearched ? <PermissionSearch filter={filter} /> : null}
      {filter.search === '' ? null : (
        <p className="small second" role="status">
          {next === undefined ? `${text('permissions.found', { count: permissions.length })} · ` : null}
          <a href={addressOf({ ...filter, search: '' })}>{text('permissions.searchClear')}</a>
        </p>
      )}
      {permissions.length === 0 ? (
        <Empty filter={filter} />
      ) : (
        <ul className={listStyles.list}>
          {permissions.map((permission) => (
            <PermissionLine key={permission.permissionId} permission={permission} timeZone={config.timeZones[visitor.bankCountry]} />
          ))}
        </ul>
      )}
      {filter.view === 'past' && permissions.length > 0 ? <p className="small second">{text('permissions.keptHint')}</p> : null}
      <div className={styles.acts}>
        {next === undefined ? null : (
          <Button kind="secondary" isBlock isBusy={isLoadingMore} onClick={listing.more}>
            {text('permissions.more')}
          </Button>
        )}
        {filter.view === 'inForce' && filter.search === '' && permissions.filter(({ isWithdrawable }) => isWithdrawable).length > 1 ? (
          <ButtonLink kind="secondary" isBlock href={WITHDRAW_ALL_PAGE}>
            {text('permissions.withdrawAll')}
          </ButtonLink>
        ) : null}
        {permissions.length === 0 ? null : (
          <ButtonLink kind="secondary" isBlock href={pdfOf(language)} download>
            {text('permissions.savePdf')}
          </ButtonLink>
        )}
        <Button kind="quiet" isBlock onClick={listing.signOut}>
          {doorText('door.signOut')}
        </Button>
      </div>
    </>
  );
}

function Views({ filter }: { filter: PermissionsFilter }) {
  const text = usePermissionsText();
  return (
    <nav className={styles.views} aria-label={text('permissions.views')}>
      {PERMISSION_VIEWS.map((view) => (
        <a key={view} href={addressOf({ ...filter, view })} aria-current={view === filter.view ? 'true' : undefined}>
          {text(`permissions.view.${view}`)}
        </a>
      ))}
    </nav>
  );
}

function Empty({ filter }: { filter: PermissionsFilter }) {
  const text = usePermissionsText();
  const what = filter.search === '' ? filter.view : 'found';
  const [title, hint]: readonly [PermissionsKey, PermissionsKey] = [`permissions.empty.${what}`, `permissions.emptyHint.${what}`];
  return (
    <div className={listStyles.empty}>
      <p className="strong">{text(title)}</p>
      <p className="second">{text(hint)}</p>
    </div>
  );
}
