import { OPERATOR } from './start-brokerdeck.ts'

/** One request, of JSON or a form, below `api/v5` by whoever the specs sign in as. */
export async function postAsOperator(url: string, path: string, body: object | FormData): Promise<Response> {
  const ask = (to: string, what: object | FormData, token?: string) =>
    fetch(new URL(`api/v5/${to}`, url), {
      method: 'POST',
      headers: {
        ...(what instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: what instanceof FormData ? what : JSON.stringify(what),
    })
  const login = await ask('login', OPERATOR)
  const { token } = await login.json()
  return await ask(path, body, token)
}
