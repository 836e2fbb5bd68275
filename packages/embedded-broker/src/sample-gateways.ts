import { connect } from 'node:net'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gatewaySettings } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import * as v from 'valibot'
import type { BrokerContext } from './compose/broker-context.ts'
import { configOrRefuse } from './config/config-or-refuse.ts'
import { checkListener } from './extensions/gateways/gateway-listener-handlers.ts'
import { simulateDevice } from './gateways/lwm2m/simulated-device.ts'
import { gatewayListenerDocument } from './gateways/to-gateway-listener.ts'

type SampleWorld = Pick<BrokerContext, 'clock' | 'gateways'>
type SampleKind = Extract<GatewayKind, 'lwm2m' | 'stomp'>

interface SampleDevice {
  stop(): Promise<void>
}

const to = (topic: string) => ({ topic, qos: 0 })

const samples = {
  stomp: {
    type: 'tcp',
    port: 61_613,
    settings: { clientinfo_override: { clientid: '${Packet.headers.client-id}' } },
  },
  lwm2m: {
    type: 'udp',
    port: 5783,
    settings: {
      xml_dir: 'etc/lwm2m_xml/',
      translators: {
        command: to('dn/#'),
        response: to('up/resp'),
        notify: to('up/notify'),
        register: to('up/register'),
        update: to('up/update'),
      },
    },
  },
} as const

const settingsSchema = v.looseObject({ enable: v.boolean() })
/** If another program uses the usual port, random ports are tried this many times. */
const tries = 5
const portRange = 16_384
const firstPort = 49_152

/** An existing gateway stays as the operator left it. */
async function load({ gateways }: SampleWorld, name: SampleKind): Promise<void> {
  if (gateways.find(name) !== undefined) return
  const { type, port, settings } = samples[name]
  const document = v.parse(settingsSchema, configOrRefuse(gatewaySettings[name], settings))
  for (let attempt = 0; ; attempt += 1) {
    const tried = attempt === 0 ? port : firstPort + Math.floor(Math.random() * portRange)
    const listener = checkListener(gateways, name, { type, name: 'default', bind: `127.0.0.1:${tried}` })
    try {
      await gateways.put(name, document, [v.parse(gatewayListenerDocument, listener)])
      return
    } catch (error) {
      if (attempt >= tries) throw error
    }
  }
}

interface GatewayAddress {
  readonly host: string
  readonly port: number
}

/** Returns the address of the gateway on the first node, or undefined if the operator has closed its listener. */
function findPlace({ gateways }: SampleWorld, name: SampleKind): GatewayAddress | undefined {
  const bind = gateways
    .running(name)
    ?.listeners()
    .find(({ isRunning }) => isRunning)?.bind
  const [, host, port] = /^(.*):(\d+)$/.exec(bind ?? '') ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

const pricesEvery = 15_000
const reconnectAfter = 5000

/**
 * Simulates a till that speaks STOMP: it subscribes to prices, reports sales, and connects again after it was
 * disconnected.
 */
function startTill(place: () => GatewayAddress | undefined): SampleDevice {
  let number = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let socket: ReturnType<typeof connect> | undefined
  const frame = (lines: readonly string[], body = '') => socket?.write(`${lines.join('\n')}\n\n${body}\0`)
  const open = () => {
    const at = place()
    if (isOver) return
    if (at === undefined) {
      timer = setTimeout(open, reconnectAfter).unref()
      return
    }
    socket = connect(at.port, at.host)
    socket.unref()
    // The device expects to lose its connection and connects again on `close`.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      if (!isOver) timer = setTimeout(open, reconnectAfter).unref()
    })
    socket.resume()
    frame([
      'CONNECT',
      'accept-version:1.2',
      'host:sample',
      'client-id:sample_till',
      'login:tills',
      'passcode:x',
    ])
    frame(['SUBSCRIBE', 'id:prices', 'destination:sample/tills/prices'])
    timer = setInterval(() => {
      number += 1
      frame(['SEND', 'destination:sample/tills/sale'], JSON.stringify({ till: 1, number, total: 12.5 }))
    }, pricesEvery).unref()
  }
  open()
  return {
    async stop() {
      isOver = true
      clearTimeout(timer)
      clearInterval(timer)
      socket?.destroy()
    },
  }
}

const measuredEvery = 5000
const warmest = -10
const coldest = -22

/** Simulates a cold room that speaks LwM2M: its temperature changes, and it takes commands. */
function startColdRoom({ clock }: SampleWorld, { host, port }: GatewayAddress): SampleDevice {
  const device = simulateDevice({
    endpoint: 'sample_cold_room',
    host,
    port,
    clock,
    resources: {
      '/1/0/0': 1,
      '/1/0/1': 120,
      '/1/0/6': false,
      '/1/0/7': 'U',
      '/3/0/0': 'Sample',
      '/3/0/1': 'Cold room',
      '/3/0/3': '1.4.0',
      '/3/0/4': undefined,
      '/3/0/9': 84,
      '/3/0/11': 0,
      '/3/0/13': Math.floor(clock.now() / 1000),
      '/3/0/14': '+00:00',
      '/3303/0/5601': coldest,
      '/3303/0/5602': warmest,
      '/3303/0/5605': undefined,
      '/3303/0/5700': -18.4,
      '/3303/0/5701': 'Cel',
      '/3303/0/5750': 'Room 4',
    },
  })
  let tick = 0
  const stopMeasuring = clock.every(measuredEvery, () => {
    tick += 1
    const middle = (warmest + coldest) / 2
    const swing = ((warmest - coldest) / 2) * Math.sin(tick / 20)
    device.set('/3303/0/5700', Math.round((middle + swing) * 10) / 10)
    device.set('/3/0/13', Math.floor(clock.now() / 1000))
  })
  return {
    async stop() {
      stopMeasuring()
      await device.stop()
    },
  }
}

/** Adds gateways with a client each, so that a new user sees some. Resolves with a function that ends the clients. */
export async function addSampleGateways(context: SampleWorld): Promise<() => Promise<void>> {
  await load(context, 'stomp')
  await load(context, 'lwm2m')
  const room = findPlace(context, 'lwm2m')
  const running = [startTill(() => findPlace(context, 'stomp'))]
  if (room !== undefined) running.push(startColdRoom(context, room))
  return async () => {
    await Promise.all(running.map((device) => device.stop()))
  }
}
