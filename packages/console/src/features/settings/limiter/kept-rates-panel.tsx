import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { kickMany } from '#domain/client/kick-many.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { limiter as m } from '../messages/broker.ts'
import classes from './kept-rates-panel.module.css'

const batchSize = 1000

const connectedBefore = (since: string) => ({ conn_state: 'connected', lte_connected_at: since }) as const

async function idsBefore(since: string): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let page = 1; ; page += 1) {
    const query = { ...connectedBefore(since), page, limit: batchSize, fields: 'clientid' } as const
    const { data } = await request(clients.list, { query })
    for (const { clientid } of data) found.add(clientid)
    if (data.length < batchSize) return [...found]
  }
}

/** After a change of rates: who still has the rate of before, and ending their connections as a deed of its own. */
export function KeptRatesPanel({ since }: { readonly since: string }) {
  const [isBusy, setBusy] = useState(false)
  const query = { ...connectedBefore(since), limit: 1 }
  const { data } = useQuery(read(clients.list, { query }, { pollSeconds: 10 }))
  const count = data?.meta.count
  const end = async () => {
    setBusy(true)
    try {
      const ids = await idsBefore(since)
      await kickMany(
        ids.map((clientid) => ({ clientid })),
        { title: m.disconnectTitle, body: m.disconnectBody, action: m.disconnectAction },
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
