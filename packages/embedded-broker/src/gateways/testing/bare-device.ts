import { createSocket } from 'node:dgram'
import { generate, type ParsedPacket, parse } from 'coap-packet'

type Packet = Parameters<typeof generate>[0]

/**
 * Opens a device that speaks CoAP on a socket of its own, without a library for requests: `answer` returns its
 * responses.
 */
export async function bareDevice(
  port: number,
  answer: (request: ParsedPacket) => Packet | undefined = () => undefined,
) {
  const socket = createSocket('udp4')
  const received: ParsedPacket[] = []
  const say = (packet: Packet) => socket.send(generate(packet))
  socket.on('message', (datagram) => {
    const packet = parse(datagram)
    received.push(packet)
    if (packet.ack || packet.reset) return
    const given = answer(packet)
    if (given !== undefined) say({ ack: true, messageId: packet.messageId, token: packet.token, ...given })
  })
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve))
  return {
    received,
    say,
    socket,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

const option = (name: 'Uri-Path' | 'Uri-Query', text: string) => ({ name, value: Buffer.from(text) })

/** Returns the request that makes a device a client of the CoAP gateway: it publishes a message. */
export const publishAs = (clientid: string, topic = 'a') => ({
  code: 'POST' as const,
  confirmable: true,
  messageId: 7,
  payload: Buffer.from('x'),
  options: [option('Uri-Path', 'ps'), option('Uri-Path', topic), option('Uri-Query', `clientid=${clientid}`)],
})

/** Returns the request that makes a device a client of the LwM2M gateway. */
export const registerAs = (endpoint: string) => ({
  code: 'POST' as const,
  confirmable: true,
  messageId: 7,
  payload: Buffer.from('</3/0>'),
  options: [
    option('Uri-Path', 'rd'),
    ...[`ep=${endpoint}`, 'lt=300', 'lwm2m=1.0', 'b=U'].map((one) => option('Uri-Query', one)),
  ],
})
