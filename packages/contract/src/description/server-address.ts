/** What an address of one system may look like; the options of `emqx_schema:servers_validator/2`. */
export interface AddressRule {
  /** The standard port, for an address without one. */
  readonly defaultPort: number
  /** Schemes that may stand before the host; without any the host stands alone. */
  readonly schemes?: readonly string[]
  /** Meant where no scheme is given. Without one, and with schemes, an address needs its scheme. */
  readonly defaultScheme?: string
  /** Holds instead for a text that begins with `https://`. */
  readonly secure?: AddressRule
  /** `http://`, `https://` and slashes at the end are taken off before the rest is read. */
  readonly isBare?: boolean
  /** Several addresses are refused; other systems say so only when they connect. */
  readonly isSingle?: boolean
}

/** The broker's words against an address. */
export type AddressFault =
  | 'cannot_be_empty'
  | 'bad_host_port'
  | 'bad_port_number'
  | 'port_number_too_large'
  | 'port_number_must_be_positive'
  | 'hostname_has_space'
  | 'expecting_hostname_but_got_a_number'
  | 'not_expecting_scheme'
  | 'unsupported_scheme'
  | 'missing_scheme'
  | `expecting_one_host_but_got: ${number}`

/**
 * What the broker says against addresses with commas between them, also where it later connects to one only. It splits
 * at colons, so no IPv6 address passes; it looks a name up only when it connects, so any other text is a host.
 */
export function addressFault(text: string, rule: AddressRule): AddressFault | undefined {
  if (rule.secure !== undefined && text.startsWith('https://')) return addressFault(text, rule.secure)
  const bare = rule.isBare === true ? bareText(text) : text
  if (bare === '') return 'cannot_be_empty'
  const addresses = bare
    .split(',')
    .map((one) => trimChars(one, ' '))
    .filter((one) => one !== '')
  const fault = addresses.map((one) => oneAddressFault(one, rule)).find((one) => one !== undefined)
  const isTooMany = rule.isSingle === true && addresses.length > 1
  return fault ?? (isTooMany ? `expecting_one_host_but_got: ${addresses.length}` : undefined)
}

const bareText = (text: string): string => {
  let from = 0
  for (;;) {
    const scheme = /^https?:\/\//.exec(text.slice(from, from + 8))
    if (scheme === null) return trimChars(text.slice(from), '', '/')
    from += scheme[0].length
  }
}

function oneAddressFault(address: string, rule: AddressRule): AddressFault | undefined {
  const [first = '', second, third, ...more] = address.split(':').filter((part) => part !== '')
  if (more.length > 0) return 'bad_host_port'
  if (second?.startsWith('//') === true) return schemeFault(first, rule) ?? partsFault(second.slice(2), third)
  if (third !== undefined || first === '') return 'bad_host_port'
  const { schemes = [], defaultScheme } = rule
  if (second === undefined && schemes.length > 0 && defaultScheme === undefined) return 'missing_scheme'
  return partsFault(first, second)
}

function schemeFault(scheme: string, { schemes = [] }: AddressRule): AddressFault | undefined {
  if (schemes.length === 0) return 'not_expecting_scheme'
  return schemes.includes(scheme) ? undefined : 'unsupported_scheme'
}

function partsFault(host: string, port: string | undefined): AddressFault | undefined {
  if (host.split(' ').filter((part) => part !== '').length !== 1) return 'hostname_has_space'
  if (portFault(trimChars(host, ' ')) === undefined) return 'expecting_hostname_but_got_a_number'
  return port === undefined ? undefined : portFault(port)
}

function portFault(text: string): AddressFault | undefined {
  const digits = trimChars(text, ' ')
  if (!/^[+-]?\d+$/.test(digits)) return 'bad_port_number'
  const port = Number(digits)
  if (port < 0) return 'port_number_must_be_positive'
  return port > 65_535 ? 'port_number_too_large' : undefined
}

/** The broker takes off spaces alone, not tabs and line ends. A text of many of them is walked once. */
function trimChars(text: string, before: string, after = before): string {
  let from = 0
  let to = text.length
  while (from < to && text[from] === before) from += 1
  while (to > from && text[to - 1] === after) to -= 1
  return text.slice(from, to)
}
