import { callTemplate, formatSignature } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { ruleSqlParser } from '@brokerdeck/languages/rule-sql/rule-sql-parser.ts'
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete'
import { foldNodeProp, LanguageSupport, LRLanguage, syntaxTree } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import type { Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { styleTags, tags } from '@lezer/highlight'
import { completionKinds } from '#features/integration/rules/messages/rule-editor.ts'
import {
  type CompletionKind,
  completionsAt,
  isKeyword,
  type StatementCompletion,
  type StatementContext,
} from './read-statement-at.ts'
import { aboutThat, element, noteSurroundings, notes, signatures, withEvaluator } from './rule-sql-notes.ts'
import { type Tried, tried } from './value-gutter.ts'

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

const boost: Readonly<Record<CompletionKind, number>> = {
  field: 3,
  alias: 2,
  column: 2,
  event: 1,
  source: 1,
  topic: 1,
  function: 0,
  keyword: -1,
}

function toCompletion({ label, kind, insert, entry }: StatementCompletion): Completion {
  const detail = entry === undefined ? completionKinds[kind] : formatSignature(entry).slice(entry.name.length)
  const apply = entry === undefined ? insert : snippet(callTemplate(entry))
  return { label, detail, boost: boost[kind], ...(apply === undefined ? {} : { apply }) }
}

/** Adds the documentation that is shown beside the list, for completions that have documentation. */
function withInfo(offered: StatementCompletion, known: StatementContext): Completion {
  const { label: name, kind } = offered
  const completion = toCompletion(offered)
  if (kind === 'alias' || kind === 'field' || kind === 'topic' || kind === 'source') return completion
  const info = async () => {
    const about = await aboutThat({ kind, name }, known)
    return about.length === 0 ? null : element('cm-note-info', ...about)
  }
  return { ...completion, info }
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  // A complete keyword needs no completion: a line break after it must remain one and must not accept a completion.
  if (!explicit && isKeyword(/\w*$/.exec(text.slice(0, pos))?.[0] ?? '')) return null
  const known = await withEvaluator(state)
  const found = completionsAt(syntaxTree(state), text, pos, known)
  if (found === undefined || (found.from === pos && !explicit && !/["'.]$/.test(text.slice(0, pos))))
    return null
  return {
    from: found.from,
    options: found.options.map((one) => withInfo(one, known)),
    validFor: (typed) => /^[\w$@~/+#-]*$/.test(typed) && !isKeyword(typed),
  }
}

const hasMissing = ({ values, absent }: Tried) =>
  (absent?.parts.length ?? 0) > 0 ||
  values?.lines.some((value) => value.kind === 'undefined' && value.missing !== undefined) === true

const checks = linter(
  async ({ state }) => {
    // This module contains every function, and is loaded after the editor because the first keystroke does not need
    // it.
    const { findDiagnostics } = await import('./statement-diagnostics.ts')
    return await findDiagnostics(state.doc.toString(), state.facet(noteSurroundings), state.facet(tried))
  },
  {
    delay: 300,
    needsRefresh: ({ startState, state }) => {
      const [before, now] = [startState.facet(tried), state.facet(tried)]
      const isOther = before !== now && (hasMissing(before) || hasMissing(now))
      return isOther || startState.facet(noteSurroundings) !== state.facet(noteSurroundings)
    },
  },
)

const calledName = Decoration.mark({ class: 'cm-called' })

/** In the tree the name of a function is an ordinary name: only its position tells that it is called. */
function markCalledNames({ state, visibleRanges }: EditorView): DecorationSet {
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
      this.decorations = markCalledNames(view)
    }
    update(update: ViewUpdate): void {
      if (
        update.docChanged ||
        update.viewportChanged ||
        syntaxTree(update.startState) !== syntaxTree(update.state)
      )
        this.decorations = markCalledNames(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** The extensions that colour, complete, check and explain a statement. */
export const ruleSql = [
  new LanguageSupport(language),
  autocompletion({ override: [complete], icons: false }),
  checks,
  notes,
  signatures,
  functionColours,
  EditorView.theme({ '.cm-called': { color: 'var(--k-fn)' } }),
]
