import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerLog } from '../log/broker-log.ts'
import type { Caller } from './caller.ts'

/** Writes, and what failed; never what was in a body or a query: it may hold passwords. */
export function logRequest(
  log: BrokerLog,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): void {
  const { method, ip } = request
  const status = reply.statusCode
  const details = {
    method,
    path: request.url.split('?', 1)[0],
    status,
    caller: caller?.username,
    ip,
    ms: Math.round(reply.elapsedTime),
  }
  if (status >= 500) log.write({ level: 'error', message: 'api_request_failed', details })
  else if (status === 401) {
    log.write({ level: 'warning', message: 'api_request_unauthorized', details, isThrottled: true })
  } else if (method !== 'GET') log.write({ level: 'info', message: 'api_request', details })
}
