import { setWith, text, textScalar } from './scalars.ts'
import { type AddressRule, addressFault } from './server-address.ts'

/** A text that the broker takes for one or several addresses of a system, by the rule of that system. */
export function address(rule: AddressRule) {
  return textScalar('binary()', (value) => {
    const reading = text.read(value)
    if (!('value' in reading)) return reading
    const reason = addressFault(String(reading.value), rule)
    return reason === undefined ? reading : { reason }
  })
}

/** `host`, `host:port`, and the port that is meant by the former. */
export const server = <const P extends number>(defaultPort: P) =>
  setWith(address({ defaultPort }), { kind: 'host-port', defaultPort })

/** Several of them, with commas between. */
export const servers = <const P extends number>(defaultPort: P) =>
  setWith(address({ defaultPort }), { kind: 'host-port', isList: true, defaultPort })
