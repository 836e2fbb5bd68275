import { limiterSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { kickMany } from '#domain/client/kick-many.ts'
import { limiter as m } from '#features/settings/messages/broker.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { toSections } from '#kit/form/described-form.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './limiter-page.module.css'

const shared = { wordLabel: m.unlimited, width: 12 } as const

/** The sections for `GET /configs/limiter`; the rates apply to each node. */
export const limiterSections = toSections(limiterSettings, [
  {
    id: 'rates',
    title: m.rates,
    note: m.ratesNote,
    fields: [
      {
        path: 'max_conn_rate',
        label: m.connections,
        help: m.connectionsHelp,
        start: '1000/s',
        ...shared,
      },
      {
        path: 'messages_rate',
        label: m.messages,
        help: m.messagesHelp,
        start: '1000/s',
        ...shared,
      },
      {
        path: 'bytes_rate',
        label: m.bytes,
        help: m.bytesHelp,
        start: '100MB/s',
        ...shared,
      },
    ],
  },
])

/** Returns true for rates such as `0/s` or `0MB/10s`: they are valid, but rarely wanted for long. */
function stopsAll(document: ApiDocument): boolean {
  return Object.values(document).some(
    (rate) => rate === 0 || /^0+(?:\.0+)?\s*[a-z]*(?:\/|$)/i.test(String(rate)),
  )
}

/** Returns true if a limit was removed: seen on 5.8.9, clients connected before the change may stay silent. */
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

/** Edits the rates at which each node accepts connections and messages. */
export function LimiterPage() {
  const [changedAt, setChangedAt] = useState<string>()
  return (
    <Page title={m.title} summary={m.summary}>
      {changedAt !== undefined && <KeptRatesPanel since={changedAt} />}
      <EndpointForm
        sections={limiterSections}
        reads={configs.getLimiter}
        given={{}}
        pickDocument={(answer) => answer}
        writes={configs.putLimiter}
        toRequest={(document) => ({ body: parseBody(configs.putLimiter.body, document) })}
        impact={(now, before) => warnIf(stopsAll(now) || lifts(now, before), impact(now, before))}
        beforeWrite={askBeforeSave((now, before) => ({
          interrupts: stopsAll(now) && !stopsAll(before) ? 'data' : 'nothing',
          text: impact(now, before),
        }))}
        onApplied={() => setChangedAt(new Date().toISOString())}
        hasDefaults
      />
    </Page>
  )
}

const batchSize = 1000

const toConnectedQuery = (since: string) => ({ conn_state: 'connected', lte_connected_at: since }) as const

async function idsBefore(since: string): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let page = 1; ; page += 1) {
    const query = { ...toConnectedQuery(since), page, limit: batchSize, fields: 'clientid' } as const
    const { data } = await request(clients.list, { query })
    for (const { clientid } of data) found.add(clientid)
    if (data.length < batchSize) return [...found]
  }
}

/** Shows, after a change of rates, how many clients still have the old rate, and offers to disconnect them. */
function KeptRatesPanel({ since }: { readonly since: string }) {
  const [isBusy, setBusy] = useState(false)
  const query = { ...toConnectedQuery(since), limit: 1 }
  const { data } = useQuery(read(clients.list, { query }, { pollSeconds: 10 }))
  const count = data?.meta.count
  const end = async () => {
    setBusy(true)
    try {
      const ids = await idsBefore(since)
      await kickMany(
        ids.map((clientid) => ({ clientid })),
        {
          title: m.disconnectTitle,
          body: m.disconnectBody,
          action: m.disconnectAction,
        },
      )
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      title={m.keptTitle}
      className={classes['panel']}
      {...(count === undefined ? {} : { caption: formatNumber(count) })}
      padded
      actions={
        <Button
          size="small"
          variant="danger"
          isBusy={isBusy}
          disabledReason={whyNoWrite() ?? (count === 0 ? m.nobodyLeft : undefined)}
          onClick={() => void end()}
        >
          {m.disconnect}
        </Button>
      }
    >
      <p>{count === 0 ? m.nobodyLeft : m.kept(count)}</p>
    </Panel>
  )
}
