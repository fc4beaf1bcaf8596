/** The keys of specification §9. A browser may refuse storage (private windows, policies). Then values last as long as the page, without an error. */
import { STORAGE_KEYS } from '@portico/contract/values';

interface StoredText {
  read(): string | undefined;
  write(value: string): void;
  clear(): void;
}

export interface BrowserStorage {
  /** Session storage: the signing session of this tab. */
  readonly signingId: StoredText;
  /** Session storage: present after a 410; its value does not matter. */
  readonly signingTerminated: StoredText;
  /** Local storage: user name of the customer whose values fill the fallback explorer. */
  readonly currentFallbackUser: StoredText;
  /** Local storage: the notice of the register modal was dismissed. */
  readonly hideNotification: StoredText;
  /** Session storage: the explorer's pending authorization, JSON. */
  readonly authorization: StoredText;
  /** Session storage: the address to which a reset code was sent, until the password is changed. */
  readonly resetEmail: StoredText;
  /** Local storage: requests that were sent from the explorer, JSON. */
  readonly explorerHistory: StoredText;
  /** Local storage: the last received status of the services, JSON. */
  readonly apiStatus: StoredText;
  /** Session storage: client id of the application that the developer chose in this tab. */
  readonly application: StoredText;
  /** Local storage: `light` or `dark`; without it the portal follows the device. */
  readonly theme: StoredText;
  /** Local storage: the language in which guides show code, `sh`, `js` or `python`. */
  readonly codeLanguage: StoredText;
  /** Session storage: the language that the customer chose in this tab. */
  readonly chosenLanguage: StoredText;
  /** Session storage: the language of the last provider's request; the next page starts with it. */
  readonly journeyLanguage: StoredText;
}

type Areas = Pick<Window, 'sessionStorage' | 'localStorage'>;

/** @param areas normally `window`; reading its storage properties may already throw. */
export function createBrowserStorage(areas: Areas): BrowserStorage {
  const session = () => areas.sessionStorage;
  const local = () => areas.localStorage;
  return {
    signingId: storedText(session, STORAGE_KEYS.signingId),
    signingTerminated: storedText(session, STORAGE_KEYS.signingTerminated),
    currentFallbackUser: storedText(local, STORAGE_KEYS.currentFallbackUser),
    hideNotification: storedText(local, STORAGE_KEYS.hideNotification),
    authorization: storedText(session, STORAGE_KEYS.authorization),
    resetEmail: storedText(session, STORAGE_KEYS.resetEmail),
    explorerHistory: storedText(local, STORAGE_KEYS.explorerHistory),
    apiStatus: storedText(local, STORAGE_KEYS.apiStatus),
    application: storedText(session, STORAGE_KEYS.application),
    theme: storedText(local, STORAGE_KEYS.theme),
    codeLanguage: storedText(local, STORAGE_KEYS.codeLanguage),
    chosenLanguage: storedText(session, STORAGE_KEYS.chosenLanguage),
    journeyLanguage: storedText(session, STORAGE_KEYS.journeyLanguage),
  };
}

function storedText(area: () => Storage, key: string): StoredText {
  let inMemory: string | undefined;
  return {
    read: () => tolerate(() => area().getItem(key)) ?? inMemory,
    write: (value) => {
      inMemory = value;
      const isKept = tolerate(() => {
        area().setItem(key, value);
        return true;
      });
      // If the storage is full, the older value is removed, so that it does not outlive the newer one.
      if (isKept !== true) tolerate(() => area().removeItem(key));
    },
    clear: () => {
      inMemory = undefined;
      tolerate(() => area().removeItem(key));
    },
  };
}

function tolerate<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
