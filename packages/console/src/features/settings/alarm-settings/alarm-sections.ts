import { alarmSettings } from '@brokerdeck/contract/settings/sysmon-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { alarmSettings as m } from '../messages/monitoring.ts'

export const alarmSections = describedSections(alarmSettings, [
  {
    id: 'handling',
    title: m.handling,
    fields: [
      {
        path: 'actions',
        label: m.actions,
        help: m.actionsHelp,
        options: { log: m.actionLog, publish: { label: m.actionPublish, help: m.actionPublishHelp } },
        width: 12,
      },
    ],
  },
  {
    id: 'history',
    title: m.history,
    fields: [
      {
        path: 'size_limit',
        label: m.sizeLimit,
        help: m.sizeLimitHelp,
        unit: m.alarmsUnit,
      },
      {
        path: 'validity_period',
        label: m.validityPeriod,
        units: ['m', 'h', 'd'],
      },
    ],
  },
])
