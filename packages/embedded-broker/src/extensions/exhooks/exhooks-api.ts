import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import {
  boolean,
  byteSize,
  duration,
  scalar,
  text,
  textMatching,
} from '@brokerdeck/contract/description/scalars.ts'
import {
  field,
  listOf,
  required,
  struct,
  union,
  withDefault,
} from '@brokerdeck/contract/description/structures.ts'
import { exhookFailedActions, exhookServerSchema, exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'
import * as v from 'valibot'
import { runningNodes } from '../../broker/answering-node.ts'
import { configRoot } from '../../config/config-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatFault } from '../../http/format-erlang.ts'
import { keepsOnly } from '../../http/keeps-only.ts'
import { listIn } from '../../http/kept-documents.ts'

const name = textMatching(
  'exhook:name()',
  /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/,
  'Bad ExHook Name, expect "^[A-Za-z0-9]+[A-Za-z0-9-_]*$"',
)

const never = scalar(
  'false',
  (value) => (value === false || value === 'false' ? { value: false } : { reason: 'Expected: false' }),
  { tolerant: v.literal(false), control: { kind: 'toggle' } },
)

const root = configRoot({
  name: 'exhook',
  shape: v.object({ servers: v.array(exhookServerSchema) }),
  schema: struct('exhook', {
    servers: withDefault(
      listOf(
        struct('exhook:server', {
          name: required(name),
          enable: withDefault(boolean, true),
          url: required(text),
          request_timeout: withDefault(duration, '5s'),
          failed_action: withDefault(oneOf(...exhookFailedActions), 'deny'),
          ssl: field(tlsClientSettings),
          socket_options: field(
            struct('exhook:socket_options', {
              keepalive: withDefault(boolean, true),
              nodelay: withDefault(boolean, true),
              recbuf: field(byteSize),
              sndbuf: field(byteSize),
            }),
          ),
          auto_reconnect: withDefault(union(never, duration), '60s'),
          pool_size: withDefault(positiveInteger, 8),
        }),
      ),
      [],
    ),
  }),
})

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
