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
        Save customers, accounts, balances and transactions. The JSON file can be imported again, here or in another sandbox. It has no personal codes
        or IBANs; the tables have them.
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
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<Mode>('add');
  const [isAsking, setIsAsking] = useState(false);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { isPending, failure, run, forget } = useAction();
  const close = () => {
    setIsAsking(false);
    chooser.current?.focus();
  };
  const read = async (chosen: File): Promise<unknown> => {
    try {
      return JSON.parse(await chosen.text());
    } catch {
      setIsUnreadable(true);
      return undefined;
    }
  };
  const send = async () => {
    const document = file === undefined ? undefined : await read(file);
    if (document === undefined) return close();
    const isDone = await run(async () => {
      const { customers, transactions } = await calls.importDocument(document, mode);
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
        aria-label="File to import"
        accept=".json,application/json"
        onChange={(event) => {
          setFile(event.target.files?.[0]);
          setIsUnreadable(false);
          forget();
        }}
      />
      <div className="row wrap">
        <Button ref={chooser} kind="secondary" isDense onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span className="small second" role="status">
          {file?.name ?? 'No file is chosen.'}
        </span>
      </div>
      <SelectField label="What the import does" options={MODES} value={mode} onChange={setMode} />
      {isAsking ? (
        <Confirm question="Replace your sandbox?" yes="Replace" isPending={isPending} onYes={() => void send()} onNo={close}>
          <p>Your own customers who are not in the file are removed. All others start again as in the file; consents and payments end.</p>
        </Confirm>
      ) : (
        <Button type="submit" kind="secondary" isDense isBusy={isPending} disabled={file === undefined}>
          {isPending ? 'Importing' : 'Import'}
        </Button>
      )}
      {isUnreadable ? (
        <Note kind="error" role="alert">
          This file is no JSON. Nothing was changed. Choose a file that was saved here as JSON.
        </Note>
      ) : null}
      {failure === undefined ? null : (
        <ActionFailure failure={failure}>
          {failure.path === undefined ? null : <code>{failure.path}: </code>}
          {failure.message}
        </ActionFailure>
      )}
    </form>
  );
}
