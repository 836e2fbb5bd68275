import type { DryrunMessage } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import * as v from 'valibot'
import { preview as m } from '#features/data-hub/messages/screening.ts'
import { describeTopicFault } from '#kit/topic-words/topic-fault.ts'
import { parseJson } from '#lib/parse-json.ts'
import { Fold } from '#ui/fold.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { LineField } from '#ui/line-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import classes from './transformation-preview.module.css'

const texts = ['topic', 'payload', 'clientid', 'username', 'peername'] as const
const maps = ['user_property', 'pub_props', 'client_attrs'] as const

export type TypedMessage = Readonly<
  Record<(typeof texts)[number] | (typeof maps)[number] | 'qos', string>
> & {
  readonly retain: boolean
}

export const freshMessage: TypedMessage = {
  topic: 't/1',
  payload: '{"temp": 21.5}',
  qos: '0',
  retain: false,
  clientid: 'c1',
  username: '',
  peername: '127.0.0.1:5000',
  user_property: '{}',
  pub_props: '{}',
  client_attrs: '{}',
}

const textMap = v.record(v.string(), v.string())
const anyMap = v.record(v.string(), v.unknown())

/** Returns the message in the form of the broker's API; undefined while a part of it is invalid. */
export function readDryrunMessage(typed: TypedMessage): DryrunMessage | undefined {
  if (describeTopicFault(typed.topic) !== undefined) return undefined
  const userProperty = v.safeParse(textMap, parseJson(typed.user_property))
  const pubProps = v.safeParse(anyMap, parseJson(typed.pub_props))
  const clientAttrs = v.safeParse(anyMap, parseJson(typed.client_attrs))
  if (!userProperty.success || !pubProps.success || !clientAttrs.success) return undefined
  const { topic, payload, clientid, username, peername, retain } = typed
  return {
    topic,
    payload,
    clientid,
    peername,
    retain,
    ...(username === '' ? {} : { username }),
    qos: typed.qos === '2' ? 2 : typed.qos === '1' ? 1 : 0,
    user_property: userProperty.output,
    pub_props: pubProps.output,
    client_attrs: clientAttrs.output,
  }
}

function mapFault(name: (typeof maps)[number], text: string): string | undefined {
  const isTexts = name === 'user_property'
  const value = parseJson(text)
  if (value === undefined) return m.notJsonText
  if (v.is(isTexts ? textMap : anyMap, value)) return undefined
  return isTexts ? m.notTexts : m.notMap
}

const qosLevels = ['0', '1', '2'].map((value) => ({ value, label: value }))
const mapWords = {
  user_property: m.userProperty,
  pub_props: m.pubProps,
  client_attrs: m.clientAttrs,
} as const

interface MessageInputsProps {
  readonly typed: TypedMessage
  readonly onChange: (typed: TypedMessage) => void
}

/** Edits the message of a dry run. */
export function MessageInputs({ typed, onChange }: MessageInputsProps) {
  const put = (part: Partial<TypedMessage>) => onChange({ ...typed, ...part })
  const line = (name: 'clientid' | 'username' | 'peername') => (
    <LineField
      key={name}
      label={m[name]}
      isCode
      value={typed[name]}
      onChange={(value) => put({ [name]: value })}
    />
  )
  return (
    <>
      <LineField
        label={m.topic}
        fault={describeTopicFault(typed.topic)}
        isCode
        value={typed.topic}
        onChange={(topic) => put({ topic })}
      />
      <LabelledField label={m.payload}>
        {(control) => (
          <TextArea
            {...control}
            isCode
            rows={3}
            value={typed.payload}
            onChange={(payload) => put({ payload })}
          />
        )}
      </LabelledField>
      <div className={classes['pair']}>
        <LabelledField label={m.qos}>
          {(control) => (
            <SelectBox {...control} value={typed.qos} options={qosLevels} onChange={(qos) => put({ qos })} />
          )}
        </LabelledField>
        <LabelledField label={m.retain}>
          {({ id }) => <ToggleInput id={id} isOn={typed.retain} onChange={(retain) => put({ retain })} />}
        </LabelledField>
      </div>
      <Fold title={m.more}>
        <div className={classes['fields']}>
          {(['clientid', 'username', 'peername'] as const).map(line)}
          {maps.map((name) => (
            <LabelledField key={name} label={mapWords[name]} fault={mapFault(name, typed[name])}>
              {(control) => (
                <TextArea
                  {...control}
                  isCode
                  rows={2}
                  value={typed[name]}
                  onChange={(value) => put({ [name]: value })}
                />
              )}
            </LabelledField>
          ))}
        </div>
      </Fold>
    </>
  )
}
