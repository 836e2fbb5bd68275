import type { LatencyKind } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const kinds: readonly { readonly value: LatencyKind; readonly label: string }[] = [
  { value: 'whole', label: m.whole },
  { value: 'internal', label: m.internal },
  { value: 'response', label: m.response },
]

/** `GET /slow_subscriptions/settings`. 5.8.9 takes any threshold and more rows than it ever lists, so the form does, too. */
export const slowSubsSections: readonly Section[] = [
  {
    id: 'measuring',
    title: m.section,
    note: m.sectionNote,
    switch: 'enable',
    fields: [
      {
        kind: 'select',
        path: 'stats_type',
        label: m.stats,
        help: m.statsHelp,
        options: kinds,
        default: 'whole',
        width: 12,
        isRequired: true,
      },
      {
        kind: 'duration',
        path: 'threshold',
        label: m.threshold,
        help: m.thresholdHelp,
        units: ['ms', 's'],
        default: '500ms',
        width: 4,
        isRequired: true,
      },
      {
        kind: 'number',
        path: 'top_k_num',
        label: m.top,
        help: m.topHelp,
        unit: m.rows,
        min: 1,
        default: 10,
        width: 4,
        isRequired: true,
      },
      {
        kind: 'duration',
        path: 'expire_interval',
        label: m.expire,
        help: m.expireHelp,
        units: ['ms', 's', 'm', 'h'],
        default: '300s',
        width: 4,
        isRequired: true,
      },
    ],
  },
]
