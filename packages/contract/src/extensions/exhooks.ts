import * as v from 'valibot'
import { configDuration, configSize } from '../config-scalars.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** What becomes of a request while the hook server does not answer. */
export const exhookFailedActions = ['deny', 'ignore'] as const

/** One gRPC server that is asked about what happens in the broker; the first in the list is asked first. */
export const exhookServerSchema = v.object({
  name: v.string(),
  enable: v.optional(v.boolean(), true),
  url: v.string(),
  request_timeout: v.optional(configDuration),
  failed_action: v.optional(v.string()),
  /** False: a connection that is lost stays so. */
  auto_reconnect: v.optional(v.union([configDuration, v.literal(false)])),
  pool_size: v.optional(v.number()),
  socket_options: v.optional(
    v.object({
      keepalive: v.optional(v.boolean()),
      nodelay: v.optional(v.boolean()),
      recbuf: v.optional(configSize),
      sndbuf: v.optional(configSize),
    }),
  ),
  ssl: v.optional(v.record(v.string(), v.unknown())),
})

const figuresSchema = v.object({
  succeed: v.number(),
  failed: v.number(),
  rate: v.number(),
  max_rate: v.number(),
})

const nodeFiguresSchema = v.array(v.object({ node: v.string(), metrics: figuresSchema }))

/** What a server wants to be asked about: `message.publish`, of some topics only. */
const hookEntries = { name: v.string(), params: v.record(v.string(), v.unknown()) }

/** Status: `connected`, `connecting`, `disconnected`, `disabled`, `error`. */
export const exhookSchema = v.object({
  ...exhookServerSchema.entries,
  hooks: v.array(v.object(hookEntries)),
  metrics: figuresSchema,
  node_metrics: nodeFiguresSchema,
  node_status: v.array(v.object({ node: v.string(), status: v.string() })),
})

const params = v.object({ name: v.string() })

export const exhooks = {
  list: endpoint({
    method: 'GET',
    path: '/exhooks',
    response: { 200: v.array(exhookSchema) },
    errors: [],
    access: 'token',
  }),
  /** Any text is taken for an address. */
  create: endpoint({
    method: 'POST',
    path: '/exhooks',
    refreshes: ['/exhooks'],
    body: document(exhookServerSchema),
    response: { 200: exhookSchema },
    errors: ['BAD_RPC'],
    access: 'token',
  }),
  /** An unknown name is 404 with the code `BAD_REQUEST` here and below. */
  get: endpoint({
    method: 'GET',
    path: '/exhooks/:name',
    params,
    response: { 200: exhookSchema },
    errors: [],
    access: 'token',
  }),
  /** The whole of it with its name; another name renames it and is answered with 404. */
  update: endpoint({
    method: 'PUT',
    path: '/exhooks/:name',
    refreshes: ['/exhooks', '/exhooks/:name', '/exhooks/:name/hooks'],
    params,
    body: document(exhookServerSchema),
    response: { 200: exhookSchema },
    errors: ['BAD_RPC'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/exhooks/:name',
    refreshes: ['/exhooks'],
    params,
    response: { 204: null },
    errors: ['BAD_RPC'],
    access: 'token',
  }),
  /** An unknown name is 400 here. */
  hooks: endpoint({
    method: 'GET',
    path: '/exhooks/:name/hooks',
    params,
    response: {
      200: v.array(v.object({ ...hookEntries, metrics: figuresSchema, node_metrics: nodeFiguresSchema })),
    },
    errors: [],
    access: 'token',
  }),
  /** `front`, `rear`, `before:other`, `after:other`. */
  move: endpoint({
    method: 'POST',
    path: '/exhooks/:name/move',
    refreshes: ['/exhooks'],
    params,
    body: v.object({ position: v.string() }),
    response: { 204: null },
    errors: ['BAD_RPC'],
    access: 'token',
  }),
} as const
