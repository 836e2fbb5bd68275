import { EvaluationBudget, isLimit } from '../rule-sql/evaluate/budget.ts'
import { decodeJson } from '../rule-sql/evaluate/decode-json.ts'
import { encodeJson } from '../rule-sql/evaluate/json-text.ts'
import { RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { isBinary, isMap, type Term, toBinary, toBytes } from '../rule-sql/evaluate/term.ts'
import { decodeAvro, encodeAvro, flatBytes } from './avro-codec.ts'
import { decodeProtobuf } from './decode-protobuf.ts'
import { encodeProtobuf } from './encode-protobuf.ts'
import { checkJsonSchema } from './json-schema.ts'
import { readProtoFile } from './proto-file.ts'
import { readAvroType } from './read-avro.ts'
import { CodecFault, longestSource, SchemaFault } from './schema-fault.ts'

export const schemaKinds = ['avro', 'protobuf', 'json'] as const
export type SchemaKind = (typeof schemaKinds)[number]

export interface CompiledSchema {
  readonly kind: SchemaKind
  /** For Protobuf: the messages that a message type may name. */
  readonly messageTypes: readonly string[]
  /** Decodes a payload; throws a `CodecFault`. */
  decode(payload: string | Uint8Array, messageType?: string, budget?: EvaluationBudget): Term
  /** Encodes a value; Avro gives pieces, as in the broker, which `flatBytes` joins. */
  encode(value: Term, messageType?: string, budget?: EvaluationBudget): Term
}

interface SchemaText {
  readonly name: string
  readonly type: SchemaKind
  readonly source: string
}

/** Compiles a schema of the registry; throws a `SchemaFault` if the text is no valid schema. */
export function compileSchema({ name, type, source }: SchemaText): CompiledSchema {
  if (source.length > longestSource) throw new SchemaFault('{too_large,schema}')
  if (type === 'protobuf') return protobufSchema(name, source)
  const schema = decodeSource(source)
  return type === 'avro' ? avroSchema(schema) : jsonSchema(schema)
}

/**
 * The maximum time for the text of a schema, in milliseconds. Its size is limited, so only a busy machine needs so
 * long.
 */
const sourcePatienceMs = 10_000

function decodeSource(source: string): Term {
  try {
    return decodeJson(source, new EvaluationBudget({ timeMs: sourcePatienceMs }))
  } catch (error) {
    if (isLimit(error)) throw new SchemaFault('{too_complex,schema}')
    throw error
  }
}

function avroSchema(schema: Term): CompiledSchema {
  const type = readAvroType(schema)
  return {
    kind: 'avro',
    messageTypes: [],
    decode: (payload, _type, given) =>
      withBudget(given, (budget) => decodeAvro(type, toBytes(payload), budget)),
    encode: (value, _type, given) => withBudget(given, (budget) => encodeAvro(type, value, budget)),
  }
}

function jsonSchema(schema: Term): CompiledSchema {
  if (!isMap(schema)) throw new SchemaFault('{invalid_json_schema,bad_schema_object}')
  return {
    kind: 'json',
    messageTypes: [],
    decode: (payload, _type, given) =>
      withBudget(given, (budget) => {
        const value = inWords(() => decodeJson(payload, budget))
        checkJsonSchema(schema, value, budget)
        return value
      }),
    encode: (value, _type, given) =>
      withBudget(given, (budget) => {
        const text = inWords(() => encodeJson(value, budget))
        checkJsonSchema(schema, decodeJson(text, budget), budget)
        return text
      }),
  }
}

function protobufSchema(name: string, source: string): CompiledSchema {
  const file = inFile(name, () => readProtoFile(source))
  const requireMessageType = (messageType: string | undefined) => {
    if (messageType === undefined) throw new CodecFault('no message type is given')
    return messageType
  }
  return {
    kind: 'protobuf',
    messageTypes: [...file.messages.keys()],
    decode: (payload, messageType, given) =>
      withBudget(given, (budget) =>
        decodeProtobuf(file, requireMessageType(messageType), toBytes(payload), budget),
      ),
    encode: (value, messageType, given) =>
      withBudget(given, (budget) =>
        toBinary(encodeProtobuf(file, requireMessageType(messageType), value, budget)),
      ),
  }
}

function inFile<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error
    const { reason, line } = error
    const told = reason.startsWith('[') ? `{parse_errors,"$schema_parser_${name}.proto",${reason}}` : reason
    throw new SchemaFault(`{invalid_protobuf_schema,${told}}`, line)
  }
}

/** The maximum time for one payload, in milliseconds, if the caller has no budget. */
const patience = 500

/** Runs the work within a budget; an exceeded budget becomes a `CodecFault`. */
function withBudget<T>(given: EvaluationBudget | undefined, work: (budget: EvaluationBudget) => T): T {
  try {
    return work(given ?? new EvaluationBudget({ timeMs: patience }))
  } catch (error) {
    if (isLimit(error)) throw new CodecFault('the payload takes too long, or is too large')
    throw error
  }
}

function inWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RuleFailure) || isLimit(error)) throw error
    throw new CodecFault('the payload is no JSON')
  }
}

/** Converts the encoded result of a schema to bytes. */
export const toEncodedBytes = (encoded: Term): string | Uint8Array =>
  isBinary(encoded) ? encoded : toBinary(flatBytes(encoded))
