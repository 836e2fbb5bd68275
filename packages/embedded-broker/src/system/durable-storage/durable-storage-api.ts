import { createHash } from 'node:crypto'
import { durableStorage } from '@brokerdeck/contract/system/durable-storage.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'

/** Returns 16 hex digits, which are the same at each start of the node. */
const toSite = (node: string): string =>
  createHash('sha256').update(node).digest('hex').slice(0, 16).toUpperCase()

function noStorage({ params: { ds } }: { readonly params: { readonly ds: string } }): never {
  throw refusal(404, 'NOT_FOUND', `DB '${ds}' does not exist`)
}

/** This broker has no durable storage, so it answers like a cluster in which durable storage is disabled. */
export const durableStorageApi = apiResource({
  endpoints: durableStorage,
  edition: 'enterprise',
  uses: ['cluster'],
  handlers: {
    sites: (_received, { cluster }) => ({
      status: 200,
      body: cluster.nodes.map(({ name }) => toSite(name)).toSorted(),
    }),

    site({ params: { site } }, { cluster }) {
      const node = cluster.nodes.find(({ name }) => toSite(name) === site)
      if (node === undefined) throw refusal(404, 'NOT_FOUND', `Site not found: ${site}`)
      return { status: 200, body: { node: node.name, up: node.isRunning, shards: [] } }
    },

    storages: () => ({ status: 200, body: [] }),
    storage: noStorage,
    replicas: noStorage,
    setReplicas: noStorage,
    join: noStorage,
    leave: noStorage,
  },
})
