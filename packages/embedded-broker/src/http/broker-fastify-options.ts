import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What a plugin cannot set for itself: an address with a broken escape never reaches a route. The broker answers it
 * with an empty 400.
 */
export const brokerFastifyOptions = {
  frameworkErrors(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    reply.code(400).send()
  },
} as const
