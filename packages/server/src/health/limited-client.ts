import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import {
  type Answer,
  type BrokerClient,
  type ClientLimits,
  openBrokerClient,
} from '#broker-client/broker-client.ts'
import type { UpstreamTrust } from '#proxy/upstream.ts'
import { takeTurns } from './take-turns.ts'

/** The limits on the resources of the server that an examination may use, whatever a broker responds. */
export interface ExaminationLimits extends ClientLimits {
  /** The maximum number of concurrent requests. */
  readonly atOnce: number
  /** The maximum number of requests to one endpoint, because each listener takes a request of its own. */
  readonly questionsOfEndpoint: number
  /**
   * The maximum number of values and lines in a response: parsing takes time for each of them, however short they
   * are.
   */
  readonly valuesOfAnswer: number
  /** The maximum number of values in all responses together. */
  readonly values: number
}

/**
 * The limits for a server that serves consoles at the same time; they are far above the responses of large clusters.
 */
export const backgroundLimits: ExaminationLimits = {
  silenceMs: 20_000,
  wholeMs: 30_000,
  longestAnswer: 8 * 1_048_576,
  atOnce: 4,
  questionsOfEndpoint: 500,
  valuesOfAnswer: 100_000,
  values: 300_000,
}

/**
 * Opens a client that stops when the signal is aborted, however long the broker takes, and replaces responses over a
 * limit with an error.
 */
export function openLimitedClient(
  broker: string,
  trust: UpstreamTrust,
  { limits, signal }: { readonly limits: ExaminationLimits; readonly signal: AbortSignal },
): BrokerClient {
  const client = openBrokerClient(broker, trust, limits)
  const { host } = new URL(broker)
  const close = () => client.close()
  signal.addEventListener('abort', close)
  const takeTurn = takeTurns(limits.atOnce)
  const asked = new Map<Endpoint, number>()
  let values = 0

  const refuse = (reason: string): Answer => ({ kind: 'none', reason: `${host} ${reason}` })

  function read(answer: Answer): Answer {
    if (signal.aborted) return refuse('did not answer in time')
    if (answer.kind === 'none') return answer
    const count = countValues(answer.text)
    if (count > limits.valuesOfAnswer)
      return refuse(`cannot be understood: the answer has more than ${limits.valuesOfAnswer} values`)
    values += count
    return values > limits.values ? refuse(`answered more than ${limits.values} values in all`) : answer
  }

  return {
    async ask(...question) {
      const [endpoint] = question
      const count = (asked.get(endpoint) ?? 0) + 1
      asked.set(endpoint, count)
      if (count > limits.questionsOfEndpoint)
        return refuse(`is asked ${endpoint.path} for the first ${limits.questionsOfEndpoint} only`)
      return await takeTurn(async () =>
        signal.aborted ? refuse('did not answer in time') : read(await client.ask(...question)),
      )
    },
    close() {
      signal.removeEventListener('abort', close)
      client.close()
    },
  }
}

/** Estimates the number of values: one for each comma, line break, and beginning of a list or an object. */
function countValues(text: string): number {
  let count = 1
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 44 || character === 10 || character === 91 || character === 123) count += 1
  }
  return count
}
