import { queuePriorities } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const priorityWords: Record<(typeof queuePriorities)[number], string> = {
  highest: m.highest,
  lowest: m.lowest,
}

/** What belongs to sessions in `mqtt` of the global zone (specification §3, §9). */
export const sessionSections: readonly Section[] = [
  {
    id: 'lifetime',
    title: m.lifetime,
    fields: [
      {
        kind: 'duration',
        path: 'session_expiry_interval',
        label: m.sessionExpiry,
        help: m.sessionExpiryHelp,
        units: ['s', 'm', 'h', 'd'],
        default: '2h',
      },
      {
        kind: 'one-of',
        path: 'max_subscriptions',
        label: m.maxSubscriptions,
        word: 'infinity',
        wordLabel: m.unlimited,
        default: 'infinity',
        inner: {
          kind: 'number',
          path: 'max_subscriptions',
          label: m.maxSubscriptions,
          min: 1,
          unit: m.subscriptions,
        },
      },
    ],
  },
  {
    id: 'delivery',
    title: m.delivery,
    fields: [
      {
        kind: 'number',
        path: 'max_inflight',
        label: m.maxInflight,
        help: m.maxInflightHelp,
        min: 1,
        max: 65_535,
        unit: m.messages,
        default: 32,
      },
      {
        kind: 'one-of',
        path: 'retry_interval',
        label: m.retryInterval,
        help: m.retryIntervalHelp,
        word: 'infinity',
        wordLabel: m.never,
        default: 'infinity',
        inner: { kind: 'duration', path: 'retry_interval', label: m.retryInterval },
      },
      {
        kind: 'toggle',
        path: 'upgrade_qos',
        label: m.upgradeQos,
        note: m.upgradeQosNote,
        default: false,
        width: 12,
      },
    ],
  },
  {
    id: 'receiving',
    title: m.receiving,
    fields: [
      {
        kind: 'one-of',
        path: 'max_awaiting_rel',
        label: m.maxAwaitingRel,
        help: m.maxAwaitingRelHelp,
        word: 'infinity',
        wordLabel: m.unlimited,
        default: 100,
        inner: {
          kind: 'number',
          path: 'max_awaiting_rel',
          label: m.maxAwaitingRel,
          min: 0,
          unit: m.messages,
        },
      },
      { kind: 'duration', path: 'await_rel_timeout', label: m.awaitRelTimeout, default: '300s' },
    ],
  },
  {
    id: 'queue',
    title: m.queue,
    fields: [
      {
        kind: 'one-of',
        path: 'max_mqueue_len',
        label: m.maxQueue,
        help: m.maxQueueHelp,
        word: 'infinity',
        wordLabel: m.unlimited,
        default: 1000,
        inner: { kind: 'number', path: 'max_mqueue_len', label: m.maxQueue, min: 0, unit: m.messages },
      },
      { kind: 'toggle', path: 'mqueue_store_qos0', label: m.storeQos0, note: m.storeQos0Note, default: true },
      {
        kind: 'one-of',
        path: 'mqueue_priorities',
        label: m.priorities,
        help: m.prioritiesHelp,
        word: 'disabled',
        wordLabel: m.noPriorities,
        default: 'disabled',
        width: 12,
        inner: {
          kind: 'map',
          path: 'mqueue_priorities',
          label: m.priorities,
          keyLabel: m.topic,
          valueLabel: m.priority,
          valueRange: { min: 1, max: 255, message: m.priorityRange },
        },
      },
      {
        kind: 'select',
        path: 'mqueue_default_priority',
        label: m.defaultPriority,
        options: queuePriorities.map((value) => ({ value, label: priorityWords[value] })),
        default: 'lowest',
      },
    ],
  },
]
