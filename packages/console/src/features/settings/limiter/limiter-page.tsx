import { limiterSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type ReactNode, useState } from 'react'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { limiter as limiterSectionsWords, limiter as m } from '#features/settings/messages/broker.ts'
import { describedSections } from '#kit/form/described-form.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { KeptRatesPanel } from './kept-rates-panel.tsx'

const shared = { wordLabel: limiterSectionsWords.unlimited, width: 12 } as const

/** `GET /configs/limiter`: of each node. */
export const limiterSections = describedSections(limiterSettings, [
  {
    id: 'rates',
    title: limiterSectionsWords.rates,
    note: limiterSectionsWords.ratesNote,
    fields: [
      {
        path: 'max_conn_rate',
        label: limiterSectionsWords.connections,
        help: limiterSectionsWords.connectionsHelp,
        start: '1000/s',
        ...shared,
      },
      {
        path: 'messages_rate',
        label: limiterSectionsWords.messages,
        help: limiterSectionsWords.messagesHelp,
        start: '1000/s',
        ...shared,
      },
      {
        path: 'bytes_rate',
        label: limiterSectionsWords.bytes,
        help: limiterSectionsWords.bytesHelp,
        start: '100MB/s',
        ...shared,
      },
    ],
  },
])

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
