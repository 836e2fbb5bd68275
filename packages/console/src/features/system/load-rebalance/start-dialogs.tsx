import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import { compareLoads, loadRebalance, rebalanceDefaults } from '@brokerdeck/contract/system/load-rebalance.ts'
import * as v from 'valibot'
import { whyNoWrite } from '#api/query.ts'
import { loadRebalance as m } from '#features/system/messages/operations.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { formatList, joinSentences } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Field } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { nameInProduction } from '#kit/page/environment.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody, parseDisplayed } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { longestTime } from './running-operations.tsx'

const { abs_conn_threshold, rel_conn_threshold, abs_sess_threshold, rel_sess_threshold, ...usualPace } =
  rebalanceDefaults
const usualLimits = { abs_conn_threshold, rel_conn_threshold, abs_sess_threshold, rel_sess_threshold }

const ofSecond = { kind: 'number', isRequired: true, min: 1, unit: m.perSecond } as const
const pace: readonly Field[] = [
  { ...ofSecond, path: 'conn_evict_rate', label: m.connRate, default: usualPace.conn_evict_rate },
  { ...ofSecond, path: 'sess_evict_rate', label: m.sessRate, default: usualPace.sess_evict_rate },
  {
    kind: 'duration',
    path: 'wait_health_check',
    label: m.waitHealthCheck,
    help: m.waitHealthCheckHelp,
    default: usualPace.wait_health_check,
    isRequired: true,
  },
  {
    kind: 'duration',
    path: 'wait_takeover',
    label: m.waitTakeover,
    help: m.waitTakeoverHelp,
    default: usualPace.wait_takeover,
    isRequired: true,
  },
]

const paceShown = {
  conn_evict_rate: v.number(),
  sess_evict_rate: v.number(),
  wait_health_check: v.string(),
  wait_takeover: v.string(),
}
const evacuationShown = v.object({
  ...paceShown,
  redirect_to: v.optional(v.string(), ''),
  migrate_to: v.optional(v.array(v.string()), []),
})

const nodeOptions = (nodes: readonly RunningNode[]) =>
  nodes.map(({ node }) => ({ value: node, label: visibleText(node) }))

const hostPort = String.raw`(?:\[[\da-f:.]+\]|[^\s:]+):\d{1,5}`
/** No whitespace can match two parts of the pattern, so a text that does not match is rejected in one pass. */
const hostPorts = new RegExp(String.raw`^\s*(?:${hostPort}(?:\s+${hostPort})*)?\s*$`, 'i')

/** The form already tells what will happen, so only the name of a cluster in production still has to be typed. */
async function askForCluster(title: string, body: string | undefined): Promise<string | undefined> {
  const isWanted =
    nameInProduction() === undefined ||
    (await confirm({ title, body, action: m.start, danger: true, interrupts: 'connections' }))
  return isWanted ? undefined : m.notStarted
}

interface EvacuateDialogProps {
  readonly node: RunningNode
  readonly others: readonly RunningNode[]
  readonly onClose: () => void
}

export function EvacuateDialog({ node, others, onClose }: EvacuateDialogProps) {
  const evacuateTitle = m.evacuateTitle(visibleText(node.node))
  const { plan, apply } = writePlan(loadRebalance.evacuate, {
    toRequest(document) {
      const { redirect_to, migrate_to, ...rest } = parseDisplayed(evacuationShown, document)
      const body = {
        ...rest,
        ...(redirect_to === '' ? {} : { redirect_to }),
        ...(migrate_to.length === 0 ? {} : { migrate_to }),
      }
      return { params: { node: node.node }, body: parseBody(loadRebalance.evacuate.body, body) }
    },
    beforeWrite: (document) => askForCluster(evacuateTitle, evacuationImpact(node, document)),
  })
  const fields: readonly Field[] = [
    ...pace,
    {
      kind: 'text',
      path: 'redirect_to',
      label: m.redirectTo,
      help: m.redirectToHelp,
      placeholder: 'mqtt.example.com:1883',
      isCode: true,
      width: 12,
      pattern: { regex: hostPorts, message: m.redirectToWrong },
    },
    {
      kind: 'multi-select',
      path: 'migrate_to',
      label: m.migrateTo,
      help: m.migrateToHelp,
      options: nodeOptions(others),
      width: 12,
    },
  ]
  return (
    <FormDialog
      title={evacuateTitle}
      submitLabel={m.start}
      size={640}
      isReviewed
      onClose={onClose}
      plan={{
        sections: [{ id: 'evacuation', title: m.evacuate, fields }],
        document: { ...usualPace, redirect_to: '', migrate_to: [] },
        isNew: true,
        plan,
        apply,
        impact: (document) => warnIf(true, evacuationImpact(node, document)),
        lockedReason: whyNoWrite(),
        onApplied: () => notify.info(m.started(visibleText(node.node))),
      }}
    />
  )
}

