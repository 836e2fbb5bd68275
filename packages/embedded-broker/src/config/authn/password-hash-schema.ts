import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { integer, positiveInteger } from '@brokerdeck/contract/description/scalars.ts'
import {
  type Field,
  field,
  required,
  selectUnion,
  struct,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject } from '../plain-object.ts'

const simple = struct('authn_hash:simple', {
  name: required(oneOf('plain', 'md5', 'sha', 'sha256', 'sha512')),
  salt_position: withDefault(oneOf('disable', 'prefix', 'suffix'), 'prefix'),
})

const pbkdf2 = struct('authn_hash:pbkdf2', {
  name: required(oneOf('pbkdf2')),
  mac_fun: required(oneOf('md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512')),
  iterations: required(positiveInteger),
  dk_length: field(positiveInteger),
})

const bcrypt = struct('authn_hash:bcrypt', { name: required(oneOf('bcrypt')) })

const bcryptWithRounds = struct('authn_hash:bcrypt_rw_api', {
  name: required(oneOf('bcrypt')),
  salt_rounds: withDefault(integer(5, 10), 10),
})

const hashBy = (writer: typeof bcrypt) =>
  selectUnion([simple, pbkdf2, writer], (value) => {
    const name = isPlainObject(value) ? value['name'] : undefined
    if (name === 'pbkdf2') return pbkdf2
    return name === 'bcrypt' || name === undefined ? writer : simple
  })

/** The hash of passwords in the operator's own database; the broker only compares it. */
export const externalPasswordHash: Field = withDefault(hashBy(bcrypt), {
  name: 'sha256',
  salt_position: 'prefix',
})

/** The name of the hash is required: a guessed hash would make all stored users useless. */
export const builtInPasswordHash: Field = withDefault(hashBy(bcryptWithRounds), {})
