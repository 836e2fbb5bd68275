import { scramMethods } from '#features/diagnose/mqtt-link/enhanced/scram-hash.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const other = [{ path: 'enhanced.method', is: ['other'] }] as const

/** MQTT 5 §4.12; SCRAM takes the username and password of the section above. */
export const enhancedSection = (canHash: boolean): Section => ({
  id: 'enhanced',
  title: m.enhancedSection,
  when: [{ path: 'version', is: ['5'] }],
  fields: [
    {
      kind: 'select',
      path: 'enhanced.method',
      label: m.enhancedMethod,
      help: canHash ? m.enhancedHelp : m.enhancedNeedsHttps,
      options: [
        { value: 'none', label: m.enhancedNone },
        ...scramMethods.map((method) => ({ value: method, label: method })),
        { value: 'other', label: m.enhancedOther },
      ],
    },
    {
      kind: 'text',
      path: 'enhanced.name',
      label: m.methodName,
      isCode: true,
      isRequired: true,
      requiredMessage: m.pleaseEnter,
      when: other,
    },
    {
      kind: 'lines',
      path: 'enhanced.data',
      label: m.methodData,
      help: m.methodDataHelp,
      isCode: true,
      rows: 2,
      width: 12,
      when: other,
    },
    {
      kind: 'select',
      path: 'enhanced.encoding',
      label: m.methodEncoding,
      when: other,
      options: [
        { value: 'text', label: m.text },
        { value: 'hex', label: m.hex },
        { value: 'base64', label: m.base64 },
      ],
    },
  ],
})
