/** `/bank/device`: the customer's phone, for the sandbox. */
import type { RuntimeConfig } from '@portico/contract';
import { useLayoutEffect, useMemo } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { useRefusalText } from '../../shared/i18n/refusal-text.ts';
import { BankBar } from '../../shared/ui/bank-bar.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Sheet, SheetBody, SheetPage } from '../../shared/ui/sheet.tsx';
import { SheetMain } from '../../shared/ui/sheet-main.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './device.module.css';
import { createDeviceCalls } from './device-calls.ts';
import { DeviceRequest } from './device-request.tsx';
import { useDeviceText } from './messages.ts';
import { type Device, useDevice } from './use-device.ts';
import { useOpenedLink, withOpened } from './use-opened-link.ts';

export function DevicePage({ api, config }: { api: ApiClient; config: RuntimeConfig }) {
  const calls = useMemo(() => createDeviceCalls(api), [api]);
  const device = useDevice(calls);
  const opened = useOpenedLink(calls);
  const text = useDeviceText();
  const refusalText = useRefusalText();
  useLayoutEffect(() => {
    document.title = text('device.documentTitle', { bankName: config.bankName });
  }, [text, config.bankName]);
  const { state, failure, refusal } = device;
  return (
    <>
      <BankBar bankName={config.bankName} />
      <SheetMain>
        <SheetPage isNarrow>
          <Sheet>
            <SheetBody>
              <div className="stack-2">
                <Headline takesFocus={false}>{text('device.title')}</Headline>
                <p className="second">{text('device.intro')}</p>
              </div>
              <div role="status">{opened === undefined || opened === 'refused' ? null : <Note kind="info">{text('device.linkOpened')}</Note>}</div>
              {opened === 'refused' ? (
                <Note kind="error" role="alert">
                  {text('device.linkRefused')}
                </Note>
              ) : null}
              {failure === undefined ? null : (
                <Note kind="error" role="alert">
                  {text('device.failed')}
                </Note>
              )}
              {refusal === undefined ? null : (
                <Note kind="error" role="alert">
                  {refusalText(refusal)}
                </Note>
              )}
              {state === undefined ? (
                <Skeleton label={text('device.loading')} lines={4} />
              ) : (
                <Requests device={device} state={{ ...state, challenges: [...withOpened(state.challenges, opened)] }} />
              )}
            </SheetBody>
          </Sheet>
        </SheetPage>
      </SheetMain>
    </>
  );
}

function Requests({ device, state }: { device: Device; state: NonNullable<Device['state']> }) {
  const text = useDeviceText();
  const waiting = state.challenges.filter((challenge) => challenge.state === 'started').length;
  return (
    <>
      <label className={styles.mode}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={state.automatic}
          checked={state.automatic}
          onChange={(event) => void device.setAutomatic(event.target.checked)}
        />
        <span>
          <b className="strong">{text('device.mode')}</b>
          <span className={styles.modeHint}>{text(state.automatic ? 'device.modeOn' : 'device.modeOff')}</span>
        </span>
      </label>
      <p className="vh" role="status">
        {text('device.count', { count: waiting })}
      </p>
      {state.challenges.length === 0 ? (
        <div className={styles.empty}>
          <p className="strong">{text('device.empty')}</p>
          <p className="second">{text('device.emptyHint')}</p>
        </div>
      ) : (
        <ul className={styles.requests}>
          {state.challenges.map((challenge) => (
            <DeviceRequest
              key={challenge.challengeId}
              challenge={challenge}
              onAnswer={(answer) => void device.answer(challenge.challengeId, answer)}
              keyIn={(number) => device.keyIn(challenge.challengeId, number)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
