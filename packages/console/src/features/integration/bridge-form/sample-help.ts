import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { filled } from '@brokerdeck/contract/rule-sql/evaluate/row-template.ts'
import { isList, isMap, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import type { TemplateHelp } from '#kit/form/template-help.ts'
import { evaluateMessage } from '../rule-lab/engine/evaluate-message.ts'
import { exampleContext } from '../rule-lab/lab-message.ts'

/** The statement by which an action is tried where no rule uses it yet: it hands on everything. */
export const everyMessage = 'SELECT * FROM "t/#"'

/** What a rule hands to its actions for an example message; undefined where it hands on nothing. */
export async function sampleHelp(sql: string): Promise<TemplateHelp | undefined> {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return undefined
  const outcome = await evaluateMessage(parsed.statement, exampleContext(sql), Date.now())
  if (outcome.kind !== 'passes' || outcome.length !== undefined) return undefined
  const output = decodeJson(outcome.output)
  const row = isList(output) ? output[0] : output
  return isMap(row) ? helpOf(row) : undefined
}

const helpOf = (row: TermMap): TemplateHelp => ({
  columns: columnsOf(row, ''),
  render: (template) => filled(template, row),
})

/** Objects by their keys, too: `payload.temperature`; deeper than that nobody looks in a list. */
function columnsOf(row: TermMap, above: string, depth = 0): readonly string[] {
  return [...row].flatMap(([key, value]) => {
    const path = above + (/^[^.'"]+$/.test(key) ? key : `'${key}'`)
    return isMap(value) && depth < 2 ? [path, ...columnsOf(value, `${path}.`, depth + 1)] : [path]
  })
}
