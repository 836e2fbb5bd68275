import type { FastifyInstance } from 'fastify'

export interface TestAnswer {
  readonly status: number
  readonly body: unknown
}

/** One request as `admin` unless a token says otherwise, with JSON or a form; the answer parsed if it is JSON. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  token?: string,
) => Promise<TestAnswer>

/** Asks without a socket. */
export function askThrough(app: FastifyInstance, login: () => string): Ask {
  return async (method, path, body, own) => {
    const form = body instanceof FormData ? new Response(body) : undefined
    const type = form?.headers.get('content-type') ?? 'application/json'
    const payload = form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body)
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
