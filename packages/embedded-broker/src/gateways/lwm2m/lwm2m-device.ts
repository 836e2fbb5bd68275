import type { ObjectAnswer } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import {
  findResourceDefinition,
  objectDefinitions,
} from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import type { QoS } from '../../mqtt/node/cluster.ts'
import type { CoapExchange } from '../coap/coap-exchange.ts'
import { type CoapMessage, codeName, optionNumber } from '../coap/coap-message.ts'
import type { GatewayClient } from '../gateway-client.ts'
import { commandRequest, getPath, type Lwm2mCommand, readCommand } from './lwm2m-command.ts'
import { contentFormats, type PathValue, readContent } from './lwm2m-values.ts'

export interface Translator {
  readonly topic: string
  readonly qos: QoS
}

interface Lwm2mDeviceDeps {
  readonly client: GatewayClient
  readonly exchange: CoapExchange
  readonly response: Translator
  readonly notify: Translator
  /** Tells whether the device listens now; it may sleep (queue mode). */
  isAwake(): boolean
}

interface Order {
  readonly command: Lwm2mCommand
  /** The request id of the message; the response repeats it. */
  readonly reqId: unknown
}

/** The time that a device has for a response, in milliseconds: as long as a confirmable message is repeated. */
const patience = 93_000
const maxAnswers = 200
const maxWaiting = 100
const maxObserved = 200
const maxEntries = 500

/** Sends commands to a device and holds the responses about its objects. */
export class Lwm2mDevice {
  readonly #parts: Lwm2mDeviceDeps
  /** The last response to each command, by action and path. */
  readonly #answers = new Map<string, ObjectAnswer>()
  readonly #waiting: Order[] = []
  /** The observed paths, by the token of their notifications. */
  readonly #observed = new Map<string, { readonly path: string; readonly reqId: unknown }>()
  #sequence = 0

  constructor(parts: Lwm2mDeviceDeps) {
    this.#parts = parts
  }

  /** Runs the command of a message. Its text is as untrusted as any other. */
  command(payload: Buffer): void {
    let document: unknown
    try {
      document = JSON.parse(payload.toString())
    } catch {
      return
    }
    this.order(document)
  }

  /** Queues a command; returns false if it is invalid or too many commands wait already. */
  order(document: unknown): boolean {
    const command = readCommand(document)
    if (command === undefined || commandRequest(command) === undefined) return false
    if (this.#waiting.length >= maxWaiting) return false
    const reqId =
      typeof document === 'object' && document !== null && 'reqID' in document ? document.reqID : undefined
    this.#answers.delete(toKey(command.msgType, getPath(command)))
    this.#waiting.push({ command, reqId })
    if (this.#parts.isAwake()) this.flush()
    return true
  }

  /** Sends the waiting commands when the device listens again. */
  flush(): void {
    for (const order of this.#waiting.splice(0)) void this.#run(order)
  }

  lookup(action: string, path: string): ObjectAnswer {
    const nothing = { code: '6.01', codeMsg: 'reply_not_received' }
    return (
      this.#answers.get(toKey(action, path)) ?? {
        clientid: this.#parts.client.clientid,
        action,
        path,
        ...nothing,
      }
    )
  }

  /** Handles a notification. */
  handleObserved(message: CoapMessage): void {
    const known = this.#observed.get(message.token.toString('hex'))
    if (known === undefined) return
    this.#sequence += 1
    const seqNum = optionNumber(message, 'Observe') ?? this.#sequence
    const data = toData('observe', known.path, message)
    this.#remember('observe', known.path, message)
    const told = { msgType: 'notify', seqNum, data: { reqPath: known.path, ...data } }
    this.#tell(this.#parts.notify, { ...toRequestId(known.reqId), ...told })
  }

  async #run({ command, reqId }: Order): Promise<void> {
    const request = commandRequest(command)
    if (request === undefined) return
    const { msgType } = command
    const path = getPath(command)
    const answer = await this.#parts.exchange.request(request, patience)
    const { client } = this.#parts
    if (answer === undefined || client.isOver) return
    if (msgType === 'observe' && answer.code.startsWith('2.')) this.#watch(path, answer.token, reqId)
    if (msgType === 'cancel-observe') this.#unwatch(path)
    this.#remember(msgType, path, answer)
    const data = { reqPath: path, ...toData(msgType, path, answer) }
    this.#tell(this.#parts.response, { ...toRequestId(reqId), msgType, data })
  }

  #watch(path: string, token: Buffer, reqId: unknown): void {
    this.#unwatch(path)
    if (this.#observed.size < maxObserved) this.#observed.set(token.toString('hex'), { path, reqId })
  }

  #unwatch(path: string): void {
    for (const [token, known] of this.#observed) if (known.path === path) this.#observed.delete(token)
  }

  /** Keeps a response for the API, which describes discovered resources; a message contains the links as they came. */
  #remember(action: string, path: string, message: CoapMessage): void {
    const key = toKey(action, path)
    this.#answers.delete(key)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size >= maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
    const { clientid } = this.#parts.client
    const { code, codeMsg, content } = toData(action, path, message)
    const told = content?.flatMap((one) => (typeof one === 'string' ? [] : [one]))
    const described = action === 'discover' && content !== undefined ? toEntries(message.payload) : told
    const found = described === undefined ? {} : { content: described }
    this.#answers.set(key, { clientid, action, path, code, codeMsg, ...found })
  }

  #tell({ topic, qos }: Translator, document: object): void {
    const payload = Buffer.from(JSON.stringify(document))
    // A message that could not be stored is not reported anywhere else; the device is not asked again.
    void this.#parts.client.publish(topic, { payload, qos, retain: false }).catch(() => undefined)
  }
}

const toRequestId = (reqId: unknown) => (reqId === undefined ? {} : { reqID: reqId })

const toKey = (action: string, path: string) => `${action} ${path}`

interface CommandResult {
  readonly code: string
  readonly codeMsg: string
  readonly content?: readonly (PathValue | string)[]
}

function toData(action: string, path: string, answer: CoapMessage): CommandResult {
  const { code, payload } = answer
  const told = { code, codeMsg: codeName(code) }
  if (!code.startsWith('2.') || payload.length === 0) return told
  if (action === 'discover') return { ...told, content: linksIn(payload) }
  const content = readContent(path, optionNumber(answer, 'Content-Format') ?? contentFormats.text, payload)
  return content === undefined ? { code: '4.15', codeMsg: codeName('4.15') } : { ...told, content }
}

/** Returns the links to the resources below a path (RFC 6690): `</3/0>;pmin=10`. */
const linksIn = (payload: Buffer) => payload.toString().split(',').slice(0, maxEntries)

/**
 * Describes discovered links. The first link is the requested path. Without a definition of the object, only the
 * paths are returned.
 */
function toEntries(payload: Buffer): NonNullable<ObjectAnswer['content']> {
  const [, ...links] = linksIn(payload)
  return links.flatMap((link) => {
    const path = /^\s*<([^>]*)>/.exec(link)?.[1]
    if (path === undefined) return []
    const definition = findResourceDefinition(path)
    if (definition === undefined && !objectDefinitions.has(Number(path.split('/')[1])))
      return [{ [path]: path }]
    const { name = path, operations = '', type } = definition ?? {}
    return [{ path, name, operations, ...(type === undefined ? {} : { dataType: type }) }]
  })
}
