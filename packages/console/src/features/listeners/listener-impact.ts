import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { m } from './messages.ts'

const addressOf = ({ bind }: ApiDocument): string => String(bind).replace(/^:/, '')

/** Recorded: clients stay as long as the listener goes on at the same address. */
export function listenerImpact(connections: number) {
  return (document: ApiDocument, before: ApiDocument): string => {
    if (document['enable'] === false) return m.impactDisabled(connections)
    return addressOf(document) === addressOf(before) ? m.impactStays(connections) : m.impactMoves(connections)
  }
}
