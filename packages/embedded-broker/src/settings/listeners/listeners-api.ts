import type { Union } from '@brokerdeck/contract/description/schema.ts'
import {
  type Listener,
  type ListenerStatus,
  type ListenerSummary,
  type ListenerType,
  listeners,
  listenerTypes,
} from '@brokerdeck/contract/settings/listeners.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { changedListener, newListener, newNamedListener } from '../../config/listener-schema.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import type { ListenerId } from '../../listen/listener-settings.ts'
import { isListenerId, parseListenerId } from './listener-config.ts'
import type { ListenerDocument } from './listener-document.ts'
import { unknownListener } from './listener-refusals.ts'
import type { ListenerOnNode, Listeners } from './listeners.ts'

interface NewListener {
  readonly type: ListenerType
}

const toLimit = (count: number): number | 'infinity' => (Number.isFinite(count) ? count : 'infinity')

const getStatus = ({ listener }: ListenerOnNode): ListenerStatus => ({
  running: listener.isRunning,
  current_connections: listener.currentConnections,
  max_connections: toLimit(listener.settings.maxConnections),
})

function sumStatus(placed: readonly ListenerOnNode[]): ListenerStatus {
  const all = placed.map(getStatus)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const first = all[0]?.running ?? false
  return {
    running: all.every((one) => one.running === first) ? first : 'inconsistent',
    current_connections: sum(all.map((one) => one.current_connections)),
    max_connections: toLimit(sum(placed.map((one) => one.listener.settings.maxConnections))),
  }
}

const getNodeStatus = (placed: readonly ListenerOnNode[]) =>
  placed.map((one) => ({ node: one.node.name, status: getStatus(one), address: one.listener.bind }))

function toSummary(listeners: Listeners, id: ListenerId): ListenerSummary[] {
  const document = listeners.find(id)
  if (document === undefined) return []
  const placed = listeners.onNodes(id)
  return [
    {
      id,
      type: document.type,
      name: id.slice(id.indexOf(':') + 1),
      bind: listeners.getBind(id, document),
      enable: document.enable,
      acceptors: document.acceptors,
      number: placed.length,
      status: sumStatus(placed),
      node_status: getNodeStatus(placed),
    },
  ]
}

function toListener(listeners: Listeners, id: ListenerId, document: ListenerDocument): Listener {
  const here = listeners.onNodes(id)[0]?.listener
  return {
    ...listeners.config.toShown(document),
    id,
    type: document.type,
    bind: listeners.getBind(id, document),
    enable: document.enable,
    running: here?.isRunning ?? false,
    current_connections: here?.currentConnections ?? 0,
  }
}

async function create(listeners: Listeners, schema: Union, body: NewListener, bodyId: string) {
  const given = v.parse(v.record(v.string(), v.unknown()), configOrRefuse(schema, body))
  const id = idToCreate(bodyId, body.type)
  if (listeners.find(id) !== undefined) throw refusal(400, 'BAD_LISTENER_ID', 'Already Exist')
  return { status: 200, body: toListener(listeners, id, await listeners.create(id, given)) } as const
}

export const listenersApi = apiResource({
  endpoints: listeners,
  uses: ['listeners'],
  handlers: {
    list({ query }, { listeners }) {
      const all = listeners.config.ids().flatMap((id) => toSummary(listeners, id))
      return { status: 200, body: all.filter((one) => query.type === undefined || one.type === query.type) }
    },

    get({ params }, { listeners }) {
      const id = parseId(params.id)
      const document = listeners.find(id)
      if (document === undefined) throw unknownListener()
      return { status: 200, body: toListener(listeners, id, document) }
    },

    status(_received, { listeners }) {
      const all = listeners.config.ids().flatMap((id) => toSummary(listeners, id))
      const body = [...listenerTypes].sort().flatMap((type) => {
        const ids = all.filter((one) => one.type === type).map(({ id }) => id)
        const placed = ids.flatMap((id) => listeners.onNodes(id))
        if (ids.length === 0) return []
        const enable = all.some((one) => one.type === type && one.enable)
        return [{ type, enable, ids, status: sumStatus(placed), node_status: getNodeStatus(placed) }]
      })
      return { status: 200, body }
    },

    create({ params, body }, { listeners }) {
      parseId(params.id)
      return create(listeners, newListener, body, body.id)
    },

    createNamed({ body }, { listeners }) {
      return create(listeners, newNamedListener, body, `${body.type}:${body.name}`)
    },

    async update({ params, body }, { listeners }) {
      const id = parseId(params.id)
      configOrRefuse(changedListener, body)
      if (body.id !== id) {
        throw refusal(400, 'BAD_LISTENER_ID', "Path and body's listener id not match")
      }
      const document = await listeners.update(id, body)
      return { status: 200, body: toListener(listeners, id, document) }
    },

    async remove({ params }, { listeners }) {
      await listeners.remove(parseId(params.id))
      return { status: 204, body: undefined }
    },

    async start({ params }, { listeners }) {
      await listeners.setEnabled(parseId(params.id), true)
      return { status: 200, body: undefined }
    },

    async stop({ params }, { listeners }) {
      await listeners.setEnabled(parseId(params.id), false)
      return { status: 200, body: undefined }
    },

    async restart({ params }, { listeners }) {
      await listeners.restart(parseId(params.id))
      return { status: 200, body: undefined }
    },
  },
})

/** An atom needs no quotes if it begins with a lower-case letter and has no special characters. */
const atom = (text: string): string => (/^[a-z][\w@]*$/.test(text) ? text : `'${text}'`)

/** Returns the id in a path; throws the broker's refusal if it is invalid. */
function parseId(text: string): ListenerId {
  if (isListenerId(text)) return text
  const reason = `{invalid_listener_id,${atom(text)}}`
  throw refusal(
    400,
    'BAD_REQUEST',
    JSON.stringify({ value: text, reason, path: 'id', kind: 'validation_error' }),
  )
}

/** Returns the id of a new listener, whose name must be valid and whose type must match. */
function idToCreate(text: string, type: ListenerType): ListenerId {
  const id = parseId(text)
  const parsed = parseListenerId(id)
  if (parsed?.type !== type) throw refusal(400, 'BAD_REQUEST', 'listener_type_inconsistent')
  if (/^[A-Za-z0-9]+[A-Za-z0-9-_]*$/.test(parsed.name)) return id
  const rule = 'expected_data_type => <<"^[A-Za-z0-9]+[A-Za-z0-9-_]*$">>'
  const got = `got => ${JSON.stringify(parsed.name)}`
  const where = `kind => validation_error,path => "listeners.${type}",reason => invalid_map_key`
  throw refusal(400, 'BAD_REQUEST', `#{${rule},${got},\n  ${where}}`)
}
