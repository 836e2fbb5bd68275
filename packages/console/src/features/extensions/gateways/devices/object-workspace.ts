import type { RequestOf } from '@brokerdeck/contract/endpoint.ts'
import {
  gatewayDevices,
  type ObjectAnswer,
} from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import { useSyncExternalStore } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'

export type ObjectAction = 'read' | 'write' | 'execute' | 'discover' | 'observe' | 'cancel-observe'

export interface KnownValue {
  readonly value: string | number | boolean | null
  /** The time of the value, in epoch milliseconds. */
  readonly at: number
}

/** Holds what the broker reports about a discovered resource. */
export interface DiscoveredResource {
  readonly name?: string
  readonly operations?: string | undefined
  readonly dataType?: string | undefined
}

type Outcome =
  | { readonly kind: 'waiting' | 'silent' | 'stopped' }
  | { readonly kind: 'answered'; readonly code: string; readonly codeMsg: string }
  | { readonly kind: 'refused'; readonly reason: string }

export interface AskedOfDevice {
  readonly id: number
  readonly action: ObjectAction
  readonly path: string
  readonly at: number
  readonly outcome: Outcome
}

interface WorkspaceState {
  readonly discovered: ReadonlyMap<string, DiscoveredResource>
  readonly values: ReadonlyMap<string, KnownValue>
  readonly observed: readonly string[]
  /** The requests, the newest first. */
  readonly requests: readonly AskedOfDevice[]
  /** The number of objects that a running search has looked for, and the number of all. */
  readonly search: { readonly done: number; readonly all: number } | undefined
}

