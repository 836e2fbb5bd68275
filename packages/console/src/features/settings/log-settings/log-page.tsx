import { configs } from '@brokerdeck/contract/settings/configs.ts'
import {
  auditLogSettings,
  consoleLogSettings,
  fileLogSettings,
  type LogConfig,
  throttlingSettings,
} from '@brokerdeck/contract/settings/log-config.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { isLogAtRisk, logImpact } from '#domain/configuration-impact/settings-impact.ts'
import { logLevels, logSettings as m } from '#features/settings/messages/broker.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

const level = { path: 'level', label: m.level, help: m.levelHelp, options: logLevels } as const

const formatter = {
  path: 'formatter',
  label: m.formatter,
  help: m.formatterHelp,
  options: { text: m.formatterText, json: m.formatterJson },
} as const

const times = [
  {
    path: 'timestamp_format',
    label: m.timestampFormat,
    options: {
      auto: { label: m.timestampAuto, help: m.timestampAutoHelp },
      epoch: m.timestampEpoch,
      rfc3339: m.timestampRfc3339,
    },
    isAdvanced: true,
  },
  {
    path: 'time_offset',
    label: m.timeOffset,
    help: m.timeOffsetHelp,
    isCode: true,
    pattern: { regex: /^(system|utc|[+-]\d\d:\d\d)$/i, message: m.timeOffsetRule },
    isAdvanced: true,
  },
] as const

const payloads = {
  path: 'payload_encode',
  label: m.payloadEncode,
  help: m.payloadHelp,
  options: { text: m.payloadText, hex: m.payloadHex, hidden: m.payloadHidden },
  isAdvanced: true,
} as const

const rotation = [
  { path: 'path', label: m.path, help: m.pathHelp, isCode: true, width: 12 },
  {
    path: 'rotation_size',
    label: m.rotationSize,
    help: m.rotationSizeHelp,
    wordLabel: m.unlimited,
  },
  {
    path: 'rotation_count',
    label: m.rotationCount,
    help: m.rotationCountHelp,
    unit: m.files,
  },
] as const

export const consoleSections = toSections(
  consoleLogSettings,
  [
    {
      id: 'console',
      title: m.consoleLog,
      note: m.consoleNote,
      switch: 'enable',
      fields: [level, formatter, payloads, ...times],
    },
  ],
  'console',
)

/** Returns one section per handler; mostly there is one, named `default`. A dot in a name would be read as a path. */
export const fileSections = ({ file }: LogConfig): readonly Section[] =>
  Object.keys(file)
    .filter((name) => !name.includes('.'))
    .flatMap((name) =>
      toSections(
        fileLogSettings,
        [
          {
            id: `file-${name}`,
            title: m.fileLog(name),
            note: m.fileNote,
            switch: 'enable',
            fields: [level, formatter, ...rotation, payloads, ...times],
          },
        ],
        `file.${name}`,
      ),
    )

export const throttlingSections = toSections(
  throttlingSettings,
  [
    {
      id: 'throttling',
      title: m.throttling,
      note: joinSentences(m.throttlingNote, m.limitsMissing),
      fields: [{ path: 'time_window', label: m.timeWindow, help: m.timeWindowHelp, units: ['s', 'm', 'h'] }],
    },
  ],
  'throttling',
)

export const auditSections = toSections(
  auditLogSettings,
  [
    {
      id: 'audit',
      title: m.auditLog,
      note: m.auditNote,
      switch: 'enable',
      fields: [
        {
          path: 'max_filter_size',
          label: m.maxFilterSize,
          help: m.maxFilterSizeHelp,
          unit: m.records,
        },
        {
          path: 'ignore_high_frequency_request',
          label: m.ignoreHighFrequency,
          help: m.ignoreHighFrequencyHelp,
          note: m.leaveOut,
        },
        ...rotation,
        ...times,
      ],
    },
  ],
  'audit',
)

const tabIds = ['console', 'file', 'throttling', 'audit'] as const
type TabId = (typeof tabIds)[number]

const labels: Readonly<Record<TabId, string>> = {
  console: m.console,
  file: m.file,
  throttling: m.throttling,
  audit: m.audit,
}

const sections: Readonly<Record<TabId, readonly Section[] | ((log: LogConfig) => readonly Section[])>> = {
  console: consoleSections,
  file: fileSections,
  throttling: throttlingSections,
  audit: auditSections,
}

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** Edits the log targets and levels of the nodes. The audit log has a tab if the broker supports it. */
export function LogPage() {
  const [{ tab = 'console' }, setSearch] = useUrlSearch('log', searchSchema)
  const { data: log } = useQuery(read(configs.getLog, {}))
  const offered = tabIds.filter((id) => id !== 'audit' || log?.audit !== undefined || tab === 'audit')
  const shown = tab === 'audit' && log !== undefined && log.audit === undefined ? 'console' : tab
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={offered.map((id) => ({ id, label: labels[id] }))}
        value={shown}
        onChange={(id) => setSearch({ tab: id === 'console' ? undefined : id })}
      >
        <EndpointForm
          key={shown}
          sections={sections[shown]}
          reads={configs.getLog}
          given={{}}
          pickDocument={(answer) => answer}
          writes={configs.putLog}
          toRequest={(document) => ({ body: parseBody(configs.putLog.body, document) })}
          impact={(now, before) => warnIf(isLogAtRisk(now, before), logImpact(now, before))}
          hasDefaults
        />
      </Tabs>
    </Page>
  )
}
