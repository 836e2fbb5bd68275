import { createSecureContext } from 'node:tls'
import type { ExhookServer } from '@brokerdeck/contract/extensions/exhooks.ts'
import { type ChannelCredentials, Client, credentials, Metadata } from '@grpc/grpc-js'
import * as v from 'valibot'
import { type TlsDocument, tlsOptions, tlsShape } from '../../backends/tls-options.ts'

/** A real broker opens as many as it is told; more than these tell nobody anything. */
const mostConnections = 16
/** Calls without an answer yet; the next one fails at once. */
const mostWaiting = 1024
/** Of an answer, in bytes: a message may be as large as MQTT lets it. */
const longestAnswer = 16 * 1_048_576

const address = /^(https?):\/\/((?:\[[\da-f:.]+\]|[^/?#:@\s[\]]+):(\d{1,5}))(?:[/?#]|$)/i

/** Undefined where the broker cannot make anything of the URL: its port is not optional. */
function targetOf(url: string): { readonly isSecure: boolean; readonly target: string } | undefined {
  const [, scheme, target, port] = address.exec(url) ?? []
  if (target === undefined || Number(port) > 65_535) return undefined
  return { isSecure: scheme === 'https', target }
}

function credentialsOf(isSecure: boolean, ssl: TlsDocument | undefined): ChannelCredentials {
  if (!isSecure) return credentials.createInsecure()
  const { rejectUnauthorized = false, servername, ...context } = tlsOptions(ssl) ?? {}
  return credentials.createFromSecureContext(createSecureContext(context), { rejectUnauthorized })
}

const serverName = (ssl: TlsDocument | undefined) => {
  const { servername } = tlsOptions(ssl) ?? {}
  return servername === undefined ? {} : { 'grpc.ssl_target_name_override': servername }
}

/** The connections of one node to one hook server. */
export class HookChannel {
  readonly #clients: readonly Client[]
  readonly #metadata = new Metadata()
  #waiting = 0

  /** Throws where the settings cannot work: no address, or certificates that are none. */
  constructor({ url, ssl, pool_size }: ExhookServer) {
    const found = targetOf(url)
    if (found === undefined) throw new Error(`bad_server_url: ${url}`)
    const tls = ssl === undefined ? undefined : v.parse(tlsShape, ssl)
    const options = {
      ...serverName(tls),
      // Each of them a connection of its own.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.service_config_disable_resolution': 1,
      'grpc.enable_http_proxy': 0,
      'grpc.max_receive_message_length': longestAnswer,
      'grpc.max_send_message_length': -1,
      // A server that is back is called again soon.
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1000,
    }
    this.#clients = Array.from({ length: Math.min(pool_size, mostConnections) }, () => {
      return new Client(found.target, credentialsOf(found.isSecure, tls), options)
    })
  }

  /** Calls of one key take one connection, so that they come in their order. Rejects where there is no answer. */
  call(method: string, request: Buffer, key: string, timeout: number): Promise<Buffer> {
    const client = this.#clients[hash(key) % this.#clients.length]
    if (client === undefined || this.#waiting >= mostWaiting) return Promise.reject(new Error('overloaded'))
    this.#waiting++
    const answered = new Promise<Buffer>((resolve, reject) => {
      const same = (bytes: Buffer) => bytes
      const deadline = Date.now() + timeout
      client.makeUnaryRequest(method, same, same, request, this.#metadata, { deadline }, (error, answer) => {
        if (error === null && answer !== undefined) resolve(answer)
        else reject(error ?? new Error('no answer'))
      })
    })
    return answered.finally(() => {
      this.#waiting--
    })
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}
