import { checkStatement } from '@brokerdeck/languages/rule-sql/check-statement.ts'
import type { Fix, StatementProblem } from '@brokerdeck/languages/rule-sql/statement-problem.ts'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { AbsentPart, LineValue } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleEditor as m } from '#features/integration/rules/messages/rule-editor.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { problemText } from './problem-text.ts'
import type { StatementContext } from './read-statement-at.ts'
import type { Tried } from './value-gutter.ts'

/** Matches a call with the name of a schema, which is looked up in the registry. */
const schemaCall = /\bschema_(?:check|decode|encode(?:_and_tag)?)\s*\(\s*'/

async function schemasFor(text: string, { client }: StatementContext) {
  if (client === undefined || !schemaCall.test(text)) return undefined
  const { readRegisteredSchemas: registeredSchemas } = await import('./registered-schemas.ts')
  return await registeredSchemas(client)
}

/** Returns the problems and likely problems of a statement, with their fixes. */
export async function findDiagnostics(
  text: string,
  around: StatementContext,
  tried: Tried,
): Promise<readonly Diagnostic[]> {
  const { events, sample, sources, topics, hasAllTopics } = around
  const schemas = await schemasFor(text, around)
  const known = { events, sample, sources, schemas, topics: hasAllTopics === true ? topics : undefined }
  return [...checkStatement(text, known).map(toDiagnostic), ...missingIn(tried, text)].map((found) => {
    // At the end of the text there is nothing to underline except what stands before it.
    const to = Math.min(found.to, text.length)
    return { ...found, from: Math.min(found.from, to), to }
  })
}

/** A fault prevents the statement from being saved; a hint may or may not matter. */
const severities = new Map<StatementProblem['kind'], Diagnostic['severity']>([
  ['fault', 'error'],
  ['not-everywhere', 'info'],
  ['source-twice', 'info'],
  ['covered-source', 'info'],
  ['quiet-filter', 'info'],
  ['payload-no-json', 'info'],
])

function toDiagnostic(problem: StatementProblem): Diagnostic {
  const { fix, kind } = problem
  // A long statement may still be valid: the problem is reported, but nothing is underlined.
  const isLong = kind === 'fault' && problem.fault === 'length'
  const { from, to } = isLong ? { from: 0, to: 0 } : problem
  return {
    from,
    to,
    severity: isLong ? 'info' : (severities.get(kind) ?? 'warning'),
    message: problemText(problem),
    ...(fix === undefined
      ? {}
      : { actions: [changing({ ...fix, from: fix.from - from, to: fix.to - from })] }),
  }
}

/** The range of the fix is relative to the start of the problem, because the text may have moved since the check. */
const changing = ({ from, to, text, removes }: Fix) => ({
  name: removes === undefined ? m.replaceWith(text) : m.removeFromSources(removes),
  apply: (view: EditorView, now: number) =>
    view.dispatch({ changes: { from: now + from, to: now + to, insert: text }, userEvent: 'input.fix' }),
})

/** Returns the parts that test messages do not have, with the most similar existing name if there is such a name. */
function missingIn({ values, absent }: Tried, text: string): readonly Diagnostic[] {
  const ofAll = absent?.sql === text ? absent.parts : []
  const ofChosen = values?.sql === text ? values.lines.flatMap(listMissing) : []
  const known = new Set(ofAll.map(({ from }) => from))
  return [
    ...ofAll.map((part) => missing(part, text)),
    ...ofChosen.filter(({ from }) => !known.has(from)).map((part) => missing(part, text)),
  ]
}

type Missing = Omit<AbsentPart, 'count' | 'of' | 'isCondition'> & Partial<AbsentPart>

const listMissing = (value: LineValue): readonly Missing[] =>
  value.kind === 'undefined' && value.missing !== undefined ? [value.missing] : []

function missing({ path, near, from, part, to, count, of }: Missing, text: string): Diagnostic {
  const meant = near === undefined ? undefined : `${text.slice(from, part)}.${near}`
  const message =
    count === undefined || of === undefined || of === 1
      ? m.missing(path, meant)
      : count === of
        ? m.missingInAll(formatNumber(of), path, meant)
        : m.missingInMany(formatNumber(count), formatNumber(of), path, meant)
  return {
    from,
    to,
    severity: meant === undefined && count !== of ? 'info' : 'warning',
    message,
    ...(meant === undefined ? {} : { actions: [changing({ from: 0, to: to - from, text: meant })] }),
  }
}
