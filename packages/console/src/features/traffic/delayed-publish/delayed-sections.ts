import { delayedSettings } from '@brokerdeck/contract/traffic/delayed.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { m } from './messages.ts'

/** `GET /mqtt/delayed`. */
export const delayedSections = describedSections(delayedSettings, [
  {
    id: 'delayed',
    title: m.section,
    switch: 'enable',
    fields: [
      {
        path: 'max_delayed_messages',
        label: m.max,
        help: m.maxHelp,
        isRequired: true,
        wordLabel: m.unlimited,
        unit: m.messages,
      },
    ],
  },
])
