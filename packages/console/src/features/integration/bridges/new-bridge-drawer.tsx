import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import type { ConnectorChoice } from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import type { BridgeKind } from '#features/integration/bridges/form/bridge-document.ts'
import { useBridgePlan } from '#features/integration/bridges/form/bridge-form.tsx'
import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import {
  createAction,
  createConnector,
  createSource,
  bridges as m,
} from '#features/integration/bridges/messages/bridges.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import type { SelectField } from '#kit/form/field.ts'
import { listSchemaTypes } from '#kit/form/from-server-schema.ts'
import { FormDrawer } from '#kit/form/shell/form-drawer.tsx'
import type { ApiDocument, FormSpec } from '#kit/form/shell/form-spec.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { Link } from '#kit/page/link.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { endpointsOf, useBridgeSchema, useConnectorChoices } from './bridge-endpoints.ts'
import { bridgeId } from './bridge-state.ts'
import { connectorCards } from './connector-cards.ts'
import { ProbePanel } from './probe-panel.tsx'
import { TypeCards } from './type-cards.tsx'

export interface NewBridge {
  readonly kind: 'action' | 'source'
  readonly type: string
  readonly name: string
  /** All of its settings, including secrets, which are kept only here. */
  readonly document: ApiDocument
}

/** The bridge is created together with something else, which tells which ids are taken besides those of the broker. */
interface Later {
  readonly label: string
  readonly isTaken: (id: string) => boolean
}

interface NewBridgeDrawerProps {
  readonly kind: NewBridge['kind']
  /** The rules that will use it, in their current state: they determine what an action can name. */
  readonly rules: readonly RuleBehind[]
  /** Without it the bridge is created in the broker before the drawer returns its result. */
  readonly later?: Later
  readonly onAnswer: (made: NewBridge | undefined) => void
}

const wordsOf = { connector: createConnector, action: createAction, source: createSource }
const pollSeconds = 10

