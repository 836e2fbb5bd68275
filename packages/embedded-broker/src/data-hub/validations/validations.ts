import { parseCheckSql } from '@brokerdeck/contract/data-hub/parse-check-sql.ts'
import {
  type SchemaValidation,
  schemaValidation,
  schemaValidationSchema,
  type ValidationCheck,
} from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { printText } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import type { Fault } from '../../config/fault.ts'
import { evaluateStatement, isExpectedFailure, type ReportError } from '../../expressions/evaluation.ts'
import { refusal } from '../../http/api-refusal.ts'
import { brokerExecution } from '../../integration/rules/broker-execution.ts'
import { toPublishedColumns } from '../../integration/rules/event-columns.ts'
import type { Message } from '../../mqtt/node/cluster.ts'
import type { Screened } from '../../mqtt/routing/screening.ts'
import type { SchemaRegistry } from '../schemas/schema-registry.ts'
import { ScreenDocuments } from '../screening/screen-documents.ts'
import type { ScreenFigures } from '../screening/screen-figures.ts'
import { listConcerned, tellFailure } from '../screening/screen-topics.ts'

type ValidationsDeps = Pick<BrokerContext, 'cluster' | 'clock' | 'log' | 'store' | 'faults'>

/** Tells whether one message passes; the message's columns are built on first use. */
type Passes = (message: Message, columns: () => TermMap) => boolean

interface RunningValidation extends SchemaValidation {
  readonly passes: readonly Passes[]
}

type Schemas = Pick<SchemaRegistry, 'find' | 'functions'>

const never: Passes = () => false

/** Checks every incoming message; the screen is removed while no validation is enabled. */
export function openValidations(parts: ValidationsDeps, figures: ScreenFigures, schemas: Schemas) {
  const { cluster, clock, faults, store } = parts
  let running: readonly RunningValidation[] = []
  const telling = { ...parts, tag: 'SCHEMA_VALIDATION' as const }
  const createCheck = (check: ValidationCheck, name: string): Passes => {
    const report: ReportError = (error) => faults.report('screening', name, error)
    if (check.type !== 'sql') return schemaCheck(check, schemas, report)
    const parsed = parseCheckSql(check.sql)
    if ('fault' in parsed) return never
    void loadJq(parsed.statement)
    return (_message, columns) =>
      evaluateStatement(
        parsed.statement,
        columns(),
        { now: () => clock.now(), ...brokerExecution, registry: schemas.functions },
        report,
      ).kind === 'result'
  }

  function screen(message: Message, node: string): Screened<Message> | undefined {
    const asked = listConcerned(running, message.topic)
    if (asked.length === 0) return undefined
    let made: TermMap | undefined
    const columns = () => {
      made ??= toPublishedColumns(message, cluster.session(message.fromClientid), { node, now: clock.now() })
      return made
    }
    const failed: string[] = []
    for (const validation of asked) {
      const { name, strategy, passes, failure_action: action } = validation
      figures.count(name, node, 'matched')
      const isPassed =
        strategy === 'all_pass'
          ? passes.every((pass) => pass(message, columns))
          : passes.some((pass) => pass(message, columns))
      figures.count(name, node, isPassed ? 'succeeded' : 'failed')
      if (isPassed) continue
      failed.push(name)
      tellFailure(telling, validation, { msg: 'validation_failed', message, node })
      if (action !== 'ignore') return { message: undefined, disconnects: action === 'disconnect', failed }
    }
    return { message, disconnects: false, failed }
  }

  return new ScreenDocuments<SchemaValidation>({
    store,
    root: 'schema_validation',
    list: 'validations',
    word: 'Validation',
    schema: schemaValidation,
    shape: schemaValidationSchema,
    judge(validation) {
      const faults = validation.checks.flatMap(sqlFault)
      if (faults.length === 0) refuseMissing(validation, schemas)
      return faults
    },
    onChange(documents) {
      running = documents
        .filter(({ enable }) => enable)
        .map((validation) => ({
          ...validation,
          passes: validation.checks.map((check) => createCheck(check, validation.name)),
        }))
      cluster.setScreen('validation', running.length === 0 ? undefined : screen)
    },
  })
}

type RegistryCheck = Exclude<ValidationCheck, { type: 'sql' }>

const findMessageType = (check: RegistryCheck) => (check.type === 'protobuf' ? check.message_type : undefined)

/** The schema is looked up for each message: it may be changed or deleted while it is in use. */
function schemaCheck(check: RegistryCheck, schemas: Schemas, report: ReportError): Passes {
  return ({ payload }) => {
    const schema = schemas.find(check.schema)
    if (schema?.kind !== check.type) return false
    try {
      schema.decode(payload, findMessageType(check))
      return true
    } catch (error) {
      if (!isExpectedFailure(error)) report(error)
      return false
    }
  }
}

function sqlFault(check: ValidationCheck, at: number): readonly Fault[] {
  if (check.type !== 'sql') return []
  const parsed = parseCheckSql(check.sql)
  if ('statement' in parsed) return []
  const path = `root.checks.${at + 1}.sql`
  const { reason } = parsed
  const value = check.sql.slice(0, 4096)
  return [{ value, reason, path, matched_type: 'schema_validation:check_sql', kind: 'validation_error' }]
}

function refuseMissing({ checks }: SchemaValidation, schemas: Schemas): void {
  const missing = checks.flatMap((check) => {
    if (check.type === 'sql') return []
    const [found, messageType] = [schemas.find(check.schema), findMessageType(check)]
    const isThere = messageType === undefined || found?.messageTypes.includes(messageType) === true
    const named = messageType === undefined ? [check.schema] : [check.schema, messageType]
    return found !== undefined && isThere ? [] : [`[${named.map(printText).join(',')}]`]
  })
  if (missing.length === 0) return
  const list = [...new Set(missing)].join(',')
  const message = `{post_config_update,emqx_schema_validation_config,#{missing_schemas => [${list}]}}`
  throw refusal(400, 'BAD_REQUEST', message)
}
