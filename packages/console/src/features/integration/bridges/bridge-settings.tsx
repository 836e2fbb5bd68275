import { type ReactNode, useMemo } from 'react'
import { describeError } from '#api/errors.ts'
import {
  type ConnectorChoice,
  settleSettings,
} from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import { type BridgeKind, pickStoredSettings } from '#features/integration/bridges/form/bridge-document.ts'
import { bridgeSections } from '#features/integration/bridges/form/bridge-sections.ts'
import { connectorCautions, connectorFaults } from '#features/integration/bridges/form/connector-faults.ts'
import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import {
  notProvided,
  templateCautions,
  templatesIn,
} from '#features/integration/bridges/form/template-cautions.ts'
import { useBridgeHelp } from '#features/integration/bridges/form/use-bridge-help.tsx'
import { bridges as m } from '#features/integration/bridges/messages/bridges.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { endpointsOf, useBridgeSchema } from './bridge-endpoints.ts'
import { type Bridge, bridgeId } from './bridge-state.ts'
import { interruptionBy } from './interruption-by.ts'
import { useNewConnector } from './new-bridge-drawer.tsx'
import { ProbePanel } from './probe-panel.tsx'

interface BridgeSettingsProps {
  readonly kind: BridgeKind
  readonly bridge: Bridge
  /** The connectors that can be chosen. */
  readonly connectors?: readonly ConnectorChoice[] | undefined
  /** The rules that use the action; must keep the same array reference as long as the rules are the same. */
  readonly rules?: readonly RuleBehind[]
  readonly impact: ReactNode
  readonly ofWebhook: string | undefined
}

/** Shows the settings of an existing bridge, as the connected broker describes its type. */
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

const none: readonly RuleBehind[] = []

function Settings(props: BridgeSettingsProps & { readonly schema: unknown }) {
  const { kind, bridge, connectors, schema, rules = none, impact, ofWebhook } = props
  const { type, name } = bridge
  const params = { id: bridgeId(bridge) }
  const another = useNewConnector(type)
  const newConnector = connectors === undefined ? undefined : another
  const [pickDocument, sections, templates] = useMemo(() => {
    const of = { kind, type, schema }
    const pickStored = (answer: ApiDocument) => pickStoredSettings(of, answer)
    return [
      pickStored,
      (answer: ApiDocument) =>
        bridgeSections(of, { purpose: 'put', stored: pickStored(answer), connectors, newConnector }),
      templatesIn(bridgeSections(of, { purpose: 'put', stored: {} })),
    ]
  }, [kind, type, schema, connectors, newConnector])
  const { get, update } = endpointsOf[kind]
  const { help, provides } = useBridgeHelp(kind, type, rules)
  return (
    <TemplateHelpContext value={help}>
      <EndpointForm
        reads={get}
        given={{ params }}
        sections={sections}
        pickDocument={pickDocument}
        writes={update}
        toRequest={(body) => ({ params, body })}
        settled={(next, before) => settleSettings(next, before, { kind, type }, { stored: {}, connectors })}
        impact={() => warnIf(true, impact)}
        // The broker restarts the bridge after any change, even a change of the description.
        beforeWrite={askBeforeSave((_next, _before, now) => ({
          interrupts: interruptionBy(now),
          text: impact,
        }))}
        check={(next) => connectorFaults({ kind, type }, next)}
        cautions={(next) => [
          ...connectorCautions({ kind, type }, next),
          ...templateCautions(type, next),
          ...notProvided(templates, next, provides),
        ]}
        appliedMessage={m.updated}
        lockedReason={() => ofWebhook}
        beside={<ProbePanel kind={kind} type={type} name={name} />}
        hasDefaults
      />
    </TemplateHelpContext>
  )
}
