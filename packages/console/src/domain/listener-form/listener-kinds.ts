import { type ListenerType, listenerTypes } from '@brokerdeck/contract/settings/listeners.ts'
import type { Condition } from '#kit/form/field.ts'
import { listenerForm as m } from './messages.ts'

const words: Record<ListenerType, string> = { tcp: m.tcp, ssl: m.ssl, ws: m.ws, wss: m.wss, quic: m.quic }

export const typeOptions = listenerTypes.map((value) => ({ value, label: words[value] }))

/** Which listeners a field is for. */
export function onlyFor(...types: readonly ListenerType[]): readonly Condition[] {
  return [{ path: 'type', is: types }]
}

export const ofTcp = onlyFor('tcp', 'ssl', 'ws', 'wss')
export const ofWebSocket = onlyFor('ws', 'wss')
export const ofTls = onlyFor('ssl', 'wss', 'quic')
export const ofTcpTls = onlyFor('ssl', 'wss')
