import { serverAuditPath, serverAuditQuerySchema } from '@brokerdeck/contract/server-audit-log.ts'
import { users as contractUsers } from '@brokerdeck/contract/system/users.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AuditLog } from './audit-log.ts'
import { searchAuditLog } from './search-audit-log.ts'
import { type Author, type SignedInUsers, unknownUser } from './signed-in-users.ts'

export interface ServeAuditLogOptions {
  readonly log: AuditLog | undefined
  readonly users: SignedInUsers
  readonly cluster: string
  /** True if consoles of several clusters write to the same log. */
  readonly isShared: boolean
  readonly basePath: string
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Tracks the searches of a session: a second request waits for the first one, a third one is refused. */
interface Reading {
  last: Promise<unknown>
  count: number
}

const busy: Refusal = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'The audit log is being read for this session already. Try again when that has been answered.',
}
const noQuestion: Refusal = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'No such question of the audit log.',
}
const removed: Refusal = {
  status: 410,
  code: 'GONE',
  message: 'What was to be read next has been removed. Read the audit log from its end again.',
}
const foreign: Refusal = {
  status: 403,
  code: 'SIGN_IN_AGAIN',
  message:
    'This server does not know whose session this is, because it was started after the sign-in. Sign in again to read its audit log.',
}
const notAdministrator: Refusal = {
  status: 403,
  code: 'UNAUTHORIZED_ROLE',
  message: 'The audit log of this server is for administrators of the cluster.',
}

/** Serves the log of this server to administrators of the cluster behind it. Reading the log writes no line to it. */
export function serveAuditLog(scope: FastifyInstance, options: ServeAuditLogOptions): void {
  const { log, users, cluster, isShared } = options
  const readings = new Map<string, Reading>()

  scope.route({
    method: 'GET',
    url: `/${serverAuditPath}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (log?.files === undefined) return refuse(reply, whyNone(log))
      const { authorization = '' } = request.headers
      const author = users.find(authorization)
      if (author.auth !== 'session')
        return refuse(reply, author.auth === 'unknown session' ? foreign : nobody(author))
      const query = v.safeParse(serverAuditQuerySchema, request.query)
      if (!query.success) return refuse(reply, noQuestion)
      const reading = readings.get(authorization) ?? { last: Promise.resolve(), count: 0 }
      if (reading.count > 1) return refuse(reply.header('retry-after', '1'), busy)
      const before = reading.last
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { files } = log
      const answer = async () => {
        await before
        if (gone.signal.aborted) return reply.hijack()
        const answered = await askUsers(request)
        if (answered.statusCode !== 200)
          return reply.code(answered.statusCode).type('application/json').send(answered.body)
        if (!isAdministrator(answered.body, author)) return refuse(reply, notAdministrator)
        const { cursor, limit, ...question } = query.output
        return await search(reply, gone.signal, {
          files,
          cluster,
          isShared,
          question,
          limit,
          cursor,
          signal: gone.signal,
        })
      }
      const work = answer()
      reading.last = work.catch(() => undefined)
      reading.count += 1
      readings.set(authorization, reading)
      try {
        return await work
      } finally {
        reading.count -= 1
        if (reading.count === 0) readings.delete(authorization)
      }
    },
  })

  async function search(
    reply: FastifyReply,
    gone: AbortSignal,
    asked: Parameters<typeof searchAuditLog>[0],
  ): Promise<FastifyReply> {
    try {
      const found = await searchAuditLog(asked)
      if (found === 'no cursor') return refuse(reply, noQuestion)
      if (found === 'gone') return refuse(reply, removed)
      const { rows, cursor, reached } = found
      const meta = { count: rows.length, ...(cursor !== undefined && { cursor }) }
      return reply.send({ data: rows, meta, ...(reached !== undefined && { reached }) })
    } catch (error) {
      if (gone.aborted) return reply.hijack()
      throw error
    }
  }

  /** Requests the broker's users and their roles; a successful response also shows that the token is valid. */
  function askUsers(request: FastifyRequest) {
    const { authorization, host, ...others } = request.headers
    const forwarded = Object.entries(others).filter(([name]) => /^(?:x-forwarded-|forwarded$)/.test(name))
    return scope.inject({
      method: 'GET',
      url: `${options.basePath}api/v5${contractUsers.list.path}`,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: { ...Object.fromEntries(forwarded), authorization, host, accept: 'application/json' },
    })
  }
}

function refuse(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  return reply.code(status).send({ code, message })
}

function whyNone(log: AuditLog | undefined): Refusal {
  return log === undefined
    ? {
        status: 404,
        code: 'NO_AUDIT_LOG',
        message: 'This server keeps no audit log: it was started without --audit-log.',
      }
    : {
        status: 404,
        code: 'AUDIT_LOG_NOT_A_FILE',
        message: 'The audit log of this server goes to the standard output, where it cannot be read again.',
      }
}

function nobody({ auth }: Author): Refusal {
  const message =
    auth === 'API key'
      ? 'The audit log of this server is read with a session, not with an API key.'
      : 'The audit log of this server is for administrators who are signed in.'
  return {
    status: auth === 'API key' ? 403 : 401,
    code: auth === 'API key' ? 'API_KEY_NOT_ALLOW' : 'AUTHORIZATION_HEADER_ERROR',
    message,
  }
}

/** Tells whether a user is an administrator. Community has no roles: every user there may do everything. */
function isAdministrator(text: string, { user, backend = 'local' }: Author): boolean {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), contractUsers.list.response[200]), text)
  if (!parsed.success || user === unknownUser) return false
  return parsed.output.some(
    (one) =>
      one.username === user &&
      (one.backend ?? 'local') === backend &&
      (one.role ?? 'administrator') === 'administrator',
  )
}
