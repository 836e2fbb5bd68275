import { hasTunnel } from '#domain/mqtt-link/has-tunnel.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { visibleText } from '#lib/visible-text.ts'
import { connectionForm as m } from '../../messages/test-client.ts'

const direct = [{ path: 'via', is: ['direct'] }] as const

/** Only the embedded broker tells its nodes apart; a cluster is reached by one address. */
export function addressSection(nodes: readonly string[]): Section {
  const hasNodes = nodes.length > 1
  return {
    id: 'address',
    title: m.addressSection,
    fields: [
      {
        kind: 'text',
        path: 'name',
        label: m.name,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        maxLength: 64,
      },
      {
        kind: 'select',
        path: 'via',
        label: m.via,
        options: [
          ...(hasTunnel() ? [{ value: 'tunnel', label: m.viaTunnel, help: m.viaHelp }] : []),
          { value: 'direct', label: m.viaDirect, help: m.viaDirectHelp },
        ],
      },
      ...(hasNodes ? [nodeField(nodes)] : []),
      {
        kind: 'text',
        path: 'host',
        label: m.host,
        isCode: true,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        pattern: { regex: /^\S+$/, message: m.hostHasBlank },
        when: direct,
      },
      {
        kind: 'number',
        path: 'port',
        label: m.port,
        isRequired: true,
        requiredMessage: m.pleaseEnter,
        when: direct,
        width: 3,
      },
      { kind: 'text', path: 'path', label: m.path, isCode: true, when: direct, width: 3 },
      { kind: 'toggle', path: 'tls', label: m.tls, help: m.tlsHelp, when: direct },
    ],
  }
}

const nodeField = (nodes: readonly string[]): Field => ({
  kind: 'select',
  path: 'node',
  label: m.node,
  when: [{ path: 'via', is: ['tunnel'] }],
  options: [
    { value: '', label: m.anyNode },
    ...nodes.map((node) => ({ value: node, label: visibleText(node, 80) })),
  ],
})
