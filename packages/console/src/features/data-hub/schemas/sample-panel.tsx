import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import {
  isList,
  isMap,
  type Term,
  type TermMap,
  toBytes,
} from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import {
  type CompiledSchema,
  compileSchema,
  type SchemaKind,
  toEncodedBytes,
} from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { CodecFault } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { schemaSample as m } from '#features/data-hub/messages/schemas.ts'
import classes from '#features/data-hub/transformations/transformation-preview.module.css'
import { formatBytes } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { useFieldState, useFormState } from '#kit/form/form-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { Status } from '#ui/status.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { schemaBody, schemaFaults } from './schema-sections.tsx'

const freshSample = '{\n  "temp": 21.5,\n  "unit": "C"\n}'

/** Shows a sample message beside the schema: whether it fits the schema, and a schema generated from it. */
export function SamplePanel() {
  const document = useFormState((state) => state.next)
  const { change } = useFieldState('source')
  const [text, setText] = useState(freshSample)
  const [chosen, setChosen] = useState<string>()
  const sample = useMemo(() => readSample(text), [text])
  const shown = useDeferredValue(document)
  const schema = useMemo(() => compileDocument(shown), [shown])
  const types = schema?.messageTypes ?? []
  const messageType = types.find((one) => one === chosen) ?? types[0]
  const verdict = useMemo(() => judgeSample(schema, sample, messageType), [schema, sample, messageType])
  const fault = sample === undefined ? m.notJson : undefined
  function generate() {
    if (sample === undefined || !isMap(sample)) return
    change(schemaFromSample(schemaBody(document).type, sample))
    notify.success(m.generated)
  }
  return (
    <Panel title={m.title} caption={m.text}>
      <div className={classes['body']}>
        <LabelledField label={m.sample} fault={fault}>
          {(attributes) => (
            <TextArea
              {...attributes}
              value={text}
              rows={6}
              isCode
              hasFault={fault !== undefined}
              onChange={setText}
            />
          )}
        </LabelledField>
        {messageType !== undefined && types.length > 1 && (
          <LabelledField label={m.messageType}>
            {(attributes) => (
              <SelectBox
                {...attributes}
                value={messageType}
                options={types.map((value) => ({ value, label: value }))}
                onChange={setChosen}
              />
            )}
          </LabelledField>
        )}
        <Button disabledReason={whyNoWrite() ?? whyNotGenerated(sample)} onClick={generate}>
          {m.generate}
        </Button>
        {verdict !== undefined && (
          <Status kind={verdict.fits ? 'ok' : 'warn'} wraps>
            {verdict.words}
          </Status>
        )}
      </div>
    </Panel>
  )
}

type Sample = ReturnType<typeof decodeJson>

function readSample(text: string): Sample | undefined {
  try {
    return decodeJson(text)
  } catch (error) {
    if (error instanceof RuleFailure) return undefined
    throw error
  }
}

function whyNotGenerated(sample: Sample | undefined): string | undefined {
  if (sample === undefined) return m.notJson
  return isMap(sample) ? undefined : m.notObject
}

function compileDocument(document: Parameters<typeof schemaFaults>[0]): CompiledSchema | undefined {
  if (schemaFaults(document).length > 0) return undefined
  const body = schemaBody(document)
  return body.source.trim() === '' ? undefined : compileSchema({ name: 'x', ...body })
}

interface Verdict {
  readonly fits: boolean
  readonly words: string
}

function judgeSample(
  schema: CompiledSchema | undefined,
  sample: Sample | undefined,
  messageType: string | undefined,
): Verdict | undefined {
  if (schema === undefined || sample === undefined) return undefined
  try {
    const bytes = toEncodedBytes(schema.encode(sample, messageType))
    const words = schema.kind === 'json' ? m.fits : m.fitsBytes(formatBytes(toBytes(bytes).length))
    return { fits: true, words }
  } catch (error) {
    if (!(error instanceof CodecFault)) throw error
    return { fits: false, words: m.misfit(visibleText(error.message, 200)) }
  }
}

/**
 * Generates a schema that the sample fits, as a starting point: fields that one message does not show have to be
 * added.
 */
function schemaFromSample(kind: SchemaKind, sample: TermMap): string {
  if (kind === 'protobuf') return toProtobufSchema(sample)
  const schema =
    kind === 'avro'
      ? toAvroSchema(sample, 'sample')
      : { $schema: 'http://json-schema.org/draft-06/schema#', ...toJsonSchema(sample) }
  return JSON.stringify(schema, undefined, 2)
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

function toJsonSchema(term: Term): JsonSchema {
  if (isMap(term)) {
    const properties = Object.fromEntries([...term].map(([key, value]) => [key, toJsonSchema(value)]))
    return { type: 'object', properties, required: [...term.keys()] }
  }
  if (isList(term))
    return term.length === 0 ? { type: 'array' } : { type: 'array', items: toJsonSchema(joinBytes(term)) }
  if (typeof term === 'bigint') return { type: 'integer' }
  if (typeof term === 'number') return { type: 'number' }
  return term === null ? {} : { type: typeof term === 'boolean' ? 'boolean' : 'string' }
}

/** Merges list items into one: a number with a fraction if any item has a fraction, and the fields of all maps. */
function joinBytes(items: readonly Term[]): Term {
  const [first] = items
  const maps = items.filter(isMap)
  if (maps.length === items.length) return new Map(maps.flatMap((one) => [...one]))
  return items.find((one) => typeof one === 'number') ?? first
}

const avroName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `_${name.replace(/\W/g, '_')}`)

function toAvroSchema(term: Term, name: string): unknown {
  if (isMap(term)) {
    const fields = [...term].map(([key, value]) => ({
      name: avroName(key),
      type: toAvroSchema(value, `${name}_${avroName(key)}`),
    }))
    return { type: 'record', name, fields }
  }
  if (isList(term))
    return { type: 'array', items: term.length === 0 ? 'string' : toAvroSchema(joinBytes(term), name) }
  if (typeof term === 'bigint') return 'long'
  if (typeof term === 'number') return 'double'
  return term === null ? ['null', 'string'] : typeof term === 'boolean' ? 'boolean' : 'string'
}

function toProtobufSchema(sample: TermMap): string {
  const messages: string[] = []
  const message = (name: string, map: TermMap) => {
    const fields = [...map].map(([key, value], at) => {
      const [label, one] = isList(value) ? ['repeated ', joinBytes(value)] : ['', value]
      return `  ${label}${toFieldType(one, `${name}${upper(key)}`)} ${avroName(key)} = ${at + 1};`
    })
    messages.unshift([`message ${name} {`, ...fields, '}'].join('\n'))
  }
  const toFieldType = (term: Term, name: string): string => {
    if (isMap(term)) {
      message(name, term)
      return name
    }
    if (typeof term === 'bigint') return 'int64'
    if (typeof term === 'number') return 'double'
    return typeof term === 'boolean' ? 'bool' : 'string'
  }
  message('Sample', sample)
  return `syntax = "proto3";\n\n${messages.join('\n\n')}\n`
}

const upper = (key: string) =>
  avroName(key).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
