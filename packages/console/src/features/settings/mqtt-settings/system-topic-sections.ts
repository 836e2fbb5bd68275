import { joinSentences } from '#i18n/join-sentences.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const units = ['s', 'm'] as const

/** `GET /configs/sys_topics` (specification §3: system topics). */
export const systemTopicSections: readonly Section[] = [
  {
    id: 'intervals',
    title: m.intervals,
    note: m.intervalsNote,
    fields: [
      {
        kind: 'one-of',
        path: 'sys_msg_interval',
        label: m.sysMessages,
        help: m.sysMessagesHelp,
        word: 'disabled',
        wordLabel: m.notPublished,
        default: '1m',
        inner: { kind: 'duration', path: 'sys_msg_interval', label: m.sysMessages, units, default: '1m' },
      },
      {
        kind: 'one-of',
        path: 'sys_heartbeat_interval',
        label: m.sysHeartbeat,
        help: m.sysHeartbeatHelp,
        word: 'disabled',
        wordLabel: m.notPublished,
        default: '30s',
        inner: {
          kind: 'duration',
          path: 'sys_heartbeat_interval',
          label: m.sysHeartbeat,
          units,
          default: '30s',
        },
      },
    ],
  },
  {
    id: 'events',
    title: m.events,
    note: joinSentences(m.eventsNote, m.eventsMissing),
    fields: [
      {
        kind: 'toggle',
        path: 'sys_event_messages.client_connected',
        label: m.clientConnected,
        default: true,
      },
      {
        kind: 'toggle',
        path: 'sys_event_messages.client_disconnected',
        label: m.clientDisconnected,
        default: true,
      },
      {
        kind: 'toggle',
        path: 'sys_event_messages.client_subscribed',
        label: m.clientSubscribed,
        default: false,
      },
      {
        kind: 'toggle',
        path: 'sys_event_messages.client_unsubscribed',
        label: m.clientUnsubscribed,
        default: false,
      },
    ],
  },
]
