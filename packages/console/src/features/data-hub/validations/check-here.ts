import type { DryrunMessage } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { parseCheckSql } from '@brokerdeck/contract/data-hub/parse-check-sql.ts'
import type { SchemaValidation, ValidationCheck } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import type { Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { failureMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { createRegistryFunctions } from '@brokerdeck/languages/schema-codec/registry-functions.ts'
import { CodecFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import { trial as m } from '#features/data-hub/messages/screening.ts'
import { asksBroker, type KnownSchemas } from '#features/data-hub/screening/known-schemas.tsx'
import { buildMessageBindings, findSchema } from '#features/data-hub/transformations/preview-engine.ts'
import { visibleText } from '#lib/visible-text.ts'

/** The outcome of a check; `passes` is undefined if only the broker can tell. */
export interface CheckOutcome {
  readonly passes: boolean | undefined
  readonly reason?: string
}

const patience = 200

const toFailure = (reason: string): CheckOutcome => ({ passes: false, reason: visibleText(reason, 300) })

/** Runs each check on a message, with the same results as in the broker. */
export async function checkHere(
  { checks }: Pick<SchemaValidation, 'checks'>,
  message: DryrunMessage,
  known: KnownSchemas | undefined,
): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const check of checks) outcomes.push(await runCheck(check, message, known))
  return outcomes
}

async function runCheck(
  check: ValidationCheck,
  message: DryrunMessage,
  known: KnownSchemas | undefined,
): Promise<CheckOutcome> {
  if (check.type === 'sql') return await outcomeOfSql(check.sql, message, known)
  if (known === undefined) return { passes: undefined }
  const schema = findSchema(known)(check.schema)
  if (schema === undefined && isKnown(known, check.schema)) return { passes: undefined }
  if (schema?.kind !== check.type) return toFailure(m.noSchema(check.schema))
  try {
    schema.decode(message.payload, check.type === 'protobuf' ? check.message_type : undefined)
    return { passes: true }
  } catch (error) {
    if (!(error instanceof CodecFault)) throw error
    return toFailure(m.misfit(error.message))
  }
}

const isKnown = (known: NonNullable<KnownSchemas>, schema: string) =>
  known.some(({ name }) => name === schema)

/** Schemas that this console cannot compile are marked as known only to the broker. */
function buildRegistry(known: NonNullable<KnownSchemas>) {
  const find = findSchema(known)
  return createRegistryFunctions((name) => {
    const schema = find(name)
    if (schema === undefined && isKnown(known, name))
      throw new RuleFailure({ kind: 'broker-only', functionName: 'schema_check' })
    return schema
  })
}

async function outcomeOfSql(
  sql: string,
  message: DryrunMessage,
  known: KnownSchemas | undefined,
): Promise<CheckOutcome> {
  const parsed = parseCheckSql(sql)
  if ('fault' in parsed || asksBroker(sql)) return { passes: undefined }
  await loadJq(parsed.statement)
  const { topic, qos = 0, retain = false, payload, peername = '' } = message
  const columns = new Map<string, Term>([
    ...buildMessageBindings(message),
    ...([
      ['topic', topic],
      ['payload', payload],
      ['qos', BigInt(qos)],
      ['peerhost', peername.replace(/:\d+$/, '')],
      [
        'flags',
        new Map<string, Term>([
          ['retain', retain],
          ['dup', false],
        ]),
      ],
    ] as const),
  ])
  const outcome = runStatement(parsed.statement, columns, {
    now: Date.now,
    patience,
    jqTimeout: patience,
    ...(known === undefined ? {} : { registry: buildRegistry(known) }),
  })
  switch (outcome.kind) {
    case 'result':
      return { passes: true }
    case 'no-match':
      return toFailure(m.noMatch)
    case 'failed':
      if (outcome.reason.kind === 'broker-only' || outcome.reason.kind === 'limit')
        return { passes: undefined }
      return toFailure(failureMessage(outcome.clause, outcome.reason))
  }
}