function evacuationImpact(node: RunningNode, document: ApiDocument): string | undefined {
  const { success, output } = v.safeParse(evacuationShown, document)
  if (!success || output.conn_evict_rate < 1 || output.sess_evict_rate < 1) return undefined
  const { live_connections: connected, connections: sessions } = node
  const rates = { clients: output.conn_evict_rate, sessions: output.sess_evict_rate }
  const waits = [output.wait_health_check, output.wait_takeover].map((wait) => parseDuration(wait) ?? 0)
  const time = waits.reduce((sum, one) => sum + one, longestTime({ connected, sessions }, rates))
  return joinSentences(m.evacuationImpact(connected, sessions, formatDuration(time)), m.clientsSee)
}

const rebalanceShown = v.object({
  ...paceShown,
  nodes: v.array(v.string()),
  abs_conn_threshold: v.number(),
  rel_conn_threshold: v.number(),
  abs_sess_threshold: v.number(),
  rel_sess_threshold: v.number(),
})

const absolute = { kind: 'number', isRequired: true, min: 1, help: m.absHelp } as const
const relative = { kind: 'number', isRequired: true, isFractional: true, min: 1, help: m.relHelp } as const
const limits: readonly Field[] = [
  { ...absolute, path: 'abs_conn_threshold', label: m.absConn, default: abs_conn_threshold },
  { ...relative, path: 'rel_conn_threshold', label: m.relConn, default: rel_conn_threshold },
  { ...absolute, path: 'abs_sess_threshold', label: m.absSess, default: abs_sess_threshold },
  { ...relative, path: 'rel_sess_threshold', label: m.relSess, default: rel_sess_threshold },
]

interface RebalanceDialogProps {
  /** The running nodes. */
  readonly nodes: readonly RunningNode[]
  readonly onClose: () => void
}

/** Starts a rebalance. The first of the chosen nodes coordinates it. */
export function RebalanceDialog({ nodes, onClose }: RebalanceDialogProps) {
  const { plan, apply } = writePlan(loadRebalance.rebalance, {
    toRequest(document) {
      const body = parseDisplayed(rebalanceShown, document)
      const [node = ''] = body.nodes
      return { params: { node }, body: parseBody(loadRebalance.rebalance.body, body) }
    },
    beforeWrite: (document) => askForCluster(m.rebalanceTitle, rebalanceImpact(nodes, document)),
  })
  const chosen: Field = {
    kind: 'multi-select',
    path: 'nodes',
    label: m.nodes,
    options: nodeOptions(nodes),
    isRequired: true,
    width: 12,
  }
  return (
    <FormDialog
      title={m.rebalanceTitle}
      submitLabel={m.start}
      size={640}
      isReviewed
      onClose={onClose}
      plan={{
        sections: [{ id: 'rebalancing', title: m.rebalance, fields: [chosen, ...pace, ...limits] }],
        document: { ...usualPace, ...usualLimits, nodes: nodes.map(({ node }) => node) },
        isNew: true,
        plan,
        apply,
        check: (document) => {
          const { success, output } = v.safeParse(rebalanceShown, document)
          return success && output.nodes.length < 2 ? [{ path: 'nodes', message: m.twoNodes }] : []
        },
        impact: (document) => warnIf(true, rebalanceImpact(nodes, document)),
        lockedReason: whyNoWrite(),
        onApplied: () => notify.info(m.rebalanceStarted),
      }}
    />
  )
}

function rebalanceImpact(nodes: readonly RunningNode[], document: ApiDocument): string | undefined {
  const { success, output } = v.safeParse(rebalanceShown, document)
  if (!success) return undefined
  const loads = nodes
    .filter(({ node }) => output.nodes.includes(node))
    .map(({ node, live_connections: connected, connections: sessions }) => ({ node, connected, sessions }))
  const balance = compareLoads(loads, output)
  if (!balance.isConnectionsOff && !balance.isSessionsOff) return m.balanced
  const formatNodeNames = (names: readonly string[]) => formatList(names.map((name) => visibleText(name)))
  const { donors, donorAverage, recipients, recipientAverage } = balance
  return joinSentences(
    m.plan(formatNodeNames(donors), donorAverage, formatNodeNames(recipients), recipientAverage),
    m.clientsSee,
  )
}
