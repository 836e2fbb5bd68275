import { forceShutdownSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { mqttSettings as m } from '../messages/mqtt.ts'

/** `force_shutdown` of the global zone. */
export const forceShutdownSections = describedSections(forceShutdownSettings, [
  {
    id: 'shutdown',
    title: m.shutdown,
    note: m.shutdownNote,
    switch: 'enable',
    fields: [
      {
        path: 'max_heap_size',
        label: m.maxHeap,
        help: m.maxHeapHelp,
      },
      {
        path: 'max_mailbox_size',
        label: m.maxMailbox,
        help: m.maxMailboxHelp,
        unit: m.messages,
      },
    ],
  },
])
