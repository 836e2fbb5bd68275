import { type Rule, type RuleAction, ruleActionSchema } from '@brokerdeck/contract/integration/rules.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import * as v from 'valibot'
import { faultText } from '#features/integration/rules/editor/fault-text.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { FormFault, Section, TextField } from '#kit/form/field.ts'
import type { FormState } from '#kit/form/form-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseJson } from '#lib/parse-json.ts'

const id: TextField = {
  kind: 'text',
  path: 'id',
  label: m.id,
  isCode: true,
  isRequired: true,
  pattern: { regex: /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/, message: m.idRule },
}

const kept: Section = {
  id: 'statement',
  title: m.sql,
  fields: [
    { kind: 'text', path: 'description', label: m.note, isOptional: true },
    { kind: 'lines', path: 'sql', label: m.sql, isCode: true, isRequired: true },
    // Drawn as a separate list; stored as one text, so that it is compared and reset like any other field.
    { kind: 'json', path: 'actions', label: m.actions },
  ],
}

/** The sections for a new rule, for an existing rule, and for a copy, which only needs a name. */
export const ruleSections = {
  create: [{ id: 'rule', title: m.rule, fields: [id] }, kept],
  edit: [kept],
  copy: [{ id: 'rule', title: m.rule, fields: [{ ...id, width: 12, help: m.copyHelp }] }],
} as const satisfies Readonly<Record<string, readonly Section[]>>

const idSchema = v.object({ id: v.optional(v.string(), '') })
const settingsSchema = v.object({
  description: v.optional(v.string(), ''),
  sql: v.optional(v.string(), ''),
  actions: v.optional(v.array(ruleActionSchema), []),
})

/** Picks the settings of a rule that the form edits. */
export const toRuleSettings = ({ description, sql, actions }: Rule): ApiDocument => ({
  description,
  sql,
  actions,
})

/** Properties that are left out stay unchanged: the enabled state is changed elsewhere. */
export const settingsBody = (document: ApiDocument) => v.parse(settingsSchema, document)

export const createBody = (document: ApiDocument) => ({
  ...v.parse(idSchema, document),
  ...settingsBody(document),
  enable: true,
})

/** The broker names a field by its path among all rules, and describes a statement's fault in its parser's words. */
export function placeRuleFaults(faults: readonly FormFault[], { sql }: ApiDocument): readonly FormFault[] {
  return faults.map(({ path, message }) => {
    const own = path.replace(/^rule_engine\.rules(?:\.[^.]+(?:\.|$)|$)/, '')
    if (own === 'sql') return { path: own, message: syntaxFault(sql) ?? message }
    return own === '' ? { path: 'id', message: m.idRule } : { path: own, message }
  })
}

export const findTakenId = (words: string): readonly FormFault[] =>
  words.includes('rule id already exists') ? [{ path: 'id', message: m.idTaken }] : []

function syntaxFault(sql: unknown): string | undefined {
  if (typeof sql !== 'string') return undefined
  const parsed = parseStatement(sql)
  if (!('fault' in parsed)) return undefined
  const { kind, from, found } = parsed.fault
  // These faults have no position in the text.
  if (kind === 'length' || kind === 'nesting') return faultText({ fault: kind, found })
  const before = sql.slice(0, from).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  return m.syntax(formatNumber(before.length), formatNumber(column), found)
}

/** Returns the current statement in the form. */
export const getFormSql = ({ values }: FormState) => (typeof values['sql'] === 'string' ? values['sql'] : '')

/** Returns the kind of source that a name in FROM stands for. */
export function inputKind(name: string): 'message' | 'event' | 'source' {
  if (name.startsWith('$events/')) return 'event'
  return /^\$(?:bridges|sources)\//.test(name) ? 'source' : 'message'
}

/** Returns the actions in the form's state, which holds them as one text. */
export function actionsIn(value: unknown): readonly RuleAction[] {
  const parsed = v.safeParse(v.array(ruleActionSchema), typeof value === 'string' ? parseJson(value) : [])
  return parsed.success ? parsed.output : []
}

/** The default statement of a new rule. */
export const freshStatement = statementFrom('t/#')

export function statementFrom(source: string): string {
  return `SELECT\n  *\nFROM\n  "${source}"`
}
