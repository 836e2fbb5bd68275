import { OPERATOR } from './start-brokerdeck.ts'

async function ask(url: string, path: string, body?: object | FormData, token?: string): Promise<Response> {
  const isForm = body instanceof FormData
  return await fetch(new URL(`api/v5/${path}`, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
}

async function operatorToken(url: string): Promise<string> {
  const { token } = await (await ask(url, 'login', OPERATOR)).json()
  return token
}

/** Sends one POST request, of JSON or a form, below `api/v5` as the operator that the specs sign in as. */
export async function postAsOperator(url: string, path: string, body: object | FormData): Promise<Response> {
  return await ask(url, path, body, await operatorToken(url))
}

/** Returns the value of a counter of the whole cluster. */
export async function counterAsOperator(url: string, name: string): Promise<number> {
  const counters = await (
    await ask(url, 'metrics?aggregate=true', undefined, await operatorToken(url))
  ).json()
  return Number(counters[name])
}
