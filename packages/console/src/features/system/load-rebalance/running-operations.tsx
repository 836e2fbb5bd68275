import {
  type Evacuation,
  type GlobalStatus,
  loadRebalance,
  type NodeLoad,
  type Purge,
  type Rebalance,
} from '@brokerdeck/contract/system/load-rebalance.ts'
import type { ReactNode } from 'react'
import { type Action, action, send, useActionSending } from '#acting/action.tsx'
import { loadRebalance as m } from '#features/system/messages/operations.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** Returns the maximum duration in milliseconds, assuming that no client reconnects before its session is moved. */
export function longestTime(
  { connected, sessions }: Omit<NodeLoad, 'node'>,
  rates: { readonly clients: number; readonly sessions: number },
): number {
  return 1000 * (Math.ceil(connected / rates.clients) + Math.ceil(sessions / rates.sessions))
}

interface OnNode {
  readonly node: string
}

export const stopEvacuation = action<OnNode>(
  send(loadRebalance.stopEvacuation, ({ node }) => ({ params: { node } })),
  {
    ask: ({ node }) => ({
      title: m.stopEvacuationTitle(visibleText(node)),
      body: m.stopEvacuationBody,
      action: m.stopAction,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: ({ node }) => m.evacuationStopped(visibleText(node)),
  },
)

const stopRebalance = action<OnNode>(
  send(loadRebalance.stopRebalance, ({ node }) => ({ params: { node } })),
  {
    ask: () => ({
      title: m.stopRebalanceTitle,
      body: m.stopRebalanceBody,
      action: m.stopAction,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.rebalanceStopped,
  },
)

/** Shows the progress of each operation as the cluster reports it. */
export function RunningOperations({ status }: { readonly status: GlobalStatus }) {
  return (
    <>
      {status.evacuations.map((one) => (
        <Operation
          key={one.node}
          title={m.evacuation(visibleText(one.node))}
          progress={one}
          stop={stopEvacuation}
        />
      ))}
      {status.rebalances.map((one) => (
        <Operation
          key={one.node}
          title={m.rebalancing(visibleText(one.node))}
          progress={one}
          stop={stopRebalance}
        />
      ))}
      {status.purges.map((one) => (
        <Operation key={one.node} title={m.purge(visibleText(one.node))} progress={one} note={m.purgeNote} />
      ))}
    </>
  )
}

interface OperationProps {
  readonly title: string
  readonly progress: Evacuation & Partial<Pick<Rebalance, 'donors' | 'donor_conn_avg'> & Purge>
  readonly stop?: Action<OnNode>
  readonly note?: string
}

function Operation({ title, progress, stop, note }: OperationProps) {
  const { node, stats, donors, donor_conn_avg: average, connection_goal: goal } = progress
  const recipients = progress.session_recipients ?? progress.recipients ?? []
  const time = timeLeft(progress)
  return (
    <Panel
      title={title}
      caption={<StateWords state={progress.state} />}
      actions={stop && <StopButton stop={stop} node={node} />}
      padded
    >
      {note !== undefined && <p>{note}</p>}
      <PropertyList
        groups={[
          {
            properties: [
              ...(stats === undefined
                ? []
                : [
                    buildMeterProperty(m.clientsLeft, stats.current_connected, stats.initial_connected),
                    buildMeterProperty(m.sessionsLeft, stats.current_sessions, stats.initial_sessions),
                  ]),
              ...(average === undefined || goal === undefined
                ? []
                : [{ label: m.average, value: m.averageText(formatNumber(average), formatNumber(goal)) }]),
              ...(time === undefined ? [] : [{ label: m.remaining, value: time, wraps: true }]),
              {
                label: m.rates,
                value: m.ratesText(
                  formatNumber(progress.connection_eviction_rate),
                  formatNumber(progress.session_eviction_rate ?? progress.purge_rate),
                ),
              },
              ...(donors === undefined
                ? []
                : [{ label: m.donors, value: <Names names={donors} />, wraps: true }]),
              ...(recipients.length === 0
                ? []
                : [{ label: m.recipients, value: <Names names={recipients} />, wraps: true }]),
            ],
          },
        ]}
      />
    </Panel>
  )
}

function StopButton({ stop, node }: { readonly stop: Action<OnNode>; readonly node: string }) {
  const { isSending, run } = useActionSending(stop)
  return (
    <Button
      size="small"
      variant="danger"
      isBusy={isSending}
      disabledReason={stop.findDisabledReason({ node })}
      onClick={() => void run({ node })}
    >
      {m.stop}
    </Button>
  )
}

const buildMeterProperty = (label: string, now: number, before: number) => ({
  label,
  value: (
    <>
      <Meter value={before === 0 ? 0 : now / before} label={label} />{' '}
      {m.left(formatNumber(now), formatNumber(before))}
    </>
  ),
})

const Names = ({ names }: { readonly names: readonly string[] }): ReactNode =>
  names.map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <Verbatim text={name} mono />
    </span>
  ))

/** Returns the remaining time without the waiting phases, because the broker does not report when these began. */
function timeLeft({ state, stats, ...progress }: OperationProps['progress']): string | undefined {
  const { connection_eviction_rate: clients, session_eviction_rate: sessions } = progress
  if (stats === undefined || clients === undefined || sessions === undefined) return undefined
  if (state !== 'evicting_conns' && state !== 'evicting_sessions') return undefined
  const { current_connected: connected, current_sessions } = stats
  const time = formatDuration(longestTime({ connected, sessions: current_sessions }, { clients, sessions }))
  return state === 'evicting_conns' ? m.beforeWait(time) : m.atMost(time)
}

const stateWords = new Map<string, string>([
  ['wait_health_check', m['state.wait_health_check']],
  ['waiting_health_check', m['state.wait_health_check']],
  ['evicting_conns', m['state.evicting_conns']],
  ['wait_takeover', m['state.wait_takeover']],
  ['waiting_takeover', m['state.wait_takeover']],
  ['evicting_sessions', m['state.evicting_sessions']],
  ['prohibiting', m['state.prohibiting']],
  ['purging', m['state.purging']],
])

function StateWords({ state }: { readonly state: string }) {
  return (
    <Status kind={state === 'prohibiting' ? 'warn' : 'connecting'}>
      {stateWords.get(state) ?? <Verbatim text={state} />}
    </Status>
  )
}
