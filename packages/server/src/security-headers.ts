import type { FastifyInstance } from 'fastify'
import { answerPolicy } from './content-security-policy.ts'

/** On every answer; the console's own files set a policy that lets them work, and say how long they may be kept. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': answerPolicy, 'cache-control': 'no-store' })
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
  })
}
