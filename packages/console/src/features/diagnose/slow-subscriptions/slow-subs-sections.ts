import { slowSubsSettings } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { slowSubscriptions as m } from '../messages/topic-metrics.ts'

/** `GET /slow_subscriptions/settings`. 5.8.9 takes any threshold and more rows than it ever lists, so the form does, too. */
export const slowSubsSections = describedSections(slowSubsSettings, [
  {
    id: 'measuring',
    title: m.section,
    note: m.sectionNote,
    switch: 'enable',
    fields: [
      {
        path: 'stats_type',
        label: m.stats,
        help: m.statsHelp,
        options: { whole: m.whole, internal: m.internal, response: m.response },
        width: 12,
        isRequired: true,
      },
      {
        path: 'threshold',
        label: m.threshold,
        help: m.thresholdHelp,
        units: ['ms', 's'],
        width: 4,
        isRequired: true,
      },
      {
        path: 'top_k_num',
        label: m.top,
        help: m.topHelp,
        unit: m.rows,
        width: 4,
        isRequired: true,
      },
      {
        path: 'expire_interval',
        label: m.expire,
        help: m.expireHelp,
        units: ['ms', 's', 'm', 'h'],
        width: 4,
        isRequired: true,
      },
    ],
  },
])
