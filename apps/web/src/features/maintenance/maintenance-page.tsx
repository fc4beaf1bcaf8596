/** Replaces the portal during maintenance: start, planned end, and the effect on orders in progress. */
import type { MaintenanceWindow, RuntimeConfig } from '@portico/contract';
import { useEffect, useLayoutEffect } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { formatDateTime } from '../../shared/format/dates.ts';
import { HtmlView } from '../../shared/html/html-view.tsx';
import type { PageLanguage } from '../../shared/i18n/page-language.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { replaceFragment } from '../../shared/page/leave-page.ts';
import { BankBar } from '../../shared/ui/bank-bar.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { ToastQueue } from '../../shared/ui/toast-queue.ts';
import styles from './maintenance.module.css';
import { localeOfAddress, wayBackOf } from './maintenance-address.ts';
import type { MaintenanceText } from './maintenance-calls.ts';
import { useMaintenanceText } from './messages.ts';
import roadSign from './road-sign.svg';
import roadSignDark from './road-sign-dark.svg';
import { useMaintenance, useMaintenanceBody } from './use-maintenance.ts';

const START = '#/';

export interface MaintenanceDeps {
  readonly config: RuntimeConfig;
  readonly api: Pick<ApiClient, 'json'>;
  readonly toasts: Pick<ToastQueue, 'show'>;
}

export function MaintenancePage({ config, api, toasts, language }: MaintenanceDeps & { language: PageLanguage }) {
  const text = useMaintenanceText();
  const locale = usePageLocale();
  useLanguageOfAddress(language);
  const leave = () => replaceFragment(wayBackOf(window.location.hash) ?? START);
  const answer = useMaintenance(api, leave);
  const body = useMaintenanceBody(api, config.apiBase, locale, () => toasts.show({ kind: 'error', text: text('maintenance.contentFailed') }));
  const isOpen = answer?.running === null;
  const wasSent = wayBackOf(window.location.hash) !== undefined;
  useEffect(() => {
    if (isOpen && wasSent) leave();
  });
  const title = isOpen ? text('maintenance.none') : (body?.title ?? text('maintenance.title'));
  useLayoutEffect(() => {
    document.title = `${title} · ${config.productName}`;
  }, [title, config.productName]);
  const [next] = answer?.planned ?? [];
  const shown = answer?.running ?? next;
  return (
    <>
      <BankBar bankName={config.productName} />
      <main className={styles.page}>
        <picture>
          <source srcSet={roadSignDark} media="(prefers-color-scheme: dark)" />
          <img className={styles.sign} src={roadSign} width={160} height={148} alt={text('maintenance.sign')} />
        </picture>
        <div className={styles.words}>
          <h1>{title}</h1>
          {isOpen ? (
            <p className={styles.body}>
              <a href={START}>{text('maintenance.toPortal')}</a>
            </p>
          ) : (
            <Message body={body} />
          )}
          {shown === undefined ? null : <Times shown={shown} isRunning={!isOpen} timeZone={config.timeZones.ee} />}
          {isOpen ? null : <p className="second">{text('maintenance.unsigned')}</p>}
          <div className="small muted">
            {isOpen ? null : <p>{text('maintenance.checks')}</p>}
            <p>{text('maintenance.support', { contact: config.supportContact })}</p>
          </div>
        </div>
      </main>
    </>
  );
}

/** @param body undefined while loading, `null` when the content system did not return it */
function Message({ body }: { body: MaintenanceText | null | undefined }) {
  const text = useMaintenanceText();
  if (body === undefined) return <Skeleton label={text('maintenance.loading')} lines={2} />;
  return <div className={styles.body}>{body === null ? <p>{text('maintenance.text')}</p> : <HtmlView html={body.body} />}</div>;
}

function Times({ shown: { startsAt, endsAt }, isRunning, timeZone }: { shown: MaintenanceWindow; isRunning: boolean; timeZone: string }) {
  const text = useMaintenanceText();
  const locale = usePageLocale();
  const say = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, locale, timeZone)}</time>;
  return (
    <DefinitionList>
      <Definition label={text(isRunning ? 'maintenance.began' : 'maintenance.begins')}>{say(startsAt)}</Definition>
      <Definition label={text('maintenance.ends')}>{endsAt === undefined ? text('maintenance.endUnknown') : say(endsAt)}</Definition>
    </DefinitionList>
  );
}

/** Follows changes of the address, by hand or by Back. */
function useLanguageOfAddress(language: PageLanguage): void {
  useEffect(() => {
    const follow = () => {
      const wanted = localeOfAddress(window.location.hash);
      // The page stays readable in the old language, and the language switch shows the failure.
      if (wanted !== language.i18n.read().locale) language.choose(wanted).catch(() => undefined);
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [language]);
}
