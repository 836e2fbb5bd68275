import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { boolean, nonNegativeInteger, text } from '@brokerdeck/contract/description/scalars.ts'
import { required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { builtInPasswordHash } from './password-hash-schema.ts'

export const builtInSchema = struct('authn:builtin_db_api', {
  password_hash_algorithm: builtInPasswordHash,
  mechanism: required(oneOf('password_based')),
  backend: required(oneOf('built_in_database')),
  user_id_type: withDefault(oneOf('clientid', 'username'), 'username'),
  bootstrap_file: withDefault(text, brokerPath('EMQX_ETC_DIR', 'auth-built-in-db-bootstrap.csv')),
  bootstrap_type: withDefault(oneOf('hash', 'plain'), 'plain'),
  enable: withDefault(boolean, true),
})

export const scramFields = {
  algorithm: withDefault(oneOf('sha256', 'sha512'), 'sha256'),
  iteration_count: withDefault(nonNegativeInteger, 4096),
}

export const scramSchema = struct('authn:scram', {
  mechanism: required(oneOf('scram')),
  backend: required(oneOf('built_in_database')),
  ...scramFields,
  enable: withDefault(boolean, true),
})

/** Returns a path in one of the broker's directories, spelled with the variable that the broker uses. */
function brokerPath(variable: 'EMQX_LOG_DIR' | 'EMQX_ETC_DIR', path: string): string {
  return `\${${variable}}/${path}`
}
