import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of code everywhere in the console. */
export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--k-key)', fontWeight: 'var(--fw-medium)' },
  { tag: tags.string, color: 'var(--k-str)' },
  { tag: [tags.number, tags.bool], color: 'var(--k-num)' },
  { tag: tags.function(tags.variableName), color: 'var(--k-fn)' },
  { tag: tags.comment, color: 'var(--k-com)', fontStyle: 'italic' },
])

const wave = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '3px',
})

const floating = {
  border: '0',
  borderRadius: 'var(--r-2)',
  backgroundColor: 'var(--bg-raised)',
  boxShadow: 'var(--sh-2)',
  color: 'var(--text)',
  fontSize: 'var(--fs-13)',
  zIndex: 'var(--z-popover)',
}

/** The same style serves both themes: the tokens change, not the style. */
export const codeLook = EditorView.theme({
  '&': { backgroundColor: 'var(--bg-code)', color: 'var(--text)', fontSize: 'var(--fs-13)' },
  // The frame around the editor shows the focus, because the elements beside the text would cover an outline.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: 'var(--lh-13)',
    minHeight: '160px',
    maxHeight: '60vh',
    overflow: 'auto',
  },
  '.cm-content:focus-visible': { outline: 'none', boxShadow: 'none' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-gutters': { backgroundColor: 'var(--bg-code)', color: 'var(--text-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 4px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { minWidth: '16px', textAlign: 'center' },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-bg)',
    outline: '1px solid var(--accent)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-bg)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warn-bg)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-bg)', outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-sunken)',
    border: '1px solid var(--line)',
    color: 'var(--text-2)',
  },
  '.cm-lintRange-error': wave('var(--bad)'),
  '.cm-lintRange-warning': wave('var(--warn)'),
  '.cm-lintRange-info, .cm-lintRange-hint': wave('var(--text-3)'),
  '.cm-tooltip': floating,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    maxHeight: 'none',
    overflow: 'hidden',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    padding: '4px 8px',
    borderRadius: 'var(--r-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--fw-strong)' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    fontFamily: 'var(--font-sans)',
    color: 'var(--text-2)',
  },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '8px 12px' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: '0' },
  '.cm-diagnosticAction': {
    marginLeft: '8px',
    padding: '2px 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
    backgroundColor: 'var(--bg-surface)',
    color: 'var(--text)',
    font: 'inherit',
  },
  '.cm-panels': { backgroundColor: 'var(--bg-canvas)', color: 'var(--text)', zIndex: '1' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 40px 8px 12px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { display: 'inline-flex', gap: '4px', fontSize: 'var(--fs-13)' },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '12px', minWidth: '24px', minHeight: '24px' },
  '.cm-textfield': {
    minHeight: 'var(--control-sm)',
    margin: '0',
    padding: '0 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
    backgroundColor: 'var(--bg-surface)',
    color: 'var(--text)',
    fontSize: 'var(--fs-13)',
  },
  '.cm-button': {
    minHeight: 'var(--control-sm)',
    margin: '0',
    padding: '0 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
    backgroundImage: 'none',
    backgroundColor: 'var(--bg-surface)',
    color: 'var(--text)',
    fontSize: 'var(--fs-13)',
  },
  '.cm-note': { maxWidth: '480px', padding: '8px 12px' },
  '.cm-note-code': { fontFamily: 'var(--font-mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-note-label': { color: 'var(--text-2)', fontSize: 'var(--fs-12)' },
  '.cm-note-now': { color: 'var(--accent-text)', fontWeight: 'var(--fw-strong)' },
})
