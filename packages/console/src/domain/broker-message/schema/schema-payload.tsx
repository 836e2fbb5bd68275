import { schemaRegistry } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { payloadSchema as m } from '#domain/broker-message/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { DataTree } from '#ui/data-tree/data-tree.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { Status } from '#ui/status.tsx'
import { ProtoFileButton, type ProtoText } from './proto-file-button.tsx'
import { readPayload, readSchema } from './read-with-schema.ts'
import classes from './schema-payload.module.css'
import { readSparkplug } from './sparkplug-tree.ts'
import { termToNode } from './term-tree.ts'

interface SchemaPayloadProps {
  readonly bytes: Uint8Array
  readonly topic: string | undefined
  /** True if the topic is a Sparkplug topic. */
  readonly isSparkplug: boolean
}

interface SchemaChoice {
  readonly id: string
  readonly messageType: string
}

/** The last choice in this tab, because the next message is mostly of the same kind. */
const last: { choice: SchemaChoice; file: ProtoText | undefined } = {
  choice: { id: '', messageType: '' },
  file: undefined,
}

const sparkplugId = 'sparkplug'
const fileId = 'file'
const toRegisteredId = (name: string) => `registry:${name}`

const kindNames = { avro: 'Avro', protobuf: 'Protobuf', json: 'JSON Schema' } as const

/** Shows the payload decoded with a schema, and the choice of the schema. */
export function SchemaPayload({ bytes, topic, isSparkplug }: SchemaPayloadProps) {
  const [fileFault, setFileFault] = useState<string>()
  const { choice, choose, options, setFile, compiled } = useSchemaChoice(isSparkplug)
  const schema = compiled?.kind === 'schema' ? compiled.schema : undefined
  const types = schema?.messageTypes ?? []
  const messageType = types.find((one) => one === choice.messageType) ?? types[0]
  const reading = useMemo(() => {
    if (choice.id === sparkplugId) return readPayload(() => readSparkplug(bytes, topic))
    if (schema === undefined) return undefined
    return readPayload(() => ({ root: termToNode(schema.decode(bytes, messageType)), unnamed: 0 }))
  }, [bytes, topic, choice.id, schema, messageType])
  const fault = fileFault ?? (compiled?.kind === 'fault' ? compiled.words : undefined)
  return (
    <div className={classes['stack']}>
      <div className={classes['choice']}>
        <LabelledField label={m.schema}>
          {(control) => (
            <SelectBox
              {...control}
              value={choice.id}
              options={options}
              onChange={(id) => {
                setFileFault(undefined)
                choose({ id, messageType: '' })
              }}
            />
          )}
        </LabelledField>
        {types.length > 1 && (
          <LabelledField label={m.messageType}>
            {(control) => (
              <SelectBox
                {...control}
                value={messageType ?? ''}
                options={types.map((one) => ({ value: one, label: visibleText(one, 80) }))}
                onChange={(one) => choose({ ...choice, messageType: one })}
              />
            )}
          </LabelledField>
        )}
        <ProtoFileButton
          onOpen={(opened) => {
            setFileFault('fault' in opened ? opened.fault : undefined)
            if ('fault' in opened) return
            setFile(opened)
            choose({ id: fileId, messageType: '' })
          }}
        />
      </div>
      <div role="status" className={classes['fault']}>
        {fault !== undefined && <Status kind="bad">{fault}</Status>}
        {reading !== undefined && 'fault' in reading && <Status kind="bad">{reading.fault}</Status>}
      </div>
      {reading !== undefined && 'root' in reading && (
        <>
          {reading.unnamed > 0 && (
            <p className={classes['remark']}>{m.unnamed(reading.unnamed, formatNumber(reading.unnamed))}</p>
          )}
          <DataTree label={m.document} root={reading.root} />
        </>
      )}
    </div>
  )
}

/** Returns the available schemas, and the compiled form of the chosen schema. */
function useSchemaChoice(isSparkplug: boolean) {
  // Community has no registry, so only the schemas outside of a registry are available.
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  const { data: known = [] } = useQuery({
    ...read(schemaRegistry.list, {}),
    retry: false,
    enabled: isEnterprise,
  })
  const registered = known.filter(({ type }) => type !== 'json')
  const [file, setFile] = useState(last.file)
  const [choice, setChoice] = useState(isSparkplug ? { id: sparkplugId, messageType: '' } : last.choice)
  const chosen = registered.find(({ name }) => toRegisteredId(name) === choice.id)
  const { name, type, source } = chosen ?? {
    name: 'x',
    type: 'protobuf',
    source: choice.id === fileId ? file?.source : undefined,
  }
  const compiled = useMemo(
    () => (source === undefined ? undefined : readSchema({ name, type, source })),
    [name, type, source],
  )
  const options = [
    ...(choice.id === '' ? [{ value: '', label: m.choose }] : []),
    { value: sparkplugId, label: m.sparkplug },
    ...(file === undefined ? [] : [{ value: fileId, label: m.file(visibleText(file.name, 80)) }]),
    ...registered.map((one) => ({
      value: toRegisteredId(one.name),
      label: m.registered(visibleText(one.name, 80), kindNames[one.type]),
    })),
  ]
  return {
    choice,
    options,
    compiled,
    choose: (next: SchemaChoice) => {
      last.choice = next
      setChoice(next)
    },
    setFile: (opened: ProtoText) => {
      last.file = opened
      setFile(opened)
    },
  }
}
