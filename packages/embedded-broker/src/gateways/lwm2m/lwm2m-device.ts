import type { QoS } from '../../mqtt/cluster.ts'
import type { CoapExchange } from '../coap/coap-exchange.ts'
import { type CoapMessage, codeName, optionNumber } from '../coap/coap-message.ts'
import type { GatewayClient, ObjectAnswer, ObjectEntry } from '../gateway-client.ts'
import { definitionOf } from './definition-of.ts'
import { commandRequest, type Lwm2mCommand, pathOf, readCommand } from './lwm2m-command.ts'
import { contentFormats, readContent } from './lwm2m-values.ts'

export interface Translator {
  readonly topic: string
  readonly qos: QoS
}

interface Parts {
  readonly client: GatewayClient
  readonly exchange: CoapExchange
  readonly response: Translator
  readonly notify: Translator
  /** Whether it listens now; it may sleep (queue mode). */
  isAwake(): boolean
}

interface Order {
  readonly command: Lwm2mCommand
  /** Of the message, and is said again in the answer. */
  readonly reqId: unknown
}

/** How long a device may think, in milliseconds: as long as a confirmable message is repeated. */
const patience = 93_000
const maxAnswers = 200
const maxWaiting = 100
const maxObserved = 200
const maxEntries = 500

/** Orders to a device, and what it says of its objects. */
export class Lwm2mDevice {
  readonly #parts: Parts
  /** The last answer to each order, by what was asked of which path. */
  readonly #answers = new Map<string, ObjectAnswer>()
  readonly #waiting: Order[] = []
  /** Paths that are observed, by the token of their notifications. */
  readonly #observed = new Map<string, { readonly path: string; readonly reqId: unknown }>()
  #sequence = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** From a message: hostile text as any other. */
  command(payload: Buffer): void {
    let document: unknown
    try {
      document = JSON.parse(payload.toString())
    } catch {
      return
    }
    this.order(document)
  }

  /** False if it makes no sense, or too much waits already. */
  order(document: unknown): boolean {
    const command = readCommand(document)
    if (command === undefined || commandRequest(command) === undefined) return false
    if (this.#waiting.length >= maxWaiting) return false
    const reqId =
      typeof document === 'object' && document !== null && 'reqID' in document ? document.reqID : undefined
    this.#waiting.push({ command, reqId })
    if (this.#parts.isAwake()) this.flush()
    return true
  }

  /** Now that it listens. */
  flush(): void {
    for (const order of this.#waiting.splice(0)) void this.#run(order)
  }

  lookup(action: string, path: string): ObjectAnswer {
    const nothing = { code: '6.01', codeMsg: 'reply_not_received' }
    return (
      this.#answers.get(`${action} ${path}`) ?? {
        clientid: this.#parts.client.clientid,
        action,
        path,
        ...nothing,
      }
    )
  }

  /** A notification. */
  observed(message: CoapMessage): void {
    const known = this.#observed.get(message.token.toString('hex'))
    if (known === undefined) return
    this.#sequence += 1
    const seqNum = optionNumber(message, 'Observe') ?? this.#sequence
    const data = { reqPath: known.path, ...this.#data('notify', known.path, message) }
    this.#tell(this.#parts.notify, { ...said(known.reqId), msgType: 'notify', seqNum, data })
  }

  async #run({ command, reqId }: Order): Promise<void> {
    const request = commandRequest(command)
    if (request === undefined) return
    const { msgType } = command
    const path = pathOf(command)
    const answer = await this.#parts.exchange.request(request, patience)
    const { client } = this.#parts
    if (answer === undefined || client.isOver) return
    if (msgType === 'observe' && answer.code.startsWith('2.')) this.#watch(path, answer.token, reqId)
    if (msgType === 'cancel-observe') this.#unwatch(path)
    const data = this.#data(msgType, path, answer)
    this.#remember({ clientid: client.clientid, action: msgType, path, ...data })
    this.#tell(this.#parts.response, { ...said(reqId), msgType, data: { reqPath: path, ...data } })
  }

  #data(action: string, path: string, answer: CoapMessage) {
    const { code, payload } = answer
    const told = { code, codeMsg: codeName(code) }
    if (!code.startsWith('2.') || payload.length === 0) return told
    if (action === 'discover') return { ...told, content: entriesOf(payload) }
    const content = readContent(path, optionNumber(answer, 'Content-Format') ?? contentFormats.text, payload)
    return content === undefined ? { code: '4.15', codeMsg: codeName('4.15') } : { ...told, content }
  }

  #watch(path: string, token: Buffer, reqId: unknown): void {
    this.#unwatch(path)
    if (this.#observed.size < maxObserved) this.#observed.set(token.toString('hex'), { path, reqId })
  }

  #unwatch(path: string): void {
    for (const [token, known] of this.#observed) if (known.path === path) this.#observed.delete(token)
  }

  #remember(answer: ObjectAnswer): void {
    const key = `${answer.action} ${answer.path}`
    this.#answers.delete(key)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size >= maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
    this.#answers.set(key, answer)
  }

  #tell({ topic, qos }: Translator, document: object): void {
    const payload = Buffer.from(JSON.stringify(document))
    // A message that could not be stored is not told of anywhere else; the device is not asked again.
    void this.#parts.client.publish(topic, { payload, qos, retain: false }).catch(() => undefined)
  }
}

const said = (reqId: unknown) => (reqId === undefined ? {} : { reqID: reqId })

/** What a device has below a path, from its links (RFC 6690). */
function entriesOf(payload: Buffer): readonly ObjectEntry[] {
  return payload
    .toString()
    .split(',')
    .slice(0, maxEntries)
    .flatMap((link) => {
      const path = /^\s*<([^>]*)>/.exec(link)?.[1]
      if (path === undefined) return []
      const { name = path, operations = '', dataType = '' } = definitionOf(path) ?? {}
      return [{ path, name, operations, dataType }]
    })
}
