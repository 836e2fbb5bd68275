import { flappingDetectSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { flappingDetect as m } from '../messages/access.ts'

const units = ['s', 'm', 'h'] as const

/** `flapping_detect` of the global zone. */
export const flappingSections = describedSections(flappingDetectSettings, [
  {
    id: 'detection',
    title: m.rule,
    note: m.ruleNote,
    switch: 'enable',
    fields: [
      {
        path: 'max_count',
        label: m.maxCount,
        help: m.maxCountHelp,
        unit: m.times,
        width: 4,
        isRequired: true,
      },
      {
        path: 'window_time',
        label: m.window,
        help: m.windowHelp,
        units,
        width: 4,
        isRequired: true,
      },
      {
        path: 'ban_time',
        label: m.ban,
        help: m.banHelp,
        units,
        width: 4,
        isRequired: true,
      },
    ],
  },
])
