import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type ReactNode, useState } from 'react'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { limiter as m } from '../messages/broker.ts'
import { KeptRatesPanel } from './kept-rates-panel.tsx'
import { limiterSections } from './limiter-sections.ts'

/** `0/s`, `0MB/10s`: allowed, and not what anybody wants for long. */
function stopsAll(document: ApiDocument): boolean {
  return Object.values(document).some(
    (rate) => rate === 0 || /^0+(?:\.0+)?\s*[a-z]*(?:\/|$)/i.test(String(rate)),
  )
}

/** What was limited and is not any more: seen on 5.8.9, clients of that time may stay silent. */
function lifts(document: ApiDocument, before: ApiDocument): boolean {
  return ['messages_rate', 'bytes_rate'].some(
    (path) => (before[path] ?? 'infinity') !== 'infinity' && (document[path] ?? 'infinity') === 'infinity',
  )
}

function impact(document: ApiDocument, before: ApiDocument): ReactNode {
  return (
    <>
      <p>{m.newClientsOnly}</p>
      {lifts(document, before) && <p>{m.liftedImpact}</p>}
      {stopsAll(document) && <p>{m.stops}</p>}
    </>
  )
}

/** How fast each node takes things in. */
export function LimiterPage() {
  const [changedAt, setChangedAt] = useState<string>()
  return (
    <Page title={m.title} summary={m.summary}>
      {changedAt !== undefined && <KeptRatesPanel since={changedAt} />}
      <EndpointForm
        sections={limiterSections}
        reads={configs.getLimiter}
        given={{}}
        documentOf={(answer) => answer}
        writes={configs.putLimiter}
        toRequest={(document) => ({ body: bodyFrom(configs.putLimiter.body, document) })}
        impact={impact}
        onApplied={() => setChangedAt(new Date().toISOString())}
        hasDefaults
      />
    </Page>
  )
}
