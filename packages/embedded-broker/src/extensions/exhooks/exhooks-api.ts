import { exhookServerSchema, exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatFault } from '../../http/format-erlang.ts'
import { keepsOnly } from '../../http/keeps-only.ts'
import { listIn } from '../../http/kept-documents.ts'
import { Exhooks, exhookRoot } from './exhooks.ts'

const unknown = (status: number) => refusal(status, 'BAD_REQUEST', 'Server not found')

export const exhooksApi = keepsOnly({
  endpoints: exhooks,
  uses: ['cluster', 'clock', 'log'],
  root: exhookRoot,
  place: listIn('servers'),
  shape: exhookServerSchema,
  idOf: (server) => server.name,
  state: (pieces) => ({ hooks: new Exhooks(pieces) }),
  refusals: {
    unknown: () => unknown(404),
    unknownToReplace: () => refusal(404, 'NOT_FOUND', 'Server not found'),
    exists: () => refusal(400, 'BAD_REQUEST', 'Already exists'),
    faults: (faults) => refusal(400, 'BAD_REQUEST', `Bad Arguments: ${faults.map(formatFault).join(',')}`),
    position: () => refusal(400, 'BAD_REQUEST', 'Invalid Position'),
  },
  answer: (server, { hooks }) => ({ ...server, ...hooks.figuresOf(server.name) }),
  handlers: {
    hooks({ params: { name } }, { kept, hooks }) {
      if (!kept.list().some((server) => server.name === name)) throw unknown(400)
      return { status: 200, body: [...hooks.hooksOf(name)] }
    },
  },
})
