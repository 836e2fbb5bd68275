import { sysmonSettings } from '@brokerdeck/contract/settings/sysmon-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { alarmSettings as m } from '../messages/monitoring.ts'

export const osSections = describedSections(sysmonSettings, [
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
