/** Polls the maintenance windows until maintenance ends, and loads the content system's text in the page's language. */
import type { MaintenanceAnswer } from '@portico/contract';
import { type Locale, localeOfTag } from '@portico/contract/values';
import { useEffect, useRef, useState } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { type MaintenanceText, readMaintenance, readText } from './maintenance-calls.ts';

const EVERY_MS = 15_000;

/** @param onOver called when maintenance ends while this page is open */
export function useMaintenance(api: Pick<ApiClient, 'json'>, onOver: () => void): MaintenanceAnswer | undefined {
  const [answer, setAnswer] = useState<MaintenanceAnswer>();
  const hasRun = useRef(false);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const ended = new AbortController();
    const look = async () => {
      try {
        const next = await readMaintenance(api, ended.signal);
        setAnswer(next);
        if (hasRun.current && next.running === null) over.current();
        hasRun.current ||= next.running !== null;
      } catch {
        // A failed call changes nothing; the next poll corrects the state.
      }
    };
    const lookWhenSeen = () => (document.visibilityState === 'hidden' ? undefined : void look());
    void look();
    const timer = setInterval(lookWhenSeen, EVERY_MS);
    document.addEventListener('visibilitychange', lookWhenSeen);
    return () => {
      ended.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookWhenSeen);
    };
  }, [api]);
  return answer;
}

/** Undefined while loading, `null` when the text could not be loaded. */
export function useMaintenanceBody(
  api: Pick<ApiClient, 'json'>,
  apiBase: string,
  locale: string,
  onFailure: () => void,
): MaintenanceText | null | undefined {
  const [text, setText] = useState<{ locale: string; text: MaintenanceText | null }>();
  const failed = useRef(onFailure);
  failed.current = onFailure;
  useEffect(() => {
    const left = new AbortController();
    const lang: Locale = localeOfTag(locale) ?? 'en';
    readText(api, apiBase, lang, left.signal).then(
      (read) => setText({ locale, text: read }),
      () => {
        if (left.signal.aborted) return;
        setText({ locale, text: null });
        failed.current();
      },
    );
    return () => left.abort();
  }, [api, apiBase, locale]);
  return text?.locale === locale ? text.text : undefined;
}
