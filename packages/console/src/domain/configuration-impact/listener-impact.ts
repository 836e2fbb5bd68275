import { listenerImpact as m } from './messages.ts'

type Document = Readonly<Record<string, unknown>>

const toBindAddress = ({ bind }: Document): string => String(bind).replace(/^:/, '')

export interface Impact {
  readonly text: string
  /** True if clients lose their connection. */
  readonly cuts: boolean
}

/**
 * Returns the effect of changing a listener on its connected clients; without `before` the listener is new. Observed
 * on 5.8.9: clients stay connected while the listener keeps its address; WebSocket clients stay at any address.
 */
export function findListenerImpact(
  type: string,
  connections: number,
  now: Document,
  before?: Document,
): Impact {
  const isAny = connections > 0
  if (before === undefined) return { text: now['enable'] === false ? m.staysClosed : m.opens, cuts: false }
  if (before['enable'] === false)
    return { text: now['enable'] === false ? m.staysDisabled : m.opensAgain, cuts: false }
  if (now['enable'] === false) return { text: m.disabled(connections), cuts: isAny }
  if (toBindAddress(now) === toBindAddress(before)) return { text: m.stays(connections), cuts: false }
  return ['ws', 'wss'].includes(type)
    ? { text: m.movesAlong(connections), cuts: false }
    : { text: m.moves(connections), cuts: isAny }
}
