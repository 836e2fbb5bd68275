import { opentelemetry, type WhitelistType } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

/** The endpoint has a bare list; a form edits an object. */
const sections: Record<WhitelistType, readonly Section[]> = {
  clientid: [
    {
      id: 'clients',
      title: m.tracedClients,
      note: m.tracedClientsNote,
      fields: [
        { kind: 'list', path: 'list', label: m.tracedClients, itemLabel: m.clientId, of: 'text', width: 12 },
      ],
    },
  ],
  topic: [
    {
      id: 'topics',
      title: m.tracedTopics,
      note: m.tracedTopicsNote,
      fields: [
        {
          kind: 'list',
          path: 'list',
          label: m.tracedTopics,
          itemLabel: m.topicFilter,
          of: 'topic',
          width: 12,
        },
      ],
    },
  ],
}

/** What end-to-end tracing always follows. The list is replaced as a whole. */
export function TracedPanel({ type }: { readonly type: WhitelistType }) {
  const params = { type }
  return (
    <EndpointForm
      sections={sections[type]}
      reads={opentelemetry.whitelist}
      given={{ params }}
      documentOf={(list) => ({ list })}
      writes={opentelemetry.setWhitelist}
      toRequest={({ list }) => ({ params, body: bodyFrom(opentelemetry.setWhitelist.body, list) })}
      isConfiguration={false}
    />
  )
}
