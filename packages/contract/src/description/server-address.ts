/** The rules for addresses of one system; these are the options of `emqx_schema:servers_validator/2`. */
export interface AddressRule {
  /** The standard port, used for an address without a port. */
  readonly defaultPort: number
  /** The schemes that may precede the host; undefined if no scheme is allowed. */
  readonly schemes?: readonly string[]
  /**
   * The scheme of an address that gives none. If it is undefined and there are schemes, an address must give its
   * scheme.
   */
  readonly defaultScheme?: string
  /** The rule that applies instead to a text that begins with `https://`. */
  readonly secure?: AddressRule
  /** `http://`, `https://` and slashes at the end are removed before the rest is read. */
  readonly isBare?: boolean
  /** Several addresses are rejected; for other systems this error only appears when they connect. */
  readonly isSingle?: boolean
}

/** The broker's error messages for an address. */
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
 * Returns the broker's error for addresses separated by commas, even if it later connects to only one of them. The
 * broker splits at colons, so no IPv6 address passes. It resolves names only when it connects, so any other text is a
 * host.
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

/**
 * The broker strips only spaces, not tabs and line ends. Each end is scanned once, so text with many spaces is no
 * problem.
 */
function trimChars(text: string, before: string, after = before): string {
  let from = 0
  let to = text.length
  while (from < to && text[from] === before) from += 1
  while (to > from && text[to - 1] === after) to -= 1
  return text.slice(from, to)
}
