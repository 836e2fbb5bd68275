import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { integration } from '#routes/integration-routes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { bridgeType } from '../bridge-types/bridge-catalog.ts'
import { connectors as m, createConnector as words } from '../messages/bridges.ts'
import { ConnectorChoice } from './connector-choice.tsx'

/** With all that a form needs: the choice of a type does not wait for it. */
const CreateBridge = lazy(async () => ({
  default: (await import('../bridges/create-bridge.tsx')).CreateBridge,
}))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.looseObject({ type: text, action: text, target: text })
const { connectors } = integration.routes

/** First what kind of system it is, then its settings. */
export function CreateConnectorPage() {
  const [search] = useUrlSearch(searchSchema)
  const copyOf = search.action === 'copy' ? search.target : undefined
  const type = copyOf?.split(':')[0] ?? search.type
  return (
    <Page
      title={words.title}
      breadcrumbs={[{ to: connectors.path, label: m.title }]}
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
            list={connectors.path}
            createLabel={words.title}
            impact={words.impact}
          />
        </Suspense>
      )}
    </Page>
  )
}
