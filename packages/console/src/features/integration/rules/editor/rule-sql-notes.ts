import { type CatalogueEntry, formatSignature } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { syntaxTree } from '@codemirror/language'
import { type EditorState, Facet, StateField } from '@codemirror/state'
import { hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view'
import { ruleEditor as m, valueTypes } from '#features/integration/rules/messages/rule-editor.ts'
import { type Documented, findDocumented } from './documented-at.ts'
import { callAt, noteAt, nothingKnown, type StatementContext } from './read-statement-at.ts'

/** The information about the statement that is not in its text. */
export const noteSurroundings = Facet.define<StatementContext, StatementContext>({
  combine: (given) => given[0] ?? nothingKnown,
})

/** Loads the evaluator once there is a message that the statement can be tested with. */
export async function withEvaluator(state: EditorState): Promise<StatementContext> {
  const known = state.facet(noteSurroundings)
  if (known.sample === undefined) return known
  const { evaluateInMessage: evaluate } = await import('./evaluate-in-message.ts')
  return { ...known, evaluate }
}

export function element(className: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.append(...content)
  return made
}

/** The maximum number of characters shown of a value, because a device may send values of any length. */
const mostShown = 400

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

/** The texts are loaded after the editor, because the first keystroke does not need them. */
export async function aboutThat(documented: Documented, known: StatementContext): Promise<readonly Node[]> {
  const { findDocumentation } = await import('./documentation.ts')
  const { sentence, entry } = findDocumentation(documented, known)
  const said = sentence === undefined ? [] : [element('cm-note-text', sentence)]
  return entry === undefined ? said : [...said, ...aboutFunction(entry)]
}

function aboutFunction(entry: CatalogueEntry): readonly Node[] {
  const { example, result } = entry
  return [
    element('cm-note-code', formatSignature(entry), formatResultType(entry)),
    element('cm-note-label', m.example),
    element('cm-note-code', result === undefined ? example : `${example} → ${result}`),
  ]
}

/** Formats the result type of a call, as a text that begins with a colon. */
const formatResultType = ({ gives }: CatalogueEntry) => (gives === 'any' ? '' : `: ${valueTypes[gives]}`)

export const notes = hoverTooltip(async (view, at, side): Promise<Tooltip | null> => {
  const { state } = view
  const [tree, text, known] = [syntaxTree(state), state.doc.toString(), await withEvaluator(state)]
  const note = noteAt(tree, text, at, side, known)
  const documented = findDocumented(tree, text, at, side, known)
  const place = documented ?? note
  if (place === undefined) return null
  const about = documented === undefined ? [] : await aboutThat(documented, known)
  if (about.length === 0 && note?.value === undefined) return null
  return {
    pos: place.from,
    end: place.to,
    above: true,
    create: () => {
      const dom = element('cm-note', ...about)
      if (note?.value !== undefined) {
        const { expression, value } = note
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

/** Highlights the argument at the cursor and lists the texts that it accepts below. */
function signaturePieces(entry: CatalogueEntry, current: number): readonly Node[] {
  const { name, args } = entry
  const last = args.length - 1
  const now = args[last]?.isRepeated ? Math.min(current, last) : current
  const pieces = args.map((arg, at) => {
    const piece = document.createElement('span')
    piece.textContent = `${arg.name}${arg.isOptional ? '?' : ''}: ${valueTypes[arg.type]}${at < last ? ', ' : ''}`
    if (at === now) piece.className = 'cm-note-now'
    return piece
  })
  const options = (args[now]?.options ?? []).map((text) => `'${text}'`).join(' ')
  return [
    document.createTextNode(`${name}(`),
    ...pieces,
    document.createTextNode(`)${formatResultType(entry)}`),
    ...(options === '' ? [] : [element('cm-note-label', options)]),
  ]
}

export const signatures = StateField.define<readonly Tooltip[]>({
  create: signatureAt,
  update: (tooltips, { docChanged, selection, state }) =>
    docChanged || selection ? signatureAt(state) : tooltips,
  provide: (field) => showTooltip.computeN([field], (state) => state.field(field)),
})
