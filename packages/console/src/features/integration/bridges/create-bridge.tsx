import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { NotInEdition } from '#domain/edition/enterprise-only.tsx'
import type { ConnectorChoice } from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import { bridgeType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import type { BridgeKind } from '#features/integration/bridges/form/bridge-document.ts'
import { BridgeForm } from '#features/integration/bridges/form/bridge-form.tsx'
import { bridges as m } from '#features/integration/bridges/messages/bridges.ts'
import { listSchemaTypes } from '#kit/form/from-server-schema.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { endpointsOf, useBridgeSchema } from './bridge-endpoints.ts'
import { bridgeId } from './bridge-state.ts'
import { useNewConnector } from './new-bridge-drawer.tsx'
import { ProbePanel } from './probe-panel.tsx'

interface CreateBridgeProps {
  readonly kind: BridgeKind
  readonly type: string
  /** The id of the original, as `type:name`. */
  readonly copyOf?: string | undefined
  /** The values that are known before the user types anything: the connector of an action. */
  readonly given?: ApiDocument
  readonly connectors?: readonly ConnectorChoice[]
  readonly createLabel: string
  readonly impact: string
  /** Set if the user continues with a rule that uses the new action or source. */
  readonly hasRuleNext?: boolean
}

/** Creates a bridge of a type, from the broker's defaults or from an existing bridge. */
export function CreateBridge(props: CreateBridgeProps) {
  const { kind, type, copyOf, impact, hasRuleNext = false, ...form } = props
  const go = useGo()
  const schema = useBridgeSchema(kind)
  const newConnector = useNewConnector(type)
  const { create, get } = endpointsOf[kind]
  // The original is read once, so the form continues from what was stored when it was opened.
  const model = useQuery({
    ...read(get, { params: { id: copyOf ?? '' } }),
    enabled: copyOf !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const write = useMemo(
    () =>
      writePlan(create, {
        toRequest: (document) => ({ body: { ...document, type, name: nameIn(document) } }),
      }),
    [create, type],
  )
  const failed = [schema, model].find(({ error }) => error !== null)
  if (failed !== undefined)
    return (
      <Panel label={m.settings}>
        <ErrorState
          {...describeError(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Panel>
    )
  if (schema.data === undefined || (copyOf !== undefined && model.data === undefined))
    return <Skeleton height={240} />
  const { isKnown, label } = bridgeType(type)
  if (isKnown && !listSchemaTypes(schema.data, kind).includes(type)) return <NotInEdition part={label} />
  return (
    <BridgeForm
      {...form}
      kind={kind}
      type={type}
      schema={schema.data}
      newConnector={newConnector}
      copied={model.data}
      write={write}
      impact={impact}
      lockedReason={whyNoWrite()}
      beside={<ProbePanel kind={kind} type={type} />}
      appliedMessage={m.created}
      onApplied={(document) => {
        const id = bridgeId({ type, name: nameIn(document) })
        const rule = linkTo('createRule', kind === 'source' ? { sourceId: id } : { actionId: id })
        void go(hasRuleNext ? rule : linkTo(kind, { id }))
      }}
    />
  )
}

const nameIn = (document: ApiDocument) => (typeof document['name'] === 'string' ? document['name'] : '')
