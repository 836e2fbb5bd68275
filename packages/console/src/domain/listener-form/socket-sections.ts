import type { Field, Section } from '#kit/form/field.ts'
import { ofTcp } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'
import { seldomToggles } from './seldom-toggles.ts'

const path = (name: string) => `tcp_options.${name}`

const toggle = seldomToggles('tcp_options')

const size = (name: string, label: string, known?: string): Field => ({
  kind: 'byte-size',
  path: path(name),
  label,
  isAdvanced: true,
  ...(known === undefined ? { isOmittedEmpty: true } : { default: known }),
})

export const socketSections: readonly Section[] = [
  {
    id: 'tcp',
    title: m.socket,
    when: ofTcp,
    fields: [
      {
        kind: 'number',
        path: path('backlog'),
        label: m.backlog,
        help: m.backlogHelp,
        min: 1,
        default: 1024,
        isAdvanced: true,
      },
      {
        kind: 'number',
        path: path('active_n'),
        label: m.activeN,
        help: m.activeNHelp,
        min: 0,
        default: 100,
        isAdvanced: true,
      },
      size('buffer', m.buffer, '4KB'),
      { ...size('high_watermark', m.highWatermark, '1MB'), help: m.highWatermarkHelp },
      size('recbuf', m.receiveBuffer),
      size('sndbuf', m.sendBuffer),
      toggle('nodelay', m.noDelay, m.noDelayNote, true),
      toggle('reuseaddr', m.reuseAddress, m.reuseAddressNote, true),
      {
        kind: 'duration',
        path: path('send_timeout'),
        label: m.sendTimeout,
        default: '15s',
        isAdvanced: true,
      },
      toggle('send_timeout_close', m.sendTimeoutClose, m.sendTimeoutCloseNote, true),
      toggle('nolinger', m.noLinger, m.noLingerNote, false),
      {
        kind: 'text',
        path: path('keepalive'),
        label: m.keepAlive,
        help: m.keepAliveHelp,
        isCode: true,
        pattern: { regex: /^(none|\d+,\d+,\d+)$/, message: m.keepAliveRule },
        default: 'none',
        isAdvanced: true,
      },
    ],
  },
]
