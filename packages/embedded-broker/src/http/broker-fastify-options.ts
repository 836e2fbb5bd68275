import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Options that a plugin cannot set: a URL with an invalid escape never reaches a route. The broker answers it with an
 * empty 400.
 */
export const brokerFastifyOptions = {
  frameworkErrors(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    reply.code(400).send()
  },
} as const
