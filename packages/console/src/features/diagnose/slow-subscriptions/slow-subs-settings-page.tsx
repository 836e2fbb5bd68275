import { slowSubscriptions, slowSubsSettings } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { slowSubscriptions as m } from '#features/diagnose/messages/topic-metrics.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { linkTo } from '#routes/routes.ts'

function impact(now: ApiDocument, before: ApiDocument): string | undefined {
  if (now['enable'] !== before['enable']) return now['enable'] === true ? m.onImpact : m.offImpact
  return now['stats_type'] === before['stats_type'] ? undefined : m.kindImpact
}

/** Returns warnings for settings that 5.8.9 nevertheless accepts. */
function cautions({
  threshold,
  top_k_num: rows,
  expire_interval: expire,
}: ApiDocument): readonly FormFault[] {
  return [
    ...(toMilliseconds(threshold) === 0 ? [{ path: 'threshold', message: m.everyDelivery }] : []),
    ...(Number(rows) > mostRows ? [{ path: 'top_k_num', message: m.tooManyRows(mostRows) }] : []),
    ...(toMilliseconds(expire) === 0 ? [{ path: 'expire_interval', message: m.noRowStays }] : []),
  ]
}

/** The maximum number of rows that the broker lists for a cluster, whatever its nodes keep. */
const mostRows = 1000

const toMilliseconds = (value: unknown) => parseDuration(typeof value === 'number' ? value : String(value))

export function SlowSubsSettingsPage() {
  return (
    <Page
      title={m.settingsTitle}
      breadcrumbs={[{ to: linkTo('slowSubscriptions'), label: m.title }]}
      summary={m.settingsSummary}
    >
      <EndpointForm
        sections={slowSubsSections}
        reads={slowSubscriptions.getSettings}
        given={{}}
        pickDocument={(answer) => answer}
        writes={slowSubscriptions.putSettings}
        toRequest={(document) => ({ body: parseBody(slowSubscriptions.putSettings.body, document) })}
        impact={impact}
        cautions={cautions}
        hasDefaults
      />
    </Page>
  )
}

/**
 * The sections for `GET /slow_subscriptions/settings`. 5.8.9 accepts any threshold and more rows than it ever lists,
 * so the form does as well.
 */
export const slowSubsSections = toSections(slowSubsSettings, [
  {
    id: 'measuring',
    title: m.section,
    note: m.sectionNote,
    switch: 'enable',
    fields: [
      {
        path: 'stats_type',
        label: m.stats,
        help: m.statsHelp,
        options: { whole: m.whole, internal: m.internal, response: m.response },
        width: 12,
        isRequired: true,
      },
      {
        path: 'threshold',
        label: m.threshold,
        help: m.thresholdHelp,
        units: ['ms', 's'],
        width: 4,
        isRequired: true,
      },
      {
        path: 'top_k_num',
        label: m.top,
        help: m.topHelp,
        unit: m.rows,
        width: 4,
        isRequired: true,
      },
      {
        path: 'expire_interval',
        label: m.expire,
        help: m.expireHelp,
        units: ['ms', 's', 'm', 'h'],
        width: 4,
        isRequired: true,
      },
    ],
  },
])
