import { autoSubscribe } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { ListPage } from '#domain/endpoint-form/list-page.tsx'
import { placed } from '#domain/endpoint-form/use-list-actions.tsx'
import { autoSubscribeColumns } from './auto-subscribe-columns.tsx'
import { autoSubscribeForm } from './auto-subscribe-form.ts'

/** Topics that clients are subscribed to without asking. */
export function AutoSubscribePage() {
  const result = useQuery(read(autoSubscribe.get, {}))
  return (
    <ListPage
      form={autoSubscribeForm}
      query={tableQuery(result, placed)}
      columns={autoSubscribeColumns}
      exportName="auto-subscribe"
    />
  )
}
