import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

/** `GET /mqtt/delayed`. */
export const delayedSections: readonly Section[] = [
  {
    id: 'delayed',
    title: m.section,
    switch: 'enable',
    fields: [
      {
        kind: 'one-of',
        path: 'max_delayed_messages',
        label: m.max,
        help: m.maxHelp,
        isRequired: true,
        word: 0,
        wordLabel: m.unlimited,
        default: 0,
        inner: {
          kind: 'number',
          path: 'max_delayed_messages',
          label: m.max,
          isRequired: true,
          min: 1,
          unit: m.messages,
        },
      },
    ],
  },
]