/** Creates an action or source while the user edits something else: asks for the connector, then for the settings. */
export function NewBridgeDrawer(props: NewBridgeDrawerProps) {
  const { kind, onAnswer } = props
  const words = wordsOf[kind]
  const [through, setThrough] = useState<string>()
  const schema = useBridgeSchema(kind)
  const all = useQuery(read(connectors.list, {}, { pollSeconds }))
  if (through !== undefined && schema.data !== undefined)
    return <Settings {...props} through={through} schema={schema.data} />
  const failed = [all, schema].find(({ error }) => error !== null)
  const cards =
    all.data === undefined || schema.data === undefined
      ? undefined
      : connectorCards(all.data, listSchemaTypes(schema.data, kind))
  return (
    <DrawerShell title={words.title} isOpen size={640} onClose={() => onAnswer(undefined)}>
      <p>{words.choose}</p>
      {failed !== undefined && (
        <ErrorState
          {...describeError(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      {cards === undefined && failed === undefined && <Skeleton height={160} />}
      {cards?.length === 0 && (
        <EmptyState
          title={words.none}
          action={
            <Link to={linkTo('createConnector')} target="_blank" rel="opener">
              {createConnector.title}
            </Link>
          }
        >
          {words.noneText}
        </EmptyState>
      )}
      {cards !== undefined && <TypeCards cards={cards} onChoose={setThrough} />}
    </DrawerShell>
  )
}

interface SettingsProps extends NewBridgeDrawerProps {
  /** The id of the connector, as `type:name`. */
  readonly through: string
  readonly schema: unknown
}

function Settings({ kind, rules, later, onAnswer, through, schema }: SettingsProps) {
  const at = through.indexOf(':')
  const [type, connector] = [through.slice(0, at), through.slice(at + 1)]
  const connectors = useConnectorChoices(type)
  const { data: known = [] } = useQuery(readSummaries(kind))
  return (
    <SettingsDrawer
      kind={kind}
      type={type}
      schema={schema}
      given={useMemo(() => ({ connector }), [connector])}
      connectors={connectors}
      newConnector={useNewConnector(type)}
      rules={rules}
      later={later}
      isTaken={(id) => known.some((one) => bridgeId(one) === id)}
      onAnswer={(document) =>
        onAnswer(document === undefined ? undefined : { kind, type, name: nameIn(document), document })
      }
    />
  )
}

interface SettingsDrawerProps {
  readonly kind: BridgeKind
  readonly type: string
  readonly schema: unknown
  readonly given?: ApiDocument
  readonly connectors?: readonly ConnectorChoice[] | undefined
  readonly newConnector?: SelectField['another']
  readonly rules?: readonly RuleBehind[]
  readonly later?: Later | undefined
  readonly isTaken: (id: string) => boolean
  readonly onAnswer: (document: ApiDocument | undefined) => void
}

function SettingsDrawer(props: SettingsDrawerProps) {
  const { kind, type, schema, given, connectors, newConnector, rules, later, isTaken, onAnswer } = props
  const words = wordsOf[kind]
  const write = useMemo(() => buildWritePlan(kind, type, later), [kind, type, later])
  const { plan, help } = useBridgePlan({
    kind,
    type,
    schema,
    given,
    write,
    ...(rules === undefined ? {} : { rules }),
    ...(connectors === undefined ? {} : { connectors }),
    ...(newConnector === undefined ? {} : { newConnector }),
    lockedReason: whyNoWrite(),
    onApplied: onAnswer,
  })
  return (
    <TemplateHelpContext value={help}>
      <FormDrawer
        title={words.title}
        submitLabel={later?.label ?? words.title}
        onClose={() => onAnswer(undefined)}
        foot={<ProbePanel kind={kind} type={type} />}
        plan={{
          ...plan,
          check: (next) => {
            const id = bridgeId({ type, name: nameIn(next) })
            const faults = plan.check?.(next) ?? []
            const isKnown = isTaken(id) || later?.isTaken(id) === true
            return isKnown ? [...faults, { path: 'name', message: m.taken }] : faults
          },
        }}
      />
    </TemplateHelpContext>
  )
}

/** Lets the form of an action or a source create a further connector of its type, in a drawer above the form. */
export const useNewConnector = (type: string): NonNullable<SelectField['another']> =>
  useMemo(
    () => ({
      label: createConnector.title,
      make: () =>
        askDialog<string | undefined>((answer) => (
          <NewConnectorDrawer
            type={type}
            onAnswer={(document) => answer(document === undefined ? undefined : nameIn(document))}
          />
        )),
    }),
    [type],
  )

function NewConnectorDrawer({ type, onAnswer }: Pick<SettingsDrawerProps, 'type' | 'onAnswer'>) {
  const { data: schema, error, refetch, isFetching } = useBridgeSchema('connector')
  const known = useConnectorChoices(type) ?? []
  const isTaken = (id: string) => known.some(({ name }) => bridgeId({ type, name }) === id)
  if (schema !== undefined)
    return <SettingsDrawer {...{ kind: 'connector', type, schema, isTaken, onAnswer }} />
  return (
    <DrawerShell title={createConnector.title} isOpen size={640} onClose={() => onAnswer(undefined)}>
      {error === null ? (
        <Skeleton height={160} />
      ) : (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </DrawerShell>
  )
}

function buildWritePlan(
  kind: BridgeKind,
  type: string,
  later: Later | undefined,
): Pick<FormSpec, 'plan' | 'apply'> {
  if (later !== undefined) return { plan: () => undefined, apply: async () => ({ kind: 'applied' }) }
  return writePlan(endpointsOf[kind].create, {
    toRequest: (document) => ({ body: { ...document, type, name: nameIn(document) } }),
  })
}

const nameIn = ({ name }: { readonly name?: unknown }) => (typeof name === 'string' ? name : '')
