import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'
import { bridgeType } from '../bridge-types/bridge-catalog.ts'
import { connectors as m, createConnector as words } from '../messages/bridges.ts'
import { ConnectorChoice } from './connector-choice.tsx'

/** With all that a form needs: the choice of a type does not wait for it. */
const CreateBridge = lazy(async () => ({
  default: (await import('../bridges/create-bridge.tsx')).CreateBridge,
}))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({
  type: text,
  action: v.fallback(v.optional(v.literal('copy')), undefined),
  target: text,
})

/** First what kind of system it is, then its settings. */
export function CreateConnectorPage() {
  const [search] = useUrlSearch('createConnector', searchSchema)
  const copyOf = search.action === 'copy' ? search.target : undefined
  const type = copyOf?.split(':')[0] ?? search.type
  return (
    <Page
      title={words.title}
      breadcrumbs={[{ to: linkTo('connectors'), label: m.title }]}
      summary={type === undefined ? words.chooseType : words.ofType(bridgeType(type).label)}
    >
      {type === undefined ? (
        <ConnectorChoice />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <CreateBridge
            key={copyOf ?? type}
            kind="connector"
            type={type}
            copyOf={copyOf}
            createLabel={words.title}
            impact={words.impact}
          />
        </Suspense>
      )}
    </Page>
  )
}
