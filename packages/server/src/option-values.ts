import { isNet } from '@brokerdeck/contract/access/rules/ip-net.ts'
import { type Edition, editionNames } from '@brokerdeck/embedded-broker/broker/edition.ts'
import { hostInUrl } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import { StartError } from './start-error.ts'

function badValue(option: string, value: string, expected: string): StartError {
  return new StartError('BAD_VALUE', `--${option} ${JSON.stringify(value)}: expected ${expected}`)
}

export function parseWholeNumber(option: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw badValue(option, value, `a whole number from ${least} to ${most}`)
}

export function parsePort(option: string, value: string, greatest = 65_535): number {
  return parseWholeNumber(option, value, 0, greatest)
}

function isEdition(value: string): value is Edition {
  return Object.hasOwn(editionNames, value)
}

export function parseEdition(option: string, value: string): Edition {
  if (isEdition(value)) return value
  throw badValue(option, value, Object.keys(editionNames).join(' or '))
}

export function parseHost(option: string, value: string): string {
  const bare = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
  if (/^[\w.:%-]+$/.test(bare)) return bare
  throw badValue(option, value, 'an address or a host name')
}

const entriesOf = (list: string) => list.split(',').map((entry) => entry.trim())

export function parseHosts(option: string, list: string | undefined): readonly string[] {
  return list === undefined ? [] : entriesOf(list).map((name) => hostInUrl(parseHost(option, name)))
}

/** Those of this machine. */
export const ownAddresses = '127.0.0.0/8,::1'

export function parseNets(option: string, list: string | undefined): readonly string[] {
  const nets = list === undefined ? [] : entriesOf(list)
  const wrong = nets.find((net) => !isNet(net))
  if (wrong !== undefined)
    throw badValue(option, wrong, 'addresses or networks such as 10.0.0.7 or 10.0.0.0/8')
  return nets
}

/** Always begins and ends with a slash. */
export function parseBasePath(option: string, value: string): string {
  const segments = value.split('/').filter((segment) => segment !== '')
  const isPlain = segments.every((segment) => /^[\w.~-]+$/.test(segment) && !/^\.+$/.test(segment))
  if (!isPlain) throw badValue(option, value, 'a path such as /a/b/ of letters, digits and - _ . ~')
  return segments.length === 0 ? '/' : `/${segments.join('/')}/`
}

function parseUrl(option: string, value: string, protocols: readonly string[]): URL {
  const expected = `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  if (!URL.canParse(value)) throw badValue(option, value, expected)
  const url = new URL(value)
  if (!protocols.includes(url.protocol)) throw badValue(option, value, expected)
  if (url.username !== '' || url.password !== '') {
    throw new StartError(
      'BAD_VALUE',
      `--${option}: a user or password does not belong into the URL; sign in in the console`,
    )
  }
  if (url.search !== '' || url.hash !== '') throw badValue(option, value, 'a URL without ? and #')
  return url
}

/** The address under which `api/v5` lies; a pasted `…/api/v5` is meant the same way. */
export function parseBrokerUrl(option: string, value: string): URL {
  const url = parseUrl(option, value, ['http:', 'https:'])
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/api\/v5$/, '')
  return url
}

export function parseWebSocketUrl(option: string, value: string): URL {
  return parseUrl(option, value, ['ws:', 'wss:'])
}
