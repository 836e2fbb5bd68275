import { listOf, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { exhookServer, exhookServerSchema, exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { runningNodes } from '../../broker/answering-node.ts'
import { configRoot } from '../../config/config-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatFault } from '../../http/format-erlang.ts'
import { keepsOnly } from '../../http/keeps-only.ts'
import { listIn } from '../../http/kept-documents.ts'

const exhook = struct('exhook', { servers: withDefault(listOf(exhookServer), []) })

const root = configRoot({ name: 'exhook', shape: tolerant(exhook), schema: exhook })

const noFigures = { succeed: 0, failed: 0, rate: 0, max_rate: 0 }
const unknown = (status: number) => refusal(status, 'BAD_REQUEST', 'Server not found')

/** No hook server is ever asked, so none is connected and none has registered a hook. */
export const exhooksApi = keepsOnly({
  endpoints: exhooks,
  uses: ['cluster'],
  root,
  place: listIn('servers'),
  shape: exhookServerSchema,
  idOf: (server) => server.name,
  refusals: {
    unknown: () => unknown(404),
    exists: () => refusal(400, 'BAD_REQUEST', 'Already exists'),
    faults: (faults) => refusal(400, 'BAD_REQUEST', `Bad Arguments: ${faults.map(formatFault).join(',')}`),
    position: () => refusal(400, 'BAD_REQUEST', 'Invalid Position'),
  },
  answer(server, { cluster }) {
    const nodes = runningNodes(cluster).map((node) => node.name)
    const status = server.enable ? 'disconnected' : 'disabled'
    return {
      ...server,
      hooks: [],
      metrics: noFigures,
      node_metrics: nodes.map((node) => ({ node, metrics: noFigures })),
      node_status: nodes.map((node) => ({ node, status })),
    }
  },
  handlers: {
    hooks({ params }, { kept }) {
      if (!kept.list().some((server) => server.name === params.name)) throw unknown(400)
      return { status: 200, body: [] }
    },
  },
})
