/**
 * The JSON editor of a body, loaded at the first focus. It is in a shadow root, where its styles are constructed style sheets, which the content
 * security policy allows. In a document they would be inline styles.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, highlightSpecialChars, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { jsonTokens } from '../response/json-tokens.ts';
import { editorTheme } from './code-editor-theme.ts';
import { placeInJson } from './place-in-json.ts';
import type { BodyFinding } from './use-body-check.ts';

export interface CodeEditor {
  /** Replaces the text in one step that can be undone. */
  setText(text: string): void;
  /** Underlines the findings about `text`; does nothing when the editor's text has changed since. */
  setFindings(findings: readonly BodyFinding[], text: string): void;
  focus(): void;
  close(): void;
}

interface CodeEditorOptions {
  text: string;
  /** Selection in the replaced field. */
  selection: { readonly anchor: number; readonly head: number };
  /** Label for screen readers. */
  label: string;
  /** Called for typed changes, not for `setText`. */
  onText: (text: string) => void;
}

/**
 * Text typed over a selection changes the editor's state instead of the DOM. Otherwise the browser copies colours into the new text as inline
 * styles, which the policy blocks.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing) return false;
    const { from, to } = selectedPlace(event, view);
    if (from === to) return false;
    view.dispatch({ changes: { from, to, insert: data }, selection: { anchor: from + data.length }, userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** The range that the browser is about to replace; the state may not yet contain the present selection. */
function selectedPlace(event: InputEvent, view: EditorView): { readonly from: number; readonly to: number } {
  const [range] = event.getTargetRanges();
  if (range === undefined || !view.contentDOM.contains(range.startContainer) || !view.contentDOM.contains(range.endContainer))
    return view.state.selection.main;
  return { from: view.posAtDOM(range.startContainer, range.startOffset), to: view.posAtDOM(range.endContainer, range.endOffset) };
}

/** Marks changes that come from the page. */
const fromPage = Annotation.define<true>();

export function openCodeEditor(host: Element, { text, selection, label, onText }: CodeEditorOptions): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = EditorState.create({
    doc: text,
    extensions: [
      keymap.of([
        // The page sends the request with this shortcut.
        { key: 'Mod-Enter', run: () => true },
        { key: 'F8', run: nextDiagnostic },
        // Without Tab, which must leave the field.
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      history(),
      json(),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      indentOnInput(),
      bracketMatching(),
      highlightSpecialChars(),
      coloured,
      typeOverSelection,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, transactions, state: next }) => {
        if (docChanged && !transactions.every((transaction) => transaction.annotation(fromPage) === true)) onText(next.doc.toString());
      }),
      editorTheme,
    ],
  });
  const length = state.doc.length;
  const view = new EditorView({
    state: state.update({ selection: { anchor: Math.min(selection.anchor, length), head: Math.min(selection.head, length) } }).state,
    parent: root,
  });
  return {
    setText(next) {
      if (view.state.doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, annotations: fromPage.of(true) });
    },
    setFindings(findings, of) {
      if (view.state.doc.toString() !== of) return;
      const diagnostics = findings.map(
        (finding): Diagnostic => ({
          ...placeInJson(view.state, finding.steps),
          severity: finding.steps === undefined ? 'error' : 'warning',
          message: finding.text,
        }),
      );
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

const MARKS = { key: 'cm-key', string: 'cm-string', value: 'cm-value' } as const;

/** Colours the visible part like a response. */
const coloured = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colourView(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = colourView(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function colourView(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    let at = view.state.doc.lineAt(from).from;
    for (const { kind, text } of jsonTokens(view.state.sliceDoc(at, to))) {
      const end = at + text.length;
      if (kind !== 'plain' && end > at) marks.push(Decoration.mark({ class: MARKS[kind] }).range(at, end));
      at = end;
    }
  }
  return Decoration.set(marks);
}
