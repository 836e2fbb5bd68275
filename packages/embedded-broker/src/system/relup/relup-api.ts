import {
  relup,
  relupNamePattern,
  relupSuffix,
  type UpgradeStatus,
} from '@brokerdeck/contract/system/relup.ts'
import { readPluginPackage } from '../../extensions/plugins/plugin-package.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'

const none = 'No relup package is installed'
const refuseUpgrade = () => {
  throw refusal(400, 'BAD_REQUEST', none)
}

function getStatus(node: BrokerNode): UpgradeStatus {
  return {
    node: node.name,
    role: node.role,
    status: 'idle',
    current_vsn: version,
    upgrade_history: [],
    live_connections: node.stats()['live_connections.count'] ?? 0,
  }
}

/**
 * A package is Erlang code that the broker runs when it accepts it. This broker runs none, so a package that EMQX
 * would accept is refused here like one that does not start, and no package for an upgrade ever exists.
 */
export const relupApi = apiResource({
  endpoints: relup,
  uses: ['cluster'],
  handlers: {
    package() {
      throw refusal(404, 'NOT_FOUND', none)
    },

    remove: () => ({ status: 204, body: undefined }),

    async upload({ body: { plugin: file } }) {
      if (file === undefined)
        throw refusal(400, 'BAD_FORM_DATA', 'form-data should be `plugin=@emqx_relup-vsn.tar.gz`')
      const ref = file.name.endsWith(relupSuffix) ? file.name.slice(0, -relupSuffix.length) : file.name
      if (!relupNamePattern.test(ref)) {
        throw refusal(400, 'BAD_REQUEST', `Invalid relup package name: ${file.name}`)
      }
      const read = await readPluginPackage(ref, new Uint8Array(await file.arrayBuffer()))
      if (typeof read === 'string') throw refusal(400, 'BAD_PLUGIN_INFO', `${read}: ${ref}${relupSuffix}`)
      throw refusal(
        500,
        'INTERNAL_ERROR',
        'This broker runs no Erlang code, so it cannot be upgraded while it runs',
      )
    },

    status: (_received, { cluster }) => ({ status: 200, body: runningNodes(cluster).map(getStatus) }),

    nodeStatus({ params: { node: name } }, { cluster }) {
      const node = runningNode(cluster, name)
      if (node === undefined) throw refusal(404, 'NOT_FOUND', `Node not found: ${name}`)
      return { status: 200, body: getStatus(node) }
    },

    upgradeAll: refuseUpgrade,
    upgrade: refuseUpgrade,
  },
})
