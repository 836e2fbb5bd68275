import { setWith, text, textScalar } from './scalars.ts'
import { type AddressRule, addressFault } from './server-address.ts'

/** Creates a text type for one or several addresses that the broker accepts under the rule of a system. */
export function address(rule: AddressRule) {
  return textScalar('binary()', (value) => {
    const reading = text.read(value)
    if (!('value' in reading)) return reading
    const reason = addressFault(String(reading.value), rule)
    return reason === undefined ? reading : { reason }
  })
}

/** Creates a type for `host` or `host:port` with the default port. */
export const server = <const P extends number>(defaultPort: P) =>
  setWith(address({ defaultPort }), { kind: 'host-port', defaultPort })

/** Creates a type for several servers, separated by commas. */
export const servers = <const P extends number>(defaultPort: P) =>
  setWith(address({ defaultPort }), { kind: 'host-port', isList: true, defaultPort })
