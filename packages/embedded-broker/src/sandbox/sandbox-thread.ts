import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { type CompiledSchema, compileSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { SchemaFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import * as v from 'valibot'
import { dryRunTransformation } from '../data-hub/transformations/dry-run-transformation.ts'
import { ApiRefusal } from '../http/api-refusal.ts'
import { tryStatement } from '../integration/rules/try-statement.ts'
import { provideJqThread } from '../jq/jq-worker.ts'
import { type SandboxReply, sandboxTaskSchema, schemaReplySchema } from './sandbox-messages.ts'

const longestLookupMs = 1000

const { lookups, signal, jqSource } = v.parse(
  v.object({ lookups: v.instance(MessagePort), signal: v.instance(Int32Array), jqSource: v.string() }),
  workerData,
)

/** Looks up a schema synchronously: statements compute schema names while they run, so the thread blocks meanwhile. */
function lookUpSchema(name: string): CompiledSchema | undefined {
  lookups.postMessage(name)
  if (Atomics.wait(signal, 0, 0, longestLookupMs) === 'timed-out')
    throw new RuleFailure({ kind: 'limit', what: 'time' })
  Atomics.store(signal, 0, 0)
  const { schema } = v.parse(schemaReplySchema, receiveMessageOnPort(lookups)?.message)
  if (schema === undefined) return undefined
  try {
    return compileSchema(schema)
  } catch (error) {
    if (error instanceof SchemaFault) return undefined
    throw error
  }
}

provideJqThread(jqSource)

async function perform(given: unknown): Promise<SandboxReply> {
  const faults: string[] = []
  const compiled = new Map<string, CompiledSchema | undefined>()
  const findSchema = (name: string) => {
    if (!compiled.has(name)) compiled.set(name, lookUpSchema(name))
    return compiled.get(name)
  }
  const report = (error: unknown) => {
    if (faults.length < 10) faults.push(describe(error))
  }
  try {
    const task = v.parse(sandboxTaskSchema, given)
    const json =
      task.kind === 'statement'
        ? await tryStatement(task, findSchema)
        : dryRunTransformation(task, { findSchema, report })
    return { kind: 'result', json, faults }
  } catch (error) {
    if (error instanceof ApiRefusal)
      return { kind: 'refusal', status: error.status, body: error.body, faults }
    return { kind: 'fault', text: describe(error) }
  }
}

const describe = (error: unknown) =>
  String(error instanceof Error ? (error.stack ?? error) : error).slice(0, 4096)

function post(reply: SandboxReply): void {
  parentPort?.postMessage(reply)
}

parentPort?.on('message', (task: unknown) => {
  perform(task).then(post, (error: unknown) => post({ kind: 'fault', text: describe(error) }))
})
post({ kind: 'ready' })
