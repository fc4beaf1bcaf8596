/** The whole sandbox as a file: saves it, and brings the sandbox to the state of such a file, after a question when customers can go with it. */
import { useRef, useState } from 'react';
import { saveBlob } from '../../../shared/page/save-blob.ts';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { Card } from '../../../shared/portal/card.tsx';
import { Confirm } from '../../../shared/portal/confirm.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { SandboxCalls } from './sandbox-calls.ts';

const FILES = [
  { path: 'document', fileName: 'sandbox.json', label: 'JSON' },
  { path: 'customers.csv', fileName: 'customers.csv', label: 'Customers (CSV)' },
  { path: 'accounts.csv', fileName: 'accounts.csv', label: 'Accounts (CSV)' },
  { path: 'transactions.csv', fileName: 'transactions.csv', label: 'Transactions (CSV)' },
] as const;

const MODES = [
  { value: 'add', label: 'Add its customers to mine' },
  { value: 'replace', label: 'Replace my sandbox' },
] as const;
type Mode = (typeof MODES)[number]['value'];

interface DocumentCardProps {
  calls: SandboxCalls;
  onImported: () => void;
}

export function DocumentCard({ calls, onImported }: DocumentCardProps) {
  return (
    <Card title="Sandbox as a file">
      <p className="small second">
        Save customers, accounts, balances and transactions. The JSON file can be imported again, here or in another sandbox, and so can the CSV files
        after you changed them. Personal codes and IBANs are only in the CSV files. A new customer gets new ones.
      </p>
      <div className="row wrap">
        {FILES.map((file) => (
          <SaveButton key={file.path} file={file} calls={calls} />
        ))}
      </div>
      <ImportForm calls={calls} onImported={onImported} />
    </Card>
  );
}

function SaveButton({ file: { path, fileName, label }, calls }: { file: (typeof FILES)[number]; calls: SandboxCalls }) {
  const { isPending, failure, run } = useAction();
  const save = () => run(async () => saveBlob(await calls.exportFile(path), fileName));
  return (
    <>
      <Button kind="secondary" isDense isBusy={isPending} aria-label={`Download: ${label}`} onClick={() => void save()}>
        {isPending ? `Loading ${label}` : label}
      </Button>
      {failure === undefined ? null : <ActionFailure failure={failure} />}
    </>
  );
}

function ImportForm({ calls, onImported }: DocumentCardProps) {
  const { toasts } = useExtra();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [mode, setMode] = useState<Mode>('add');
  const [isAsking, setIsAsking] = useState(false);
  const [flaw, setFlaw] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { isPending, failure, run, forget } = useAction();
  const close = () => {
    setIsAsking(false);
    chooser.current?.focus();
  };
  const send = async () => {
    const read = await readFiles(files);
    if (read.flaw !== undefined) {
      setFlaw(read.flaw);
      return close();
    }
    const isDone = await run(async () => {
      const { customers, transactions } = await read.send(calls, mode);
      toasts.show({ kind: 'ok', text: `${customers} customers and ${transactions} transactions are imported.` });
    });
    close();
    if (isDone) onImported();
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mode === 'replace') setIsAsking(true);
        else void send();
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Files to import"
        accept=".json,application/json,.csv,text/csv"
        onChange={(event) => {
          setFiles([...(event.target.files ?? [])]);
          setFlaw(undefined);
          forget();
        }}
      />
      <div className="row wrap">
        <Button ref={chooser} kind="secondary" isDense onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <span className="small second" role="status">
          {files.length === 0 ? 'No file is chosen.' : files.map(({ name }) => name).join(', ')}
        </span>
      </div>
      <SelectField label="What the import does" options={MODES} value={mode} onChange={setMode} />
      {isAsking ? (
        <Confirm question="Replace your sandbox?" yes="Replace" isPending={isPending} onYes={() => void send()} onNo={close}>
          <p>Your own customers who are not in the file are removed. All others start again as in the file; consents and payments end.</p>
        </Confirm>
      ) : (
        <Button type="submit" kind="secondary" isDense isBusy={isPending} disabled={files.length === 0}>
          {isPending ? 'Importing' : 'Import'}
        </Button>
      )}
      {flaw === undefined ? null : (
        <Note kind="error" role="alert">
          {flaw}
        </Note>
      )}
      {failure === undefined ? null : (
        <ActionFailure failure={failure}>
          {failure.path === undefined ? null : <code>{failure.path}: </code>}
          {failure.message}
        </ActionFailure>
      )}
    </form>
  );
}

type Send = (calls: SandboxCalls, mode: Mode) => ReturnType<SandboxCalls['importDocument']>;

/** One JSON file, or CSV files. The server recognizes each CSV file by its columns, so their names may differ. */
async function readFiles(files: readonly File[]): Promise<{ flaw: string; send?: never } | { flaw?: undefined; send: Send }> {
  const texts = await Promise.all(files.map((file) => file.text()));
  if (files.every(({ name }) => name.toLowerCase().endsWith('.csv'))) {
    if (texts.length === 1) return { flaw: 'The files belong together. Nothing was changed. Choose customers, accounts and transactions at once.' };
    return { send: (calls, mode) => calls.importTables(texts, mode) };
  }
  const [text = ''] = texts;
  if (texts.length > 1)
    return { flaw: 'These files do not belong together. Nothing was changed. Choose one JSON file, or the CSV files of a sandbox.' };
  try {
    const document: unknown = JSON.parse(text);
    return { send: (calls, mode) => calls.importDocument(document, mode) };
  } catch {
    return { flaw: 'This file is not JSON. Nothing was changed. Choose a file that was saved here.' };
  }
}
