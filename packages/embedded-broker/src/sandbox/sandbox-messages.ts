import { schemaSchema } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import * as v from 'valibot'
import { dryRunSchema } from '../data-hub/transformations/dry-run-transformation.ts'
import { statementTrialSchema } from '../integration/rules/try-statement.ts'

/** A task for the thread. */
export const sandboxTaskSchema = v.variant('kind', [
  v.object({ kind: v.literal('statement'), ...statementTrialSchema.entries }),
  v.object({ kind: v.literal('transformation'), ...dryRunSchema.entries }),
])
export type SandboxTask = v.InferOutput<typeof sandboxTaskSchema>

/** A message of the thread. `faults` are bugs of this program that the evaluation survived. */
export const sandboxReplySchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('result'), json: v.string(), faults: v.array(v.string()) }),
  v.object({
    kind: v.literal('refusal'),
    status: v.number(),
    body: v.unknown(),
    faults: v.array(v.string()),
  }),
  v.object({ kind: v.literal('fault'), text: v.string() }),
])
export type SandboxReply = v.InferOutput<typeof sandboxReplySchema>

/** The broker's reply to a request of the thread for a schema by name. */
export const schemaReplySchema = v.object({ schema: v.optional(schemaSchema) })
export type SchemaReply = v.InferOutput<typeof schemaReplySchema>
