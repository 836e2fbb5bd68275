import { ruleActionSchema } from '@brokerdeck/contract/integration/rules.ts'
import * as v from 'valibot'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { ruleForm as m } from '../messages/rules.ts'

const idPattern = { regex: /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/, message: m.idRule }

const kept: Section = {
  id: 'statement',
  title: m.sql,
  fields: [
    { kind: 'text', path: 'description', label: m.note },
    { kind: 'lines', path: 'sql', label: m.sql, isCode: true, isRequired: true },
    // Drawn as a list; as one text it is compared and put back like any other field.
    { kind: 'json', path: 'actions', label: m.actions },
  ],
}

const named: Section = {
  id: 'rule',
  title: m.rule,
  fields: [{ kind: 'text', path: 'id', label: m.id, isCode: true, isRequired: true, pattern: idPattern }],
}

/** Of a rule that is made, and of one that is there. */
export const ruleSections = { create: [named, kept], edit: [kept] } as const

const partsSchema = v.object({
  description: v.optional(v.string(), ''),
  sql: v.optional(v.string(), ''),
  actions: v.optional(v.array(ruleActionSchema), []),
})

/** What is sent of it. */
export function settingsBody(document: ApiDocument) {
  return v.parse(partsSchema, document)
}
