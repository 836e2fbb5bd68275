import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { lazy, Suspense, useState } from 'react'
import { addLabel } from '#i18n/sentences.ts'
import { Button } from '#ui/button.tsx'
import { Tooltip } from '#ui/floating.tsx'
import { Popover } from '#ui/overlays.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { enabling } from './item-actions.tsx'
import type { ManagedResource, ManagedState } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import classes from './state.module.css'

/** The texts of all causes are loaded when the user opens the first one. */
const FailureReason = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureReason,
}))

/** The states that the broker reports for its connections to other systems. */
const looks = new Map<string, { readonly kind: StatusKind; readonly word: string }>([
  ['connected', { kind: 'ok', word: m.connected }],
  ['connecting', { kind: 'connecting', word: m.connecting }],
  ['disconnected', { kind: 'bad', word: m.disconnected }],
  ['inconsistent', { kind: 'warn', word: m.inconsistent }],
  ['stopped', { kind: 'off', word: m.stopped }],
  ['disabled', { kind: 'off', word: m.stopped }],
  ['error', { kind: 'bad', word: m.error }],
])

export const unknownState = { kind: 'unknown', word: m.unknown } as const

interface BrokerStatus {
  readonly status: string
  readonly node_status: readonly {
    readonly node: string
    readonly status: string
    /** The reason for connectors, actions and sources; empty if there is no problem. */
    readonly status_reason?: string | undefined
  }[]
  /** The errors of authenticators and authorization sources. */
  readonly node_error?: readonly { readonly node: string; readonly error: string }[]
}

/** Converts a status to the state of the cluster and of each node, with the reason from the node. */
export function toManagedState({ status, node_status, node_error = [] }: BrokerStatus): ManagedState {
  return {
    ...(looks.get(status) ?? unknownState),
    status,
    nodes: node_status.map((one) => ({
      node: one.node,
      status: one.status,
      ...(looks.get(one.status) ?? unknownState),
      reason: node_error.find(({ node }) => node === one.node)?.error ?? (one.status_reason || undefined),
    })),
  }
}

/** Shows on how many nodes the state is good; opens a popover with the state of each node, its cause, and advice. */
export function StateByNode({
  name,
  state: { nodes },
}: {
  readonly name: string
  readonly state: ManagedState
}) {
  const count = m.ofNodes(nodes.filter(({ kind }) => kind === 'ok').length, nodes.length)
  return (
    <Popover
      label={m.nodesOf(name)}
      trigger={(trigger) => (
        <Button
          size="small"
          variant="quiet"
          icon={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          aria-label={addLabel(m.nodesOf(name), count)}
          {...trigger}
        >
          {count}
        </Button>
      )}
    >
      {() => (
        <ul className={classes['nodes']}>
          {nodes.map(({ node, kind, word, reason }) => (
            <li key={node} className={classes['node']}>
              <Verbatim text={node} />
              <Status kind={kind}>{word}</Status>
              {reason !== undefined && (
                <div className={classes['error']}>
                  <Suspense fallback={<Verbatim text={reason} wrap />}>
                    <FailureReason raw={reason} />
                  </Suspense>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

interface EnableSwitchProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
  /** The text beside the switch, for places without a column header. */
  readonly note?: string
}

/** Enables an item or, after a confirmation, disables it. */
export function EnableSwitch<Item, Name extends string>(props: EnableSwitchProps<Item, Name>) {
  const { resource, item, note } = props
  const [isBusy, setBusy] = useState(false)
  const isOn = resource.enable?.isOn(item) === true
  const change = enabling(resource, !isOn)
  if (change === undefined) return null
  const lockedReason = change.findDisabledReason(item)
  const run = async () => {
    setBusy(true)
    await change.run(item)
    setBusy(false)
  }
  const input = (
    <ToggleInput
      label={m.enable(resource.formatName(item))}
      note={note}
      isOn={isOn}
      isDisabled={isBusy || lockedReason !== undefined}
      onChange={() => void run()}
    />
  )
  return lockedReason === undefined ? input : <Tooltip label={lockedReason}>{input}</Tooltip>
}
