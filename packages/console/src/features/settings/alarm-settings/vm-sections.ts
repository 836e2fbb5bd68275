import type { SysmonConfig } from '@brokerdeck/contract/settings/sysmon-config.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const reported = (name: string, label: string, help: string, usual: string): Field => ({
  kind: 'one-of',
  path: `vm.${name}`,
  label,
  help,
  word: 'disabled',
  wordLabel: m.notReported,
  default: usual,
  width: 4,
  inner:
    name === 'large_heap'
      ? { kind: 'byte-size', path: `vm.${name}`, label }
      : { kind: 'duration', path: `vm.${name}`, label, units: ['ms', 's'] },
})

const queue = (path: string, label: string, help: string): Field => ({
  kind: 'number',
  path,
  label,
  help,
  unit: m.messages,
  min: 1,
  default: 500,
})

const sections: readonly Section[] = [
  {
    id: 'processes',
    title: m.processes,
    note: m.processesNote,
    fields: [
      {
        kind: 'duration',
        path: 'vm.process_check_interval',
        label: m.checkInterval,
        units: ['s', 'm'],
        min: '1s',
        default: '30s',
        width: 4,
      },
      {
        kind: 'percent',
        path: 'vm.process_high_watermark',
        label: m.processHigh,
        help: m.processHighHelp,
        default: '80%',
        width: 4,
      },
      { kind: 'percent', path: 'vm.process_low_watermark', label: m.low, default: '60%', width: 4 },
    ],
  },
  {
    id: 'reports',
    title: m.reports,
    note: m.reportsNote,
    fields: [
      reported('long_gc', m.longGc, m.longGcHelp, 'disabled'),
      reported('long_schedule', m.longSchedule, m.longScheduleHelp, '240ms'),
      reported('large_heap', m.largeHeap, m.largeHeapHelp, '32MB'),
      { kind: 'toggle', path: 'vm.busy_port', label: m.busyPort, note: m.busyPortNote, default: true },
      {
        kind: 'toggle',
        path: 'vm.busy_dist_port',
        label: m.busyDistPort,
        note: m.busyDistPortNote,
        default: true,
      },
    ],
  },
]

const mailboxes: Section = {
  id: 'mailboxes',
  title: m.mailboxes,
  note: m.mailboxesNote,
  fields: [
    queue('broker_pool_mailbox_size_alarm_threshold', m.poolMailbox, m.poolMailboxHelp),
    queue('mnesia_tm_mailbox_size_alarm_threshold', m.mnesiaMailbox, m.mnesiaMailboxHelp),
  ],
}

/** Older brokers do not watch their own queues. */
export const vmSections = (sysmon: SysmonConfig): readonly Section[] =>
  sysmon.broker_pool_mailbox_size_alarm_threshold === undefined ? sections : [...sections, mailboxes]
