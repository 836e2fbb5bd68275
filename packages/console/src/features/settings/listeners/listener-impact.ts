import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { m } from './messages.ts'

const addressOf = ({ bind }: ApiDocument): string => String(bind).replace(/^:/, '')

/** Seen on 5.8.9: clients stay as long as the listener goes on at the same address, those of WebSocket wherever. */
export function listenerImpact(connections: number) {
  return (document: ApiDocument, before: ApiDocument): string => {
    if (document['enable'] === false) return m.impactDisabled(connections)
    if (addressOf(document) === addressOf(before)) return m.impactStays(connections)
    const isWebSocket = ['ws', 'wss'].includes(String(document['type']))
    return isWebSocket ? m.impactMovesAlong(connections) : m.impactMoves(connections)
  }
}
