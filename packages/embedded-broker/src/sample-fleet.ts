import type { MqttClient } from 'mqtt'
import type { BrokerContext } from './compose/broker-context.ts'
import { rulesApi } from './integration/rules/rules-api.ts'
import { addSampleRules } from './integration/rules/sample-rules.ts'
import { addSampleIntegrations } from './integration/sample-integrations.ts'
import { reachableBind } from './listen/loopback.ts'
import type { Listener } from './mqtt/node/cluster.ts'
import { type DeviceAddress, type SampleDevice, sampleDevice } from './sample-fleet-device.ts'
import { addSampleGateways } from './sample-gateways.ts'

export interface SampleFleet {
  /** Ends all connections; resolves when they are closed. */
  stop(): Promise<void>
}

/** Returns some fifty devices of all kinds, spread over the nodes. */
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

/** The number of milliseconds between two connections at the start. */
const pace = 10

/**
 * Runs a small simulated plant on the broker, over real connections to its listeners. Its client IDs begin with
 * `sample-`, its topics with `sample/`. It never runs on a cluster other than the embedded broker.
 */
export function startSampleFleet(context: BrokerContext): SampleFleet {
  addSampleRules(rulesApi.own(context).rules, context)
  const integrations = addSampleIntegrations(context).catch((error: unknown) => {
    context.log.write({
      level: 'error',
      message: 'sample_integrations_failed',
      details: { reason: String(error) },
    })
    return () => undefined
  })
  const gateways = addSampleGateways(context).catch((error: unknown) => {
    context.log.write({
      level: 'error',
      message: 'sample_gateways_failed',
      details: { reason: String(error) },
    })
    return async () => undefined
  })
  const running: { stop(): Promise<void> }[] = []
  const nodes = context.cluster.nodes
  const timers = devices().map((device, at) => {
    const node = nodes[at % nodes.length]
    const start = () => {
      const listener = node?.listeners.find((one) => one.id === `${device.transport}:default`)
      if (listener?.isRunning === true) running.push(device.start(toAddress(device.transport, listener)))
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

function toAddress(type: 'tcp' | 'ws', { bind, settings }: Listener): DeviceAddress {
  const { hostname, port } = new URL(`mqtt://${reachableBind(bind)}`)
  // The brackets of an IPv6 address belong to a URL, and only the WebSocket transport makes a URL of the host.
  if (type === 'tcp') return { protocol: 'mqtt', host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) }
  return { protocol: 'ws', host: hostname, port: Number(port), path: settings.webSocket?.path ?? '' }
}

const two = (number: number) => String(number).padStart(2, '0')

const json = (value: unknown) => JSON.stringify(value)

const halls = ['north', 'south', 'yard'] as const

/** Returns a value that rises and falls like a day, with a small shift for each device. */
const swing = (tick: number, number: number, middle: number, width: number) =>
  Math.round((middle + width * Math.sin(tick / 20 + number)) * 100) / 100

/** Sends telemetry with QoS 0, a retained state, and has a will that sets the state to `offline`. */
function sensor(number: number): SampleDevice {
  const base = `sample/${halls[number % halls.length]}/sensor-${two(number)}`
  return sampleDevice({
    options: {
      clientId: `sample-sensor-${two(number)}`,
      username: 'sensors',
      protocolVersion: number % 3 === 0 ? 4 : 5,
      keepalive: 30,
      will: {
        topic: `${base}/state`,
        payload: Buffer.from(json({ status: 'offline' })),
        qos: 1,
        retain: true,
      },
    },
    onConnect(client) {
      client.publish(`${base}/state`, json({ status: 'online', firmware: '2.4.1' }), { qos: 1, retain: true })
      client.subscribe(`${base}/command`, { qos: 1 })
    },
    every: {
      milliseconds: 4000 + number * 50,
      run(client, tick) {
        const reading = {
          temperature: swing(tick, number, 21.5, 4),
          humidity: swing(tick, number + 2, 48, 9),
        }
        client.publish(`${base}/telemetry`, json({ ...reading, at: new Date().toISOString() }))
      },
    },
  })
}

/** Sends readings with QoS 1, in sessions that outlive their connection. */
function meter(number: number): SampleDevice {
  const base = `sample/meters/meter-${two(number)}`
  return sampleDevice({
    options: {
      clientId: `sample-meter-${two(number)}`,
      username: 'meters',
      protocolVersion: 4,
      clean: false,
      keepalive: 60,
    },
    onConnect: (client) => client.subscribe([`${base}/command`, 'sample/meters/all/command'], { qos: 2 }),
    every: {
      milliseconds: 10_000,
      run: (client, tick) =>
        client.publish(`${base}/reading`, json({ kwh: 1000 * number + tick, unit: 'kWh' }), { qos: 1 }),
    },
  })
}

/** Several workers share the messages of one subscription. */
function worker(number: number): SampleDevice {
  return sampleDevice({
    options: { clientId: `sample-worker-${number}`, username: 'workers', protocolVersion: 5 },
    onConnect: (client) => client.subscribe('$share/sample-workers/sample/+/+/telemetry', { qos: 1 }),
  })
}

/** Subscribes and disconnects, so its alerts wait in the queue. */
function phone(number: number): SampleDevice {
  return sampleDevice({
    options: {
      clientId: `sample-phone-${number}`,
      username: `user${number}`,
      protocolVersion: 5,
      clean: false,
      properties: { sessionExpiryInterval: 7 * 24 * 3600 },
    },
    onConnect: (client) => client.subscribe('sample/alerts/#', { qos: 1 }, () => client.end()),
  })
}

/** Simulates pages in a browser that show the states. */
function panel(number: number): SampleDevice {
  return sampleDevice({
    transport: 'ws',
    options: { clientId: `sample-panel-${number}`, username: 'panels', protocolVersion: 5 },
    onConnect: (client) => client.subscribe(['sample/+/+/state', 'sample/alerts/#'], { qos: 0 }),
  })
}

const alerts = ['door open', 'filter due', 'battery low', 'signal weak'] as const

const alertSource: SampleDevice = sampleDevice({
  options: { clientId: 'sample-alert-source', username: 'rules', protocolVersion: 5 },
  every: {
    milliseconds: 15_000,
    run: (client, tick) => {
      const hall = halls[tick % halls.length]
      client.publish(`sample/alerts/${hall}`, json({ alert: alerts[tick % alerts.length], number: tick }), {
        qos: 1,
        properties: { contentType: 'application/json', userProperties: { severity: 'minor' } },
      })
    },
  },
})

/** An old device that speaks MQTT 3.1. */
const legacyDevice: SampleDevice = sampleDevice({
  options: { clientId: 'sample-legacy-1', protocolId: 'MQIsdp', protocolVersion: 3, keepalive: 120 },
  onConnect: (client) => client.subscribe('sample/legacy/command'),
  every: { milliseconds: 20_000, run: (client) => client.publish('sample/legacy/telemetry', 'T=21') },
})

/** Takes five messages and acknowledges none of them, so its inflight window stays full and its queue grows. */
const slowConsumer: SampleDevice = sampleDevice({
  options: {
    clientId: 'sample-slow-consumer',
    username: 'reports',
    protocolVersion: 5,
    clean: false,
    // The device reads nothing more, not even PINGRESP, so it must not use keepalive.
    keepalive: 0,
    properties: { receiveMaximum: 5, sessionExpiryInterval: 3600 },
  },
  prepare: (client) => {
    client.handleMessage = stall
  },
  onConnect: (client) => client.subscribe('sample/meters/+/reading', { qos: 1 }),
})

const stall: MqttClient['handleMessage'] = (_packet, _done) => undefined

/** Loses its connection every few ticks without sending DISCONNECT. */
const flappingDevice: SampleDevice = sampleDevice({
  options: {
    clientId: 'sample-flapping-1',
    username: 'sensors',
    protocolVersion: 5,
    reconnectPeriod: 4000,
    will: {
      topic: 'sample/yard/flapping-1/state',
      payload: Buffer.from('{"status":"lost"}'),
      qos: 0,
      retain: true,
    },
  },
  onConnect: (client) =>
    client.publish('sample/yard/flapping-1/state', '{"status":"online"}', { retain: true }),
  every: { milliseconds: 12_000, run: (client) => client.stream.destroy() },
})
