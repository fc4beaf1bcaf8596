/** Around every page: environment, search, operator with role, and the pages that the roles allow. */
import type { ConsoleSession } from '@portico/contract';
import type { ConsoleAct, ConsoleRole } from '@portico/contract/values';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Brand } from '../shared/ui/brand.tsx';
import { Button } from '../shared/ui/button.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './console.module.css';
import { followIn } from './page-props.ts';

const ROLE_NAMES: Readonly<Record<ConsoleRole, string>> = {
  support: 'Support',
  operations: 'Payment operations',
  'provider-manager': 'Provider manager',
  auditor: 'Auditor',
  administrator: 'Administrator',
};

export const PAGES = [
  { page: 'overview', act: 'overview', group: 'Today', name: 'Overview', path: '/' },
  { page: 'requests', act: 'requests', group: 'Today', name: 'Second person', path: '/requests' },
  { page: 'find', act: 'find', group: 'Look up', name: 'Find', path: '/find' },
  { page: 'payments', act: 'payments', group: 'Look up', name: 'Payments', path: '/payments' },
  { page: 'providers', act: 'providers', group: 'Look up', name: 'Providers', path: '/providers' },
  { page: 'audit', act: 'audit', group: 'Records', name: 'Audit', path: '/audit' },
] as const satisfies readonly { page: string; act: ConsoleAct; group: string; name: string; path: string }[];

export type PageName = (typeof PAGES)[number]['page'];

interface ShellProps {
  readonly session: ConsoleSession;
  /** Undefined: the roles allow no page. */
  readonly page: PageName | undefined;
  /** The id that was looked for. */
  readonly id: string;
  readonly onGo: (to: string) => void;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

export function Shell({ session, page, id, onGo, onSignOut, children }: ShellProps) {
  const allowed = PAGES.filter(({ act }) => session.acts.includes(act));
  return (
    <div className={styles.console}>
      <header className={styles.head}>
        <Brand name="Portico" suffix="Console" href="/" />
        <span className={classNames(styles.env, !session.isProduction && styles.test)}>{session.isProduction ? 'Production' : 'Sandbox'}</span>
        {session.acts.includes('find') ? <Search key={id} id={id} onGo={onGo} /> : null}
        <p className={styles.me}>
          <b>{session.name}</b>
          <small>{session.roles.map((role) => ROLE_NAMES[role]).join(', ')}</small>
        </p>
        <Button kind="secondary" isDense onClick={onSignOut}>
          Log out
        </Button>
      </header>
      <div className={styles.shell}>
        <nav className={styles.nav} aria-label="Console">
          {[...Map.groupBy(allowed, ({ group }) => group)].map(([group, pages]) => (
            <section key={group}>
              <h2>{group}</h2>
              {pages.map(({ page: each, name, path }) => (
                <a key={each} href={path} aria-current={each === page ? 'page' : undefined} onClick={followIn(onGo)}>
                  {name}
                </a>
              ))}
            </section>
          ))}
        </nav>
        <main className={styles.main}>{children}</main>
      </div>
    </div>
  );
}

function Search({ id, onGo }: { id: string; onGo: (to: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted !== '') onGo(`/find?${new URLSearchParams({ id: wanted })}`);
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <Icon name="search" small />
        <input
          ref={input}
          type="search"
          aria-label="Payment, consent, signing or request id"
          placeholder="Payment, consent, signing or request id"
          defaultValue={id}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}
