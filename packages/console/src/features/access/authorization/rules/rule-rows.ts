import { type BuiltInRule, builtInRuleInputSchema } from '@brokerdeck/contract/access/authorization-rules.ts'
import * as v from 'valibot'
import { topicPlaceholders } from '#features/access/authorization/form/placeholders.ts'
import { rules as m } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Field, FormFault } from '#kit/form/field.ts'
import { describeFilterFault } from '#kit/topic-words/topic-fault.ts'

const everyQos = '0,1,2'
const qosChoices = [everyQos, '0', '1', '2', '0,1', '0,2', '1,2']

/** The form field for the rules of one owner, in their order, with one line for each rule. */
export const ruleRows: Field = {
  kind: 'rows',
  path: 'rules',
  label: m.rules,
  help: m.rulesHelp(topicPlaceholders),
  addLabel: m.addRule,
  isOrdered: true,
  columns: [
    {
      kind: 'select',
      path: 'permission',
      width: 3,
      label: m.permission,
      isRequired: true,
      requiredMessage: m.needPermission,
      options: [
        { value: 'allow', label: m.allow },
        { value: 'deny', label: m.deny },
      ],
    },
    {
      kind: 'select',
      path: 'action',
      width: 4,
      label: m.action,
      isRequired: true,
      requiredMessage: m.needAction,
      options: [
        { value: 'publish', label: m.publish },
        { value: 'subscribe', label: m.subscribe },
        { value: 'all', label: m.both },
      ],
    },
    {
      kind: 'text',
      path: 'topic',
      label: m.topic,
      isRequired: true,
      requiredMessage: m.needTopic,
      isCode: true,
    },
    {
      kind: 'select',
      path: 'qos',
      width: 3,
      label: m.qos,
      isRequired: true,
      options: qosChoices.map((value) => ({
        value,
        label: value === everyQos ? m.anyQos : value.replaceAll(',', ', '),
      })),
      default: everyQos,
    },
    {
      kind: 'select',
      path: 'retain',
      width: 4,
      label: m.retain,
      isRequired: true,
      options: [
        { value: 'all', label: m.anyRetain },
        { value: true, label: m.retained },
        { value: false, label: m.notRetained },
      ],
      default: 'all',
      when: [{ path: 'action', is: ['publish', 'all'] }],
    },
  ],
}

type Row = Readonly<Record<string, unknown>>

/** Converts a rule to a form row; its list of QoS levels becomes one choice of the form. */
export function ruleToRow({ qos, ...rule }: BuiltInRule): Row {
  return { ...rule, qos: [...qos].sort().join(',') }
}

const rowSchema = v.looseObject({ qos: v.string(), action: v.string(), retain: v.optional(v.unknown()) })

/** Converts a form row to a rule; returns undefined while the row is incomplete. */
export function rowToRule(row: unknown): BuiltInRule | undefined {
  const given = v.safeParse(rowSchema, row)
  if (!given.success) return undefined
  const { qos, retain, ...rule } = given.output
  const levels = qos === '' ? [] : qos.split(',').map(Number)
  const parsed = v.safeParse(builtInRuleInputSchema, {
    ...rule,
    qos: levels,
    retain: rule.action === 'subscribe' ? 'all' : (retain ?? 'all'),
  })
  return parsed.success ? parsed.output : undefined
}

const rowsSchema = v.object({ rules: v.array(v.unknown()) })

/** Returns the rules of a form; undefined while one of them is incomplete. */
export function parseBuiltInRules(document: unknown): readonly BuiltInRule[] | undefined {
  const rows = v.safeParse(rowsSchema, document)
  if (!rows.success) return undefined
  const rules = rows.output.rules.map(rowToRule).filter((rule) => rule !== undefined)
  return rules.length === rows.output.rules.length ? rules : undefined
}

/** Says why a rule's topic is invalid; a leading `eq ` is not part of the topic. */
export function findRuleTopicFault(topic: string): string | undefined {
  return describeFilterFault(topic.replace(/^eq /, ''))
}

const topicSchema = v.looseObject({ topic: v.string() })

/** Returns the errors in the rules of a form, except for missing values. */
export function findRuleFaults(document: unknown, max: number): readonly FormFault[] {
  const rows = v.safeParse(rowsSchema, document)
  if (!rows.success) return []
  const { rules } = rows.output
  const many = rules.length > max ? [{ path: 'rules', message: m.tooMany(formatNumber(max)) }] : []
  return [
    ...many,
    ...rules.flatMap((row, at) => {
      if (!v.is(topicSchema, row) || row.topic === '') return []
      const message = findRuleTopicFault(row.topic)
      return message === undefined ? [] : [{ path: `rules.${at}.topic`, message }]
    }),
  ]
}
