import type { World } from './broker/world.ts'
import { rulesApi } from './integration/rules/rules-api.ts'
import { addSampleRules } from './integration/rules/sample-rules.ts'
import { addSampleIntegrations } from './integration/sample-integrations.ts'
import { reachableBind } from './listen/loopback.ts'
import type { Listener } from './mqtt/cluster.ts'
import type { SampleDevice } from './sample-fleet-device.ts'
import {
  alertSource,
  flappingDevice,
  legacyDevice,
  meter,
  panel,
  phone,
  sensor,
  slowConsumer,
  worker,
} from './sample-fleet-devices.ts'
import { addSampleGateways } from './sample-gateways.ts'

export interface SampleFleet {
  /** Ends all connections; resolves when they are gone. */
  stop(): Promise<void>
}

/** Devices of all kinds, some fifty, spread over the nodes. */
function devices(): SampleDevice[] {
  const many = (count: number, make: (number: number) => SampleDevice) =>
    Array.from({ length: count }, (_, at) => make(at + 1))
  return [
    ...many(24, sensor),
    ...many(10, meter),
    ...many(4, worker),
    ...many(6, phone),
    ...many(3, panel),
    alertSource,
    legacyDevice,
    slowConsumer,
    flappingDevice,
  ]
}

/** Milliseconds between two connections at start. */
const pace = 10

/**
 * Lets a small made-up plant live on the broker, over real connections to its listeners. Its client ids begin with
 * `sample-`, its topics with `sample/`. Never for a cluster that is not ours.
 */
export function startSampleFleet(world: World): SampleFleet {
  addSampleRules(rulesApi.own(world).rules, world)
  const integrations = addSampleIntegrations(world).catch((error: unknown) => {
    world.log.write({
      level: 'error',
      message: 'sample_integrations_failed',
      details: { reason: String(error) },
    })
    return () => undefined
  })
  const gateways = addSampleGateways(world).catch((error: unknown) => {
    world.log.write({ level: 'error', message: 'sample_gateways_failed', details: { reason: String(error) } })
    return async () => undefined
  })
  const running: { stop(): Promise<void> }[] = []
  const nodes = world.cluster.nodes
  const timers = devices().map((device, at) => {
    const node = nodes[at % nodes.length]
    const start = () => {
      const listener = node?.listeners.find((one) => one.id === `${device.transport}:default`)
      if (listener?.isRunning === true) running.push(device.start(addressOf(device.transport, listener)))
    }
    return setTimeout(start, at * pace).unref()
  })
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      const close = await integrations
      close()
      await (await gateways)()
      await Promise.all(running.splice(0).map((device) => device.stop()))
    },
  }
}

function addressOf(type: 'tcp' | 'ws', { bind, settings }: Listener): string {
  const address = reachableBind(bind)
  return type === 'tcp' ? `mqtt://${address}` : `ws://${address}${settings.webSocket?.path ?? ''}`
}
