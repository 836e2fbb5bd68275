import type { ActionFigures } from '@brokerdeck/contract/integration/actions.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { refusal } from '../../http/api-refusal.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import { ActionMetrics } from '../buffer/action-metrics.ts'
import {
  jointHealth,
  nodeNameOrRefuse,
  refuseDisabled,
  refuseNamed,
  refuseTaken,
  refuseUnconnected,
  resourceOrRefuse,
} from '../connectors/resource-requests.ts'
import { readChanged, readNew, refuseBareUpload, toShownSettings } from '../connectors/resource-settings.ts'
import { getConnectorName, type ResourceRecord, toResourceId } from '../connectors/resource-store.ts'
import { typesOffered } from '../connectors/types-offered.ts'
import type { Integrations } from '../integrations.ts'

type Call = Pick<BrokerContext, 'cluster' | 'edition' | 'integrations' | 'now'>
type Kind = 'actions' | 'sources'
interface OfOne {
  readonly params: { readonly id: string }
}
interface OfBody {
  readonly body: unknown
}

/** Returns the handlers for actions or for sources: the API has the same paths for both. */
export function actionHandlers(kind: Kind) {
  const findOrRefuse = (integrations: Integrations, id: string) => resourceOrRefuse(integrations[kind], id)
  const toAnswer = (integrations: Integrations, id: string) =>
    actionJson(kind, integrations, findOrRefuse(integrations, id))
  const done = { status: 204, body: undefined } as const

  async function start({ integrations }: Call, id: string, node?: string) {
    const record = findOrRefuse(integrations, id)
    refuseDisabled(integrations[kind], record)
    const connector = integrations.getConnectorId(record)
    const reason = connector === undefined ? undefined : await integrations.startConnector(connector, node)
    if (reason !== undefined) throw refusal(400, 'BAD_REQUEST', reason)
    return done
  }

  return {
    list: (_received: unknown, { integrations }: Call) => ({
      status: 200 as const,
      body: integrations[kind].all().map((record) => actionJson(kind, integrations, record)),
    }),

    summary: (_received: unknown, { integrations }: Call) => ({
      status: 200 as const,
      body: integrations[kind].all().map((record) => summaryJson(kind, integrations, record)),
    }),

    types: (_received: unknown, { edition }: Call) => ({
      status: 200 as const,
      body: [...typesOffered(edition, kind)],
    }),

    async create({ body }: OfBody, { edition, integrations, now }: Call) {
      const made = readNew(edition, kind, body, () => undefined)
      refuseBareUpload(kind, made.type, body)
      refuseTaken(integrations[kind], toResourceId(made))
      const record = { ...made, createdAt: now(), lastModifiedAt: now() }
      refuseUnconnected(kind, integrations, record)
      await integrations.put(kind, record)
      return { status: 201 as const, body: toAnswer(integrations, toResourceId(made)) }
    },

    async probe({ body }: OfBody, { edition, integrations, now }: Call) {
      const made = readNew(edition, kind, body, (id) => integrations[kind].find(id))
      const record = { ...made, createdAt: now(), lastModifiedAt: now() }
      const connector = integrations.getConnectorId(record)
      if (connector === undefined)
        throw refusal(
          400,
          'TEST_FAILED',
          `Connector <<${JSON.stringify(getConnectorName(record))}>> not found`,
        )
      const reason = await integrations.probe(kind, connector, record)
      if (reason !== undefined) throw refusal(400, 'TEST_FAILED', reason)
      return done
    },

    get: ({ params: { id } }: OfOne, { integrations }: Call) => ({
      status: 200 as const,
      body: toAnswer(integrations, id),
    }),

    async update({ params: { id }, body }: OfOne & OfBody, { edition, integrations, now }: Call) {
      const before = findOrRefuse(integrations, id)
      const settings = readChanged(edition, kind, before, body)
      refuseBareUpload(kind, before.type, body)
      // EMQX sets both times to the time of the last change.
      const record = { ...before, settings, createdAt: now(), lastModifiedAt: now() }
      refuseUnconnected(kind, integrations, record)
      await integrations.put(kind, record)
      return { status: 200 as const, body: toAnswer(integrations, id) }
    },

    async remove(
      {
        params: { id },
        query,
      }: OfOne & { readonly query: { readonly also_delete_dep_actions?: string | undefined } },
      { integrations }: Call,
    ) {
      findOrRefuse(integrations, id)
      if (query.also_delete_dep_actions !== 'true') refuseNamed(integrations.rules.naming(kind, id))
      else if (kind === 'actions') await integrations.rules.withdraw(id)
      await integrations.remove(kind, id)
      return done
    },

    async setEnabled(
      { params: { id, enable } }: { readonly params: { readonly id: string; readonly enable: string } },
      { integrations, now }: Call,
    ) {
      const before = findOrRefuse(integrations, id)
      const settings = { ...before.settings, enable: enable === 'true' }
      await integrations.put(kind, { ...before, settings, lastModifiedAt: now() })
      return done
    },

    start: ({ params: { id } }: OfOne, call: Call) => start(call, id),

    startOnNode(
      { params: { id, node } }: { readonly params: { readonly id: string; readonly node: string } },
      call: Call,
    ) {
      findOrRefuse(call.integrations, id)
      return start(call, id, nodeNameOrRefuse(call.cluster, node))
    },

    metrics({ params: { id } }: OfOne, { cluster, integrations }: Call) {
      const nodes = runningNodes(cluster).map(({ name }) => ({
        node: name,
        metrics: integrations.figures(kind, id, name),
      }))
      return {
        status: 200 as const,
        body: { metrics: sum(nodes.map((one) => one.metrics)), node_metrics: nodes },
      }
    },

    resetMetrics({ params: { id } }: OfOne, { integrations }: Call) {
      // EMQX answers 500 for an id that does not exist.
      findOrRefuse(integrations, id)
      integrations.reset(kind, id)
      return done
    },
  }
}

function summaryJson(kind: Kind, integrations: Integrations, record: ResourceRecord) {
  const nodes = integrations.health(kind, record)
  const { status, reason = '' } = jointHealth(nodes)
  const { enable, description, tags } = record.settings
  return {
    type: record.type,
    name: record.name,
    enable,
    description: typeof description === 'string' ? description : '',
    ...(Array.isArray(tags) && { tags }),
    rules: [...integrations.rules.naming(kind, toResourceId(record))],
    created_at: record.createdAt,
    last_modified_at: record.lastModifiedAt,
    status,
    status_reason: reason,
    node_status: nodes.map((one) => ({
      node: one.node,
      status: one.status,
      status_reason: one.reason ?? '',
    })),
  }
}

function actionJson(kind: Kind, integrations: Integrations, record: ResourceRecord) {
  const summary = summaryJson(kind, integrations, record)
  return {
    connector: getConnectorName(record),
    ...toShownSettings(kind, record),
    ...summary,
    error: summary.status_reason,
  }
}

function sum(all: readonly ActionFigures[]): ActionFigures {
  const total: Record<string, number> = {}
  for (const one of all)
    for (const [name, value = 0] of Object.entries(one)) total[name] = (total[name] ?? 0) + value
  return { ...new ActionMetrics().figures, ...total }
}
