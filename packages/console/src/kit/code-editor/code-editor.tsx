import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete'
import {
  deleteLine,
  history,
  historyKeymap,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleComment,
} from '@codemirror/commands'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { nextDiagnostic, previousDiagnostic, setDiagnosticsEffect } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view'
import { getNonce } from 'get-nonce'
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { editorPhrases, codeEditor as m } from '#kit/messages/code-editor.ts'
import { Button } from '#ui/button.tsx'
import classes from './code-editor.module.css'
import { codeColours, codeLook } from './code-look.ts'
import { type CodeProblem, ProblemList, readProblems } from './problem-list.tsx'

export interface CodeInput {
  /** Inserts the text in place of the selection; `#{name}` marks a placeholder to type into. */
  insert(text: string): void
}

export interface CodeEditorProps {
  readonly ref?: Ref<CodeInput>
  readonly value: string
  readonly onChange: (value: string) => void
  /** The accessible name of the editor. */
  readonly label: string
  /** The id of the element with the error message, in the words of the part that refused the text. */
  readonly faultId?: string | undefined
  readonly isReadOnly?: boolean
  /**
   * The language, its completions and checks, and line wrapping. Replacing it takes effect without losing typed text.
   */
  readonly language: Extension
  /** Returns the text formatted for reading; undefined if the text cannot be parsed. */
  readonly format?: (text: string) => string | undefined
  /** The initial selection, if the editor is to have the keyboard focus from the start. */
  readonly selected?: { readonly anchor: number; readonly head: number } | undefined
}

const fromOutside = Annotation.define<true>()

/** Loads the search when it is first requested; from then on the search handles its keys itself. */
function find(view: EditorView): boolean {
  void import('./find-in-code.ts').then(
    ({ findInCode }) => findInCode(view),
    // The browser's own search does not open either: the key press is consumed, and can be repeated.
    () => undefined,
  )
  return true
}

