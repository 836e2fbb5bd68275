import type { Field, Schema } from '@brokerdeck/contract/description/schema.ts'
import fc from 'fast-check'

/** The values that scalars of the configuration accept. */
const candidates: readonly unknown[] = [
  true,
  false,
  0,
  1,
  2,
  3,
  7,
  60,
  1000,
  65_535,
  -1,
  0.5,
  'infinity',
  'disabled',
  'none',
  'undefined',
  '5s',
  '1h30m',
  '100ms',
  '16MB',
  '4KB',
  '80%',
  '1000/s',
  '10MB/10s',
  '',
  'text',
  'a/b',
  'a/#',
  'admin',
  `\${clientid}`,
  `\${username}`,
  '127.0.0.1:0',
  'http://127.0.0.1:1/x',
  'mqtt',
  '30,10,2',
  '/mqtt',
  'allow all',
  'deny 10.0.0.0/8',
  '127.0.0.1:3306',
  'SELECT 1',
  'cn=x',
  'string()',
  '+08:00',
  'name',
  {},
  { a: 'b' },
  [],
  ['a'],
  null,
]

/** The timeouts are long enough for a refusal on a busy machine: the result within 7 ms is random. */
const patient: readonly unknown[] = ['2s', '1h30m']

/** The values for fields that a schema accepts as any text, but that the broker parses afterwards. */
const wanted: Readonly<Record<string, readonly unknown[]>> = {
  url: ['http://127.0.0.1:1/a'],
  endpoint: ['http://127.0.0.1:1/a'],
  cmd: [`HMGET mqtt:\${username} password_hash salt`],
  name: ['own'],
  // Any text other than an address would be resolved as a name.
  server: ['127.0.0.1:1'],
  servers: ['127.0.0.1:1', '127.0.0.1:1,127.0.0.1:2'],
  connect_timeout: patient,
  request_timeout: patient,
  connect_timeout_ms: patient,
  server_selection_timeout_ms: patient,
  rules: ['{allow, all}.', '{deny, {ipaddr, "10.0.0.0/8"}, subscribe, ["a/#"]}.'],
  bind: [0, '127.0.0.1:0'],
}
/** Matches the fields that tell the members of a union apart. */
const telling = /^(type|mechanism|backend|method|\w+_type|url|cmd|name|bind)$/

/**
 * Generates documents that mostly fit a schema: validation functions and checks of whole documents may still refuse
 * them.
 */
export function arbitraryDocument(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.kind) {
    case 'scalar': {
      const symbols = schema.described['symbols']
      const known: readonly unknown[] = Array.isArray(symbols) ? symbols : []
      const readable = [...known, ...candidates].filter((value) => 'value' in schema.read(value))
      return readable.length === 0 ? fc.constant('unreadable') : fc.constantFrom(...readable)
    }
    case 'list':
      return fc.array(arbitraryDocument(schema.item), { maxLength: 2 })
    case 'map':
      return fc.dictionary(fc.constantFrom('a', 'b', 'default'), arbitraryDocument(schema.value), {
        maxKeys: 2,
      })
    case 'union':
      return fc.oneof(...schema.members.map(arbitraryDocument))
    case 'struct': {
      const fields = Object.entries(schema.fields).filter(
        ([, field]) => field.described?.['readOnly'] !== true,
      )
      const isRequired = ([name, field]: readonly [string, Field]) =>
        field.isRequired === true || telling.test(name)
      const toRecord = (chosen: typeof fields) =>
        fc.record(Object.fromEntries(chosen.map(([name, field]) => [name, fieldValue(name, field)])))
      const free = fields.filter((field) => !isRequired(field))
      return fc
        .subarray(free, { maxLength: Math.min(3, free.length) })
        .chain((chosen) => toRecord([...fields.filter(isRequired), ...chosen]))
    }
  }
}

function fieldValue(name: string, { schema }: Field): fc.Arbitrary<unknown> {
  const known = schema.kind === 'scalar' ? (wanted[name] ?? []) : []
  const readable = known.filter((value) => schema.kind === 'scalar' && 'value' in schema.read(value))
  return readable.length === 0 ? arbitraryDocument(schema) : fc.constantFrom(...readable)
}
