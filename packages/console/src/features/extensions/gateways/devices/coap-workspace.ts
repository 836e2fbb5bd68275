import {
  type CoapAnswer,
  type coapContentTypes,
  type coapMethods,
  gatewayDevices,
} from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import { useSyncExternalStore } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { coapRequests as m } from '#features/extensions/messages/gateway-devices.ts'
import { formatNumber } from '#i18n/format-number.ts'

export interface CoapDraft {
  readonly method: (typeof coapMethods)[number]
  readonly contentType: (typeof coapContentTypes)[number]
  /** The timeout in seconds, as typed. */
  readonly timeout: string
  readonly payload: string
}

export interface CoapExchange {
  readonly id: number
  readonly at: number
  readonly draft: CoapDraft
  /** The time until the response, or until the request was given up, in milliseconds. */
  readonly took: number | undefined
  readonly answer: CoapAnswer | undefined
  /** The reason why there is no response. */
  readonly failure: string | undefined
}

export interface CoapWorkspace {
  subscribe(listener: () => void): () => void
  /** Returns the exchanges, the newest first. */
  history(): readonly CoapExchange[]
  send(draft: CoapDraft): Promise<void>
  close(): void
}

export const mostExchanges = 50
/** The extra time beyond the device's timeout, in milliseconds. */
const margin = 5000
const tokenLength = 4

/** Returns a token that the device repeats in its response (RFC 7252 §5.3.1). */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenLength))
  return [...bytes].map((byte) => (byte % 36).toString(36)).join('')
}

function formatFailure(error: unknown, { timeout }: CoapDraft): string {
  const problem = getProblem(error)
  if (problem?.kind === 'rejected' && problem.code === 'CLIENT_NOT_FOUND') return m.gone
  if (problem?.kind === 'rejected' && problem.code === 'CLIENT_NOT_RESPONSE')
    return m.silent(formatNumber(Number(timeout)))
  const { title, detail } = describeError(error)
  return detail ?? title
}

/** Opens a record of the requests to a CoAP client, kept as long as the client's page is open. */
export function openCoapWorkspace(clientid: string): CoapWorkspace {
  let history: readonly CoapExchange[] = []
  let lastId = 0
  const waiting = new Set<AbortController>()
  const listeners = new Set<() => void>()
  const change = (next: readonly CoapExchange[]) => {
    history = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    history: () => history,
    async send(draft) {
      lastId += 1
      const id = lastId
      const at = Date.now()
      const nothing = { took: undefined, answer: undefined, failure: undefined }
      change([{ id, at, draft, ...nothing }, ...history].slice(0, mostExchanges))
      const controller = new AbortController()
      waiting.add(controller)
      const settle = (outcome: Partial<CoapExchange>) =>
        change(history.map((one) => (one.id === id ? { ...one, ...outcome, took: Date.now() - at } : one)))
      const { method, contentType: content_type, payload, timeout } = draft
      const body = { token: newToken(), method, content_type, payload, timeout: `${timeout}s` }
      try {
        const options = { signal: controller.signal, timeoutMs: Number(timeout) * 1000 + margin }
        settle({ answer: await request(gatewayDevices.request, { params: { clientid }, body }, options) })
      } catch (error) {
        settle({ failure: formatFailure(error, draft) })
      } finally {
        waiting.delete(controller)
      }
    },
    close() {
      for (const controller of waiting) controller.abort()
    },
  }
}

/** Subscribes to the history of a workspace. */
export function useCoapHistory(workspace: CoapWorkspace): readonly CoapExchange[] {
  return useSyncExternalStore(workspace.subscribe, workspace.history)
}
