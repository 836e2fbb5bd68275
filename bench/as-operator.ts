import * as v from 'valibot'
import { OPERATOR } from '../e2e/start-brokerdeck.ts'

const signedInSchema = v.object({ token: v.string(), version: v.string() })

export async function signIn(url: string): Promise<v.InferOutput<typeof signedInSchema>> {
  const answer = await fetch(new URL('api/v5/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  })
  return v.parse(signedInSchema, await answer.json())
}

/**
 * Returns a function that sends requests below `api/v5` as the operator; it throws if the response is not a success.
 */
export async function asOperator(url: string) {
  const { token } = await signIn(url)
  return async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Response> => {
    const answer = await fetch(new URL(`api/v5/${path}`, url), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

export type AskAsOperator = Awaited<ReturnType<typeof asOperator>>
