import { retainerStorages } from '@brokerdeck/contract/traffic/retainer.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const storageWords: Record<(typeof retainerStorages)[number], string> = {
  ram: m.storageRam,
  disc: m.storageDisc,
}

/** `GET /mqtt/retainer` (specification §3: retainer settings). */
export const retainerSections: readonly Section[] = [
  {
    id: 'retained',
    title: m.retained,
    switch: 'enable',
    fields: [
      {
        kind: 'select',
        path: 'backend.type',
        label: m.backendType,
        options: [{ value: 'built_in_database', label: m.builtIn }],
        default: 'built_in_database',
        width: 4,
      },
      {
        kind: 'select',
        path: 'backend.storage_type',
        label: m.storage,
        isRequired: true,
        options: retainerStorages.map((value) => ({ value, label: storageWords[value] })),
        default: 'ram',
        width: 8,
      },
      {
        kind: 'one-of',
        path: 'backend.max_retained_messages',
        label: m.maxRetained,
        help: m.maxRetainedHelp,
        isRequired: true,
        word: 0,
        wordLabel: m.unlimited,
        default: 0,
        inner: {
          kind: 'number',
          path: 'backend.max_retained_messages',
          label: m.maxRetained,
          isRequired: true,
          min: 1,
          unit: m.messages,
        },
      },
      {
        kind: 'byte-size',
        path: 'max_payload_size',
        label: m.maxPayload,
        help: m.maxPayloadHelp,
        isRequired: true,
        units: ['KB', 'MB'],
        default: '1MB',
      },
    ],
  },
  {
    id: 'expiry',
    title: m.expirySection,
    when: [{ path: 'enable', is: [true] }],
    fields: [
      {
        kind: 'one-of',
        path: 'msg_expiry_interval',
        label: m.retainedExpiry,
        help: m.retainedExpiryHelp,
        word: '0s',
        wordLabel: m.never,
        default: '0s',
        inner: { kind: 'duration', path: 'msg_expiry_interval', label: m.retainedExpiry, isRequired: true },
      },
      {
        kind: 'one-of',
        path: 'msg_clear_interval',
        label: m.clearInterval,
        help: m.clearIntervalHelp,
        word: '0s',
        wordLabel: m.clearOff,
        default: '0s',
        inner: { kind: 'duration', path: 'msg_clear_interval', label: m.clearInterval, isRequired: true },
      },
      {
        kind: 'one-of',
        path: 'msg_expiry_interval_override',
        label: m.expiryOverride,
        help: m.expiryOverrideHelp,
        word: 'disabled',
        wordLabel: m.overrideOff,
        default: 'disabled',
        inner: {
          kind: 'duration',
          path: 'msg_expiry_interval_override',
          label: m.expiryOverride,
          isRequired: true,
        },
      },
      {
        kind: 'toggle',
        path: 'allow_never_expire',
        label: m.allowNeverExpire,
        note: m.allowNeverExpireNote,
        default: true,
        when: [{ path: 'msg_expiry_interval_override.isWord', is: [false] }],
      },
    ],
  },
  {
    id: 'rates',
    title: m.rates,
    when: [{ path: 'enable', is: [true] }],
    fields: [
      {
        kind: 'rate',
        of: 'count',
        path: 'max_publish_rate',
        label: m.publishRate,
        help: m.publishRateHelp,
        default: '1000/s',
      },
      {
        kind: 'rate',
        of: 'count',
        path: 'delivery_rate',
        label: m.deliveryRate,
        help: m.deliveryRateHelp,
        default: '1000/s',
      },
      {
        kind: 'toggle',
        path: 'stop_publish_clear_msg',
        label: m.stopClear,
        note: m.stopClearNote,
        default: false,
        width: 12,
        isAdvanced: true,
      },
    ],
  },
]
