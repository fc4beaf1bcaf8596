/** The customer's receipts, latest first. The address contains the search, so that Back restores it. */
import type { ReceiptLine, RuntimeConfig } from '@portico/contract';
import { localeOfTag, SIGNING_KIND_NAMES } from '@portico/contract/values';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { useDoorText } from '../../shared/bank-pages/messages.ts';
import { VisitNote } from '../../shared/bank-pages/visit-note.tsx';
import { formatDateTime } from '../../shared/format/dates.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useReceiptsText } from './messages.ts';
import styles from './receipts.module.css';
import { RECEIPTS_PAGE, type ReceiptsCalls } from './receipts-calls.ts';
import { type ReceiptListing, useReceiptList } from './use-receipt-list.ts';

const SEARCH_LENGTH_MAX = 70;
/** A shorter list fits on a screen and needs no search. */
const SEARCHED_FROM = 8;

export function ReceiptListView({ query, calls, config }: { query: string; calls: ReceiptsCalls; config: RuntimeConfig }) {
  const search = (new URLSearchParams(query).get('search') ?? '').slice(0, SEARCH_LENGTH_MAX);
  const listing = useReceiptList(calls, search);
  const { state } = listing;
  const text = useReceiptsText();
  const door = { calls, config, loading: text('receipts.loading'), welcome: text('receipts.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={listing.reload} returnTo={RECEIPTS_PAGE} />;
  return <Shown listing={listing} {...state} search={search} config={config} />;
}

interface ShownProps {
  readonly listing: ReceiptListing;
  readonly receipts: readonly ReceiptLine[];
  readonly next: string | undefined;
  readonly isLoadingMore: boolean;
  readonly search: string;
  readonly config: RuntimeConfig;
}

function Shown({ listing, receipts, next, isLoadingMore, search, config }: ShownProps) {
  const text = useReceiptsText();
  const doorText = useDoorText();
  return (
    <>
      <div className="stack-2">
        <Headline>{text('receipts.title')}</Headline>
        <p className="second">{text('receipts.intro')}</p>
      </div>
      <VisitNote visit={listing.visit} />
      {search !== '' || next !== undefined || receipts.length >= SEARCHED_FROM ? <Search search={search} /> : null}
      {search === '' ? null : (
        <p className="small">
          <a href={RECEIPTS_PAGE}>{text('receipts.searchClear')}</a>
        </p>
      )}
      {receipts.length === 0 ? (
        <div className={listStyles.empty} role="status">
          <p className="strong">{text(search === '' ? 'receipts.empty' : 'receipts.nothingFound')}</p>
          <p className="second">{text(search === '' ? 'receipts.emptyHint' : 'receipts.nothingFoundHint')}</p>
        </div>
      ) : (
        <ul className={listStyles.list}>
          {receipts.map((receipt) => (
            <Line key={receipt.receiptId} receipt={receipt} config={config} />
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        {next === undefined ? null : (
          <Button kind="secondary" isBlock isBusy={isLoadingMore} onClick={listing.more}>
            {text('receipts.more')}
          </Button>
        )}
        <Button kind="quiet" isBlock onClick={listing.signOut}>
          {doorText('door.signOut')}
        </Button>
      </div>
    </>
  );
}

function Line({ receipt, config }: { receipt: ReceiptLine; config: RuntimeConfig }) {
  const { receiptId, kind, signedAt, tppName, instructedAmount, creditorName, bankCountry } = receipt;
  const text = useReceiptsText();
  const locale = usePageLocale();
  const what = [instructedAmount === undefined ? undefined : formatMoney(instructedAmount, locale), creditorName].filter(
    (each) => each !== undefined,
  );
  return (
    <li>
      <a className={listStyles.line} href={`${RECEIPTS_PAGE}/${encodeURIComponent(receiptId)}`}>
        <span className={listStyles.what}>
          <b className="strong">{SIGNING_KIND_NAMES[kind][localeOfTag(locale) ?? 'en']}</b>
          {what.length === 0 ? null : <span className="tab">{what.join(' · ')}</span>}
          <span className={listStyles.small}>{text('receipts.signedFor', { tppName })}</span>
          <span className={listStyles.small}>
            {text('receipts.signedOn', { date: formatDateTime(signedAt, locale, config.timeZones[bankCountry]) })}
          </span>
        </span>
        <Icon name="chevronRight" />
      </a>
    </li>
  );
}

function Search({ search }: { search: string }) {
  const text = useReceiptsText();
  return (
    <search>
      <form className={listStyles.search} action={RECEIPTS_PAGE} method="get">
        <TextField
          label={text('receipts.search')}
          type="search"
          name="search"
          defaultValue={search}
          maxLength={SEARCH_LENGTH_MAX}
          autoComplete="off"
          required
        />
        <Button kind="secondary" type="submit">
          {text('receipts.searchDo')}
        </Button>
      </form>
    </search>
  );
}
