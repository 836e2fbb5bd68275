import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Prec, StateEffect } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

const prepared = new WeakSet<EditorView>()

/**
 * Text pasted with the pointer would otherwise be applied only when the search field loses the focus: while the text
 * scrolls to the match, when nothing may change.
 */
function takeAtOnce({ target }: Event): void {
  if (target instanceof HTMLInputElement) target.dispatchEvent(new Event('change'))
}

/** Opens find and replace, which is added to an editor when it is first requested. */
export function findInCode(view: EditorView): void {
  if (!prepared.has(view)) {
    prepared.add(view)
    view.dom.addEventListener('input', takeAtOnce)
    view.dispatch({
      effects: StateEffect.appendConfig.of([search({ top: true }), Prec.high(keymap.of(searchKeymap))]),
    })
  }
  openSearchPanel(view)
}