export interface ObjectWorkspace {
  readonly clientid: string
  subscribe(listener: () => void): () => void
  state(): WorkspaceState
  /**
   * Sends a request, then polls for the response until it arrives or the user stops waiting. Resolves with whether
   * the device responded.
   */
  ask(action: ObjectAction, path: string, send: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>
  read(path: string): Promise<boolean>
  observe(path: string, isWanted: boolean): Promise<boolean>
  stopWaiting(id: number): void
  /** Reads one object after the other, because nothing else tells which objects the device has. */
  find(objects: readonly number[]): Promise<void>
  /** Polls for values that observed resources have reported. */
  refresh(): Promise<void>
  /** Stops waiting for all responses. */
  close(): void
}

export const patienceSeconds = 30
const mostRequests = 50
const mostValues = 2000
const mostObserved = 20
const firstPause = 150
const longestPause = 2000
/** The code by which EMQX says that the device has not responded yet. */
const unanswered = '6.01'

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Opens a record of what is known about the objects of one device, kept as long as the device's page is open. */
export function openObjectWorkspace(clientid: string): ObjectWorkspace {
  let state: WorkspaceState = {
    discovered: new Map(),
    values: new Map(),
    observed: [],
    requests: [],
    search: undefined,
  }
  let lastId = 0
  const listeners = new Set<() => void>()
  const waiting = new Map<number, AbortController>()
  const change = (next: Partial<WorkspaceState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const settle = (id: number, outcome: Outcome) => {
    waiting.delete(id)
    change({ requests: state.requests.map((one) => (one.id === id ? { ...one, outcome } : one)) })
  }
  const lookUp = (action: ObjectAction, path: string, signal?: AbortSignal) =>
    request(
      gatewayDevices.lookup,
      { params: { clientid }, query: { action, path } },
      { isSilent: true, ...(signal === undefined ? {} : { signal }) },
    )
  const awaitAnswer = async (action: ObjectAction, path: string, signal: AbortSignal) => {
    const until = Date.now() + patienceSeconds * 1000
    for (let wait = firstPause; Date.now() < until; wait = Math.min(2 * wait, longestPause)) {
      await pause(wait, signal)
      const answer = await lookUp(action, path, signal)
      if (answer.code !== unanswered) return answer
    }
    return undefined
  }
  const take = (action: ObjectAction, path: string, answer: ObjectAnswer) => {
    const { observed } = state
    const isDone = answer.code.startsWith('2.')
    if (isDone && action === 'observe' && !observed.includes(path))
      change({ observed: [...observed, path].slice(-mostObserved) })
    if (action === 'cancel-observe') change({ observed: observed.filter((one) => one !== path) })
    change(findKnown(state, answer, Date.now()))
  }
  const sender =
    <E extends typeof gatewayDevices.read | typeof gatewayDevices.observe>(
      endpoint: E,
      given: RequestOf<E>,
    ) =>
    (signal: AbortSignal) =>
      request(endpoint, given, { signal })

  const workspace: ObjectWorkspace = {
    clientid,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    async ask(action, path, send) {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      waiting.set(id, controller)
      const asked = { id, action, path, at: Date.now(), outcome: { kind: 'waiting' } } as const
      change({ requests: [asked, ...state.requests].slice(0, mostRequests) })
      try {
        await send(controller.signal)
        const answer = await awaitAnswer(action, path, controller.signal)
        if (answer === undefined) {
          settle(id, { kind: 'silent' })
          return false
        }
        take(action, path, answer)
        settle(id, { kind: 'answered', code: answer.code, codeMsg: answer.codeMsg })
        return true
      } catch (error) {
        settle(id, toOutcome(error, controller.signal))
        return false
      }
    },
    read: (path) =>
      workspace.ask('read', path, sender(gatewayDevices.read, { params: { clientid }, query: { path } })),
    observe: (path, enable) =>
      workspace.ask(
        enable ? 'observe' : 'cancel-observe',
        path,
        sender(gatewayDevices.observe, { params: { clientid }, query: { path, enable } }),
      ),
    stopWaiting: (id) => waiting.get(id)?.abort(),
    async find(objects) {
      for (const [done, object] of objects.entries()) {
        change({ search: { done, all: objects.length } })
        if (!(await workspace.read(`/${object}`))) break
      }
      change({ search: undefined })
    },
    async refresh() {
      for (const path of state.observed) {
        const answer = await lookUp('observe', path)
        if (state.observed.includes(path)) change(findKnown(state, answer, Date.now(), true))
      }
    },
    close() {
      for (const controller of waiting.values()) controller.abort()
    },
  }
  return workspace
}

function toOutcome(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted || getProblem(error)?.kind === 'aborted') return { kind: 'stopped' }
  const { title, detail } = describeError(error)
  return { kind: 'refused', reason: detail ?? title }
}

/** Merges a response into the known values. With `isPolled`, an unchanged value keeps its time. */
function findKnown(
  before: WorkspaceState,
  { content = [] }: ObjectAnswer,
  now: number,
  isPolled = false,
): Pick<WorkspaceState, 'values' | 'discovered'> {
  const values = new Map(before.values)
  const discovered = new Map(before.discovered)
  for (const one of content) {
    if ('value' in one && typeof one.path === 'string') {
      const value = scalar(one.value)
      const isSame = isPolled && values.get(one.path)?.value === value
      if (!isSame && (values.has(one.path) || values.size < mostValues))
        values.set(one.path, { value, at: now })
    } else if (discovered.size < mostValues) {
      if (typeof one.path !== 'string') for (const path of Object.keys(one)) discovered.set(path, {})
      else discovered.set(one.path, describeResource(one))
    }
  }
  return { values, discovered }
}

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function scalar(value: unknown): KnownValue['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function describeResource(one: Readonly<Record<string, unknown>>): DiscoveredResource {
  const name = toText(one['name'])
  return {
    ...(name === undefined ? {} : { name }),
    operations: toText(one['operations']),
    dataType: toText(one['dataType']),
  }
}

/** Subscribes to the state of a workspace. */
export function useObjectWorkspace(workspace: ObjectWorkspace): WorkspaceState {
  return useSyncExternalStore(workspace.subscribe, workspace.state)
}
