import { StringDecoder } from 'node:string_decoder'
import { buildPath, type Endpoint, toSearch } from '@brokerdeck/contract/endpoint.ts'
import { openUpstream, type UpstreamTrust } from '#proxy/upstream.ts'
import { readUpstreamProblem, UpstreamNonsense, UpstreamTimeout } from '#proxy/upstream-problem.ts'

export interface RequestInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

export type Answer =
  | { readonly kind: 'answer'; readonly status: number; readonly contentType: string; readonly text: string }
  /** The address does not respond. */
  | { readonly kind: 'none'; readonly reason: string }

/** The token of a login, or an API key. */
export type Credentials = string | { readonly key: string; readonly secret: string }

export interface BrokerClient {
  ask(endpoint: Endpoint, asked: RequestInput, credentials: Credentials | undefined): Promise<Answer>
  close(): void
}

export interface ClientLimits {
  /** The timeout without a received byte, in milliseconds. */
  readonly silenceMs: number
  /** The timeout of a whole response, in milliseconds, which also ends a response that arrives in small pieces. */
  readonly wholeMs: number
  /** The maximum size of a response, in bytes. */
  readonly longestAnswer: number
}

/** The default limits; the longest response that the console requests is far below them. */
const usualLimits: ClientLimits = { silenceMs: 20_000, wholeMs: 120_000, longestAnswer: 64_000_000 }

export function openBrokerClient(
  broker: string,
  trust: UpstreamTrust,
  limits: Partial<ClientLimits> = {},
): BrokerClient {
  const { silenceMs, wholeMs, longestAnswer } = { ...usualLimits, ...limits }
  const upstream = openUpstream(new URL(broker), trust)
  const base = upstream.url.pathname.replace(/\/$/, '')

  function send(
    endpoint: Endpoint,
    asked: RequestInput,
    credentials: Credentials | undefined,
  ): Promise<Answer> {
    const search = toSearch(asked.query).toString()
    const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
    return new Promise((resolve, reject) => {
      const question = {
        method: endpoint.method,
        path: `${base}/api/v5${buildPath(endpoint, asked.params)}${search === '' ? '' : `?${search}`}`,
        headers: {
          host: upstream.url.host,
          // The header is the console's, because the broker formats its metrics by it.
          accept: endpoint.gives === 'text' ? 'text/plain' : 'application/json',
          ...(credentials === undefined ? {} : { authorization: spellCredentials(credentials) }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      }
      const request = upstream.open(question, 'kept')
      request.setTimeout(silenceMs, () => request.destroy(new UpstreamTimeout('silence')))
      const end = setTimeout(() => request.destroy(new UpstreamTimeout('whole')), wholeMs)
      request.once('close', () => clearTimeout(end))
      request.on('error', reject)
      request.once('response', (response) => {
        const decoder = new StringDecoder('utf8')
        let [text, length] = ['', 0]
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length <= longestAnswer) {
            text += decoder.write(chunk)
            return
          }
          reject(new UpstreamNonsense(`the answer is longer than ${longestAnswer} bytes`))
          request.destroy()
        })
        response.on('error', reject)
        response.once('end', () =>
          resolve({
            kind: 'answer',
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            text: text + decoder.end(),
          }),
        )
      })
      request.end(body)
    })
  }

  return {
    async ask(endpoint, asked, credentials) {
      try {
        return await send(endpoint, asked, credentials)
      } catch (error) {
        return { kind: 'none', reason: readUpstreamProblem(error, upstream.url).message }
      }
    },
    close: () => upstream.close(),
  }
}

function spellCredentials(credentials: Credentials): string {
  if (typeof credentials === 'string') return `Bearer ${credentials}`
  return `Basic ${Buffer.from(`${credentials.key}:${credentials.secret}`).toString('base64')}`
}
