import { type AccessSource, authorization, sourceTypes } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import {
  accessEnabling,
  accessFigures,
  orderDefinition,
  rateDefinition,
  stateDefinition,
} from '#domain/access/access-backend/access-figures.tsx'
import { backendName } from '#domain/access-words/authn-name.ts'
import type { AccessChange } from '#features/access/access-evaluation/preview/access-change.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { authorization as m } from '#features/access/messages/authorization.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { queryPerItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, type ManagedChange, toPosition } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { toSourceEnableRequest } from './source-request.ts'

const toParams = ({ type }: Pick<AccessSource, 'type'>) => ({ params: { type } })

/** Only the built-in database stores rules that are written one by one. */
const hasRules = ({ type }: AccessSource) => type === 'built_in_database'

/** Describes the chain of sources that checks everything a client publishes and subscribes to. */
export const accessSourceResource = declareResource({
  toId: ({ type }) => type,
  idField: 'type',
  formatName: ({ type }) => backendName(type),
  address: linkTo('authorization'),
  list: wholeList(authorization.sources, {}, (answer) => answer.sources, { pollSeconds: 10 }),
  columns: ['name', 'status', 'nodes', 'metrics', 'enabled'],
  columnsKey: 'authorizationTableColumns',
  exportName: 'authorization-sources',
  words: m,
  status: { read: queryPerItem(authorization.status, toParams, accessFigures), definition: stateDefinition },
  metrics: {
    counters: [
      { name: 'total', label: m.total, definition: m.totalDefinition },
      { name: 'allow', label: m.allow, definition: m.allowDefinition },
      { name: 'deny', label: m.deny, definition: m.denyDefinition },
      { name: 'nomatch', label: m.nomatch, definition: m.nomatchDefinition },
      { name: 'ignore', label: m.ignore, definition: m.ignoreDefinition, isExtra: true },
    ],
    rateDefinition,
  },
  enable: {
    isOn: ({ enable }) => enable,
    // The source is read again, because the page may show old data and the request sends all settings.
    set: (isOn) => async (source) => {
      const now = await request(authorization.source, toParams(source))
      return await request(authorization.saveSource, toSourceEnableRequest(now, isOn))
    },
    enabling: accessEnabling,
    disabling: m.disabling,
    // Enabling and disabling both change which clients may publish and subscribe.
    interrupts: () => 'data',
  },
  order: {
    move: toPosition(authorization.moveSource, (source, position) => ({
      ...toParams(source),
      body: { position },
    })),
    definition: orderDefinition,
  },
  remove: {
    deed: send(authorization.removeSource, toParams),
    interrupts: ({ enable }) => (enable ? 'data' : 'nothing'),
    consequence: (source, kept) =>
      joinSentences(m.removeBody, hasRules(source) && m.removeRules(kept, formatNumber(kept ?? 0))),
    countKept: (source) => (hasRules(source) ? countRules() : Promise.resolve(0)),
  },
  preview: (change) => <SourcePreview change={change} />,
  page: {
    address: (type, tab) => linkTo('accessSource', { type }, { tab }),
    read: readOne(
      authorization.source,
      (id) => {
        const type = sourceTypes.find((one) => one === id)
        return type && toParams({ type })
      },
      (source) => source,
    ),
    tabs: [
      { id: 'rules', label: m.rules, when: hasRules },
      { id: 'settings', label: m.settings },
    ],
    words: m,
  },
})

/** Counts the rules; returns undefined if the broker does not report the counts. */
async function countRules(): Promise<number | undefined> {
  const query = { page: 1, limit: 1 }
  const [{ meta: clients }, { meta: users }, { rules }] = await Promise.all([
    request(authorizationRules.clients, { query }),
    request(authorizationRules.users, { query }),
    request(authorizationRules.all, {}),
  ])
  if (clients.count === undefined || users.count === undefined) return undefined
  return clients.count + users.count + rules.length
}

function toAccessChange(change: ManagedChange<AccessSource>, all: readonly AccessSource[]): AccessChange {
  const { kind, item } = change
  if (kind === 'remove') return { without: item.type }
  if (kind !== 'move') return { source: { ...item, enable: kind === 'enable' } }
  const others = all.filter(({ type }) => type !== item.type)
  return { order: others.toSpliced(change.to, 0, item).map(({ type }) => type) }
}

/** Shows what a change to one source as a whole would decide differently. */
function SourcePreview({ change }: { readonly change: ManagedChange<AccessSource> }) {
  const { data } = useQuery(read(authorization.sources, {}))
  return data && <AccessPreview change={toAccessChange(change, data.sources)} />
}
