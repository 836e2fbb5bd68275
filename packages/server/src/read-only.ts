import type { FastifyInstance } from 'fastify'

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export const readOnlyRefusal = {
  code: 'READ_ONLY',
  message: 'Brokerdeck was started with --read-only: nothing can be changed through it.',
} as const

/**
 * Compares the path as it was sent, and refuses by method wherever a request may lead: another spelling of a path
 * (percent-encoded letters, dot segments) is refused rather than understood.
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
