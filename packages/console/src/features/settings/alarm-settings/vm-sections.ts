import { type SysmonConfig, sysmonSettings } from '@brokerdeck/contract/settings/sysmon-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { alarmSettings as m } from '../messages/monitoring.ts'

const reported = { wordLabel: m.notReported, width: 4 } as const

const sections = describedSections(sysmonSettings, [
  {
    id: 'processes',
    title: m.processes,
    note: m.processesNote,
    fields: [
      {
        path: 'vm.process_check_interval',
        label: m.checkInterval,
        units: ['s', 'm'],
        width: 4,
      },
      {
        path: 'vm.process_high_watermark',
        label: m.processHigh,
        help: m.processHighHelp,
        width: 4,
      },
      { path: 'vm.process_low_watermark', label: m.low, width: 4 },
    ],
  },
  {
    id: 'reports',
    title: m.reports,
    note: m.reportsNote,
    fields: [
      { path: 'vm.long_gc', label: m.longGc, help: m.longGcHelp, units: ['ms', 's'], ...reported },
      {
        path: 'vm.long_schedule',
        label: m.longSchedule,
        help: m.longScheduleHelp,
        units: ['ms', 's'],
        ...reported,
      },
      { path: 'vm.large_heap', label: m.largeHeap, help: m.largeHeapHelp, ...reported },
      { path: 'vm.busy_port', label: m.busyPort, note: m.busyPortNote },
      {
        path: 'vm.busy_dist_port',
        label: m.busyDistPort,
        note: m.busyDistPortNote,
      },
    ],
  },
])

const mailboxes = describedSections(sysmonSettings, [
  {
    id: 'mailboxes',
    title: m.mailboxes,
    note: m.mailboxesNote,
    fields: [
      {
        path: 'broker_pool_mailbox_size_alarm_threshold',
        label: m.poolMailbox,
        help: m.poolMailboxHelp,
        unit: m.messages,
      },
      {
        path: 'mnesia_tm_mailbox_size_alarm_threshold',
        label: m.mnesiaMailbox,
        help: m.mnesiaMailboxHelp,
        unit: m.messages,
      },
    ],
  },
])

/** Older brokers do not watch their own queues. */
export const vmSections = (sysmon: SysmonConfig): readonly Section[] =>
  sysmon.broker_pool_mailbox_size_alarm_threshold === undefined ? sections : [...sections, ...mailboxes]
