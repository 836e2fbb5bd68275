import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import { restrictionCodes, restrictionOn } from '@brokerdeck/contract/restricted-requests.ts'
import type { FastifyInstance } from 'fastify'

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export const readOnlyRefusal = {
  code: 'READ_ONLY',
  message: 'Brokerdeck was started with --read-only: nothing can be changed through it.',
} as const

const closedWords = {
  payloads: 'the payloads of messages are not shown through it.',
  publish: 'nothing is published through it.',
  export: 'no files are given out through it.',
} as const satisfies Readonly<Record<Restriction, string>>

export function restrictionRefusal(closed: Restriction) {
  return {
    code: restrictionCodes[closed],
    message: `Brokerdeck was started with --restrict ${closed}: ${closedWords[closed]}`,
  }
}

/** Refuses requests to what is closed, regardless of the user and of the broker's response. */
export function refuseClosed(app: FastifyInstance, closed: readonly Restriction[]): void {
  if (closed.length === 0) return
  app.addHook('onRequest', async ({ method, raw }, reply) => {
    const met = restrictionOn(closed, method, raw.url ?? '')
    if (met !== undefined) await reply.code(403).send(restrictionRefusal(met))
  })
}

/**
 * Refuses writes. The path is compared as it was sent, and the method decides for every other path: another spelling
 * of a path (percent-encoded letters, dot segments) is refused and not interpreted.
 */
export function refuseWrites(app: FastifyInstance, basePath: string): void {
  const signIn = [
    'login',
    'logout',
    ...['ldap', 'oidc', 'saml'].map((name) => `sso/login/${name}`),
    'sso/saml/acs',
  ]
  const allowed = signIn.map((name) => `${basePath}api/v5/${name}`)
  app.addHook('onRequest', async (request, reply) => {
    if (reading.includes(request.method)) return
    const path = request.raw.url?.split('?')[0] ?? ''
    if (request.method === 'POST' && allowed.includes(path)) return
    await reply.code(403).send(readOnlyRefusal)
  })
}
