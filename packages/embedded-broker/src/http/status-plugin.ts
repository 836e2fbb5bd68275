import type { FastifyPluginAsync } from 'fastify'
import { statusApi } from '../monitoring/nodes/status-api.ts'
import { ApiRefusal } from './api-refusal.ts'
import type { Pieces } from './api-resource.ts'

/** Serves `GET /status` outside `api/v5`, for load balancers: 503 while no node runs. */
export function statusPlugin({ cluster }: Pieces<'cluster'>): FastifyPluginAsync {
  return async (app) => {
    app.get('/status', { exposeHeadRoute: false }, async (request, reply) => {
      const format = new URLSearchParams(request.url.split('?')[1]).get('format') ?? undefined
      const received = { params: undefined, query: format === undefined ? {} : { format }, body: undefined }
      try {
        const answer = await statusApi.handlers.get(received, {
          cluster,
          caller: undefined,
          ip: request.ip,
          accept: request.headers.accept ?? '',
        })
        const isText = typeof answer.body === 'string'
        return reply
          .header('retry-after', '15')
          .type(isText ? 'text/plain' : 'application/json')
          .send(isText ? answer.body : JSON.stringify(answer.body))
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error
        return reply.code(error.status).headers(error.headers).send(error.body)
      }
    })
  }
}
