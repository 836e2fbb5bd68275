import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { OPERATOR } from './start-brokerdeck.ts'

export interface SamlBroker {
  /** The base URL of the API of EMQX with SAML switched on. */
  readonly url: string
  /** The assertions that were received by POST. */
  readonly asserted: readonly string[]
  /** Sets the URL of the console that the provider sends browsers back to. */
  returnsTo(console: string): void
  close(): void
}

/**
 * Starts a broker that logs in by SAML as EMQX 5.8.9 does, and the page of a provider at another origin: the login
 * goes to the provider by a redirect, comes back by a form, and ends in a redirect with `login_meta`. All other
 * requests are passed on to the broker behind.
 */
export async function startSamlBroker(behind: string): Promise<SamlBroker> {
  const asserted: string[] = []
  let console = ''
  const provider = await listening((_, response) => {
    const form = `<form method="post" action="${console}api/v5/sso/saml/acs">`
    const field = '<input type="hidden" name="SAMLResponse" value="c2lnbmVk">'
    const page = `<title>Provider</title>${form}${field}<button>Allow</button></form>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  const broker = await listening((request, response) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`
    const goTo = (location: string) => response.writeHead(302, { location }).end()
    if (line === 'GET /api/v5/sso/running') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('["saml"]')
    } else if (line === 'POST /api/v5/sso/login/saml') {
      request.resume()
      goTo(provider.url)
    } else if (line === 'POST /api/v5/sso/saml/acs') {
      void text(request)
        .then((body) => asserted.push(body))
        .then(() => metaOf(behind))
        .then((meta) => goTo(`/?login_meta=${encodeURIComponent(meta)}`))
    } else {
      void passOn(request, behind).then(async (answer) => {
        const type = answer.headers.get('content-type')
        response.writeHead(answer.status, type === null ? {} : { 'content-type': type })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
    }
  })
  return {
    url: broker.url,
    asserted,
    returnsTo: (url) => {
      console = url
    },
    close: () => {
      provider.close()
      broker.close()
    },
  }
}

/** Returns the data about the user that EMQX passes to the page after the login; with SAML it names no backend. */
async function metaOf(behind: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(new URL('api/v5/login', behind), {
    method: 'POST',
    headers,
    body: JSON.stringify(OPERATOR),
  })
  const { token, version, license } = await login.json()
  const meta = { username: 'ada', role: 'administrator', token, version, license }
  return Buffer.from(JSON.stringify(meta)).toString('base64')
}

async function passOn(request: IncomingMessage, to: string): Promise<Response> {
  const { method = 'GET', headers } = request
  const given = ['authorization', 'content-type', 'accept'].flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const body = await text(request)
  return await fetch(new URL(request.url ?? '/', to), {
    method,
    headers: given,
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  })
}

interface Listening {
  readonly url: string
  close(): void
}

async function listening(answer: RequestListener): Promise<Listening> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('listens on no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => void server.close() }
}
