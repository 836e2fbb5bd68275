import type { Field, Section } from '#kit/form/field.ts'
import { deflateFields } from './deflate-fields.ts'
import { toLimitField } from './limit-sections.ts'
import { onlyFor } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'
import { seldomToggles } from './seldom-toggles.ts'

const ofWebSocket = onlyFor('ws', 'wss')

const path = (name: string) => `websocket.${name}`

const toggle = seldomToggles('websocket')

const checksOrigins = [{ path: path('check_origin_enable'), is: [true] }]

const seldom: readonly Field[] = [
  toggle('fail_if_no_subprotocol', m.requireSubprotocol, m.requireSubprotocolNote, true),
  {
    kind: 'list',
    path: path('supported_subprotocols'),
    label: m.subprotocols,
    itemLabel: m.subprotocol,
    of: 'text',
    isCommaText: true,
    default: 'mqtt, mqtt-v3, mqtt-v3.1.1, mqtt-v5',
    isAdvanced: true,
  },
  toggle('check_origin_enable', m.checkOrigin, m.checkOriginNote, false),
  {
    kind: 'list',
    path: path('check_origins'),
    label: m.origins,
    itemLabel: m.origin,
    of: 'text',
    isCommaText: true,
    default: 'http://localhost:18083, http://127.0.0.1:18083',
    isAdvanced: true,
    when: checksOrigins,
  },
  { ...toggle('allow_origin_absence', m.noOrigin, m.noOriginNote, true), when: checksOrigins },
  {
    ...toLimitField({
      kind: 'number',
      path: path('max_frame_size'),
      label: m.maxFrame,
      min: 1,
      unit: m.bytes,
    }),
    isAdvanced: true,
  },
  {
    kind: 'select',
    path: path('mqtt_piggyback'),
    label: m.piggyback,
    options: [
      { value: 'multiple', label: m.piggybackMany },
      { value: 'single', label: m.piggybackOne },
    ],
    default: 'multiple',
    isAdvanced: true,
  },
  {
    kind: 'text',
    path: path('proxy_address_header'),
    label: m.addressHeader,
    isCode: true,
    default: 'x-forwarded-for',
    isAdvanced: true,
  },
  {
    kind: 'text',
    path: path('proxy_port_header'),
    label: m.portHeader,
    isCode: true,
    default: 'x-forwarded-port',
    isAdvanced: true,
  },
  toggle('validate_utf8', m.utf8, m.utf8Note, true),
]

export const webSocketSections: readonly Section[] = [
  {
    id: 'websocket',
    title: m.webSocket,
    when: ofWebSocket,
    fields: [
      {
        kind: 'text',
        path: path('mqtt_path'),
        label: m.path,
        isCode: true,
        isRequired: true,
        default: '/mqtt',
      },
      { kind: 'duration', path: path('idle_timeout'), label: m.idleTimeout, default: '7200s' },
      ...seldom,
      ...deflateFields,
    ],
  },
]
