import http from 'node:http'
import https from 'node:https'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import { readUpstreamProblem } from '#proxy/upstream-problem.ts'
import type { Schedule } from './real-time.ts'

/** How it went. */
export type Delivery =
  | { readonly result: 'delivered' }
  | {
      readonly result: 'rejected' | 'unreachable' | 'timeout'
      readonly reason: string
      /** It was sent as a whole, and no answer of the receiver itself says that it was not taken. */
      readonly mayHaveArrived: boolean
    }

export interface Receiver {
  post(body: string): Promise<Delivery>
  /** Gives up what is under way. */
  close(): void
}

/** A gateway in between says so where the receiver did not answer in time, or not in full. */
const ofGateways = [502, 504]
/** For one delivery as a whole. */
const patience = 10_000
/** Bytes of an answer that are read; nothing of them counts. */
const mostRead = 8_192

/**
 * Whoever knows the address may post to it, so nothing of it is repeated. It is read for each message; where that fails
 * it throws a StartError. Redirects are not followed.
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
        // Any other error may repeat the address.
        const reason = error instanceof StartError ? error.message : 'its address cannot be used'
        return { result: 'unreachable', reason, mayHaveArrived: false }
      }
    },
    close() {
      for (const request of underWay) request.destroy()
    },
  }
}
