import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { expression } from '@brokerdeck/contract/description/expression.ts'
import { boolean, text } from '@brokerdeck/contract/description/scalars.ts'
import { listOf, required, struct, union, withDefault } from '@brokerdeck/contract/description/schema.ts'

const test = { ...expression, name: 'binary()' }

export const clientInfoSchema = struct('authn:cinfo', {
  mechanism: required(oneOf('cinfo')),
  checks: required(
    listOf(
      struct('authn:cinfo_check', {
        is_match: required(union(test, listOf(test))),
        result: required(oneOf('allow', 'deny', 'ignore')),
      }),
      (checks) => (checks.length === 0 ? 'require_at_least_one_check' : undefined),
    ),
  ),
  enable: withDefault(boolean, true),
})

export const kerberosSchema = struct('authn:kerberos', {
  enable: withDefault(boolean, true),
  mechanism: required(oneOf('gssapi')),
  backend: required(oneOf('kerberos')),
  principal: required(text),
})

export const gcpDeviceSchema = struct('authn:gcp_device', {
  mechanism: required(oneOf('gcp_device')),
  enable: withDefault(boolean, true),
})
