import { createPublicKey } from 'node:crypto'
import * as v from 'valibot'
import { splitRedis } from '../../backends/redis-words.ts'
import { urlFault } from '../../config/backends/url-fault.ts'
import { valueFault } from '../../config/fault.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import { formatErlang } from '../../http/format-erlang.ts'

import { isAvailable, passwordHashSchema } from './password-hash.ts'

/**
 * EMQX has no upper limit. Here a single password would occupy all threads that also write to the disk, for minutes.
 */
const mostIterations = 1_000_000

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

const hashCommands = ['HGET', 'HMGET', 'HGETALL']

function redisFault({ cmd }: PlainObject): string | undefined {
  const [name = '', key, ...fields] = splitRedis(toText(cmd)) ?? []
  if (!hashCommands.includes(name.toUpperCase())) return `{invalid_command_name,${formatErlang(name)}}`
  if (key === undefined) return 'invalid_command'
  const isWhole = name.toUpperCase() === 'HGETALL'
  return isWhole || fields.includes('password_hash') ? undefined : 'missing_password_hash_field'
}

function httpFault({ url }: PlainObject): string | undefined {
  const fault = urlFault(toText(url))
  return fault === undefined ? undefined : `{exception,{throw,{invalid_url,${fault}},[]}}`
}

function jwtFault({ algorithm, secret, secret_base64_encoded, public_key }: PlainObject): string | undefined {
  if (algorithm === 'public-key') return isPublicKey(toText(public_key)) ? undefined : 'invalid_public_key'
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(toText(secret)) && toText(secret).length % 4 === 0
  return secret_base64_encoded === true && !isBase64 ? "Invalid value for 'secret'" : undefined
}

function isPublicKey(pem: string): boolean {
  try {
    createPublicKey(pem)
    return true
  } catch {
    // The text is not PEM, or it is a key of an unknown kind.
    return false
  }
}

/**
 * Returns the error for an iteration count so large that hashing a password would never finish. The keys that an
 * operator's own service derives are not checked.
 */
function iterationsFault(document: PlainObject): string | undefined {
  const isOwn = document['mechanism'] === 'scram' && document['backend'] === 'built_in_database'
  const hash = v.safeParse(passwordHashSchema, document['password_hash_algorithm'])
  const derived = hash.success && hash.output.name === 'pbkdf2' ? hash.output.iterations : undefined
  const { path, count } = isOwn
    ? { path: ['iteration_count'], count: document['iteration_count'] }
    : { path: ['password_hash_algorithm', 'iterations'], count: derived }
  if (typeof count !== 'number' || count <= mostIterations) return undefined
  return JSON.stringify(valueFault(['root', ...path], { expected: `1..${mostIterations}` }, count))
}

/** The error that EMQX reports where the machine has no keytab. */
const noKerberos =
  '#{keytab_file_config => <<>>,keytab_file_resolved => "/etc/krb5.keytab",reason => {<<"krb5_kt_start_seq_get">>,2,<<"Key table file \'/etc/krb5.keytab\' not found">>}}'

const faults: ReadonlyMap<string, (document: PlainObject) => string | undefined> = new Map([
  ['redis', redisFault],
  ['http', httpFault],
  ['kerberos', () => noKerberos],
])

/** Returns the problem with an authenticator that its schema accepts, in the broker's words. */
export function authenticatorFault(document: PlainObject): string | undefined {
  const hash = v.safeParse(passwordHashSchema, document['password_hash_algorithm'])
  if (hash.success && !isAvailable(hash.output)) {
    return `{unsupported_hash_algorithm,${hash.output.name === 'pbkdf2' ? hash.output.mac_fun : hash.output.name}}`
  }
  const iterations = iterationsFault(document)
  if (iterations !== undefined) return iterations
  if (document['mechanism'] === 'jwt') return jwtFault(document)
  return faults.get(toText(document['backend']))?.(document)
}
