import { OPERATOR } from './start-brokerdeck.ts'

/** One request below `api/v5` by whoever the specs sign in as. */
export async function postAsOperator(url: string, path: string, body: object): Promise<Response> {
  const ask = (to: string, what: object, token?: string) =>
    fetch(new URL(`api/v5/${to}`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(what),
    })
  const login = await ask('login', OPERATOR)
  const { token } = await login.json()
  return await ask(path, body, token)
}
