import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useEffect, useRef, useState } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { longestWatchMs, type OwnTrace, startOwnTrace } from './own-trace.ts'

/** What is watched, and whose it is. */
interface Watched {
  readonly name: string
  /** Undefined: somebody else's, or kept. It is left alone. */
  readonly own: OwnTrace | undefined
  /** Nothing more is asked for; what was seen stays. */
  readonly isOver: boolean
}

export type ClientTrace =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting' }
  /** Somebody follows this client already. */
  | { readonly kind: 'taken'; readonly name: string }
  | { readonly kind: 'failed'; readonly problem: Described }
  | ({ readonly kind: 'watching' } & Watched)

interface ClientTraceActions {
  readonly state: ClientTrace
  readonly start: () => Promise<void>
  readonly follow: (name: string) => void
  readonly keep: () => void
  readonly stop: () => void
}

/** The trace that has the same condition, and runs or will. */
async function traceOf(clientid: string): Promise<string | undefined> {
  const traces = await request(trace.list, {})
  const found = traces.find(
    (one) => one.type === 'clientid' && one.clientid === clientid && one.status !== 'stopped',
  )
  return found?.name
}

function failed(error: unknown): ClientTrace {
  return { kind: 'failed', problem: describeError(error) }
}

/** A trace for as long as somebody looks at this client. */
export function useClientTrace(clientid: string): ClientTraceActions {
  const [state, setState] = useState<ClientTrace>({ kind: 'idle' })
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

  const refuse = async (error: unknown): Promise<ClientTrace> => {
    const problem = problemOf(error)
    const isTaken = problem?.kind === 'rejected' && problem.code === 'DUPLICATE_CONDITION'
    const name = isTaken ? await traceOf(clientid) : undefined
    return name === undefined ? failed(error) : { kind: 'taken', name }
  }
  const start = async () => {
    setState({ kind: 'starting' })
    try {
      const started = await startOwnTrace(clientid)
      // Whoever has gone on in the meantime watches nothing.
      if (!isShown.current) return started.end()
      own.current = started
      setState({ kind: 'watching', name: started.name, own: started, isOver: false })
    } catch (error) {
      setState(await refuse(error).catch(failed))
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
