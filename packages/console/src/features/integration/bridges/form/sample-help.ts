import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { fillTemplate } from '@brokerdeck/languages/rule-sql/evaluate/row-template.ts'
import { isList, isMap, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { evaluateMessage } from '#features/integration/rules/lab/engine/evaluate-message.ts'
import { exampleContext } from '#features/integration/rules/lab/lab-message.ts'
import type { TemplateHelp } from '#kit/form/template-colours.ts'
import { printBound } from './print-bound.ts'
import { findProvided, type Provides } from './provided-by.ts'

/** The statement for trying an action that no rule uses yet: it hands on everything. */
export const everyMessage = 'SELECT * FROM "t/#"'

/** A rule that hands its results on to the action. */
export interface RuleBehind {
  readonly id: string
  readonly sql: string
}

/** The message that templates are rendered with: it belongs to that rule and has these columns of its event as JSON. */
export interface Sample {
  readonly ruleId: string
  readonly context: string
}

export interface RulesHelp {
  readonly help: TemplateHelp
  readonly provides: readonly (Pick<RuleBehind, 'id'> & { readonly has: Provides })[]
}

/** The maximum number of further rules whose columns are offered; more rules seldom have other columns. */
const mostTried = 8

/**
 * Returns what the rules behind an action of a type hand on, and renders templates with the sample or with an
 * example.
 */
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

/** Returns what a rule hands to its actions for a message, by default an example; undefined if it hands on nothing. */
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

/** Lists the keys of objects, too, such as `payload.temperature`; deeper levels are left out of the list. */
function listColumnPaths(row: TermMap, above: string, depth = 0): readonly string[] {
  return [...row].flatMap(([key, value]) => {
    const path = above + (/^[^.'"]+$/.test(key) ? key : `'${key}'`)
    return isMap(value) && depth < 2 ? [path, ...listColumnPaths(value, `${path}.`, depth + 1)] : [path]
  })
}
