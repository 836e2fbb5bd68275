import type { AnswerOf, Endpoint, Handlers, Resource } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import type { ApiCall, Piece, Pieces } from './api-resource.ts'
import { createState } from './api-resource.ts'
import { ConfigDocuments, type KeptSpec } from './config-documents.ts'
import type { AnyHandler } from './endpoint-table.ts'

/** The endpoints that every such resource implements in the same way, if its contract has them under these names. */
type Alike = 'list' | 'create' | 'get' | 'update' | 'remove' | 'enable' | 'move'

interface Keeping<
  R extends Resource & { readonly get: Endpoint },
  K extends Piece,
  Shape extends v.GenericSchema,
  Own extends object,
> extends KeptSpec<Shape> {
  readonly endpoints: R
  readonly edition?: 'enterprise'
  /** All parts of the broker that the resource receives, beside its documents as `kept`. */
  readonly uses: readonly K[]
  /** Returns the state that acts on the documents, if any; every closable part of it is closed with the broker. */
  readonly state?: (pieces: Pieces<K | 'config'>) => Own
  /** Returns the response for a document: the stored settings, and further facts about it. */
  readonly answer: (document: v.InferOutput<Shape>, pieces: Pieces<K> & Own) => AnswerOf<R['get']>['body']
  /** The handlers of the endpoints that are specific to the resource. */
  readonly handlers: Handlers<Omit<R, Alike>, ApiCall<K> & Own & { readonly kept: ConfigDocuments<Shape> }>
}

/**
 * Defines a resource whose documents are checked by their schema, stored in the configuration and returned; they have
 * no other effect unless the resource has a state that acts on them.
 */
export function configResource<
  const R extends Resource & { readonly get: Endpoint },
  const K extends Piece,
  const Shape extends v.GenericSchema,
  Own extends object = Record<never, never>,
>(resource: Keeping<R, K, Shape, Own>) {
  const { endpoints, edition, root, uses, state, answer, handlers } = resource
  const opened = createState<K | 'config', { readonly kept: ConfigDocuments<Shape> }>(
    [...uses, 'config'],
    (pieces) => ({ ...state?.(pieces), kept: new ConfigDocuments(pieces.config, resource) }),
  )
  type Call = Pieces<K> & Own & { readonly kept: ConfigDocuments<Shape> }
  type Run = (id: string, body: unknown, call: Call, enable: boolean) => unknown
  const one = async (document: v.InferOutput<Shape> | Promise<v.InferOutput<Shape>>, call: Call) =>
    answer(await document, call)
  const alike: Readonly<Record<Alike, Run>> = {
    list: (_id, _body, call) => call.kept.list().map((document) => answer(document, call)),
    create: (_id, body, call) => one(call.kept.add(body), call),
    get: (id, _body, call) => one(call.kept.find(id), call),
    update: (id, body, call) => one(call.kept.replace(id, body), call),
    remove: (id, _body, { kept }) => kept.remove(id),
    enable: (id, _body, call, enable) => one(call.kept.enable(id, enable), call),
    move: (id, body, { kept }) => kept.move(id, v.parse(positionSchema, body).position),
  }
  const standard = Object.entries(alike).flatMap(([name, run]) => {
    const endpoint = endpoints[name]
    if (endpoint === undefined) return []
    const [status = '200'] = Object.keys(endpoint.response)
    const handler = async ({ params, body }: { params: unknown; body: unknown }, call: Call) => {
      const { enable = true, ...names } = v.parse(paramsSchema, params ?? {})
      const [id = ''] = Object.values(names)
      const answered = await run(String(id), body, call, enable)
      return { status: Number(status), body: status === '204' ? undefined : answered }
    }
    return [[name, handler] as const]
  })
  const all: Readonly<Record<string, AnyHandler>> = { ...Object.fromEntries(standard), ...handlers }
  return { kind: 'keeps only' as const, endpoints, edition, roots: [root], handlers: all, ...opened }
}

const positionSchema = v.object({ position: v.string() })
const paramsSchema = v.looseObject({ enable: v.optional(v.boolean()) })
