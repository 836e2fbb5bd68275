import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import * as v from 'valibot'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { IncompleteDocument } from '#resource/endpoint-form/parse-body.ts'
import { parseBuiltInRules } from './rule-rows.ts'

const schema = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) })

interface Entry {
  readonly id: string
  readonly rules: BuiltInRule[]
}

/** Returns the rules of one owner as entered in a form; throws `IncompleteDocument` if a rule is incomplete. */
export function rulesEntry(document: ApiDocument): Entry {
  const parsed = v.safeParse(schema, document)
  const rules = parseBuiltInRules(document)
  if (!parsed.success || rules === undefined) throw new IncompleteDocument('a rule is not complete')
  return { id: parsed.output.id, rules: [...rules] }
}
