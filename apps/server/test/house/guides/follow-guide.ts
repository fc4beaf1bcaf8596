/** Runs the blocks of one guide in reading order, against a running server and with a new developer, and compares results with what the page shows. */
import { compareAnswer, textsAgree } from './compare-answer.ts';
import { type GuideLanguage, isGuideLanguage, openShell } from './open-shell.ts';
import type { Guide, GuideBlock } from './read-guides.ts';
import { becomeReader, type GuideReader } from './reader.ts';

export interface GuidePlace {
  /** Of the server. */
  readonly origin: string;
  /** Where the blocks run, and where the reader saves files. */
  readonly folder: string;
  readonly language: GuideLanguage;
  /** Gets each step and its result as text; default: they are not told. */
  readonly tell?: (text: string) => void;
}

/** @throws Error that names the block which failed, or whose result is not that of the page */
export async function followGuide(guide: Guide, { origin, folder, language, tell = () => {} }: GuidePlace): Promise<void> {
  const blocks = blocksOf(guide, language, await readFeatures(origin));
  const shell = await openShell(language, folder);
  try {
    const reader = await becomeReader(origin, folder);
    tell(`A developer signed up and has an application: ${await reader.fillIn('<your mail address>, <your client id>')}`);
    const happened = new Map<string, string>();
    for (const block of blocks) {
      try {
        if (block.language !== language) requireShown(block, happened);
        else await runBlock(block, { reader, happened, shell, tell, isShown: blocks.some(({ marks }) => marks['answer-of'] === block.marks.id) });
      } catch (error) {
        throw new Error(`${block.where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  } finally {
    await shell.close();
  }
}

/** What a server may offer or not, for the mark `if`. */
async function readFeatures(origin: string): Promise<ReadonlySet<string>> {
  const discovery = Object(await (await fetch(`${origin}/api/v2/.well-known/openid-configuration`)).json());
  return new Set(discovery.registration_endpoint === undefined ? [] : ['registration']);
}

/** What is run in a language, and the results of it. */
function blocksOf({ blocks }: Guide, chosen: GuideLanguage, features: ReadonlySet<string>): readonly GuideBlock[] {
  const run = blocks.filter(({ language, marks }) => language === chosen && (marks.if === undefined || features.has(marks.if)));
  const hasResult = (id: string | undefined) => run.some(({ marks }) => marks.id === id && marks.prints !== 'nothing');
  return blocks.filter((block) => {
    const { language, marks } = block;
    return isGuideLanguage(language) ? run.includes(block) : hasResult(marks['answer-of'] ?? marks['address-after']);
  });
}

interface Walk {
  readonly reader: GuideReader;
  /** By id: what the block printed; after `{id}@`, where the browser then ended. */
  readonly happened: Map<string, string>;
  readonly shell: Awaited<ReturnType<typeof openShell>>;
  readonly tell: (text: string) => void;
  readonly isShown: boolean;
}

async function runBlock({ where, code, marks }: GuideBlock, { reader, happened, shell, tell, isShown }: Walk): Promise<void> {
  const { id = '', first, then, prints } = marks;
  if (first !== undefined) {
    await reader.act(first);
    tell(`On the portal’s pages the developer did: ${first}`);
  }
  tell(`${where}\n${code}`);
  const printed = (await shell.run(await reader.fillIn(code))).trim();
  if (printed !== '') tell(printed);
  if (!isShown && /"tppMessages"|"error"/.test(printed)) throw new Error(`it is refused, and the page does not show it: ${printed}`);
  happened.set(id, printed);
  if (prints === 'nothing' && printed !== '') throw new Error(`it prints ${printed}`);
  if (printed.startsWith('{')) reader.answered(printed);
  if (then === undefined) return;
  if (then !== 'open') throw new Error(`there is no way to ${then}`);
  const address = printed.startsWith('http') ? printed : await reader.fillIn('<scaRedirect of the response>');
  const end = await reader.open(address);
  tell(`The test customer approved at the bank. The browser is at ${end}`);
  happened.set(`${id}@`, end);
}

function requireShown({ code, language, marks }: GuideBlock, happened: ReadonlyMap<string, string>): void {
  const real = marks['answer-of'] === undefined ? happened.get(`${marks['address-after']}@`) : happened.get(marks['answer-of']);
  if (real === undefined) throw new Error('no browser opened an address there');
  if (language === 'json') {
    const differences = compareAnswer(JSON.parse(code), JSON.parse(real));
    if (differences.length > 0) throw new Error(differences.join('\n'));
  } else if (!textsAgree(code, real)) throw new Error(`printed:\n${code}\nreal:\n${real}`);
  if (!code.startsWith('http')) return;
  const [written, found] = [parametersOf(code), parametersOf(real)];
  if (written.join() !== found.join()) throw new Error(`the page has the parameters ${written}, the address ${found}`);
}

const parametersOf = (address: string) => [...new URL(address).searchParams.keys()];
