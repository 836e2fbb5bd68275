import type { Listener, ListenerSummary, ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import * as v from 'valibot'

/** A port of the broker, for comparison with an address. */
export interface BrokerPort {
  readonly id: string
  readonly type: ListenerType
  /** The address on which it listens, if the broker reports a single address. */
  readonly host: string | undefined
  readonly port: number
  /** The path of a WebSocket listener. */
  readonly path: string | undefined
  readonly isRunning: boolean
}

const webSocketSchema = v.object({ mqtt_path: v.string() })

/** Returns each listener with every port on which it listens: nodes that share a machine use a port each. */
export function brokerPorts(
  summaries: readonly ListenerSummary[],
  details: readonly Listener[],
): readonly BrokerPort[] {
  return summaries.flatMap(({ id, type, bind, status, node_status: nodes }) => {
    const { websocket } = details.find((one) => one.id === id) ?? {}
    const path = v.is(webSocketSchema, websocket) ? websocket.mqtt_path : undefined
    const places = [...nodes.flatMap(({ address }) => address ?? []), bind].flatMap(parseBind)
    const isFirst = ({ port }: { readonly port: number }, at: number) =>
      places.findIndex((place) => place.port === port) === at
    const isRunning = status.running !== false
    return places.filter(isFirst).map((place) => ({ id, type, ...place, path, isRunning }))
  })
}

/** Parses `127.0.0.1:1883`, `[::1]:1883`, `:1883`, `0.0.0.0:1883`. */
function parseBind(bind: string): readonly Pick<BrokerPort, 'host' | 'port'>[] {
  const [, host = '', port] = /^(.*?):?(\d+)$/.exec(bind) ?? []
  if (port === undefined) return []
  const isEverywhere = ['', '0.0.0.0', '[::]', '::'].includes(host)
  return [{ host: isEverywhere ? undefined : host, port: Number(port) }]
}

export const isWebSocket = ({ type }: BrokerPort): boolean => type === 'ws' || type === 'wss'
