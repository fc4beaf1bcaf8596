/** The minimum that React does with the responses of a signing page: the same calls in the same order, every field in a list, and a button. */
import { createElement, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Answers = Readonly<Record<string, unknown>>;

const read = async (name: string): Promise<unknown> => (await fetch(`./${name}.json`)).json();
// These calls begin before React is loaded.
const details = read('details');
const listed = read('calls');

/** The same order as in the signing page: the accounts after the details, balance and fee after the account. */
async function readAll(onAnswer: (name: string, answer: unknown) => void): Promise<void> {
  onAnswer('details', await details);
  const calls = await listed;
  const wanted = (name: string) => Array.isArray(calls) && calls.includes(name);
  if (wanted('list')) onAnswer('list', await read('list'));
  const beside = ['balance', 'fee', 'customer'].filter(wanted);
  await Promise.all(beside.map(async (name) => onAnswer(name, await read(name))));
}

function Value({ value }: { value: unknown }): ReactNode {
  if (value === null || typeof value !== 'object') return String(value);
  const rows = Object.entries(value).flatMap(([name, inner]) => [
    createElement('dt', { key: `${name} name` }, name),
    createElement('dd', { key: name }, createElement(Value, { value: inner })),
  ]);
  return createElement('dl', null, rows);
}

function Page(): ReactNode {
  const [answers, setAnswers] = useState<Answers>({});
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    void readAll((name, answer) => setAnswers((known) => ({ ...known, [name]: answer }))).then(() => setIsReady(true));
  }, []);
  return createElement('main', null, [
    createElement('h1', { key: 'title' }, 'To sign'),
    createElement(Value, { key: 'answers', value: answers }),
    createElement('button', { key: 'sign', type: 'button', disabled: !isReady }, 'Sign'),
  ]);
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(Page));
