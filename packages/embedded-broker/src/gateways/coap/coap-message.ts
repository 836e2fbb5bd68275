import { generate, parse } from 'coap-packet'

export interface CoapOption {
  readonly name: string | number
  readonly value: Buffer
}

export interface CoapMessage {
  readonly type: 'con' | 'non' | 'ack' | 'rst'
  /** The code: `0.01` is GET, `2.05` content, `0.00` an empty message that has only a type. */
  readonly code: string
  readonly messageId: number
  readonly token: Buffer
  readonly options: readonly CoapOption[]
  readonly payload: Buffer
}

const none = Buffer.alloc(0)
const maxOptions = 64
/** The maximum length of a token in bytes (RFC 7252 §3). */
const maxToken = 8
const maxDatagram = 65_000

/** Parses a datagram; returns undefined if it is not CoAP. */
export function readCoap(datagram: Buffer): CoapMessage | undefined {
  try {
    const { code, confirmable, reset, ack, messageId, token, options, payload } = parse(datagram)
    if (token.length > maxToken || options.length > maxOptions) return undefined
    const type = confirmable ? 'con' : reset ? 'rst' : ack ? 'ack' : 'non'
    return { type, code, messageId, token, options, payload: Buffer.from(payload) }
  } catch {
    // The codec throws for some malformed datagrams.
    return undefined
  }
}

/** Writes a message; returns undefined if it is larger than a datagram. */
export function writeCoap({
  type,
  code,
  messageId,
  token,
  options,
  payload,
}: CoapMessage): Buffer | undefined {
  const kind = { confirmable: type === 'con', reset: type === 'rst', ack: type === 'ack' }
  const sorted = options.map(({ name, value }) => ({ name: String(name), value }))
  try {
    return generate({ ...kind, code, messageId, token, options: sorted, payload }, maxDatagram)
  } catch {
    return undefined
  }
}

export function emptyMessage(type: 'ack' | 'rst', messageId: number): CoapMessage {
  return { type, code: '0.00', messageId, token: none, options: [], payload: none }
}

export function textOption(name: string, value: string): CoapOption {
  return { name, value: Buffer.from(value) }
}

/** Writes a number in as few bytes as it needs (RFC 7252 §3.2). */
export function numberOption(name: string, value: number): CoapOption {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return { name, value: Buffer.from(bytes) }
}

export function optionNumber({ options }: CoapMessage, name: string): number | undefined {
  const value = options.find((one) => one.name === name)?.value
  if (value === undefined || value.length > 4) return undefined
  return value.length === 0 ? 0 : value.readUIntBE(0, value.length)
}

export function uriPath({ options }: CoapMessage): readonly string[] {
  return options.filter(({ name }) => name === 'Uri-Path').map(({ value }) => value.toString())
}

export function uriQuery({ options }: CoapMessage): ReadonlyMap<string, string> {
  return new Map(
    options
      .filter(({ name }) => name === 'Uri-Query')
      .map(({ value }): [string, string] => {
        const [, name = '', given = ''] = /^([^=]*)=?(.*)$/s.exec(value.toString()) ?? []
        return [name, given]
      }),
  )
}

const codeNames: Readonly<Record<string, string>> = {
  '2.01': 'created',
  '2.02': 'deleted',
  '2.03': 'valid',
  '2.04': 'changed',
  '2.05': 'content',
  '2.07': 'nocontent',
  '2.31': 'continue',
  '4.00': 'bad_request',
  '4.01': 'unauthorized',
  '4.02': 'bad_option',
  '4.03': 'forbidden',
  '4.04': 'not_found',
  '4.05': 'method_not_allowed',
  '4.06': 'not_acceptable',
  '4.08': 'request_entity_incomplete',
  '4.12': 'precondition_failed',
  '4.13': 'request_entity_too_large',
  '4.15': 'unsupported_content_format',
  '5.00': 'internal_server_error',
  '5.01': 'not_implemented',
  '5.02': 'bad_gateway',
  '5.03': 'service_unavailable',
  '5.04': 'gateway_timeout',
  '5.05': 'proxying_not_supported',
}

/** Returns EMQX's name for the code of a response. */
export function codeName(code: string): string {
  return codeNames[code] ?? code
}
