import { topicRewrite } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { ListPage } from '#domain/endpoint-form/list-page.tsx'
import { placed } from '#domain/endpoint-form/use-list-actions.tsx'
import { rewriteColumns } from './rewrite-columns.tsx'
import { rewriteForm } from './rewrite-form.ts'

/** Rules that give a topic another name on its way into the broker. */
export function TopicRewritePage() {
  const result = useQuery(read(topicRewrite.get, {}))
  return (
    <ListPage
      form={rewriteForm}
      query={tableQuery(result, placed)}
      columns={rewriteColumns}
      exportName="topic-rewrite"
    />
  )
}
