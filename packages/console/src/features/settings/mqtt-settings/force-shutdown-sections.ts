import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

/** `force_shutdown` of the global zone. */
export const forceShutdownSections: readonly Section[] = [
  {
    id: 'shutdown',
    title: m.shutdown,
    note: m.shutdownNote,
    switch: 'enable',
    fields: [
      {
        kind: 'byte-size',
        path: 'max_heap_size',
        label: m.maxHeap,
        help: m.maxHeapHelp,
        default: '32MB',
      },
      {
        kind: 'number',
        path: 'max_mailbox_size',
        label: m.maxMailbox,
        help: m.maxMailboxHelp,
        min: 0,
        unit: m.messages,
        default: 1000,
      },
    ],
  },
]
