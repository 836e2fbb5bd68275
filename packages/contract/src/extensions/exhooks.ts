import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  positiveInteger,
  scalar,
  text,
  textMatching,
} from '../description/scalars.ts'
import { field, required, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, toWrittenSchema } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'
import { tlsClientSettings } from '../tls.ts'

const name = textMatching(
  'exhook:name()',
  /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/,
  'Bad ExHook Name, expect "^[A-Za-z0-9]+[A-Za-z0-9-_]*$"',
)

const never = scalar(
  'false',
  (value) => (value === false || value === 'false' ? { value: false } : { reason: 'Expected: false' }),
  { tolerant: v.literal(false), control: { kind: 'word', word: false } },
)

/** A gRPC server that the broker calls on its events; the servers are called in the order of the list. */
export const exhookServer = struct('exhook:server', {
  name: required(name),
  enable: withDefault(boolean, true),
  url: required(text),
  request_timeout: withDefault(duration, '5s'),
  /** The result of a request while the hook server does not respond. */
  failed_action: withDefault(oneOf('deny', 'ignore'), 'deny'),
  ssl: field(tlsClientSettings),
  socket_options: field(
    struct('exhook:socket_options', {
      keepalive: withDefault(boolean, true),
      nodelay: withDefault(boolean, true),
      recbuf: field(byteSize),
      sndbuf: field(byteSize),
    }),
  ),
  /** False: a lost connection is not restored. */
  auto_reconnect: withDefault(union(never, duration), '60s'),
  pool_size: withDefault(positiveInteger, 8),
})
export const exhookServerSchema = tolerant(exhookServer)
export type ExhookServer = v.InferOutput<typeof exhookServerSchema>

const figuresSchema = v.object({
  succeed: v.number(),
  failed: v.number(),
  rate: v.number(),
  max_rate: v.number(),
})

export type ExhookFigures = v.InferOutput<typeof figuresSchema>

const nodeFiguresSchema = rows(v.object({ node: v.string(), metrics: figuresSchema }))

/** A hook that a server wants to receive: `message.publish`, for some topics only. */
const hookEntries = { name: v.string(), params: v.record(v.string(), v.unknown()) }

/** An exhook server. Its status is `connected`, `connecting`, `disconnected`, `disabled` or `error`. */
export const exhookSchema = v.intersect([
  exhookServerSchema,
  v.looseObject({
    hooks: v.array(v.object(hookEntries)),
    metrics: figuresSchema,
    node_metrics: nodeFiguresSchema,
    node_status: rows(v.object({ node: v.string(), status: v.string() })),
  }),
])

export type Exhook = v.InferOutput<typeof exhookSchema>

const exhookHookSchema = v.object({ ...hookEntries, metrics: figuresSchema, node_metrics: nodeFiguresSchema })
export type ExhookHook = v.InferOutput<typeof exhookHookSchema>

const params = v.object({ name: v.string() })

export const exhooks = {
  list: endpoint({
    method: 'GET',
    path: '/exhooks',
    response: { 200: rows(exhookSchema) },
    errors: [],
    access: 'token',
  }),
  /** Any text is accepted as the address. */
  create: endpoint({
    method: 'POST',
    path: '/exhooks',
    refreshes: ['/exhooks'],
    body: document(toWrittenSchema(exhookServer)),
    response: { 200: exhookSchema },
    errors: ['BAD_RPC'],
    access: 'token',
  }),
  /** An unknown name gives 404 with the code `BAD_REQUEST` in this endpoint and those below, except `update`. */
  get: endpoint({
    method: 'GET',
    path: '/exhooks/:name',
    params,
    response: { 200: exhookSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces the whole server with its name. A different name renames the server, although the response is 404. */
  update: endpoint({
    method: 'PUT',
    path: '/exhooks/:name',
    refreshes: ['/exhooks', '/exhooks/:name', '/exhooks/:name/hooks'],
    params,
    body: document(toWrittenSchema(exhookServer)),
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
  /** An unknown name gives 400 here. */
  hooks: endpoint({
    method: 'GET',
    path: '/exhooks/:name/hooks',
    params,
    response: {
      200: rows(exhookHookSchema),
    },
    errors: [],
    access: 'token',
  }),
  /** The positions are `front`, `rear`, `before:other` and `after:other`. */
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
