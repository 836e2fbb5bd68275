import { configs } from '@brokerdeck/contract/settings/configs.ts'
import {
  alarmSettings,
  type SysmonConfig,
  sysmonConfigSchema,
} from '@brokerdeck/contract/settings/sysmon-config.ts'
import * as v from 'valibot'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import {
  alarmSettings as alarmSectionsWords,
  alarmSettings as m,
} from '#features/settings/messages/monitoring.ts'
import { describedSections } from '#kit/form/described-form.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { osSections } from './os-sections.ts'
import { vmSections } from './vm-sections.ts'

export const alarmSections = describedSections(alarmSettings, [
  {
    id: 'handling',
    title: alarmSectionsWords.handling,
    fields: [
      {
        path: 'actions',
        label: alarmSectionsWords.actions,
        help: alarmSectionsWords.actionsHelp,
        options: {
          log: alarmSectionsWords.actionLog,
          publish: { label: alarmSectionsWords.actionPublish, help: alarmSectionsWords.actionPublishHelp },
        },
        width: 12,
      },
    ],
  },
  {
    id: 'history',
    title: alarmSectionsWords.history,
    fields: [
      {
        path: 'size_limit',
        label: alarmSectionsWords.sizeLimit,
        help: alarmSectionsWords.sizeLimitHelp,
        unit: alarmSectionsWords.alarmsUnit,
      },
      {
        path: 'validity_period',
        label: alarmSectionsWords.validityPeriod,
        units: ['m', 'h', 'd'],
      },
    ],
  },
])

const percent = (value: string | number): number =>
  typeof value === 'number' ? value * 100 : Number.parseFloat(value)

const tabIds = ['os', 'vm', 'alarms'] as const
const labels = { os: m.os, vm: m.vm, alarms: m.alarms } as const
/** Actions have no consequence for what was. */
const alarmImpact = (now: ApiDocument, before: ApiDocument) =>
  now['size_limit'] === before['size_limit'] && now['validity_period'] === before['validity_period']
    ? m.impactActions
    : m.impactForget

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** The thresholds of the machine and of the broker itself, and what an alarm leads to. */
export function AlarmSettingsPage() {
  const [{ tab = 'os' }, setSearch] = useUrlSearch(searchSchema)
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
            documentOf={(answer) => answer}
            writes={configs.putAlarm}
            toRequest={(document) => ({ body: bodyFrom(configs.putAlarm.body, document) })}
            impact={alarmImpact}
            hasDefaults
          />
        ) : (
          <EndpointForm
            key={tab}
            sections={tab === 'os' ? osSections : vmSections}
            reads={configs.getSysmon}
            given={{}}
            documentOf={(answer) => answer}
            writes={configs.putSysmon}
            toRequest={(document) => ({ body: bodyFrom(configs.putSysmon.body, document) })}
            impact={() => m.impactThresholds}
            check={watermarkFaults}
            hasDefaults
          />
        )}
      </Tabs>
    </Page>
  )
}

/** An alarm that is raised at 80 % and over below 90 % comes and goes at every check. */
function watermarkFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(sysmonConfigSchema, document)
  return parsed.success ? faultsOf(parsed.output) : []
}

function faultsOf({ os, vm }: SysmonConfig): readonly FormFault[] {
  const pairs = [
    ['os.cpu_low_watermark', os.cpu_low_watermark, os.cpu_high_watermark],
    ['vm.process_low_watermark', vm.process_low_watermark, vm.process_high_watermark],
  ] as const
  return pairs.flatMap(([path, low, high]) =>
    percent(low) > percent(high) ? [{ path, message: m.wrongOrder }] : [],
  )
}
