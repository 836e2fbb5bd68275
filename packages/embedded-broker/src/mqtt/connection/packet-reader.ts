import { type Packet, type PacketCmd, parser } from 'mqtt-packet'

/** The properties that a client may send with each packet (MQTT 5 table 2-4). */
const allowedProperties: Partial<Record<PacketCmd, readonly string[]>> = {
  connect: [
    'sessionExpiryInterval',
    'authenticationMethod',
    'authenticationData',
    'requestProblemInformation',
    'requestResponseInformation',
    'receiveMaximum',
    'topicAliasMaximum',
    'userProperties',
    'maximumPacketSize',
  ],
  auth: ['authenticationMethod', 'authenticationData', 'reasonString', 'userProperties'],
  publish: [
    'payloadFormatIndicator',
    'messageExpiryInterval',
    'contentType',
    'responseTopic',
    'correlationData',
    'topicAlias',
    'userProperties',
  ],
  subscribe: ['subscriptionIdentifier', 'userProperties'],
  unsubscribe: ['userProperties'],
  disconnect: ['sessionExpiryInterval', 'reasonString', 'userProperties'],
}

function* collectTexts(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (value !== null && typeof value === 'object' && !Buffer.isBuffer(value) && depth < 6) {
    for (const [name, inner] of Object.entries(value)) {
      if (depth > 0) yield name
      yield* collectTexts(inner, depth + 1)
    }
  }
}

/**
 * Tells whether a text is in the bytes of the packet. The parser replaces invalid UTF-8 by U+FFFD, and the result
 * does not occur in the bytes (MQTT-1.5.4-1, 1.5.4-2).
 */
function isFaithful(text: string, frame: Buffer): boolean {
  if (text.includes('\0')) return false
  return !text.includes('\uFFFD') || frame.includes(text)
}

export type ReadProblem = 'malformed' | 'protocol-error' | 'unsupported-version'

/** Parses the bytes of a control packet into a packet, or returns the problem with these bytes. */
export class PacketReader {
  readonly #parser = parser({ protocolVersion: 4 })
  #packet: Packet | undefined
  #problem: ReadProblem | undefined

  constructor() {
    this.#parser.on('packet', (packet) => {
      this.#packet = packet
    })
    this.#parser.on('error', (error: unknown) => {
      const isVersion = error instanceof Error && /^Invalid protocol(Id| version)$/.test(error.message)
      this.#problem ??= isVersion ? 'unsupported-version' : 'malformed'
    })
  }

  read(frame: Buffer): Packet | ReadProblem {
    this.#packet = undefined
    this.#problem = undefined
    try {
      this.#parser.parse(frame)
    } catch {
      // The parser throws a RangeError if a length inside the packet points beyond its end.
      return 'malformed'
    }
    if (this.#problem !== undefined) return this.#problem
    const packet = this.#packet
    if (packet === undefined) return 'malformed'
    return this.#findProblem(packet, frame) ?? packet
  }

  #findProblem(packet: Packet, frame: Buffer): ReadProblem | undefined {
    if (packet.cmd === 'publish') {
      if (!isFaithful(packet.topic, frame)) return 'malformed'
    } else {
      for (const text of collectTexts(packet)) if (!isFaithful(text, frame)) return 'malformed'
    }
    // MQTT-2.2.1-3; the parser returns -1 if the bytes of the identifier are missing.
    if (packet.messageId !== undefined && packet.messageId < 1) {
      return packet.messageId === 0 ? 'protocol-error' : 'malformed'
    }
    const properties = 'properties' in packet ? packet.properties : undefined
    if (properties === undefined) return undefined
    for (const text of collectTexts({ properties })) if (!isFaithful(text, frame)) return 'malformed'
    const allowed = allowedProperties[packet.cmd]
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === undefined) return 'malformed'
      if (allowed !== undefined && !allowed.includes(name)) return 'protocol-error'
      // MQTT-2.2.2: only user properties may occur more than once.
      if (Array.isArray(value)) return 'protocol-error'
    }
    return undefined
  }
}
