import { configs } from '@brokerdeck/contract/settings/configs.ts'
import {
  alarmSettings,
  type SysmonConfig,
  sysmonConfigSchema,
  sysmonSettings,
} from '@brokerdeck/contract/settings/sysmon-config.ts'
import * as v from 'valibot'
import {
  alarmImpact,
  changesAlarmHistory,
  thresholdImpact,
} from '#domain/configuration-impact/settings-impact.ts'
import { alarmSettings as m } from '#features/settings/messages/monitoring.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

export const alarmSections = toSections(alarmSettings, [
  {
    id: 'handling',
    title: m.handling,
    fields: [
      {
        path: 'actions',
        label: m.actions,
        help: m.actionsHelp,
        options: {
          log: m.actionLog,
          publish: { label: m.actionPublish, help: m.actionPublishHelp },
        },
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

const percent = (value: string | number): number =>
  typeof value === 'number' ? value * 100 : Number.parseFloat(value)

const tabIds = ['os', 'vm', 'alarms'] as const
const labels = { os: m.os, vm: m.vm, alarms: m.alarms } as const

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** Edits the thresholds for the machine and the broker itself, and the actions that an alarm triggers. */
export function AlarmSettingsPage() {
  const [{ tab = 'os' }, setSearch] = useUrlSearch('alarmSettings', searchSchema)
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabIds.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'os' ? undefined : id })}
      >
        {tab === 'alarms' ? (
          <EndpointForm
            sections={alarmSections}
            reads={configs.getAlarm}
            given={{}}
            pickDocument={(answer) => answer}
            writes={configs.putAlarm}
            toRequest={(document) => ({ body: parseBody(configs.putAlarm.body, document) })}
            impact={(now, before) => warnIf(changesAlarmHistory(now, before), alarmImpact(now, before))}
            hasDefaults
          />
        ) : (
          <EndpointForm
            key={tab}
            sections={tab === 'os' ? osSections : vmSections}
            reads={configs.getSysmon}
            given={{}}
            pickDocument={(answer) => answer}
            writes={configs.putSysmon}
            toRequest={(document) => ({ body: parseBody(configs.putSysmon.body, document) })}
            impact={thresholdImpact}
            check={watermarkFaults}
            hasDefaults
          />
        )}
      </Tabs>
    </Page>
  )
}

/**
 * Finds low watermarks above their high watermark: an alarm raised at 80 % and ended below 90 % would toggle at every
 * check.
 */
function watermarkFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(sysmonConfigSchema, document)
  return parsed.success ? findWatermarkFaults(parsed.output) : []
}

function findWatermarkFaults({ os, vm }: SysmonConfig): readonly FormFault[] {
  const pairs = [
    ['os.cpu_low_watermark', os.cpu_low_watermark, os.cpu_high_watermark],
    ['vm.process_low_watermark', vm.process_low_watermark, vm.process_high_watermark],
  ] as const
  return pairs.flatMap(([path, low, high]) =>
    percent(low) > percent(high) ? [{ path, message: m.wrongOrder }] : [],
  )
}

export const osSections = toSections(sysmonSettings, [
  {
    id: 'cpu',
    title: m.cpu,
    note: m.cpuNote,
    fields: [
      {
        path: 'os.cpu_check_interval',
        label: m.checkInterval,
        units: ['s', 'm'],
        width: 4,
      },
      {
        path: 'os.cpu_high_watermark',
        label: m.cpuHigh,
        help: m.cpuHighHelp,
        width: 4,
      },
      { path: 'os.cpu_low_watermark', label: m.low, width: 4 },
    ],
  },
  {
    id: 'memory',
    title: m.memory,
    note: m.memoryNote,
    fields: [
      {
        path: 'os.mem_check_interval',
        label: m.checkInterval,
        wordLabel: m.notChecked,
        units: ['s', 'm'],
        width: 4,
      },
      {
        path: 'os.sysmem_high_watermark',
        label: m.sysmemHigh,
        help: m.sysmemHighHelp,
        width: 4,
      },
      {
        path: 'os.procmem_high_watermark',
        label: m.procmemHigh,
        help: m.procmemHighHelp,
        width: 4,
      },
    ],
  },
])

const reported = { wordLabel: m.notReported, width: 4 } as const

const sections = toSections(sysmonSettings, [
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
      {
        path: 'vm.long_gc',
        label: m.longGc,
        help: m.longGcHelp,
        units: ['ms', 's'],
        ...reported,
      },
      {
        path: 'vm.long_schedule',
        label: m.longSchedule,
        help: m.longScheduleHelp,
        units: ['ms', 's'],
        ...reported,
      },
      {
        path: 'vm.large_heap',
        label: m.largeHeap,
        help: m.largeHeapHelp,
        ...reported,
      },
      { path: 'vm.busy_port', label: m.busyPort, note: m.busyPortNote },
      {
        path: 'vm.busy_dist_port',
        label: m.busyDistPort,
        note: m.busyDistPortNote,
      },
    ],
  },
])

const mailboxes = toSections(sysmonSettings, [
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

/** Returns the sections of the VM. Older brokers do not monitor their own queues. */
export const vmSections = (sysmon: SysmonConfig): readonly Section[] =>
  sysmon.broker_pool_mailbox_size_alarm_threshold === undefined ? sections : [...sections, ...mailboxes]
