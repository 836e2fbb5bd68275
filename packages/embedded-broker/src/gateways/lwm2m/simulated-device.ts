import { createSocket } from 'node:dgram'
import {
  findResourceDefinition,
  type ResourceType,
} from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type CoapAnswer, CoapExchange } from '../coap/coap-exchange.ts'
import { type CoapMessage, numberOption, optionNumber, textOption, uriPath } from '../coap/coap-message.ts'
import { readTlv, type Tlv, writeTlv } from './lwm2m-tlv.ts'
import { bytesValue, contentFormats, type Lwm2mValue, valueBytes } from './lwm2m-values.ts'

interface SimulatedDevice {
  /** The endpoint name, such as `sample-cold-room`. */
  readonly endpoint: string
  readonly host: string
  readonly port: number
  readonly clock: Clock
  /** The lifetime, in seconds. */
  readonly lifetime?: number
  /** The values of the resources by path, such as `/3/0/9`; a resource that can only be executed has no value. */
  readonly resources: Readonly<Record<string, Lwm2mValue | undefined>>
  /** Called when a resource of the device is executed. */
  readonly onExecuted?: (path: string) => void
}

export interface RunningDevice {
  /** Resolves when a gateway has accepted the registration. */
  readonly registered: Promise<void>
  value(path: string): Lwm2mValue | undefined
  /** Sets a value and notifies its observers. */
  set(path: string, value: Lwm2mValue): void
  /** Deregisters from the gateway. */
  stop(): Promise<void>
}

const patience = 5000
const none = Buffer.alloc(0)

