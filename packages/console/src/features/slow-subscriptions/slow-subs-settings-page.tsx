import { slowSubscriptions } from '@brokerdeck/contract/slow-subscriptions.ts'
import { Link } from '@tanstack/react-router'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { m } from './messages.ts'
import { slowSubsSections } from './slow-subs-sections.ts'

function impact(now: ApiDocument, before: ApiDocument): string | undefined {
  if (now['enable'] !== before['enable']) return now['enable'] === true ? m.onImpact : m.offImpact
  return now['stats_type'] === before['stats_type'] ? undefined : m.kindImpact
}

export function SlowSubsSettingsPage() {
  return (
    <Page
      title={m.settingsTitle}
      breadcrumbs={[
        <Link key="list" to={paths.slowSubscriptions()}>
          {m.title}
        </Link>,
      ]}
      summary={m.settingsSummary}
    >
      <EndpointForm
        sections={slowSubsSections}
        reads={slowSubscriptions.getSettings}
        given={{}}
        documentOf={(answer) => answer}
        writes={slowSubscriptions.putSettings}
        toRequest={(document) => ({ body: bodyFrom(slowSubscriptions.putSettings.body, document) })}
        refreshes={[slowSubscriptions.list]}
        impact={impact}
        hasDefaults
      />
    </Page>
  )
}
