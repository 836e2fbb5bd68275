import { decodeJson } from '../rule-sql/evaluate/decode-json.ts'
import { encodeJson } from '../rule-sql/evaluate/json-text.ts'
import { RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { binaryOf, bytesOf, isBinary, isMap, type Term } from '../rule-sql/evaluate/term.ts'
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
  /** Of Protobuf: the messages that a message type may name. */
  readonly messageTypes: readonly string[]
  /** What the payload says; throws a `CodecFault`. */
  decode(payload: string | Uint8Array, messageType?: string): Term
  /** Of Avro in pieces, as the broker has them: `flatBytes` joins them. */
  encode(value: Term, messageType?: string): Term
}

interface SchemaText {
  readonly name: string
  readonly type: SchemaKind
  readonly source: string
}

/** What a schema of the registry does; throws a `SchemaFault` where the text is none. */
export function compileSchema({ name, type, source }: SchemaText): CompiledSchema {
  if (source.length > longestSource) throw new SchemaFault('{too_large,schema}')
  if (type === 'protobuf') return protobufSchema(name, source)
  const schema = decodeJson(source)
  return type === 'avro' ? avroSchema(schema) : jsonSchema(schema)
}

function avroSchema(schema: Term): CompiledSchema {
  const type = readAvroType(schema)
  return {
    kind: 'avro',
    messageTypes: [],
    decode: (payload) => decodeAvro(type, bytesOf(payload)),
    encode: (value) => encodeAvro(type, value),
  }
}

function jsonSchema(schema: Term): CompiledSchema {
  if (!isMap(schema)) throw new SchemaFault('{invalid_json_schema,bad_schema_object}')
  return {
    kind: 'json',
    messageTypes: [],
    decode(payload) {
      const value = inWords(() => decodeJson(payload))
      checkJsonSchema(schema, value)
      return value
    },
    encode(value) {
      const text = inWords(() => encodeJson(value))
      checkJsonSchema(schema, decodeJson(text))
      return text
    },
  }
}

function protobufSchema(name: string, source: string): CompiledSchema {
  const file = inFile(name, () => readProtoFile(source))
  const typeOf = (messageType: string | undefined) => {
    if (messageType === undefined) throw new CodecFault('no message type is given')
    return messageType
  }
  return {
    kind: 'protobuf',
    messageTypes: [...file.messages.keys()],
    decode: (payload, messageType) => decodeProtobuf(file, typeOf(messageType), bytesOf(payload)),
    encode: (value, messageType) => binaryOf(encodeProtobuf(file, typeOf(messageType), value)),
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

function inWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    throw new CodecFault('the payload is no JSON')
  }
}

/** Bytes of what a schema has encoded. */
export const encodedBytes = (encoded: Term): string | Uint8Array =>
  isBinary(encoded) ? encoded : binaryOf(flatBytes(encoded))
