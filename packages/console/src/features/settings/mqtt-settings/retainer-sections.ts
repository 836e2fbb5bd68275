import { retainerSettings } from '@brokerdeck/contract/traffic/retainer.ts'
import { mqttSettings as m } from '#features/settings/messages/mqtt.ts'
import { toSections } from '#kit/form/described-form.ts'

/** The sections for `GET /mqtt/retainer` (specification §3: retainer settings). */
export const retainerSections = toSections(retainerSettings, [
  {
    id: 'retained',
    title: m.retained,
    switch: 'enable',
    fields: [
      {
        path: 'backend.type',
        label: m.backendType,
        options: { built_in_database: m.builtIn },
        width: 4,
      },
      {
        path: 'backend.storage_type',
        label: m.storage,
        isRequired: true,
        options: { ram: m.storageRam, disc: m.storageDisc },
        width: 8,
      },
      {
        path: 'backend.max_retained_messages',
        label: m.maxRetained,
        help: m.maxRetainedHelp,
        isRequired: true,
        wordLabel: m.unlimited,
        unit: m.messages,
      },
      {
        path: 'max_payload_size',
        label: m.maxPayload,
        help: m.maxPayloadHelp,
        isRequired: true,
        units: ['KB', 'MB'],
      },
    ],
  },
  {
    id: 'expiry',
    title: m.expirySection,
    when: [{ path: 'enable', is: [true] }],
    fields: [
      {
        path: 'msg_expiry_interval',
        label: m.retainedExpiry,
        help: m.retainedExpiryHelp,
        wordLabel: m.never,
        isValueRequired: true,
      },
      {
        path: 'msg_clear_interval',
        label: m.clearInterval,
        help: m.clearIntervalHelp,
        wordLabel: m.clearOff,
        isValueRequired: true,
      },
      {
        path: 'msg_expiry_interval_override',
        label: m.expiryOverride,
        help: m.expiryOverrideHelp,
        wordLabel: m.overrideOff,
        isValueRequired: true,
      },
      {
        path: 'allow_never_expire',
        label: m.allowNeverExpire,
        note: m.allowNeverExpireNote,
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
        path: 'max_publish_rate',
        label: m.publishRate,
        help: m.publishRateHelp,
      },
      {
        path: 'delivery_rate',
        label: m.deliveryRate,
        help: m.deliveryRateHelp,
      },
      {
        path: 'stop_publish_clear_msg',
        label: m.stopClear,
        note: m.stopClearNote,
        width: 12,
        isAdvanced: true,
      },
    ],
  },
])
