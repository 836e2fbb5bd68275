import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { fillTemplate } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { isList, isMap, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { evaluateMessage } from '#features/integration/rules/lab/engine/evaluate-message.ts'
import { exampleContext } from '#features/integration/rules/lab/lab-message.ts'
import type { TemplateHelp } from '#kit/form/template-colours.ts'
import { printBound } from './print-bound.ts'
import { findProvided, type Provides } from './provided-by.ts'

/** The statement by which an action is tried where no rule uses it yet: it hands on everything. */
export const everyMessage = 'SELECT * FROM "t/#"'

/** A rule that hands on to the action. */
export interface RuleBehind {
  readonly id: string
  readonly sql: string
}

/** The message that templates are shown with: of that rule, with these columns of its event as JSON. */
export interface Sample {
  readonly ruleId: string
  readonly context: string
}

export interface RulesHelp {
  readonly help: TemplateHelp
  readonly provides: readonly (Pick<RuleBehind, 'id'> & { readonly has: Provides })[]
}

/** Of so many rules the columns are offered: more seldom have others. */
const mostTried = 8

/** What the rules behind an action of a type hand on, and what becomes of a template with the sample, or with an example. */
export async function rulesHelp(
  rules: readonly RuleBehind[],
  sample: Sample | undefined,
  type = '',
): Promise<RulesHelp> {
  const [first] = rules
  const shown = rules.find(({ id }) => id === sample?.ruleId) ?? first
  const sql = shown?.sql ?? everyMessage
  const main = await sampleHelp(sql, sample?.context, type)
  const others = rules.filter((rule) => rule !== shown).slice(0, mostTried)
  const more = await Promise.all(others.map((rule) => sampleHelp(rule.sql)))
  const columns = [main ?? (await sampleHelp(sql)), ...more].flatMap((one) => one?.columns ?? [])
  return {
    help: { ...main, columns: [...new Set(columns)] },
    provides: rules.map((rule) => ({ id: rule.id, has: findProvided(rule.sql) })),
  }
}

/** What a rule hands to its actions for a message, an example unless given; undefined where it hands on nothing. */
export async function sampleHelp(
  sql: string,
  context?: string,
  type = '',
): Promise<TemplateHelp | undefined> {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return undefined
  const outcome = await evaluateMessage(parsed.statement, context ?? exampleContext(sql), Date.now())
  if (outcome.kind !== 'passes' || outcome.length !== undefined) return undefined
  const output = decodeJson(outcome.output)
  const row = isList(output) ? output[0] : output
  return isMap(row) ? toTemplateHelp(row, type) : undefined
}

const toTemplateHelp = (row: TermMap, type: string): TemplateHelp => ({
  columns: listColumnPaths(row, ''),
  nullSwitch: 'parameters.undefined_vars_as_null',
  render: (template, { syntax, isMissingNull = false } = {}) =>
    (syntax === 'sql' ? printBound(type, template, row, isMissingNull) : undefined) ??
    fillTemplate(template, row),
})

/** Objects by their keys, too: `payload.temperature`; deeper than that nobody looks in a list. */
function listColumnPaths(row: TermMap, above: string, depth = 0): readonly string[] {
  return [...row].flatMap(([key, value]) => {
    const path = above + (/^[^.'"]+$/.test(key) ? key : `'${key}'`)
    return isMap(value) && depth < 2 ? [path, ...listColumnPaths(value, `${path}.`, depth + 1)] : [path]
  })
}
