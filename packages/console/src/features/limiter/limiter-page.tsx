import { configs } from '@brokerdeck/contract/configs.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { limiterSections } from './limiter-sections.ts'
import { m } from './messages.ts'

/** `0/s`, `0MB/10s`: allowed, and not what anybody wants for long. */
function stopsAll(document: ApiDocument): boolean {
  return Object.values(document).some(
    (rate) => rate === 0 || /^0+(?:\.0+)?\s*[a-z]*(?:\/|$)/i.test(String(rate)),
  )
}

/** How fast each node takes things in. */
export function LimiterPage() {
  return (
    <Page title={m.title} summary={m.summary}>
      <EndpointForm
        sections={limiterSections}
        reads={configs.getLimiter}
        given={{}}
        documentOf={(answer) => answer}
        writes={configs.putLimiter}
        toRequest={(document) => ({ body: bodyFrom(configs.putLimiter.body, document) })}
        impact={(document) => (stopsAll(document) ? `${m.counts} ${m.stops}` : m.counts)}
        hasDefaults
      />
    </Page>
  )
}
