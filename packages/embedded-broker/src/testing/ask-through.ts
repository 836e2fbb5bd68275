import type { FastifyInstance } from 'fastify'
import { formBytes } from './form-bytes.ts'

export interface TestAnswer {
  readonly status: number
  readonly body: unknown
}

/**
 * Sends a request as `admin` or with the given token, with JSON or a form; resolves with the response, parsed if it
 * is JSON.
 */
export type AskBroker = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  token?: string,
) => Promise<TestAnswer>

/** Sends requests without a socket. */
export function askThrough(app: FastifyInstance, login: () => string): AskBroker {
  return async (method, path, body, own) => {
    const form = body instanceof FormData ? await formBytes(body) : undefined
    const type = form?.contentType ?? 'application/json'
    const payload = form?.bytes ?? JSON.stringify(body)
    const response = await app.inject({
      method,
      url: `/api/v5${path}`,
      headers: {
        authorization: `Bearer ${own ?? login()}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, body: isJson ? JSON.parse(response.payload) : response.payload }
  }
}
