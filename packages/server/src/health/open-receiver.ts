import http from 'node:http'
import https from 'node:https'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import { readUpstreamProblem } from '#proxy/upstream-problem.ts'
import type { Schedule } from './real-time.ts'

/** The result of a delivery. */
export type Delivery =
  | { readonly result: 'delivered' }
  | {
      readonly result: 'rejected' | 'unreachable' | 'timeout'
      readonly reason: string
      /** True if the whole message was sent, and no response of the receiver itself says that it was refused. */
      readonly mayHaveArrived: boolean
    }

export interface Receiver {
  post(body: string): Promise<Delivery>
  /** Aborts pending deliveries. */
  close(): void
}

/** The statuses of a gateway in between whose receiver did not respond in time, or not completely. */
const ofGateways = [502, 504]
/** The timeout of a whole delivery, in milliseconds. */
const patience = 10_000
/** The maximum number of bytes of a response that are read; the content is ignored. */
const mostRead = 8_192

/**
 * Opens a receiver. Its URL is never printed, because everyone who knows it can post to it. The URL is read for each
 * message, and reading throws a StartError if it fails. Redirects are not followed.
 */
export function openReceiver(readUrl: () => URL, schedule: Schedule): Receiver {
  const underWay = new Set<http.ClientRequest>()

  function send(url: URL, body: string): Promise<Delivery> {
    const secrets = [url.href, url.host, url.hostname, `${url.pathname}${url.search}`, url.password]
    const explain = (error: unknown) =>
      printable(withoutSecrets(readUpstreamProblem(error, new URL('http://receiver')).message, secrets))
    return new Promise((resolve) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'brokerdeck',
        },
      })
      underWay.add(request)
      let isSent = false
      request.once('finish', () => {
        isSent = true
      })
      const callOff = schedule.after(patience, () => {
        resolve({ result: 'timeout', reason: 'no answer in time', mayHaveArrived: true })
        request.destroy()
      })
      const fail = (reason: string) => resolve({ result: 'unreachable', reason, mayHaveArrived: isSent })
      request.on('error', (error) => fail(explain(error)))
      request.once('close', () => {
        callOff()
        underWay.delete(request)
        fail('it closed the connection without an answer')
      })
      request.once('response', (response) => {
        const status = response.statusCode ?? 0
        const isTaken = status >= 200 && status < 300
        const mayHaveArrived = ofGateways.includes(status)
        resolve(
          isTaken
            ? { result: 'delivered' }
            : { result: 'rejected', reason: `HTTP ${status}`, mayHaveArrived },
        )
        let read = 0
        response.on('error', () => request.destroy())
        response.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > mostRead) request.destroy()
        })
      })
      request.end(body)
    })
  }

  return {
    async post(body) {
      try {
        return await send(readUrl(), body)
      } catch (error) {
        // Other errors may contain the URL, so their messages are not used.
        const reason = error instanceof StartError ? error.message : 'its address cannot be used'
        return { result: 'unreachable', reason, mayHaveArrived: false }
      }
    },
    close() {
      for (const request of underWay) request.destroy()
    },
  }
}
