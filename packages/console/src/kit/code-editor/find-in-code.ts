import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Prec, StateEffect } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

/** Finding and replacing, put into an editor when it is first asked for. */
export function findInCode(view: EditorView): void {
  view.dispatch({
    effects: StateEffect.appendConfig.of([search({ top: true }), Prec.high(keymap.of(searchKeymap))]),
  })
  openSearchPanel(view)
}
