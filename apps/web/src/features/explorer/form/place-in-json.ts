/** Finds the position of a value in a JSON text by the steps of its path. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** The type is not exported by the parser. */
type Node = ReturnType<typeof syntaxTree>['topNode'];

const VALUES: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);
const PARSE_MS = 100;

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 *
 * @param steps names and indexes from the root to the value; undefined for the first syntax error
 * @returns for an object or array its name or first bracket, because marking all of it would not help
 */
export function placeInJson(state: EditorState, steps: readonly string[] | undefined): Place {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  if (steps === undefined) return visible(state, errorIn(tree.topNode) ?? { from: state.doc.length, to: state.doc.length });
  let value = valuesIn(tree.topNode)[0];
  let name: Node | null = null;
  for (const step of steps) {
    if (value === undefined) break;
    if (value.name === 'Array') {
      value = valuesIn(value)[Number(step)];
      name = null;
      continue;
    }
    // JSON.parse takes the last of two members with the same name.
    const property = value.getChildren('Property').findLast((member) => nameOf(state, member) === step);
    name = property?.getChild('PropertyName') ?? null;
    value = property === undefined ? undefined : valuesIn(property)[0];
  }
  if (value === undefined) return visible(state, { from: 0, to: 0 });
  const holdsOthers = value.name === 'Object' || value.name === 'Array';
  return visible(state, holdsOthers ? (name ?? { from: value.from, to: value.from + 1 }) : value);
}

function errorIn(top: Node): Place | undefined {
  const cursor = top.cursor();
  do {
    if (cursor.type.isError) return { from: cursor.from, to: cursor.to };
  } while (cursor.next());
  return undefined;
}

/** Extends an empty range to one character, if the text has any. */
function visible({ doc }: EditorState, { from, to }: Place): Place {
  if (to > from) return { from, to };
  return from < doc.length ? { from, to: from + 1 } : { from: Math.max(0, doc.length - 1), to: doc.length };
}

function valuesIn(node: Node): Node[] {
  const values: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name)) values.push(child);
  }
  return values;
}

function nameOf(state: EditorState, property: Node): unknown {
  const name = property.getChild('PropertyName');
  try {
    return name === null ? undefined : JSON.parse(state.sliceDoc(name.from, name.to));
  } catch {
    return undefined;
  }
}
