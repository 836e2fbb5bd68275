import { telemetry } from '@brokerdeck/contract/system/telemetry.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'

const kind = 'telemetry'

/** The setting of telemetry: disabled by default, and no data is ever sent. */
class Wish {
  readonly #store: Store
  #isOn = false

  constructor({ store }: { readonly store: Store }) {
    this.#store = store
    for (const [, { enable }] of readRecords(store, kind, telemetry.setStatus.body)) this.#isOn = enable
  }

  get isOn(): boolean {
    return this.#isOn
  }

  async change(enable: boolean): Promise<void> {
    await this.#store.put(kind, 'status', { enable })
    this.#isOn = enable
  }
}

export const telemetryApi = apiResource({
  endpoints: telemetry,
  edition: 'community',
  uses: ['cluster', 'store'],
  state: (pieces) => ({ wish: new Wish(pieces) }),
  handlers: {
    status: (_received, { wish }) => ({ status: 200, body: { enable: wish.isOn } }),

    async setStatus({ body: { enable } }, { wish }) {
      if (enable === wish.isOn) {
        const state = enable ? 'enabled' : 'disabled'
        throw refusal(400, 'BAD_REQUEST', `Telemetry status is already ${state}`)
      }
      await wish.change(enable)
      return { status: 200, body: { enable } }
    },

    data(_received, { cluster, wish }) {
      if (!wish.isOn) throw refusal(404, 'NOT_FOUND', 'Telemetry is not enabled')
      const sessions = [...cluster.sessions()]
      return {
        status: 200,
        body: {
          emqx_version: version,
          license: { edition: 'opensource' },
          otp_version: `Node.js ${process.versions.node}`,
          num_clients: sessions.filter(({ isConnected }) => isConnected).length,
          num_cluster_sessions: sessions.length,
        },
      }
    },
  },
})
