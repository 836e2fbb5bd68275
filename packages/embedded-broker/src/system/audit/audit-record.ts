import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Pieces } from '../../http/api-resource.ts'
import type { Caller } from '../../http/caller.ts'
import type { Route } from '../../http/endpoint-table.ts'
import { formatErlang } from '../../http/format-erlang.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
import type { AuditRecord } from './audit-log.ts'

interface AuditRecordOptions {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller | undefined
}

const masked = '******'
const maxBody = 4096
const secretName = /passw|pwd|secret|token|private|passphrase|^key$|keyfile|authorization|cookie/i
const methods = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Returns the audit record of a request; undefined for a request that only reads. */
export function auditRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, params, caller }: AuditRecordOptions,
  { now, cluster }: Pieces<'cluster' | 'now'>,
): AuditRecord | undefined {
  const { method, path } = route.endpoint
  if (method === 'GET') return undefined
  const body = readBody(request)
  return {
    at: now(),
    node: answeringNode(cluster)?.name ?? '',
    from: caller?.kind === 'api-key' ? 'rest_api' : 'dashboard',
    source: caller?.username ?? nameWithin(body),
    sourceIp: request.ip,
    operation: path,
    method: methods[method],
    status: reply.statusCode,
    bindings: params,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        secretName.test(name) ? masked : String(value),
      ]),
    ),
    body: formatErlang(withoutSecrets(body)).slice(0, maxBody),
    duration: Math.round(reply.elapsedTime),
  }
}

/** Secrets can be removed only from JSON: any other body is not stored. */
function readBody({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) return {}
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), body.toString('utf8'))
  return parsed.success ? parsed.output : {}
}

/** Returns the name of the user that tried to sign in. */
function nameWithin(body: unknown): string {
  const parsed = v.safeParse(v.object({ username: v.string() }), body)
  return parsed.success ? parsed.output.username.slice(0, 256) : ''
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? masked : withoutSecrets(inner),
    ]),
  )
}
