import { type Restriction, restrictions } from '@brokerdeck/contract/console-server.ts'
import { hostInUrl } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import { isNet } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { StartError } from '#lib/start-error.ts'
import type { GivenOption } from './declared-options.ts'

/**
 * Tells whether a text is one short line without characters that occur where a password may be: in an address, a
 * query or a key.
 */
function mayBeRepeated(text: string): boolean {
  return text.length <= 200 && !/[@?#\p{Cc}]/u.test(text)
}

/**
 * Returns ` "x"` to append to the origin of a value, or an empty string if the value may be a secret in the wrong
 * place.
 */
export function spellValue({ value, partOf = value }: GivenOption): string {
  return mayBeRepeated(value) && mayBeRepeated(partOf) ? ` ${JSON.stringify(value)}` : ''
}

export function badValue(given: GivenOption, expected: string): StartError {
  return new StartError('BAD_VALUE', `${given.origin}${spellValue(given)}: expected ${expected}`)
}

export function parseWholeNumber(given: GivenOption, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(given.value) ? Number(given.value) : Number.NaN
  if (number >= least && number <= most) return number
  throw badValue(given, `a whole number from ${least} to ${most}`)
}

export function parsePort(given: GivenOption, greatest = 65_535): number {
  return parseWholeNumber(given, 0, greatest)
}

export function parseChoice<const T extends string>(given: GivenOption, choices: readonly T[]): T {
  const chosen = choices.find((one) => one === given.value)
  if (chosen !== undefined) return chosen
  throw badValue(given, choices.join(' or '))
}

export function parseHost(given: GivenOption): string {
  const { value } = given
  const bare = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
  if (/^[\w.:%-]+$/.test(bare)) return bare
  throw badValue(given, 'an address or a host name')
}

const splitList = ({ value, origin }: GivenOption): readonly GivenOption[] =>
  value.split(',').map((entry) => ({ value: entry.trim(), partOf: value, origin }))

export function parseHosts(list: GivenOption | undefined): readonly string[] {
  return list === undefined ? [] : splitList(list).map((name) => hostInUrl(parseHost(name)))
}

/** Returns the restrictions in the order in which they are declared. */
export function parseRestrictions(list: GivenOption | undefined): readonly Restriction[] {
  const all = list === undefined ? [] : splitList(list).map((one) => parseChoice(one, restrictions))
  return restrictions.filter((one) => all.includes(one))
}

/** The loopback addresses of this machine. */
export const ownAddresses = '127.0.0.0/8,::1'

export function parseNets(list: GivenOption | undefined): readonly string[] {
  const nets = list === undefined ? [] : splitList(list)
  const wrong = nets.find(({ value }) => !isNet(value))
  if (wrong !== undefined) throw badValue(wrong, 'addresses or networks such as 10.0.0.7 or 10.0.0.0/8')
  return nets.map(({ value }) => value)
}

/** Parses a base path; the result always begins and ends with a slash. */
export function parseBasePath(given: GivenOption): string {
  const segments = given.value.split('/').filter((segment) => segment !== '')
  const isPlain = segments.every((segment) => /^[\w.~-]+$/.test(segment) && !/^\.+$/.test(segment))
  if (!isPlain) throw badValue(given, 'a path such as /a/b/ of letters, digits and - _ . ~')
  return segments.length === 0 ? '/' : `/${segments.join('/')}/`
}

function parseUrl(given: GivenOption, protocols: readonly string[]): URL {
  const expected = `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
  // The whole text is checked, not only the parsed URL: a password with a slash or a comma is parsed as part of
  // another URL.
  if ((given.partOf ?? given.value).includes('@')) {
    throw new StartError(
      'BAD_VALUE',
      `${given.origin}: a user or password does not belong into the URL; sign in in the console`,
    )
  }
  if (!URL.canParse(given.value)) throw badValue(given, expected)
  const url = new URL(given.value)
  if (!protocols.includes(url.protocol)) throw badValue(given, expected)
  if (url.search !== '' || url.hash !== '') throw badValue(given, 'a URL without ? and #')
  return url
}

/** The maximum number of addresses: a cluster has fewer nodes that are worth sending requests to. */
const mostUrls = 16

function parseUrls(list: GivenOption, protocols: readonly string[]): readonly [URL, ...URL[]] {
  const [first = list, ...others] = splitList(list)
  if (others.length >= mostUrls) throw badValue(list, `at most ${mostUrls} addresses`)
  return [parseUrl(first, protocols), ...others.map((one) => parseUrl(one, protocols))]
}

/** Parses the addresses under which `api/v5` lies; a pasted `…/api/v5` has the same meaning. */
export function parseBrokerUrls(list: GivenOption): readonly [URL, ...URL[]] {
  const urls = parseUrls(list, ['http:', 'https:'])
  for (const url of urls) url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/api\/v5$/, '')
  return urls
}

/** Parses the address at which a console shows a page; the result always ends with a slash. */
export function parsePageUrl(given: GivenOption): URL {
  const url = parseUrl(given, ['http:', 'https:'])
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`
  return url
}

export function parseWebSocketUrls(list: GivenOption): readonly [URL, ...URL[]] {
  return parseUrls(list, ['ws:', 'wss:'])
}
