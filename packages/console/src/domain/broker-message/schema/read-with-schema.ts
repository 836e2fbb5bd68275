import {
  type CompiledSchema,
  compileSchema,
  type SchemaKind,
} from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { CodecFault, SchemaFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import { payloadSchema as m } from '#domain/broker-message/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { DataNode } from '#lib/data-tree/data-node.ts'
import { visibleText } from '#lib/visible-text.ts'

interface SchemaText {
  readonly name: string
  readonly type: SchemaKind
  readonly source: string
}

type Compiled =
  | { readonly kind: 'schema'; readonly schema: CompiledSchema }
  | { readonly kind: 'fault'; readonly words: string }

/** Compiles a schema; returns the reason if the schema cannot be used. */
export function readSchema(text: SchemaText): Compiled {
  try {
    const schema = compileSchema(text)
    const isEmpty = schema.kind === 'protobuf' && schema.messageTypes.length === 0
    return isEmpty ? { kind: 'fault', words: m.noMessage } : { kind: 'schema', schema }
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error
    const line = formatNumber(error.line ?? 1)
    const isImport = error.reason.includes('forbidden_single_file_import')
    return { kind: 'fault', words: isImport ? m.isImport(line) : m.notSchema(line) }
  }
}

export interface PayloadTree {
  readonly root: DataNode
  /** The number of metrics that have only an alias, whose name is not known yet. */
  readonly unnamed: number
}

export type PayloadReading = PayloadTree | { readonly fault: string }

/** Decodes a payload; returns the reason if it does not fit the schema. */
export function readPayload(decode: () => PayloadTree): PayloadReading {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof CodecFault)) throw error
    return { fault: m.misfit(visibleText(error.message, 200)) }
  }
}
