import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { lwm2mSettings } from '@brokerdeck/embedded-broker/extensions/gateways/testing/lwm2m-settings.ts'
import { simulateDevice } from '@brokerdeck/embedded-broker/gateways/lwm2m/simulated-device.ts'
import {
  noFlags,
  readSn,
  type SnPacket,
  writeSn,
} from '@brokerdeck/embedded-broker/gateways/mqttsn/mqttsn-packet.ts'
import { bareDevice, publishAs } from '@brokerdeck/embedded-broker/gateways/testing/bare-device.ts'
import { systemClock } from '@brokerdeck/embedded-broker/runtime/clock.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import { OPERATOR } from './start-brokerdeck.ts'

const gateways = {
  coap: { type: 'udp', settings: {} },
  lwm2m: { type: 'udp', settings: lwm2mSettings },
  mqttsn: { type: 'udp', settings: { gateway_id: 7 } },
  stomp: {
    type: 'tcp',
    settings: {
      clientinfo_override: {
        clientid: `\${Packet.headers.client-id}`,
        username: `\${Packet.headers.login}`,
        password: `\${Packet.headers.passcode}`,
      },
    },
  },
} as const
type Gateway = keyof typeof gateways

/** The ports that gateways listen on, by the console's address and the gateway's name. */
const ports = new Map<string, number>()

/** Sets up a gateway as an operator does and returns the port that it listens on. */
export async function startGateway(url: string, name: Gateway = 'stomp'): Promise<number> {
  const known = ports.get(`${url} ${name}`)
  if (known !== undefined) return known
  const json = { 'content-type': 'application/json' }
  const login = await fetch(new URL('api/v5/login', url), {
    method: 'POST',
    headers: json,
    body: JSON.stringify(OPERATOR),
  })
  const { token } = await login.json()
  const { type, settings } = gateways[name]
  const putAt = async (port: number) => {
    const listeners = [{ type, name: 'default', bind: `127.0.0.1:${port}` }]
    const answer = await fetch(new URL(`api/v5/gateways/${name}`, url), {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...settings, listeners }),
    })
    return answer.ok ? undefined : await answer.text()
  }
  let port = await freePort()
  let refusal = await putAt(port)
  // The port was free a moment ago, but a connection may use it by now.
  for (let tries = 0; tries < 5 && refusal?.includes('eaddrinuse'); tries += 1) {
    port = await freePort()
    refusal = await putAt(port)
  }
  if (refusal !== undefined) throw new Error(`It was refused: ${refusal}`)
  ports.set(`${url} ${name}`, port)
  return port
}

/** Connects a cold room that speaks LwM2M; the result also lists the resources that were executed on it. */
export async function connectColdRoom(port: number, endpoint: string) {
  const executed: string[] = []
  const device = simulateDevice({
    endpoint,
    port,
    host: '127.0.0.1',
    clock: systemClock(),
    resources: {
      '/3/0/0': 'Frost',
      '/3/0/4': undefined,
      '/3/0/9': 80,
      '/3/0/14': '+08:00',
      '/3303/0/5605': undefined,
      '/3303/0/5700': -12.5,
    },
    onExecuted: (path) => executed.push(path),
  })
  await device.registered
  return { ...device, executed }
}

/** Connects a meter that speaks CoAP and responds to every request except deletions. */
export async function connectMeter(port: number, clientid: string) {
  let admit: () => void = () => undefined
  const admitted = new Promise<void>((resolve) => {
    admit = resolve
  })
  const device = await bareDevice(port, ({ code }) =>
    code === '0.04' ? { code: '4.05' } : { code: '2.05', payload: Buffer.from('{"kwh": 7}') },
  )
  device.socket.once('message', () => admit())
  // The open socket must not keep a test from ending.
  device.socket.unref()
  device.say(publishAs(clientid))
  await admitted
  return device
}

/**
 * Connects a sensor that speaks MQTT-SN and receives downstream messages. `ended` resolves when the broker ends its
 * session.
 */
export async function connectSensor(port: number, clientid: string) {
  const socket = createSocket('udp4')
  const waiting = new Map<SnPacket['cmd'], () => void>()
  socket.on('message', (datagram) => {
    const packet = readSn(datagram)
    if (packet !== undefined) waiting.get(packet.cmd)?.()
  })
  const told = (cmd: SnPacket['cmd']) => new Promise<void>((resolve) => waiting.set(cmd, resolve))
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve))
  // The open socket must not keep a test from ending.
  socket.unref()
  const ask = (packet: SnPacket, answer: SnPacket['cmd']) => {
    const answered = told(answer)
    socket.send(writeSn(packet))
    return answered
  }
  await ask({ cmd: 'connect', flags: { ...noFlags, cleanSession: true }, duration: 600, clientid }, 'connack')
  const flags = { ...noFlags, qos: 1, topicIdType: 'normal' } as const
  await ask({ cmd: 'subscribe', flags, messageId: 1, topic: { topicName: 'down/#' } }, 'suback')
  return {
    ended: told('disconnect'),
    /** Resolves once the broker has acknowledged the message. */
    async publish(topic: string, text: string) {
      await ask({ cmd: 'register', topicId: 0, messageId: 2, topic }, 'regack')
      const payload = Buffer.from(text)
      await ask({ cmd: 'publish', flags, topicId: 1, messageId: 3, payload }, 'puback')
    },
  }
}

/**
 * Connects a till that speaks STOMP; `end` closes its connection. `ended` resolves when the connection is closed.
 * Rejects if the broker refuses the till.
 */
export async function connectTill(
  port: number,
  id: string,
  credentials: Readonly<Record<string, string>> = {},
) {
  const headers = { 'accept-version': '1.2', host: 'here', 'client-id': id, ...credentials }
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const socket = connect(port, '127.0.0.1')
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // The open socket must not keep a test from ending.
  socket.unref()
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (data) => {
      const said = data.toString()
      if (said.startsWith('CONNECTED')) resolve()
      else reject(new Error(said))
    })
    socket.write(`${['CONNECT', ...lines].join('\n')}\n\n\0`)
  })
  return { ended, end: () => socket.destroy() }
}
