import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { useBridgeSchema, useConnectorChoices } from '#features/integration/bridges/bridge-endpoints.ts'
import { connectorCards } from '#features/integration/bridges/connector-cards.ts'
import { TypeCards } from '#features/integration/bridges/type-cards.tsx'
import { listSchemaTypes } from '#kit/form/from-server-schema.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** Loaded lazily with everything that a form needs, so that the choice of a connector does not wait for it. */
const CreateBridge = lazy(async () => ({
  default: (await import('#features/integration/bridges/create-bridge.tsx')).CreateBridge,
}))

interface CreateThroughProps {
  readonly kind: 'action' | 'source'
  readonly listTitle: string
  readonly words: {
    readonly title: string
    readonly choose: string
    readonly none: string
    readonly noneText: string
    readonly createConnector: string
    readonly impact: string
  }
}

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({
  connector: text,
  action: v.fallback(v.optional(v.literal('copy')), undefined),
  target: text,
  next: v.fallback(v.optional(v.literal('rule')), undefined),
})
const pageOf = { action: 'createAction', source: 'createSource' } as const

/** Asks first for the connector, which determines the type, and then for the settings. */
export function CreateThrough(props: CreateThroughProps) {
  const { kind, listTitle, words } = props
  const [{ connector, action, target, next }] = useUrlSearch(pageOf[kind], searchSchema)
  const copyOf = action === 'copy' ? target : undefined
  const through = copyOf ?? connector
  return (
    <Page
      title={words.title}
      breadcrumbs={[{ to: linkTo(kind === 'action' ? 'actions' : 'sources'), label: listTitle }]}
      summary={through === undefined ? words.choose : <Verbatim text={through} mono wrap />}
    >
      {through === undefined ? (
        <Choose {...props} />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <Settings
            key={through}
            {...props}
            through={through}
            copyOf={copyOf}
            hasRuleNext={next === 'rule'}
          />
        </Suspense>
      )}
    </Page>
  )
}

interface SettingsProps extends CreateThroughProps {
  /** The id of the connector or of the copied original; both contain the type. */
  readonly through: string
  readonly copyOf: string | undefined
  /** True if it is created for a rule that the user creates next. */
  readonly hasRuleNext: boolean
}

function Settings({ kind, words, through, copyOf, hasRuleNext }: SettingsProps) {
  const at = through.indexOf(':')
  const [type, connector] = [through.slice(0, at), through.slice(at + 1)]
  const names = useConnectorChoices(type)
  const given = useMemo(() => (copyOf === undefined ? { connector } : {}), [connector, copyOf])
  if (names === undefined) return <Skeleton height={240} />
  return (
    <CreateBridge
      kind={kind}
      type={type}
      copyOf={copyOf}
      given={given}
      connectors={names}
      createLabel={words.title}
      impact={words.impact}
      hasRuleNext={hasRuleNext}
    />
  )
}

/** Offers every connector whose type has actions or sources, depending on what is to be created. */
function Choose({ kind, words }: CreateThroughProps) {
  const go = useGo()
  const schema = useBridgeSchema(kind)
  const all = useQuery(read(connectors.list, {}))
  if (all.data === undefined || schema.data === undefined) {
    const failed = [all, schema].find(({ error }) => error !== null)
    if (failed === undefined) return <Skeleton height={240} />
    const { error, refetch, isFetching } = failed
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const cards = connectorCards(all.data, listSchemaTypes(schema.data, kind))
  const toCreate = () => void go(linkTo('createConnector'))
  return (
    <Panel
      title={words.choose}
      padded
      actions={
        <Button size="small" disabledReason={whyNoWrite()} onClick={toCreate}>
          {words.createConnector}
        </Button>
      }
    >
      {cards.length === 0 && <EmptyState title={words.none}>{words.noneText}</EmptyState>}
      <TypeCards cards={cards} onChoose={(connector) => void go(linkTo(pageOf[kind], { connector }))} />
    </Panel>
  )
}