/**
 * Chromium puts text that is typed over a selection into an element with the style of the removed text, which the
 * policy for styles refuses. The text is therefore changed here instead, past the document.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection
    const { inputType, data, isComposing } = event
    if (inputType !== 'insertText' || data === null || isComposing || main.empty || view.state.readOnly)
      return false
    event.preventDefault()
    const change = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handler) => handler(view, main.from, main.to, data, change))) view.dispatch(change())
    return true
  },
})

const basics: Extension = [
  // Every byte stays unchanged: a carriage return is treated like any other character.
  EditorState.lineSeparator.of('\n'),
  EditorState.phrases.of(editorPhrases),
  EditorView.cspNonce.of(getNonce() ?? ''),
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  codeFolding(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  // The list is paged, because a scrolling list would need the keyboard focus, which stays in the text.
  autocompletion({ icons: false, maxRenderedOptions: 8 }),
  highlightActiveLine(),
  typeOver,
  syntaxHighlighting(codeColours),
  codeLook,
  // Tab is not bound: it leaves the editor as it leaves every other field.
  keymap.of([
    ...closeBracketsKeymap,
    ...standardKeymap,
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Mod-k', run: deleteLine },
    { key: 'Mod-/', run: toggleComment },
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    { key: 'Mod-f', run: find },
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
  ]),
]

const toExtensions = (isReadOnly: boolean, label: string, faultId: string | undefined): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    ...(faultId === undefined ? {} : { 'aria-describedby': faultId, 'aria-invalid': 'true' }),
    ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
  }),
]

interface CursorPosition {
  readonly line: number
  readonly column: number
  readonly lines: number
  readonly characters: number
}

function readPlace({ doc, selection }: EditorState): CursorPosition {
  const line = doc.lineAt(selection.main.head)
  return {
    line: line.number,
    column: selection.main.head - line.from + 1,
    lines: doc.lines,
    characters: doc.length,
  }
}

const listEffects = ({ transactions }: ViewUpdate): readonly StateEffect<unknown>[] =>
  transactions.flatMap(({ effects }) => effects)

function useCodeInput(ref: Ref<CodeInput> | undefined, view: EditorView | undefined): void {
  useImperativeHandle(
    ref,
    () => ({
      insert(text) {
        if (view === undefined || view.state.readOnly) return
        const { from, to } = view.state.selection.main
        // A text without a placeholder leaves the cursor behind the inserted text.
        if (text.includes('#{')) snippet(text)(view, null, from, to)
        else view.dispatch(view.state.replaceSelection(text))
        view.focus()
      },
    }),
    [view],
  )
}

/** Edits text in a formal language, with syntax colours, completions and a list of the problems in it. */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, value, onChange, label, faultId, isReadOnly = false, language, format, selected } = props
  const box = useRef<HTMLDivElement>(null)
  const [parts] = useState(() => ({ asked: new Compartment(), language: new Compartment() }))
  const [view, setView] = useState<EditorView>()
  const [problems, setProblems] = useState<readonly CodeProblem[]>([])
  const [place, setPlace] = useState<CursorPosition>()
  const [isUnreadable, setUnreadable] = useState(false)

  const told = useEffectEvent((update: ViewUpdate) => {
    if (update.docChanged || update.selectionSet) setPlace(readPlace(update.state))
    if (update.docChanged || listEffects(update).some((effect) => effect.is(setDiagnosticsEffect)))
      setProblems(readProblems(update.state))
    if (!update.docChanged) return
    setUnreadable(false)
    if (update.transactions.every((one) => one.annotation(fromOutside) !== true))
      onChange(update.state.doc.toString())
  })
  const begin = useEffectEvent((parent: HTMLElement) => {
    const state = EditorState.create({
      doc: value,
      selection: {
        anchor: Math.min(selected?.anchor ?? 0, value.length),
        head: Math.min(selected?.head ?? 0, value.length),
      },
      extensions: [
        parts.language.of(language),
        parts.asked.of(toExtensions(isReadOnly, label, faultId)),
        basics,
        EditorView.updateListener.of((update) => told(update)),
      ],
    })
    setPlace(readPlace(state))
    const made = new EditorView({ state, parent })
    if (selected !== undefined) made.focus()
    return made
  })
  // The editor is created before the paint: an empty box, even for a moment, would move everything below it.
  useLayoutEffect(() => {
    if (box.current === null) return
    const made = begin(box.current)
    setView(made)
    return () => made.destroy()
  }, [])
  useEffect(() => {
    view?.dispatch({ effects: parts.language.reconfigure(language) })
  }, [view, parts, language])
  useEffect(() => {
    view?.dispatch({ effects: parts.asked.reconfigure(toExtensions(isReadOnly, label, faultId)) })
  }, [view, parts, isReadOnly, label, faultId])
  useEffect(() => {
    if (view === undefined || view.state.doc.toString() === value) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      selection: { anchor: Math.min(view.state.selection.main.head, value.length) },
      annotations: fromOutside.of(true),
    })
  }, [view, value])

  useCodeInput(ref, view)
  const goTo = ({ from, to }: CodeProblem) => {
    view?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
    view?.focus()
  }
  const mend = ({ fix, from, to }: CodeProblem) => {
    if (view === undefined) return
    fix?.apply(view, from, to)
    view.focus()
  }
  const tidy = () => {
    if (view === undefined || format === undefined) return
    const text = view.state.doc.toString()
    const formatted = format(text)
    setUnreadable(formatted === undefined)
    if (formatted === undefined || formatted === text) return
    view.dispatch({ changes: { from: 0, to: text.length, insert: formatted }, userEvent: 'input.format' })
  }

  return (
    <div className={classes['editor']}>
      <div ref={box} className={classes['text']} />
      <div className={classes['bar']}>
        <span role="status" className={classes['count']}>
          {isUnreadable ? m.unreadable : problems.length > 0 && m.problems(problems.length)}
        </span>
        {place !== undefined && (
          <span className={classes['place']}>
            {m.place(formatNumber(place.line), formatNumber(place.column))}
            <span className={classes['size']}>
              {m.size(
                place.lines,
                formatNumber(place.lines),
                place.characters,
                formatNumber(place.characters),
              )}
            </span>
          </span>
        )}
        <Button variant="quiet" size="small" onClick={() => view !== undefined && find(view)}>
          {m.find}
        </Button>
        {format !== undefined && !isReadOnly && (
          <Button variant="quiet" size="small" onClick={tidy}>
            {m.format}
          </Button>
        )}
      </div>
      <ProblemList problems={problems} isReadOnly={isReadOnly} onGo={goTo} onMend={mend} />
    </div>
  )
}
