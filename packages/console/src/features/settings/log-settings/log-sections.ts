import { type LogConfig, logLevels } from '@brokerdeck/contract/settings/log-config.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

const level = (at: string, usual: string): Field => ({
  kind: 'select',
  path: `${at}.level`,
  label: m.level,
  help: m.levelHelp,
  // Levels are words of the broker, as they stand in the log.
  options: logLevels.map((value) => ({ value, label: value })),
  default: usual,
})

const formatter = (at: string): Field => ({
  kind: 'select',
  path: `${at}.formatter`,
  label: m.formatter,
  help: m.formatterHelp,
  options: [
    { value: 'text', label: m.formatterText },
    { value: 'json', label: m.formatterJson },
  ],
  default: 'text',
})

const times = (at: string): readonly Field[] => [
  {
    kind: 'select',
    path: `${at}.timestamp_format`,
    label: m.timestampFormat,
    options: [
      { value: 'auto', label: m.timestampAuto, help: m.timestampAutoHelp },
      { value: 'epoch', label: m.timestampEpoch },
      { value: 'rfc3339', label: m.timestampRfc3339 },
    ],
    default: 'auto',
    isAdvanced: true,
  },
  {
    kind: 'text',
    path: `${at}.time_offset`,
    label: m.timeOffset,
    help: m.timeOffsetHelp,
    isCode: true,
    pattern: { regex: /^(system|utc|[+-]\d\d:\d\d)$/i, message: m.timeOffsetRule },
    default: 'system',
    isAdvanced: true,
  },
]

const payloads = (at: string): Field => ({
  kind: 'select',
  path: `${at}.payload_encode`,
  label: m.payloadEncode,
  help: m.payloadHelp,
  options: [
    { value: 'text', label: m.payloadText },
    { value: 'hex', label: m.payloadHex },
    { value: 'hidden', label: m.payloadHidden },
  ],
  default: 'text',
  isAdvanced: true,
})

const rotation = (at: string): readonly Field[] => [
  { kind: 'text', path: `${at}.path`, label: m.path, help: m.pathHelp, isCode: true, width: 12 },
  {
    kind: 'one-of',
    path: `${at}.rotation_size`,
    label: m.rotationSize,
    help: m.rotationSizeHelp,
    word: 'infinity',
    wordLabel: m.unlimited,
    default: '50MB',
    inner: { kind: 'byte-size', path: `${at}.rotation_size`, label: m.rotationSize, default: '50MB' },
  },
  {
    kind: 'number',
    path: `${at}.rotation_count`,
    label: m.rotationCount,
    help: m.rotationCountHelp,
    unit: m.files,
    min: 1,
    max: 128,
    default: 10,
  },
]

export const consoleSections: readonly Section[] = [
  {
    id: 'console',
    title: m.consoleLog,
    note: m.consoleNote,
    switch: 'console.enable',
    fields: [level('console', 'warning'), formatter('console'), payloads('console'), ...times('console')],
  },
]

/** One section for each handler; there is mostly one, named `default`. A dot in a name would be a path. */
export const fileSections = ({ file }: LogConfig): readonly Section[] =>
  Object.keys(file)
    .filter((name) => !name.includes('.'))
    .map((name) => {
      const at = `file.${name}`
      return {
        id: `file-${name}`,
        title: m.fileLog(name),
        note: m.fileNote,
        switch: `${at}.enable`,
        fields: [level(at, 'warning'), formatter(at), ...rotation(at), payloads(at), ...times(at)],
      }
    })

export const throttlingSections: readonly Section[] = [
  {
    id: 'throttling',
    title: m.throttling,
    note: joinSentences(m.throttlingNote, m.limitsMissing),
    fields: [
      {
        kind: 'duration',
        path: 'throttling.time_window',
        label: m.timeWindow,
        help: m.timeWindowHelp,
        units: ['s', 'm', 'h'],
        min: '1s',
        default: '1m',
      },
    ],
  },
]

export const auditSections: readonly Section[] = [
  {
    id: 'audit',
    title: m.auditLog,
    note: m.auditNote,
    switch: 'audit.enable',
    fields: [
      {
        kind: 'number',
        path: 'audit.max_filter_size',
        label: m.maxFilterSize,
        help: m.maxFilterSizeHelp,
        unit: m.records,
        min: 10,
        max: 30_000,
        default: 5000,
      },
      {
        kind: 'toggle',
        path: 'audit.ignore_high_frequency_request',
        label: m.ignoreHighFrequency,
        help: m.ignoreHighFrequencyHelp,
        note: m.leaveOut,
        default: true,
      },
      ...rotation('audit'),
      ...times('audit'),
    ],
  },
]
