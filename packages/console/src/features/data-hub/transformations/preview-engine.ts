import type {
  DryrunMessage,
  DryrunResult,
  MessageTransformation,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import {
  runTransformation,
  type TransformationFailure,
} from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { transformationCodec } from '@brokerdeck/contract/data-hub/transformation-codec.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import {
  isBinary,
  isMap,
  type Term,
  type TermMap,
  toBytes,
} from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { type CompiledSchema, compileSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { SchemaFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import type { KnownSchemas } from '#features/data-hub/screening/known-schemas.tsx'

export type PreviewOutcome =
  /** `bytes` holds the bytes of the payload if they are available. */
  { readonly result: DryrunResult; readonly bytes?: Uint8Array } | { readonly failure: TransformationFailure }

/** Returns a function that compiles a schema from the texts that the broker stores. */
export const findSchema =
  (known: KnownSchemas = []) =>
  (name: string): CompiledSchema | undefined => {
    const schema = known.find((one) => one.name === name)
    try {
      return schema === undefined ? undefined : compileSchema(schema)
    } catch (error) {
      // The broker accepted this schema, so it knows syntax that this console does not.
      if (error instanceof SchemaFault || error instanceof RuleFailure) return undefined
      throw error
    }
  }

function toTermMap(given: unknown): TermMap {
  const term = decodeJson(JSON.stringify(given ?? {}))
  return isMap(term) ? term : new Map()
}

const json = (term: Term): unknown => JSON.parse(resultJson(term))

/** Returns what expressions can refer to about the publisher of a message and the time. */
export function buildMessageBindings(message: DryrunMessage): TermMap {
  const now = BigInt(Date.now())
  const userProperties = toTermMap(message.user_property)
  return new Map<string, Term>([
    ['client_attrs', toTermMap(message.client_attrs)],
    ['clientid', message.clientid ?? 'test-clientid'],
    ['peername', message.peername ?? '127.0.0.1:19872'],
    ['pub_props', new Map([...toTermMap(message.pub_props), ['User-Property', userProperties] as const])],
    ['publish_received_at', now],
    ['timestamp', now],
    ['username', message.username],
  ])
}

/** Computes the broker's dry run without the broker. */
export function previewHere(
  transformation: MessageTransformation,
  message: DryrunMessage,
  known: KnownSchemas | undefined,
): PreviewOutcome {
  const userProperties = toTermMap(message.user_property)
  const now = () => Date.now()
  const bindings = buildMessageBindings(message)
  const { topic, qos = 0, retain = false, payload } = message
  const outcome = runTransformation(
    transformation,
    { topic, qos, retain, payload, userProperties },
    { bindings, codec: transformationCodec({ find: findSchema(known) }), now },
  )
  if ('failure' in outcome) return outcome
  const made = outcome.transformed
  const user_property = Object.fromEntries([...made.userProperties].map(([key, one]) => [key, json(one)]))
  const result = { topic: made.topic, qos: made.qos, retain: made.retain, payload: json(made.payload) }
  const bytes = isBinary(made.payload) ? { bytes: toBytes(made.payload) } : {}
  return { result: { ...result, user_property }, ...bytes }
}
