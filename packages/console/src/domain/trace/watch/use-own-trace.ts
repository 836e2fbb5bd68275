import { type Trace, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError, type ErrorDescription, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { longestWatchMs, type OwnTrace, startOwnTrace, type TraceTarget } from './own-trace.ts'

/** The followed trace and its owner. */
interface Followed {
  readonly name: string
  /** Undefined for a trace that belongs to someone else or is kept: such a trace is not removed. */
  readonly own: OwnTrace | undefined
  /** True once no more lines are requested; the lines read so far stay. */
  readonly isOver: boolean
}

export type WatchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting' }
  /** Someone already follows the same target. */
  | { readonly kind: 'taken'; readonly name: string }
  | { readonly kind: 'failed'; readonly problem: ErrorDescription }
  | ({ readonly kind: 'watching' } & Followed)

export interface WatchActions {
  readonly state: WatchState
  /** Resolves with true if something is watched now. */
  readonly start: () => Promise<boolean>
  readonly follow: (name: string) => void
  readonly keep: () => void
  readonly stop: () => void
}

/** Finds a trace with the same condition that is running or will run. */
async function findTrace(watched: TraceTarget): Promise<string | undefined> {
  const traces = await request(trace.list, {})
  const isSame = (one: Trace) =>
    watched.type === 'clientid'
      ? one.type === 'clientid' && one.clientid === watched.clientid
      : one.type === 'ruleid' && one.ruleid === watched.ruleid
  return traces.find((one) => one.status !== 'stopped' && isSame(one))?.name
}

function toFailedState(error: unknown): WatchState {
  return { kind: 'failed', problem: describeError(error) }
}

/** Manages a trace that exists as long as the component is shown. */
export function useOwnTrace(watched: TraceTarget): WatchActions {
  const [state, setState] = useState<WatchState>({ kind: 'idle' })
  const own = useRef<OwnTrace>(undefined)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      own.current?.end()
      own.current = undefined
    }
  }, [])

  const refuse = async (error: unknown): Promise<WatchState> => {
    const problem = getProblem(error)
    const isTaken = problem?.kind === 'rejected' && problem.code === 'DUPLICATE_CONDITION'
    const name = isTaken ? await findTrace(watched) : undefined
    return name === undefined ? toFailedState(error) : { kind: 'taken', name }
  }
  const start = async () => {
    setState({ kind: 'starting' })
    try {
      const started = await startOwnTrace(watched)
      // The user has left the page in the meantime, so nothing is watched.
      if (!isShown.current) {
        started.end()
        return false
      }
      own.current = started
      setState({ kind: 'watching', name: started.name, own: started, isOver: false })
      return true
    } catch (error) {
      setState(await refuse(error).catch(toFailedState))
      return false
    }
  }
  const stop = () => {
    own.current?.end()
    own.current = undefined
    setState((now) => (now.kind === 'watching' ? { ...now, own: undefined, isOver: true } : now))
  }
  const isOwn = state.kind === 'watching' && state.own !== undefined
  const stopNow = useRef(stop)
  stopNow.current = stop
  useEffect(() => {
    if (!isOwn) return
    const timer = setTimeout(() => stopNow.current(), longestWatchMs)
    return () => clearTimeout(timer)
  }, [isOwn])
  const keep = () => {
    own.current?.keep()
    own.current = undefined
    setState((now) => (now.kind === 'watching' ? { ...now, own: undefined } : now))
  }
  const follow = (name: string) => setState({ kind: 'watching', name, own: undefined, isOver: false })
  return { state, start, follow, keep, stop }
}
