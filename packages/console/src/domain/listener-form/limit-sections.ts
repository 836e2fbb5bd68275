import type { OneOfField, Section } from '#kit/form/field.ts'
import { ofTcp } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'

export function toLimitField(inner: OneOfField['inner']): OneOfField {
  const { path, label, help } = inner
  return {
    kind: 'one-of',
    path,
    label,
    ...(help === undefined ? {} : { help }),
    word: 'infinity',
    wordLabel: m.unlimited,
    default: 'infinity',
    inner,
  }
}

export const accessSection: Section = {
  id: 'access',
  title: m.access,
  when: ofTcp,
  fields: [
    {
      kind: 'list',
      path: 'access_rules',
      label: m.accessRules,
      help: m.accessRulesHelp,
      itemLabel: m.rule,
      of: 'text',
      default: ['allow all'],
      width: 12,
    },
    {
      kind: 'toggle',
      path: 'proxy_protocol',
      label: m.proxyProtocol,
      note: m.proxyProtocolNote,
      default: false,
    },
    {
      kind: 'duration',
      path: 'proxy_protocol_timeout',
      label: m.proxyTimeout,
      units: ['ms', 's'],
      default: '3s',
      when: [{ path: 'proxy_protocol', is: [true] }],
    },
  ],
}
