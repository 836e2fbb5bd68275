import { sysTopicsSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { joinSentences } from '#i18n/format-number.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { mqttSettings as m } from '../messages/mqtt.ts'

const units = ['s', 'm'] as const

/** `GET /configs/sys_topics` (specification §3: system topics). */
export const systemTopicSections = describedSections(sysTopicsSettings, [
  {
    id: 'intervals',
    title: m.intervals,
    note: m.intervalsNote,
    fields: [
      {
        path: 'sys_msg_interval',
        label: m.sysMessages,
        help: m.sysMessagesHelp,
        wordLabel: m.notPublished,
        units,
      },
      {
        path: 'sys_heartbeat_interval',
        label: m.sysHeartbeat,
        help: m.sysHeartbeatHelp,
        wordLabel: m.notPublished,
        units,
      },
    ],
  },
  {
    id: 'events',
    title: m.events,
    note: joinSentences(m.eventsNote, m.eventsMissing),
    fields: [
      {
        path: 'sys_event_messages.client_connected',
        label: m.clientConnected,
      },
      {
        path: 'sys_event_messages.client_disconnected',
        label: m.clientDisconnected,
      },
      {
        path: 'sys_event_messages.client_subscribed',
        label: m.clientSubscribed,
      },
      {
        path: 'sys_event_messages.client_unsubscribed',
        label: m.clientUnsubscribed,
      },
    ],
  },
])
