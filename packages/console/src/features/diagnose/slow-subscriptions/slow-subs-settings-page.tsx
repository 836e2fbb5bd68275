import { slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { slowSubscriptions as m } from '../messages/topic-metrics.ts'
import { slowSubsSections } from './slow-subs-sections.ts'

function impact(now: ApiDocument, before: ApiDocument): string | undefined {
  if (now['enable'] !== before['enable']) return now['enable'] === true ? m.onImpact : m.offImpact
  return now['stats_type'] === before['stats_type'] ? undefined : m.kindImpact
}

/** 5.8.9 takes all of these. */
function cautions({
  threshold,
  top_k_num: rows,
  expire_interval: expire,
}: ApiDocument): readonly FormFault[] {
  return [
    ...(timeOf(threshold) === 0 ? [{ path: 'threshold', message: m.everyDelivery }] : []),
    ...(Number(rows) > mostRows ? [{ path: 'top_k_num', message: m.tooManyRows(mostRows) }] : []),
    ...(timeOf(expire) === 0 ? [{ path: 'expire_interval', message: m.noRowStays }] : []),
  ]
}

/** The broker lists no more of a cluster, whatever its nodes keep. */
const mostRows = 1000

const timeOf = (value: unknown) => parseDuration(typeof value === 'number' ? value : String(value))

export function SlowSubsSettingsPage() {
  return (
    <Page
      title={m.settingsTitle}
      breadcrumbs={[{ to: paths.slowSubscriptions(), label: m.title }]}
      summary={m.settingsSummary}
    >
      <EndpointForm
        sections={slowSubsSections}
        reads={slowSubscriptions.getSettings}
        given={{}}
        documentOf={(answer) => answer}
        writes={slowSubscriptions.putSettings}
        toRequest={(document) => ({ body: bodyFrom(slowSubscriptions.putSettings.body, document) })}
        impact={impact}
        cautions={cautions}
        hasDefaults
      />
    </Page>
  )
}
