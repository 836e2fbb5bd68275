import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { clientOverrideSchema } from '../client-override.ts'
import type { GatewayEngine } from '../gateway-engine.ts'
import { StompConnection, type StompSettings } from './stomp-connection.ts'

const documentSchema = v.object({
  frame: v.object({
    max_headers: v.number(),
    max_headers_length: v.number(),
    max_body_length: v.number(),
  }),
  mountpoint: v.string(),
  idle_timeout: v.string(),
  clientinfo_override: v.optional(clientOverrideSchema, {}),
})

/** On one node, those included who have not yet said who they are. */
const maxConnections = 20_000

export const stompEngine: GatewayEngine = (document, node) => {
  const {
    frame,
    mountpoint,
    idle_timeout: idle,
    clientinfo_override: override,
  } = v.parse(documentSchema, document)
  const settings: StompSettings = {
    frame: {
      maxHeaders: frame.max_headers,
      maxHeadersLength: frame.max_headers_length,
      maxBodyLength: frame.max_body_length,
    },
    mountpoint,
    idleTimeout: parseDuration(idle) ?? 30_000,
    override,
  }
  const connections = new Set<StompConnection>()
  return {
    async accept(accepted, listener) {
      if (connections.size >= maxConnections) {
        accepted.stream.destroy()
        return
      }
      const connection = new StompConnection(accepted, listener, node, settings)
      connections.add(connection)
      await connection.serve()
      connections.delete(connection)
    },
    tick(now) {
      for (const connection of connections) connection.tick(now)
    },
    dismiss(listener) {
      for (const connection of [...connections])
        if (listener === undefined || connection.listener === listener) connection.end('shutdown')
    },
  }
}
