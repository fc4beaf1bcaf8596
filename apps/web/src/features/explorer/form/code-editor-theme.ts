/** The editor in the colours and letters of the page: custom properties reach into the shadow root, its rules do not. */
import { EditorView } from '@codemirror/view';

export const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', maxHeight: '70dvh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '400 var(--t-code) / var(--l-code) var(--font-mono)', overflow: 'auto', minHeight: '12rem' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)', overflowWrap: 'anywhere' },
  '.cm-line': { padding: '0 14px' },
  '.cm-key': { color: 'var(--syn-key)' },
  '.cm-string': { color: 'var(--syn-str)' },
  '.cm-value': { color: 'var(--syn-num)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--error-soft)', outline: '1px solid var(--error)' },
  '.cm-specialChar': { color: 'var(--error)' },
  // A wave of the library's own is red on any ground; a thick line is seen without colours too.
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecorationColor: 'var(--error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecorationColor: 'var(--warn)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--warn-soft)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--error)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-1)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    maxWidth: 'min(420px, 90vw)',
    font: '400 var(--t-small) / var(--l-small) var(--font-text)',
  },
  '.cm-diagnostic': { padding: '6px 10px', marginLeft: '0', borderLeft: '3px solid var(--warn)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
});
