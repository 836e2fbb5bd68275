import { isLimit } from '@brokerdeck/languages/rule-sql/evaluate/budget.ts'
import type { Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { type CompiledSchema, toEncodedBytes } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { CodecFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import type { Serde } from './message-transformations.ts'
import type { SchemaCodec } from './run-transformation.ts'

interface CodecOptions {
  readonly find: (schema: string) => CompiledSchema | undefined
  /** True if encoded payloads stay in pieces, as a dry run of the broker shows them. */
  readonly isInPieces?: boolean
}

/** Creates the codec with which transformations decode and encode payloads by the schemas of the registry. */
export function transformationCodec({ find, isInPieces = false }: CodecOptions): SchemaCodec {
  const run = (
    serde: Serde,
    role: 'decoder' | 'encoder',
    work: (schema: CompiledSchema, type: string | undefined) => Term,
  ) => {
    const name = 'schema' in serde ? String(serde.schema) : ''
    const messageType = serde.type === 'protobuf' ? String(serde['message_type']) : undefined
    const details = {
      [role]: serde.type,
      schema_name: name,
      ...(messageType === undefined ? {} : { message_type: messageType }),
    }
    const verb = role === 'decoder' ? 'decode' : 'encode'
    const schema = find(name)
    if (schema === undefined) return { failure: { msg: `payload_${verb}_schema_not_found`, ...details } }
    const toFailure = (reason: string) => ({
      failure: { msg: `payload_${verb}_schema_failure`, ...details, kind: 'error', reason },
    })
    if (schema.kind !== serde.type) return toFailure(`the schema is of type ${schema.kind}`)
    try {
      return { term: work(schema, messageType) }
    } catch (error) {
      if (isLimit(error)) return toFailure('limit_exceeded')
      if (!(error instanceof CodecFault)) throw error
      return toFailure(error.message)
    }
  }
  return {
    decode: (payload, serde, budget) =>
      run(serde, 'decoder', (schema, type) => schema.decode(payload, type, budget)),
    encode: (term, serde, budget) =>
      run(serde, 'encoder', (schema, type) => {
        const encoded = schema.encode(term, type, budget)
        return isInPieces ? encoded : toEncodedBytes(encoded)
      }),
  }
}
