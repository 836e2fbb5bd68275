import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Prec, StateEffect } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

const prepared = new WeakSet<EditorView>()

/**
 * What is pasted by the pointer would be taken when the field loses the keyboard: while the text scrolls to what is found,
 * when nothing may change.
 */
function takeAtOnce({ target }: Event): void {
  if (target instanceof HTMLInputElement) target.dispatchEvent(new Event('change'))
}

/** Finding and replacing, put into an editor when it is first asked for. */
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
