import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const osSections: readonly Section[] = [
  {
    id: 'cpu',
    title: m.cpu,
    note: m.cpuNote,
    fields: [
      {
        kind: 'duration',
        path: 'os.cpu_check_interval',
        label: m.checkInterval,
        units: ['s', 'm'],
        min: '1s',
        default: '60s',
        width: 4,
      },
      {
        kind: 'percent',
        path: 'os.cpu_high_watermark',
        label: m.cpuHigh,
        help: m.cpuHighHelp,
        default: '80%',
        width: 4,
      },
      { kind: 'percent', path: 'os.cpu_low_watermark', label: m.low, default: '60%', width: 4 },
    ],
  },
  {
    id: 'memory',
    title: m.memory,
    note: m.memoryNote,
    fields: [
      {
        kind: 'one-of',
        path: 'os.mem_check_interval',
        label: m.checkInterval,
        word: 'disabled',
        wordLabel: m.notChecked,
        default: '60s',
        width: 4,
        inner: {
          kind: 'duration',
          path: 'os.mem_check_interval',
          label: m.checkInterval,
          units: ['s', 'm'],
          min: '1s',
          default: '60s',
        },
      },
      {
        kind: 'percent',
        path: 'os.sysmem_high_watermark',
        label: m.sysmemHigh,
        help: m.sysmemHighHelp,
        default: '70%',
        width: 4,
      },
      {
        kind: 'percent',
        path: 'os.procmem_high_watermark',
        label: m.procmemHigh,
        help: m.procmemHighHelp,
        default: '5%',
        width: 4,
      },
    ],
  },
]
