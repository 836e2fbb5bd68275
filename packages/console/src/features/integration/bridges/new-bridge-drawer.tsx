import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { typesOf } from '#kit/form/from-server-schema.ts'
import { FormDrawer } from '#kit/form/shell/form-drawer.tsx'
import { TemplateHelpContext } from '#kit/form/template-help.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBridgePlan } from '../bridge-form/bridge-form.tsx'
import type { RuleBehind } from '../bridge-form/sample-help.ts'
import { useBridgeSchema, useConnectorChoices } from '../bridges/bridge-endpoints.ts'
import { connectorCards } from '../bridges/connector-cards.ts'
import { TypeCards } from '../bridges/type-cards.tsx'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { type MadeBridge, type MadeHere, madeId } from './made-here.ts'

interface NewBridgeDrawerProps {
  readonly kind: MadeBridge['kind']
  readonly made: MadeHere
  /** The flow as it stands: what an action can name. */
  readonly rules: readonly RuleBehind[]
  readonly onAnswer: (made: MadeBridge | undefined) => void
}

/** A new action or source of a flow: the connector it goes through, then its settings. It is made with the flow. */
export function NewBridgeDrawer(props: NewBridgeDrawerProps) {
  const { kind, onAnswer } = props
  const [through, setThrough] = useState<string>()
  const schema = useBridgeSchema(kind)
  const all = useQuery(read(connectors.list, {}))
  const known = useQuery(read(kind === 'action' ? actions.summary : sources.summary, {}))
  const title = kind === 'action' ? m.newAction : m.newSource
  if (through !== undefined && schema.data !== undefined) {
    const taken = (known.data ?? []).map(madeId)
    return <Settings {...props} title={title} through={through} schema={schema.data} taken={taken} />
  }
  const failed = [all, schema].find(({ error }) => error !== null)
  const cards =
    all.data === undefined || schema.data === undefined
      ? undefined
      : connectorCards(all.data, typesOf(schema.data, kind))
  return (
    <DrawerShell title={title} isOpen size={640} onClose={() => onAnswer(undefined)}>
      <p>{m.chooseConnector}</p>
      {failed !== undefined && (
        <ErrorState
          {...describeError(failed.error)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      {cards === undefined && failed === undefined && <Skeleton height={160} />}
      {cards?.length === 0 && <EmptyState title={m.noConnector}>{m.noConnectorText}</EmptyState>}
      {cards !== undefined && <TypeCards cards={cards} onChoose={setThrough} />}
    </DrawerShell>
  )
}

interface SettingsProps extends NewBridgeDrawerProps {
  readonly title: string
  /** The connector, as `type:name`. */
  readonly through: string
  readonly schema: unknown
  readonly taken: readonly string[]
}

function Settings({ kind, made, rules, onAnswer, title, through, schema, taken }: SettingsProps) {
  const at = through.indexOf(':')
  const [type, connector] = [through.slice(0, at), through.slice(at + 1)]
  const choices = useConnectorChoices(type)
  const given = useMemo(() => ({ connector }), [connector])
  const { plan, help } = useBridgePlan({
    ...{ kind, type, schema, given, rules },
    ...(choices === undefined ? {} : { connectors: choices }),
    lockedReason: whyNoWrite(),
    write: { plan: () => undefined, apply: async () => ({ kind: 'applied' }) },
    onApplied: (document) => onAnswer({ kind, type, name: nameIn(document), document }),
  })
  return (
    <TemplateHelpContext value={help}>
      <FormDrawer
        title={title}
        submitLabel={m.addToFlow}
        onClose={() => onAnswer(undefined)}
        plan={{
          ...plan,
          check: (next) => {
            const id = madeId({ type, name: nameIn(next) })
            const isTaken = taken.includes(id) || made.isTaken(id)
            return [...(plan.check?.(next) ?? []), ...(isTaken ? [{ path: 'name', message: m.taken }] : [])]
          },
        }}
      />
    </TemplateHelpContext>
  )
}

const nameIn = ({ name }: { readonly name?: unknown }) => (typeof name === 'string' ? name : '')
