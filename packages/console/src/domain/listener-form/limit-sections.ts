import type { Field, OneOfField, RateField, Section } from '#kit/form/field.ts'
import { ofTcp } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'

export function limited(inner: OneOfField['inner']): OneOfField {
  const { path, label, help } = inner
  return {
    kind: 'one-of',
    ...{ path, label, ...(help === undefined ? {} : { help }) },
    word: 'infinity',
    wordLabel: m.unlimited,
    default: 'infinity',
    inner,
  }
}

const rate = (path: string, of: RateField['of'], label: string, help: string): Field =>
  limited({ kind: 'rate', path, of, label, help })

const limits: Section = {
  id: 'limits',
  title: m.limits,
  fields: [
    limited({
      kind: 'number',
      path: 'max_connections',
      label: m.maxConnections,
      help: m.maxConnectionsHelp,
      min: 1,
    }),
    rate('max_conn_rate', 'count', m.maxConnRate, m.maxConnRateHelp),
    rate('messages_rate', 'count', m.messagesRate, m.messagesRateHelp),
    rate('bytes_rate', 'bytes', m.bytesRate, m.bytesRateHelp),
    {
      kind: 'number',
      path: 'acceptors',
      label: m.acceptors,
      help: m.acceptorsHelp,
      min: 1,
      default: 16,
      isAdvanced: true,
    },
  ],
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

export const limitSections: readonly Section[] = [limits, accessSection]
