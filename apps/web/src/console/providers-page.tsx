/** The applications of providers, page by page. */
import type { ConsoleProviderSummary } from '@portico/contract';
import { type FormEvent, useCallback } from 'react';
import { Button } from '../shared/ui/button.tsx';
import fieldStyles from '../shared/ui/field.module.css';
import { Field } from '../shared/ui/field.tsx';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { followIn, type PageProps } from './page-props.ts';
import { Failure, PageTitle } from './page-title.tsx';
import { ProviderState } from './provider-state.tsx';
import { useLoad } from './use-load.ts';

interface ProvidersPageProps extends PageProps {
  readonly text: string;
  readonly after: string | undefined;
}

export function ProvidersPage({ calls, text, after, onGo, onEnded }: ProvidersPageProps) {
  const load = useCallback(
    () => calls.providers({ ...(text === '' ? {} : { text }), ...(after === undefined ? {} : { after }) }),
    [calls, text, after],
  );
  const { value, failure } = useLoad(load, onEnded);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('text');
    onGo(addressOf(typeof wanted === 'string' ? wanted.trim() : '', undefined));
  };
  return (
    <>
      <PageTitle title="Providers">
        <p>Their applications, in the order of the client ids.</p>
      </PageTitle>
      <Failure text={failure} />
      <section className={styles.panel} aria-label="Applications">
        <form className={styles.filters} onSubmit={search}>
          <Field label="Name or client id">
            {(ids) => <input {...ids} className={fieldStyles.input} name="text" defaultValue={text} maxLength={100} autoComplete="off" />}
          </Field>
          <Button kind="secondary" isDense type="submit">
            Search
          </Button>
        </form>
        {value === undefined ? null : (
          <>
            <Table providers={value.providers} onGo={onGo} />
            <div className={styles.bar}>
              <Button kind="secondary" isDense disabled={after === undefined} onClick={() => onGo(addressOf(text, undefined))}>
                First
              </Button>
              <Button kind="secondary" isDense disabled={value.next === undefined} onClick={() => onGo(addressOf(text, value.next))}>
                Next
              </Button>
            </div>
          </>
        )}
      </section>
    </>
  );
}

function addressOf(text: string, after: string | undefined): string {
  const query = new URLSearchParams({ ...(text === '' ? {} : { text }), ...(after === undefined ? {} : { after }) });
  return query.size === 0 ? '/providers' : `/providers?${query}`;
}

function Table({ providers, onGo }: { providers: readonly ConsoleProviderSummary[] } & Pick<PageProps, 'onGo'>) {
  if (providers.length === 0) return <p>No application was found. Search for a part of its name or client id.</p>;
  return (
    <ScrollRegion label="Applications" className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Application</th>
            <th scope="col">Registered name</th>
            <th scope="col">Roles</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <tr key={provider.clientId}>
              <td>
                <a href={`/providers?${new URLSearchParams({ id: provider.clientId })}`} onClick={followIn(onGo)}>
                  {provider.clientName}
                </a>
                <small>{provider.clientId}</small>
              </td>
              <td>{provider.registeredName}</td>
              <td>{provider.roles.join(', ')}</td>
              <td>
                <ProviderState provider={provider} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
