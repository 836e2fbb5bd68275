const mostRemembered = 10_000

/** Caches the parsed values, because rules and clients contain the same few texts again and again. */
export function remembering<Value>(parse: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = parse(text)
    if (known.size >= mostRemembered) known.clear()
    known.set(text, value)
    return value
  }
}

interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

function parseFour(text: string): Address | undefined {
  const bytes = text.split('.')
  if (bytes.length !== 4) return undefined
  let value = 0n
  for (const byte of bytes) {
    if (!/^\d{1,3}$/.test(byte) || Number(byte) > 255) return undefined
    value = value * 256n + BigInt(byte)
  }
  return { bits: 32, value }
}

/** Parses the groups on one side of `::`; the last group may be an IPv4 address. */
function parseGroups(text: string): readonly string[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const last = groups.at(-1) ?? ''
  const four = last.includes('.') ? parseFour(last) : undefined
  if (last.includes('.') && four === undefined) return undefined
  const all =
    four === undefined
      ? groups
      : [...groups.slice(0, -1), (four.value >> 16n).toString(16), (four.value & 0xffffn).toString(16)]
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? all : undefined
}

function parseSix(text: string): Address | undefined {
  const sides = text.split('::')
  if (sides.length > 2) return undefined
  const [head, tail] = [parseGroups(sides[0] ?? ''), parseGroups(sides[1] ?? '')]
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (sides.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return { bits: 128, value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n) }
}

const parseAddress = remembering(readAddress)
const parseNet = remembering(readNet)

function readAddress(text: string): Address | undefined {
  const bare = text.replace(/%.*$/, '')
  return bare.includes(':') ? parseSix(bare) : parseFour(bare)
}

interface Net extends Address {
  readonly prefix: number
}

function readNet(text: string): Net | undefined {
  const [host = '', length, rest] = text.split('/')
  const address = parseAddress(host)
  if (address === undefined || rest !== undefined) return undefined
  if (length === undefined) return { ...address, prefix: address.bits }
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  return prefix <= address.bits ? { ...address, prefix } : undefined
}

/** Returns true for an address with or without a prefix length: `10.0.0.0/8`, `::1`. */
export const isNet = (text: string): boolean => parseNet(text) !== undefined

export const isAddress = (text: string): boolean => parseAddress(text) !== undefined

/**
 * To EMQX, an IPv4 client of a listener on `[::]` is `::ffff:10.0.0.1`, which no rule for `10.0.0.1` covers:
 * esockd_cidr compares the address of the socket, four numbers or eight.
 */
export function netCovers(net: string, address: string): boolean {
  const [wanted, given] = [parseNet(net), parseAddress(address)]
  if (wanted === undefined || given === undefined || wanted.bits !== given.bits) return false
  const shift = BigInt(wanted.bits - wanted.prefix)
  return wanted.value >> shift === given.value >> shift
}
