import * as v from 'valibot'

const algorithmSchema = v.object({
  password_hash_algorithm: v.object({
    name: v.string(),
    mac_fun: v.optional(v.string()),
    dk_length: v.optional(v.number()),
  }),
})

/** Bytes of what each of them makes. */
const sizes: ReadonlyMap<string, number> = new Map([
  ['md4', 16],
  ['md5', 16],
  ['ripemd160', 20],
  ['sha', 20],
  ['sha224', 28],
  ['sha256', 32],
  ['sha384', 48],
  ['sha512', 64],
])

/** What a hash of an authenticator looks like; nobody can log in with another. */
export interface HashShape {
  readonly algorithm: string
  readonly pattern: RegExp
}

/** Undefined where any text may be one, or nobody knows. */
export function hashShapeOf(authenticator: unknown): HashShape | undefined {
  const given = v.safeParse(algorithmSchema, authenticator)
  if (!given.success) return undefined
  const { name, mac_fun = '', dk_length } = given.output.password_hash_algorithm
  if (name === 'bcrypt') return { algorithm: name, pattern: /^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/ }
  const bytes = name === 'pbkdf2' ? (dk_length ?? sizes.get(mac_fun)) : sizes.get(name)
  if (bytes === undefined) return undefined
  return { algorithm: name, pattern: new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`) }
}
