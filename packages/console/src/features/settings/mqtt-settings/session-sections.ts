import { mqttSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { mqttSettings as m } from '#features/settings/messages/mqtt.ts'
import { toSections } from '#kit/form/described-form.ts'

/** The sections for the session settings in `mqtt` of the global zone (specification §3, §9). */
export const sessionSections = toSections(mqttSettings, [
  {
    id: 'lifetime',
    title: m.lifetime,
    fields: [
      {
        path: 'session_expiry_interval',
        label: m.sessionExpiry,
        help: m.sessionExpiryHelp,
        units: ['s', 'm', 'h', 'd'],
      },
      {
        path: 'max_subscriptions',
        label: m.maxSubscriptions,
        wordLabel: m.unlimited,
        unit: m.subscriptions,
      },
    ],
  },
  {
    id: 'delivery',
    title: m.delivery,
    fields: [
      {
        path: 'max_inflight',
        label: m.maxInflight,
        help: m.maxInflightHelp,
        unit: m.messages,
      },
      {
        path: 'retry_interval',
        label: m.retryInterval,
        help: m.retryIntervalHelp,
        wordLabel: m.never,
      },
      {
        path: 'upgrade_qos',
        label: m.upgradeQos,
        note: m.upgradeQosNote,
        width: 12,
      },
    ],
  },
  {
    id: 'receiving',
    title: m.receiving,
    fields: [
      {
        path: 'max_awaiting_rel',
        label: m.maxAwaitingRel,
        help: m.maxAwaitingRelHelp,
        wordLabel: m.unlimited,
        unit: m.messages,
      },
      { path: 'await_rel_timeout', label: m.awaitRelTimeout },
    ],
  },
  {
    id: 'queue',
    title: m.queue,
    fields: [
      {
        path: 'max_mqueue_len',
        label: m.maxQueue,
        help: m.maxQueueHelp,
        wordLabel: m.unlimited,
        unit: m.messages,
      },
      { path: 'mqueue_store_qos0', label: m.storeQos0, note: m.storeQos0Note },
      {
        path: 'mqueue_priorities',
        label: m.priorities,
        help: m.prioritiesHelp,
        wordLabel: m.noPriorities,
        keyLabel: m.topic,
        valueLabel: m.priority,
        valueRange: { min: 1, max: 255, message: m.priorityRange },
        width: 12,
      },
      {
        path: 'mqueue_default_priority',
        label: m.defaultPriority,
        options: { highest: m.highest, lowest: m.lowest },
      },
    ],
  },
])
