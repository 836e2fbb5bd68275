import {
  type CatalogueEntry,
  callTemplate,
  signatureOf,
} from '@brokerdeck/contract/rule-sql/function-catalogue.ts'
import { ruleSqlParser } from '@brokerdeck/contract/rule-sql/rule-sql-parser.ts'
import type { StatementProblem } from '@brokerdeck/contract/rule-sql/statement-problem.ts'
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete'
import { foldNodeProp, LanguageSupport, LRLanguage, syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { type EditorState, Facet, type Range, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { styleTags, tags } from '@lezer/highlight'
import { completionKinds, ruleEditor as m, valueTypes } from '../messages/rule-editor.ts'
import { problemText } from './problem-text.ts'
import {
  type CompletionKind,
  callAt,
  completionsAt,
  isKeyword,
  noteAt,
  nothingKnown,
  type StatementCompletion,
  type Surroundings,
} from './read-statement-at.ts'

const parser = ruleSqlParser.configure({
  props: [
    styleTags({
      'Keyword Div Mod': tags.keyword,
      'String Source/QuotedName Source/Name': tags.string,
      'Number Range': tags.number,
      Comment: tags.comment,
    }),
    foldNodeProp.add({
      Fields: ({ from, to }) => ({ from, to }),
      Case: ({ from, to }) => ({ from: from + 4, to: to - 3 }),
    }),
  ],
})

const language = LRLanguage.define({
  name: 'rule-sql',
  parser,
  languageData: {
    closeBrackets: { brackets: ['(', '[', "'", '"'] },
    commentTokens: { line: '--' },
  },
})

/** What is known beside the text. */
export const surroundings = Facet.define<Surroundings, Surroundings>({
  combine: (given) => given[0] ?? nothingKnown,
})

const boost: Readonly<Record<CompletionKind, number>> = {
  field: 3,
  alias: 2,
  column: 2,
  event: 1,
  topic: 1,
  function: 0,
  keyword: -1,
}

function completionOf({ label, kind, insert, entry }: StatementCompletion): Completion {
  const detail = entry === undefined ? completionKinds[kind] : signatureOf(entry).slice(entry.name.length)
  const apply = entry === undefined ? insert : snippet(callTemplate(entry))
  return { label, detail, boost: boost[kind], ...(apply === undefined ? {} : { apply }) }
}

/** What evaluates a statement is loaded once a message is there that it can be tried on. */
async function withEvaluator(state: EditorState): Promise<Surroundings> {
  const known = state.facet(surroundings)
  if (known.sample === undefined) return known
  const { evaluateInMessage: evaluate } = await import('./evaluate-in-message.ts')
  return { ...known, evaluate }
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  // A keyword that is written out is meant: the line end after it is one, and takes no offer.
  if (!explicit && isKeyword(/\w*$/.exec(text.slice(0, pos))?.[0] ?? '')) return null
  const found = completionsAt(syntaxTree(state), text, pos, await withEvaluator(state))
  if (found === undefined || (found.from === pos && !explicit && !/["'.]$/.test(text.slice(0, pos))))
    return null
  return {
    from: found.from,
    options: found.options.map(completionOf),
    validFor: (typed) => /^[\w$@~/+#-]*$/.test(typed) && !isKeyword(typed),
  }
}

/** A fault keeps the statement from being saved; of a hint nobody knows whether it matters. */
const severities = new Map<StatementProblem['kind'], Diagnostic['severity']>([
  ['fault', 'error'],
  ['not-everywhere', 'info'],
  ['source-twice', 'info'],
  ['quiet-filter', 'info'],
  ['payload-no-json', 'info'],
])

function diagnosticOf(problem: StatementProblem): Diagnostic {
  const { from, to, fix, kind } = problem
  return {
    from,
    to,
    severity: severities.get(kind) ?? 'warning',
    message: problemText(problem),
    ...(fix === undefined
      ? {}
      : {
          actions: [
            {
              name: fix.removes === undefined ? m.replaceWith(fix.text) : m.removeFromSources(fix.removes),
              // The text may have moved since it was looked at; its length is the same.
              apply: (view: EditorView, now: number) =>
                view.dispatch({
                  changes: { from: now, to: now + fix.to - fix.from, insert: fix.text },
                  userEvent: 'input.fix',
                }),
            },
          ],
        }),
  }
}

const checks = linter(
  async ({ state }) => {
    const end = state.doc.length
    // It knows every function, and comes later than the editor: nobody needs it for the first key.
    const { checkStatement } = await import('@brokerdeck/contract/rule-sql/check-statement.ts')
    const { events, sample, topics, hasAllTopics } = state.facet(surroundings)
    const known = { events, sample, topics: hasAllTopics ? topics : undefined }
    return checkStatement(state.doc.toString(), known).map((problem) => {
      const found = diagnosticOf(problem)
      // At the end of the text there is nothing to underline but what stands before.
      const to = Math.min(found.to, end)
      return { ...found, from: Math.min(found.from, to), to }
    })
  },
  {
    delay: 300,
    needsRefresh: ({ startState, state }) => startState.facet(surroundings) !== state.facet(surroundings),
  },
)

function element(className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.append(...content)
  return made
}

/** A value is as long as a device made it. */
const mostShown = 400

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

function aboutFunction(entry: CatalogueEntry): readonly Node[] {
  const { example, result } = entry
  return [
    element('cm-note-code', signatureOf(entry)),
    element('cm-note-label', m.example),
    element('cm-note-code', result === undefined ? example : `${example} → ${result}`),
  ]
}

const notes = hoverTooltip(async (view, at, side): Promise<Tooltip | null> => {
  const { state } = view
  const note = noteAt(syntaxTree(state), state.doc.toString(), at, side, await withEvaluator(state))
  if (note === undefined) return null
  const { from, to, entry, expression, value } = note
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = element('cm-note', ...(entry === undefined ? [] : aboutFunction(entry)))
      if (value !== undefined) {
        dom.append(element('cm-note-label', m.valueOf(cut(expression))))
        dom.append(element('cm-note-code', 'json' in value ? cut(value.json) : m.fails(cut(value.failure))))
      }
      return { dom }
    },
  }
})

function signatureAt(state: EditorState): readonly Tooltip[] {
  const { main } = state.selection
  if (!main.empty) return []
  const call = callAt(syntaxTree(state), state.doc.toString(), main.head)
  if (call === undefined) return []
  return [
    {
      pos: call.from,
      above: true,
      create: () => ({ dom: element('cm-note cm-note-code', ...signaturePieces(call.entry, call.argument)) }),
    },
  ]
}

function signaturePieces({ name, args }: CatalogueEntry, current: number): readonly Node[] {
  const last = args.length - 1
  const now = args[last]?.isRepeated ? Math.min(current, last) : current
  const pieces = args.map((arg, at) => {
    const piece = document.createElement('span')
    piece.textContent = `${arg.name}${arg.isOptional ? '?' : ''}: ${valueTypes[arg.type]}${at < last ? ', ' : ''}`
    if (at === now) piece.className = 'cm-note-now'
    return piece
  })
  return [document.createTextNode(`${name}(`), ...pieces, document.createTextNode(')')]
}

const signatures = StateField.define<readonly Tooltip[]>({
  create: signatureAt,
  update: (tooltips, { docChanged, selection, state }) =>
    docChanged || selection ? signatureAt(state) : tooltips,
  provide: (field) => showTooltip.computeN([field], (state) => state.field(field)),
})

const calledName = Decoration.mark({ class: 'cm-called' })

/** In the tree the name of a function is a name like any other: what makes it one is where it stands. */
function calledNames({ state, visibleRanges }: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter(node) {
        const callee = node.name === 'Call' ? node.node.firstChild : null
        if (callee?.name === 'Variable') marks.push(calledName.range(callee.from, callee.to))
      },
    })
  return Decoration.set(marks, true)
}

const functionColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = calledNames(view)
    }
    update(update: ViewUpdate): void {
      if (
        update.docChanged ||
        update.viewportChanged ||
        syntaxTree(update.startState) !== syntaxTree(update.state)
      )
        this.decorations = calledNames(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** How a statement is coloured, completed, checked and explained. */
export const ruleSql = [
  new LanguageSupport(language),
  autocompletion({ override: [complete], icons: false }),
  checks,
  notes,
  signatures,
  functionColours,
  EditorView.theme({ '.cm-called': { color: 'var(--k-fn)' } }),
]
