import { type ReactNode, useMemo } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type BridgeKind, storedSettings } from '../bridge-form/bridge-document.ts'
import { BridgeHelp } from '../bridge-form/bridge-form.tsx'
import { bridgeSections } from '../bridge-form/bridge-sections.ts'
import { templateCautions } from '../bridge-form/template-cautions.ts'
import { bridges as m } from '../messages/bridges.ts'
import { endpointsOf, useBridgeSchema } from './bridge-endpoints.ts'
import { type Bridge, bridgeId } from './bridge-parts.tsx'
import { ProbePanel } from './probe-panel.tsx'

interface BridgeSettingsProps {
  readonly kind: BridgeKind
  readonly bridge: Bridge
  /** Names of the connectors that can be chosen. */
  readonly connectors?: readonly string[] | undefined
  /** Of a rule behind an action. */
  readonly sql?: string | undefined
  readonly impact: ReactNode
  readonly ofWebhook: string | undefined
}

/** The settings of one that is there, as the connected broker describes its type. */
export function BridgeSettings(props: BridgeSettingsProps) {
  const { data: schema, error, refetch, isFetching } = useBridgeSchema(props.kind)
  if (schema !== undefined) return <Settings {...props} schema={schema} />
  if (error === null) return <Skeleton height={240} />
  return (
    <Panel label={m.settings}>
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    </Panel>
  )
}

function Settings(props: BridgeSettingsProps & { readonly schema: unknown }) {
  const { kind, bridge, connectors, schema, sql, impact, ofWebhook } = props
  const { type, name } = bridge
  const params = { id: bridgeId(bridge) }
  const [documentOf, sections] = useMemo(() => {
    const of = { kind, type, schema }
    const stored = (answer: ApiDocument) => storedSettings(of, answer)
    return [
      stored,
      (answer: ApiDocument) => bridgeSections(of, { purpose: 'put', stored: stored(answer), connectors }),
    ]
  }, [kind, type, schema, connectors])
  const { get, update } = endpointsOf[kind]
  return (
    <BridgeHelp kind={kind} sql={sql}>
      <EndpointForm
        reads={get}
        given={{ params }}
        sections={sections}
        documentOf={documentOf}
        writes={update}
        toRequest={(body) => ({ params, body })}
        impact={() => impact}
        cautions={(next) => templateCautions(type, next)}
        appliedMessage={m.updated}
        lockedReason={() => ofWebhook}
        beside={<ProbePanel kind={kind} type={type} name={name} />}
        hasDefaults
      />
    </BridgeHelp>
  )
}
