import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const units = ['s', 'm', 'h'] as const

/** `flapping_detect` of the global zone. */
export const flappingSections: readonly Section[] = [
  {
    id: 'detection',
    title: m.rule,
    note: m.ruleNote,
    switch: 'enable',
    fields: [
      {
        kind: 'number',
        path: 'max_count',
        label: m.maxCount,
        help: m.maxCountHelp,
        min: 0,
        unit: m.times,
        default: 15,
        width: 4,
        isRequired: true,
      },
      {
        kind: 'duration',
        path: 'window_time',
        label: m.window,
        help: m.windowHelp,
        units,
        default: '1m',
        width: 4,
        isRequired: true,
      },
      {
        kind: 'duration',
        path: 'ban_time',
        label: m.ban,
        help: m.banHelp,
        units,
        default: '5m',
        width: 4,
        isRequired: true,
      },
    ],
  },
]
