import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'
import { userPropertiesField } from './session-sections.ts'

const five = [{ path: 'version', is: ['5'] }] as const
const advanced = { when: five, isAdvanced: true, isOmittedEmpty: true } as const
const seconds = { min: 0, max: 0xffffffff, unit: m.seconds } as const

/** MQTT 5 §3.1.3.2, MQTT 3.1.1 §3.1.2.5. */
export const willSection: Section = {
  id: 'will',
  title: m.willSection,
  note: m.willNote,
  switch: 'will.enable',
  fields: [
    { kind: 'topic', path: 'will.topic', label: m.willTopic, isFilter: false, isRequired: true, width: 12 },
    { kind: 'lines', path: 'will.payload', label: m.willPayload, isCode: true, rows: 3, width: 12 },
    {
      kind: 'select',
      path: 'will.encoding',
      label: m.willEncoding,
      options: [
        { value: 'text', label: m.text },
        { value: 'hex', label: m.hex },
        { value: 'base64', label: m.base64 },
      ],
    },
    {
      kind: 'select',
      path: 'will.qos',
      label: m.qos,
      width: 3,
      options: [0, 1, 2].map((value) => ({ value, label: String(value) })),
    },
    { kind: 'toggle', path: 'will.retain', label: m.retain, width: 3 },
    {
      ...advanced,
      ...seconds,
      kind: 'number',
      path: 'will.delay',
      label: m.willDelay,
      help: m.willDelayHelp,
    },
    { ...advanced, ...seconds, kind: 'number', path: 'will.expiry', label: m.willExpiry },
    { kind: 'toggle', path: 'will.isText', label: m.isText, when: five, isAdvanced: true, default: false },
    { ...advanced, kind: 'text', path: 'will.contentType', label: m.contentType },
    { ...advanced, kind: 'topic', path: 'will.responseTopic', label: m.responseTopic, isFilter: false },
    { ...advanced, kind: 'text', path: 'will.correlationData', label: m.correlationData, isCode: true },
    userPropertiesField('will.userProperties'),
  ],
}
