import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const alarmSections: readonly Section[] = [
  {
    id: 'handling',
    title: m.handling,
    fields: [
      {
        kind: 'multi-select',
        path: 'actions',
        label: m.actions,
        help: m.actionsHelp,
        options: [
          { value: 'log', label: m.actionLog },
          { value: 'publish', label: m.actionPublish, help: m.actionPublishHelp },
        ],
        default: ['log', 'publish'],
        width: 12,
      },
    ],
  },
  {
    id: 'history',
    title: m.history,
    fields: [
      {
        kind: 'number',
        path: 'size_limit',
        label: m.sizeLimit,
        help: m.sizeLimitHelp,
        unit: m.alarmsUnit,
        min: 1,
        max: 3000,
        default: 1000,
      },
      {
        kind: 'duration',
        path: 'validity_period',
        label: m.validityPeriod,
        units: ['m', 'h', 'd'],
        default: '24h',
      },
    ],
  },
]
