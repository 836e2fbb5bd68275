import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseTarget } from '#guards/request-target.ts'
import { type AuditEvent, type AuditedRequest, decodeSegments, formatAudit } from './audit-line.ts'
import type { AuditLog } from './audit-log.ts'
import { isSignIn, listenToName, readSignIn } from './sign-in-answer.ts'
import { type Author, type SignedInUsers, unknownUser } from './signed-in-users.ts'

export interface AuditWritesOptions {
  readonly log: AuditLog
  readonly users: SignedInUsers
  /** The name of the cluster in the lines of the log. */
  readonly cluster: string
  readonly basePath: string
  readonly report: (line: string) => void
}

interface UnderWay {
  readonly request: AuditedRequest
  readonly began: number
  /** Returns the name from the body of a sign-in, as far as the body was read; undefined for other requests. */
  readonly readTyped: (() => string | undefined) | undefined
  author: Author
  /** The status of the last line written. */
  told: number | undefined
}

/** The header whose id connects a response with its lines in the log. */
const idHeader = 'x-brokerdeck-request-id'
const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Writes two lines for each write request: the first is on disk before the request goes on, the second before its
 * response is sent. A sign-in counts as a write whatever its method.
 */
export function auditWrites(app: FastifyInstance, options: AuditWritesOptions): void {
  const { log, users, cluster, basePath } = options
  const underWay = new WeakMap<FastifyRequest, UnderWay>()

  app.addHook('onRequest', async (request, reply) => {
    const target = parseTarget(request.raw.url)
    const segments = readSegments(target.path, basePath)
    const isSigningIn = isSignIn(segments)
    if (reading.includes(request.method) && !(isSigningIn && request.method === 'GET')) return undefined
    const one: UnderWay = {
      request: { id: randomUUID(), cluster, address: request.ip, method: request.method, target, segments },
      began: performance.now(),
      readTyped: isSigningIn ? listenToName(request.raw) : undefined,
      author: isSigningIn
        ? { user: unknownUser, auth: 'sign-in' }
        : users.find(request.headers.authorization),
      told: undefined,
    }
    reply.header(idHeader, one.request.id)
    let isGone = false
    const leave = () => {
      isGone = true
    }
    reply.raw.once('close', leave)
    const admission = await log.admit(formatLine(one, { event: 'begin' }))
    if (admission !== 'admitted') {
      if (!request.raw.complete) reply.header('connection', 'close')
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ code: 'SERVICE_UNAVAILABLE', message: admission.refusal })
    }
    reply.raw.off('close', leave)
    if (isGone) {
      // The client has closed the connection, so the request is not passed on.
      await cut(one)
      return reply.hijack()
    }
    underWay.set(request, one)
    reply.raw.once('close', () => {
      underWay.delete(request)
      if (one.told !== undefined) log.leave()
      else cut(one).catch((error: unknown) => options.report(String(error)))
    })
    return undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 401 && !isLogout(request)) users.forget(request.headers.authorization)
    const one = underWay.get(request)
    // A response that another hook replaces by an error runs through this hook again.
    if (one === undefined || one.told === reply.statusCode) return payload
    one.told = reply.statusCode
    const sent = one.readTyped === undefined ? payload : await learn(one, one.readTyped, reply, payload)
    if (reply.statusCode === 204 && isLogout(request)) users.forget(request.headers.authorization)
    const duration = performance.now() - one.began
    await log.finish(formatLine(one, { event: 'end', status: reply.statusCode, duration }))
    return sent
  })

  function isLogout({ raw }: FastifyRequest): boolean {
    return readSegments(parseTarget(raw.url).path, basePath)?.join('/') === 'logout'
  }

  async function cut(one: UnderWay): Promise<void> {
    await log.finish(formatLine(one, { event: 'cut', duration: performance.now() - one.began }))
    log.leave()
  }

  async function learn(
    one: UnderWay,
    readTyped: () => string | undefined,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const answer = await readSignIn(payload, reply.getHeader('content-encoding'), reply.getHeader('location'))
    const { token, username, backend } = (reply.statusCode < 400 ? answer.signIn : undefined) ?? {}
    const user = username ?? readTyped() ?? unknownUser
    one.author = { user, auth: 'sign-in', ...(backend !== undefined && { backend }) }
    if (token !== undefined && user !== unknownUser) users.remember(token, user, backend)
    return answer.payload
  }
}

function formatLine({ request, author }: UnderWay, event: AuditEvent): string {
  return formatAudit(request, author, event, new Date())
}

/** Returns the segments of a path below `api/v5/`, decoded as a broker decodes them; undefined for any other path. */
function readSegments(path: string, basePath: string): readonly string[] | undefined {
  const prefix = `${basePath}api/v5/`
  if (!path.startsWith(prefix)) return undefined
  return decodeSegments(path.slice(prefix.length))
}
