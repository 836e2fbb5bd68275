import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { endpointsOf, useBridgeSchema } from '#features/integration/bridges/bridge-endpoints.ts'
import classes from '#features/integration/bridges/bridge-parts.module.css'
import {
  bridgeType,
  bridgeTypes,
  type TypeProfile,
} from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { bridgeGroups } from '#features/integration/bridges/messages/bridge-catalog.ts'
import { connectors as m, createConnector as words } from '#features/integration/bridges/messages/bridges.ts'
import { TypeCards } from '#features/integration/bridges/type-cards.tsx'
import { listSchemaTypes } from '#kit/form/from-server-schema.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'

/** Loaded lazily with everything that a form needs, so that the choice of a type does not wait for it. */
const CreateBridge = lazy(async () => ({
  default: (await import('#features/integration/bridges/create-bridge.tsx')).CreateBridge,
}))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({
  type: text,
  action: v.fallback(v.optional(v.literal('copy')), undefined),
  target: text,
})

/** Asks first for the kind of system, then for the settings. */
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

const ways = [
  { value: 'any', label: words.anyWay },
  { value: 'action', label: words.destinations },
  { value: 'source', label: words.sources },
] as const

type Way = (typeof ways)[number]['value']

/** Offers every type that the connected broker describes, including types that this console does not know. */
function ConnectorChoice() {
  const { data: schema, error, refetch, isFetching } = useBridgeSchema('connector')
  const [sought, setSought] = useState('')
  const [way, setWay] = useState<Way>('any')
  const go = useGo()
  const inUse = useInUse()
  if (schema === undefined)
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const terms = sought.toLowerCase().split(/\s+/)
  const cards = inOrder(listSchemaTypes(schema, 'connector'))
    .filter(
      ({ find, directions }) =>
        terms.every((word) => find.includes(word)) && (way === 'any' || directions.includes(way)),
    )
    .map(({ type, label, icon, group, needs }) => {
      const used = inUse.filter((one) => one === type).length
      const about = [needs === '' ? type : needs, used > 0 && words.inUse(used)]
        .filter((part) => part !== false)
        .join(' · ')
      return { value: type, label, icon, group: bridgeGroups[group], about }
    })
  return (
    <Panel label={words.types} padded>
      <div className={classes['buttons']}>
        <LabelledField label={words.search} className={classes['search']}>
          {(control) => <TextBox {...control} value={sought} onChange={setSought} />}
        </LabelledField>
        <Segmented label={words.way} value={way} options={ways} onChange={setWay} />
      </div>
      {cards.length === 0 && <EmptyState title={words.noneMatch} />}
      <TypeCards cards={cards} onChoose={(type) => void go(linkTo('createConnector', { type }))} />
    </Panel>
  )
}

/** Sorts known types in the order of the catalog, followed by unknown types. */
function inOrder(types: readonly string[]): readonly TypeProfile[] {
  const known = bridgeTypes.filter(({ type }) => types.includes(type))
  return [...known, ...types.map(bridgeType).filter(({ isKnown }) => !isKnown)]
}

/** Returns the types of the existing connectors; an empty list if they cannot be read. */
function useInUse(): readonly string[] {
  const { data = [] } = useQuery(read(endpointsOf.connector.list, {}))
  return data.map(({ type }) => type)
}
