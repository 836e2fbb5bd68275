import { delayed, delayedSettings } from '@brokerdeck/contract/traffic/delayed.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { delayedPublish as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { toSections } from '#kit/form/described-form.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { askBeforeSave, turnsOff } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { linkTo } from '#routes/routes.ts'

/** The sections for `GET /mqtt/delayed`. */
const delayedSections = toSections(delayedSettings, [
  {
    id: 'delayed',
    title: m.section,
    switch: 'enable',
    fields: [
      {
        path: 'max_delayed_messages',
        label: m.max,
        help: m.maxHelp,
        isRequired: true,
        wordLabel: m.unlimited,
        unit: m.messages,
      },
    ],
  },
])

/** Configures whether messages can be delayed, and how many. */
export function DelayedSettingsPage() {
  const waiting = useQuery(read(delayed.listMessages, { query: { limit: 1 } }))
  const count = waiting.data?.meta.count ?? 0
  const impact = (now: ApiDocument, before: ApiDocument) => {
    if (now['enable'] === false) {
      return before['enable'] === true ? m.offImpact(count, formatNumber(count)) : undefined
    }
    return now['max_delayed_messages'] === 0 ? undefined : m.lowImpact
  }
  return (
    <Page
      title={m.settingsTitle}
      breadcrumbs={[{ to: linkTo('delayed'), label: m.title }]}
      summary={m.settingsSummary}
    >
      <EndpointForm
        sections={delayedSections}
        reads={delayed.getSettings}
        given={{}}
        pickDocument={(answer) => answer}
        writes={delayed.putSettings}
        toRequest={(document) => ({ body: parseBody(delayed.putSettings.body, document) })}
        impact={(now, before) => warnIf(turnsOff('enable', now, before), impact(now, before))}
        beforeWrite={askBeforeSave((now, before) => ({
          interrupts: turnsOff('enable', now, before) ? 'data' : 'nothing',
          text: impact(now, before),
        }))}
        hasDefaults
      />
    </Page>
  )
}
