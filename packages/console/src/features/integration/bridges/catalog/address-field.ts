import {
  type AddressFault,
  type AddressRule,
  addressFault,
} from '@brokerdeck/contract/description/server-address.ts'
import { addressRules } from '@brokerdeck/contract/integration/connector-types/address-rules.ts'
import { connectorValues as m } from '#features/integration/bridges/messages/bridge-form.ts'
import type { Field } from '#kit/form/field.ts'

const rulesByType: Readonly<Record<string, AddressRule>> = addressRules

/**
 * Returns the rule for the address of a connector of this type; undefined if the broker does not read a host and
 * port.
 */
export function addressRule(type: string): AddressRule | undefined {
  return Object.hasOwn(rulesByType, type) ? rulesByType[type] : undefined
}

const addressPath = /^(?:parameters\.)?(?:servers?|bootstrap_hosts|listen)$/
const singlePath = /(?:server|listen)$/

/** Marks a text field that the broker reads as host and port with its address rule. */
export function toAddress(field: Field, rule: AddressRule): Field {
  if (field.kind !== 'text' || !addressPath.test(field.path)) return field
  const { isCode: _isCode, ...basics } = field
  return {
    ...basics,
    kind: 'host-port',
    defaultPort: rule.defaultPort,
    isList: !singlePath.test(field.path),
    fault: (text) => describeFault(addressFault(text.trim(), rule), rule),
  }
}

function describeFault(fault: AddressFault | undefined, { schemes = [] }: AddressRule): string | undefined {
  switch (fault) {
    case undefined:
      return undefined
    case 'bad_port_number':
    case 'port_number_too_large':
    case 'port_number_must_be_positive':
      return m.port
    case 'hostname_has_space':
      return m.hostSpace
    case 'not_expecting_scheme':
      return m.noScheme
    case 'unsupported_scheme':
    case 'missing_scheme':
      return m.otherScheme(schemes.map((one) => `${one}://`).join(' '))
    case 'cannot_be_empty':
    case 'bad_host_port':
    case 'expecting_hostname_but_got_a_number':
      return m.notServer
    default:
      return m.oneHost
  }
}
