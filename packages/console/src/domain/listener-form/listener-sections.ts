import { type ListenerType, listenerTypes } from '@brokerdeck/contract/settings/listeners.ts'
import type { Field, RateField, Section } from '#kit/form/field.ts'
import { accessSection, toLimitField } from './limit-sections.ts'
import { listenerForm as m } from './messages.ts'
import { socketSections } from './socket-sections.ts'
import { tlsSections } from './tls-sections.ts'
import { webSocketSections } from './web-socket-sections.ts'

const words: Record<ListenerType, string> = { tcp: m.tcp, ssl: m.ssl, ws: m.ws, wss: m.wss, quic: m.quic }

const typeOptions = listenerTypes.map((value) => ({ value, label: words[value] }))

const formatPlaceholder = (name: string): string => `$\{${name}}`

const name: Field = {
  kind: 'text',
  path: 'name',
  label: m.name,
  help: m.nameHelp,
  isRequired: true,
  isCode: true,
  pattern: { regex: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, message: m.nameRule },
}

const shared: readonly Field[] = [
  {
    kind: 'host-port',
    path: 'bind',
    label: m.bind,
    help: m.bindHelp,
    isBind: true,
    isRequired: true,
  },
  { kind: 'toggle', path: 'enable', label: m.enable, note: m.enableNote, default: true },
  {
    kind: 'select',
    path: 'enable_authn',
    label: m.authentication,
    help: m.authenticationHelp,
    options: [
      { value: true, label: m.authenticationOn },
      { value: false, label: m.authenticationOff },
      { value: 'quick_deny_anonymous', label: m.authenticationQuick },
    ],
    default: true,
    isAdvanced: true,
  },
  { kind: 'text', path: 'zone', label: m.zone, help: m.zoneHelp, default: 'default', isAdvanced: true },
  {
    kind: 'text',
    path: 'mountpoint',
    label: m.mountpoint,
    help: m.mountpointHelp(formatPlaceholder('clientid'), formatPlaceholder('username')),
    isCode: true,
    default: '',
    width: 12,
    isAdvanced: true,
  },
]

const rate = (path: string, of: RateField['of'], label: string, help: string): Field =>
  toLimitField({ kind: 'rate', path, of, label, help })

const limits: Section = {
  id: 'limits',
  title: m.limits,
  fields: [
    toLimitField({
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

const limitSections: readonly Section[] = [limits, accessSection]

/** Returns the basic settings of a listener; name and type form its ID and are chosen once. */
function basicSections(isNew: boolean): readonly Section[] {
  const type: Field = {
    kind: 'select',
    path: 'type',
    label: m.type,
    options: typeOptions,
    ...(isNew ? { default: 'tcp' } : { readOnly: m.fixed }),
  }
  return [{ id: 'listener', title: m.listener, fields: [...(isNew ? [name] : []), type, ...shared] }]
}

/**
 * Returns all settings of a listener, with the broker's own defaults; settings that its type does not have are
 * hidden.
 */
function listenerSections(isNew: boolean): readonly Section[] {
  return [...basicSections(isNew), ...tlsSections, ...webSocketSections, ...limitSections, ...socketSections]
}

export const listListenerCreateSections = listenerSections(true)
export const listListenerEditSections = listenerSections(false)