/** Simulates a device of LwM2M 1.0 for samples: it registers and answers read, write, execute, observe and discover. */
export function simulateDevice(device: SimulatedDevice): RunningDevice {
  const { endpoint, host, port, clock, lifetime = 120 } = device
  const values = new Map(Object.entries(device.resources))
  const observed = new Map<string, Buffer>()
  const socket = createSocket('udp4')
  let location: readonly string[] | undefined
  let sequence = 1
  let sent: Promise<void> = Promise.resolve()
  let isOver = false
  let admit: () => void = () => undefined
  const registered = new Promise<void>((resolve) => {
    admit = resolve
  })

  const exchange = new CoapExchange(
    {
      // The device expects gateways to be unreachable at times: it registers again.
      send(datagram) {
        if (isOver) return
        sent = new Promise((resolve) => socket.send(datagram, port, host, () => resolve()))
      },
    },
    clock,
    {
      answer: async (request) => answer(request),
      observed: () => undefined,
      unwanted: (token) => forget(token),
    },
  )

  const forget = (token: Buffer) => {
    for (const [path, own] of observed) if (own.equals(token)) observed.delete(path)
  }
  const below = (path: string) =>
    [...values].filter(([one]) => one === path || one.startsWith(`${path}/`)).map(([one]) => one)

  const answer = (request: CoapMessage): CoapAnswer => {
    const path = `/${uriPath(request).join('/')}`
    if (below(path).length === 0) return { code: '4.04' }
    if (request.code === '0.03') return write(path, request)
    if (request.code === '0.02') return execute(path)
    if (request.code !== '0.01') return { code: '4.05' }
    if (optionNumber(request, 'Accept') === contentFormats.link) return links(path)
    const observe = optionNumber(request, 'Observe')
    if (observe === 1) observed.delete(path)
    if (observe !== 0) return content(path)
    observed.set(path, request.token)
    return noteAnswer(content(path))
  }

  const content = (path: string): CoapAnswer => {
    const value = values.get(path)
    if (value !== undefined && getType(path) !== 'Opaque')
      return {
        code: '2.05',
        options: [numberOption('Content-Format', contentFormats.text)],
        payload: Buffer.from(typeof value === 'boolean' ? String(Number(value)) : String(value)),
      }
    const items = getItems(path)
    if (items.length === 0) return { code: '4.05' }
    const options = [numberOption('Content-Format', contentFormats.tlv)]
    return { code: '2.05', options, payload: writeTlv(items) }
  }

  const getItems = (path: string): readonly Tlv[] => {
    const resources = below(path).flatMap((one): readonly (readonly [instance: number, item: Tlv])[] => {
      const [, , instance, id] = one.split('/').map(Number)
      const held = values.get(one)
      const bytes = held === undefined ? undefined : valueBytes(getType(one), held)
      if (bytes === undefined || id === undefined || instance === undefined) return []
      return [[instance, { kind: 'resource', id, value: bytes }]]
    })
    if (path.split('/').length > 2) return resources.map(([, item]) => item)
    return [...new Set(resources.map(([instance]) => instance))].map((instance) => ({
      kind: 'object-instance',
      id: instance,
      items: resources.filter(([of]) => of === instance).map(([, item]) => item),
    }))
  }

  const links = (path: string): CoapAnswer => ({
    code: '2.05',
    options: [numberOption('Content-Format', contentFormats.link)],
    payload: Buffer.from(
      [path, ...below(path).filter((one) => one !== path)].map((one) => `<${one}>`).join(','),
    ),
  })

  const write = (path: string, request: CoapMessage): CoapAnswer => {
    if (findResourceDefinition(path)?.operations.includes('W') !== true) return { code: '4.05' }
    const isTlv = optionNumber(request, 'Content-Format') === contentFormats.tlv
    const [item] = isTlv ? (readTlv(request.payload) ?? []) : []
    const bytes = isTlv ? (item !== undefined && 'value' in item ? item.value : undefined) : request.payload
    if (bytes === undefined) return { code: '4.00' }
    set(path, isTlv ? bytesValue(bytes, getType(path)) : bytes.toString())
    return { code: '2.04' }
  }

  const execute = (path: string): CoapAnswer => {
    if (findResourceDefinition(path)?.operations !== 'E') return { code: '4.05' }
    device.onExecuted?.(path)
    return { code: '2.04' }
  }

  const noteAnswer = (given: CoapAnswer): CoapAnswer => {
    sequence += 1
    return { ...given, options: [numberOption('Observe', sequence), ...(given.options ?? [])] }
  }

  const set = (path: string, value: Lwm2mValue) => {
    values.set(path, value)
    for (const [at, token] of observed)
      if (path === at || path.startsWith(`${at}/`)) exchange.tell(token, noteAnswer(content(at)), true)
  }

  const register = async () => {
    const objects = [...new Set([...values.keys()].map((path) => path.split('/').slice(0, 3).join('/')))]
    const isKnown = location !== undefined
    const query = [`ep=${endpoint}`, `lt=${lifetime}`, 'lwm2m=1.0', 'b=U']
    const options = [
      ...(location ?? ['rd']).map((step) => textOption('Uri-Path', step)),
      ...(isKnown ? [] : query.map((one) => textOption('Uri-Query', one))),
    ]
    const payload = isKnown ? none : Buffer.from(objects.map((path) => `<${path}>`).join(','))
    const told = await exchange.request({ code: '0.02', options, payload }, patience)
    if (!isKnown && told?.code === '2.01') {
      location = locationIn(told)
      admit()
    } else if (told?.code !== '2.04') location = undefined
  }

  socket.on('message', (datagram) => exchange.receive(datagram))
  // The error reports that no socket listens on the other side; datagrams may be lost.
  socket.on('error', () => undefined)
  socket.unref()
  void register()
  const stopTicking = clock.every(1000, () => exchange.tick(clock.now()))
  const stopUpdating = clock.every(5000, () => register())

  return {
    registered,
    value: (path) => values.get(path),
    set,
    async stop() {
      stopTicking()
      stopUpdating()
      const options = location?.map((step) => textOption('Uri-Path', step))
      if (options !== undefined) void exchange.request({ code: '0.04', options, payload: none }, patience)
      exchange.close()
      await sent
      if (isOver) return
      isOver = true
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

const getType = (path: string): ResourceType => findResourceDefinition(path)?.type ?? 'String'

const locationIn = ({ options }: CoapMessage): readonly string[] =>
  options.filter(({ name }) => name === 'Location-Path').map(({ value }) => value.toString())
