import { flappingDetectSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { flappingDetect as m } from '#features/access/messages/access.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { ZoneForm } from '#resource/endpoint-form/zone-form.tsx'

function impact({ enable }: ApiDocument, before: ApiDocument): string | undefined {
  if (enable === before['enable']) return enable === true ? m.counts : undefined
  return enable === true ? m.turnsOn : m.turnsOff
}

/** Edits the flapping detection, which bans clients that connect and disconnect too often. */
export function FlappingDetectPage() {
  return (
    <Page title={m.title} summary={m.summary}>
      <ZoneForm root="flapping_detect" sections={flappingSections} impact={impact} />
    </Page>
  )
}

const units = ['s', 'm', 'h'] as const

/** The sections for `flapping_detect` of the global zone. */
export const flappingSections = toSections(flappingDetectSettings, [
  {
    id: 'detection',
    title: m.rule,
    note: m.ruleNote,
    switch: 'enable',
    fields: [
      {
        path: 'max_count',
        label: m.maxCount,
        help: m.maxCountHelp,
        unit: m.times,
        width: 4,
        isRequired: true,
      },
      {
        path: 'window_time',
        label: m.window,
        help: m.windowHelp,
        units,
        width: 4,
        isRequired: true,
      },
      {
        path: 'ban_time',
        label: m.ban,
        help: m.banHelp,
        units,
        width: 4,
        isRequired: true,
      },
    ],
  },
])
