import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { RuleFailure } from '@brokerdeck/contract/rule-sql/evaluate/rule-failure.ts'
import { bytesOf, isMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import {
  type CompiledSchema,
  compileSchema,
  encodedBytes,
} from '@brokerdeck/contract/schema-codec/compile-schema.ts'
import { CodecFault } from '@brokerdeck/contract/schema-codec/schema-fault.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
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
import { schemaSample as m } from '../messages/schemas.ts'
import classes from '../transformations/transformation-preview.module.css'
import { schemaFromSample } from './schema-from-sample.ts'
import { schemaBody, schemaFaults } from './schema-sections.tsx'

const freshSample = '{\n  "temp": 21.5,\n  "unit": "C"\n}'

/** A message beside the schema: whether it fits, and a schema made from it. */
export function SamplePanel() {
  const document = useFormState((state) => state.next)
  const { change } = useFieldState('source')
  const [text, setText] = useState(freshSample)
  const [chosen, setChosen] = useState<string>()
  const sample = useMemo(() => readSample(text), [text])
  const shown = useDeferredValue(document)
  const schema = useMemo(() => compiled(shown), [shown])
  const types = schema?.messageTypes ?? []
  const messageType = types.find((one) => one === chosen) ?? types[0]
  const verdict = useMemo(() => judged(schema, sample, messageType), [schema, sample, messageType])
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

function compiled(document: Parameters<typeof schemaFaults>[0]): CompiledSchema | undefined {
  if (schemaFaults(document).length > 0) return undefined
  const body = schemaBody(document)
  return body.source.trim() === '' ? undefined : compileSchema({ name: 'x', ...body })
}

interface Verdict {
  readonly fits: boolean
  readonly words: string
}

function judged(
  schema: CompiledSchema | undefined,
  sample: Sample | undefined,
  messageType: string | undefined,
): Verdict | undefined {
  if (schema === undefined || sample === undefined) return undefined
  try {
    const bytes = encodedBytes(schema.encode(sample, messageType))
    const words = schema.kind === 'json' ? m.fits : m.fitsBytes(formatBytes(bytesOf(bytes).length))
    return { fits: true, words }
  } catch (error) {
    if (!(error instanceof CodecFault)) throw error
    return { fits: false, words: m.misfit(visibleText(error.message, 200)) }
  }
}
