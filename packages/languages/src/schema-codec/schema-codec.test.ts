import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeJson } from '../rule-sql/evaluate/decode-json.ts'
import { resultJson } from '../rule-sql/evaluate/json-text.ts'
import { type Term, toBytes } from '../rule-sql/evaluate/term.ts'
import { compileSchema, type SchemaKind, toEncodedBytes } from './compile-schema.ts'
import { jsonSourceFault } from './json-schema-words.ts'
import { CodecFault, SchemaFault } from './schema-fault.ts'

const compile = (type: SchemaKind, source: string | object) =>
  compileSchema({ name: 'x', type, source: typeof source === 'string' ? source : JSON.stringify(source) })

const hex = (bytes: string | Uint8Array) => Buffer.from(toBytes(bytes)).toString('hex')
const json = (text: string) => decodeJson(text)

function reasonOf(type: SchemaKind, source: string | object): string {
  try {
    compile(type, source)
    return 'taken'
  } catch (error) {
    if (error instanceof SchemaFault) return error.reason
    throw error
  }
}

describe('Avro', () => {
  const record = {
    type: 'record',
    name: 'reading',
    namespace: 'plant',
    fields: [
      { name: 'flag', type: 'boolean' },
      { name: 'small', type: 'int' },
      { name: 'large', type: 'long' },
      { name: 'exact', type: 'double' },
      { name: 'text', type: ['null', 'string'], default: null },
      { name: 'list', type: { type: 'array', items: 'long' } },
      { name: 'map', type: { type: 'map', values: 'string' } },
      { name: 'kind', type: { type: 'enum', name: 'kind', symbols: ['warm', 'cold'] } },
      { name: 'id', type: { type: 'fixed', name: 'id', size: 4 } },
    ],
  }

  it('writes what the specification writes', () => {
    const { encode, decode } = compile('avro', {
      type: 'record',
      name: 'test',
      fields: [
        { name: 'a', type: 'long' },
        { name: 'b', type: 'string' },
      ],
    })
    const bytes = toEncodedBytes(encode(json('{"a":27,"b":"foo"}')))
    expect(hex(bytes)).toBe('3606666f6f')
    expect(resultJson(decode(bytes))).toBe('{"a":27,"b":"foo"}')
  })

  it('keeps its pieces as the broker has them', () => {
    const { encode } = compile('avro', {
      type: 'record',
      name: 'temp',
      fields: [
        { name: 'i', type: 'int' },
        { name: 's', type: 'string' },
      ],
    })
    expect(resultJson(encode(json('{"i":1,"s":"x"}')))).toBe('[[2],[[2],"x"]]')
  })

  it('reads back whatever it has written', () => {
    const { encode, decode } = compile('avro', record)
    const value = fc.record({
      flag: fc.boolean(),
      small: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(BigInt),
      large: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      exact: fc.double({ noNaN: true, noDefaultInfinity: true }),
      text: fc.option(fc.string({ unit: 'grapheme' })),
      list: fc.array(fc.bigInt({ min: -1000n, max: 1000n })),
      map: fc
        .dictionary(fc.string(), fc.string(), { noNullPrototype: true })
        .map((all) => new Map(Object.entries(all))),
      kind: fc.constantFrom('warm', 'cold'),
      id: fc.constant('abcd'),
    })
    fc.assert(
      fc.property(value, (given) => {
        const term = new Map<string, Term>(Object.entries(given))
        expect(decode(toEncodedBytes(encode(term)))).toEqual(term)
      }),
    )
  })

  it('ends on any bytes', () => {
    const { decode } = compile('avro', record)
    const nothing = compile('avro', { type: 'array', items: 'null' })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        for (const one of [decode, nothing.decode]) {
          try {
            one(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(CodecFault)
          }
        }
      }),
    )
  })

  it.each([
    [{ type: 'recrd' }, '{unknown_type,<<"recrd">>}'],
    [{ type: 'record', name: 'a' }, '{not_found,<<"fields">>}'],
    [{ type: 'record', name: 'a b', fields: [] }, '{invalid_name,"a b"}'],
    [['string', 'string'], '<<"duplicated union member string">>'],
    [{ type: 'enum', name: 'a', symbols: ['x', 'x'] }, '{bad_enum,symbols}'],
  ])('refuses %j', (source, reason) => {
    expect(reasonOf('avro', source)).toBe(reason)
  })

  it('refuses what is nested deeper than anybody needs', () => {
    const deep = `${'{"type":"array","items":'.repeat(200)}"int"${'}'.repeat(200)}`
    expect(reasonOf('avro', deep)).toBe('{too_complex,avro_schema}')
    // Each nested type inherits the namespace.
    const fields = Array.from({ length: 2_000 }, (_, at) => ({
      name: `f${at}`,
      type: { type: 'fixed', name: `t${at}`, size: 1 },
    }))
    const wide = { type: 'record', name: 'r', namespace: 'n'.repeat(100_000), fields }
    expect(reasonOf('avro', wide)).toMatch(/^\{invalid_name,"n{255}"\}$/)
  })

  it.each([
    [record, '{"flag":1}'],
    ['"int"', '2147483648'],
    ['"int"', '1.5'],
    [['null', 'string'], '1'],
  ])('does not write what %j does not take: %s', (source, value) => {
    const { encode } = compile('avro', source)
    expect(() => encode(json(value))).toThrow(CodecFault)
  })

  it('reads all of a payload or nothing', () => {
    const { decode } = compile('avro', { type: 'record', name: 't', fields: [] })
    expect(() => decode('{"i": 1}')).toThrow(CodecFault)
    expect(decode('')).toEqual(new Map())
  })
})

describe('Protobuf', () => {
  const source = `
    syntax = "proto3";
    package plant.v1; // not part of the names
    message Reading {
      enum Kind { WARM = 0; COLD = 1; }
      message Place { string line = 1; sint32 at = 2; }
      string name = 1;
      int32 id = 2;
      repeated int32 samples = 3;
      map<string, double> values = 4;
      Kind kind = 5;
      plant.v1.Reading.Place place = 6;
      oneof who { string user = 7; uint64 number = 8; }
      optional bool on = 9 [deprecated = true];
      fixed32 crc = 10;
      bytes raw = 11;
      reserved 20 to 30;
    }
    service Readings { rpc Get (Reading) returns (Reading) { option idempotency_level = IDEMPOTENT; } }`

  it('writes what the specification writes', () => {
    const { encode, decode } = compile('protobuf', source)
    const bytes = toEncodedBytes(encode(json('{"name":"x","id":150,"samples":[3,270,86942]}'), 'Reading'))
    expect(hex(bytes)).toBe('0a017810960' + '11a06038e029ea705')
    expect(resultJson(decode(bytes, 'Reading'))).toBe(
      '{"crc":0,"id":150,"kind":"WARM","name":"x","raw":"","samples":[3,270,86942],"values":{}}',
    )
  })

  it('reads back whatever it has written', () => {
    const { encode, decode } = compile('protobuf', source)
    const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(BigInt)
    const value = fc.record({
      name: fc.string(),
      id: int32,
      samples: fc.array(int32),
      values: fc
        .dictionary(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), {
          noNullPrototype: true,
        })
        .map((all) => new Map(Object.entries(all))),
      place: fc
        .record({ line: fc.string(), at: int32 })
        .map((all) => new Map<string, Term>(Object.entries(all))),
      number: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      on: fc.boolean(),
      crc: fc.nat().map(BigInt),
      raw: fc.constant('abc'),
    })
    fc.assert(
      fc.property(value, (given) => {
        const term = new Map<string, Term>(Object.entries(given))
        const read = decode(toEncodedBytes(encode(term, 'Reading')), 'Reading')
        expect(read instanceof Map && [...term].every(([key]) => read.has(key))).toBe(true)
        expect(toEncodedBytes(encode(read, 'Reading'))).toEqual(toEncodedBytes(encode(term, 'Reading')))
      }),
    )
  })

  it('ends on any bytes', () => {
    const { decode } = compile('protobuf', source)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decode(bytes, 'Reading')
        } catch (error) {
          expect(error).toBeInstanceOf(CodecFault)
        }
      }),
    )
  })

  it('says where the text is wrong, in the words of the broker', () => {
    expect(reasonOf('protobuf', 'message {')).toBe(
      `{invalid_protobuf_schema,{parse_errors,"$schema_parser_x.proto",[{1,gpb_parse,{syntax_error,{before,[{<<"message">>,1,<<"message">>},{'{',1,'{'}]},"expected message <name> { <fields, messages or enums> }"}}]}}`,
    )
    expect(reasonOf('protobuf', 'message A {\n  string a 1;\n}')).toContain('[{2,gpb_parse')
    expect(reasonOf('protobuf', 'message A { B b = 1; }')).toContain('ref_to_undefined_msg_or_enum')
    expect(reasonOf('protobuf', 'import "other.proto";')).toContain('forbidden_single_file_import')
  })

  it.each([
    ['{"other":1}', 'Reading'],
    ['{"id":"1"}', 'Reading'],
    ['{"id":2147483648}', 'Reading'],
    ['{"samples":1}', 'Reading'],
    ['{}', 'Nobody'],
  ])('does not write %s as %s', (value, type) => {
    const { encode } = compile('protobuf', source)
    expect(() => encode(json(value), type)).toThrow(CodecFault)
  })
})

describe('JSON schema', () => {
  const six = 'http://json-schema.org/draft-06/schema#'
  const four = 'http://json-schema.org/draft-04/schema#'

  it.each([
    [{ $schema: six, type: 'object', required: ['t'] }, '{"t":1}', true],
    [{ $schema: six, type: 'object', required: ['t'] }, '{}', false],
    [{ type: 'object', required: ['t'] }, '{}', true],
    [{ type: 'object', properties: { t: { required: true } } }, '{}', false],
    [
      { $schema: four, properties: { t: { type: 'integer', minimum: 1, exclusiveMinimum: true } } },
      '{"t":1}',
      false,
    ],
    [{ $schema: six, exclusiveMinimum: 1 }, '1.5', true],
    [{ $schema: six, oneOf: [{ type: 'string' }, { const: 'a' }] }, '"a"', false],
    [{ $schema: six, pattern: '^(a+)+$' }, `"${'a'.repeat(40)}b"`, false],
    [{ $schema: six, pattern: '^\\d{3}$' }, '"123"', true],
    [
      { $schema: six, definitions: { a: { type: 'string' } }, items: { $ref: '#/definitions/a' } },
      '["x",1]',
      false,
    ],
    [{ $schema: six, definitions: { a: { $ref: '#/definitions/a' } }, $ref: '#/definitions/a' }, '1', false],
    [{ $schema: six, additionalProperties: false, properties: { a: true } }, '{"a":1,"b":1}', false],
    [{ $schema: 'http://json-schema.org/draft-99/schema#' }, '1', false],
    [{ $schema: six, uniqueItems: true }, '[1,{"a":1},{"a":1}]', false],
    [{ $schema: six, enum: [1, { a: [null] }] }, '{"a":[null]}', true],
  ])('%j on %s: %s', (schema, value, fits) => {
    const { decode } = compile('json', schema)
    const check = () => decode(value)
    if (fits) expect(check).not.toThrow()
    else expect(check).toThrow(CodecFault)
  })

  it('takes any object for a schema and nothing else', () => {
    expect(reasonOf('json', '{"foo":1}')).toBe('taken')
    expect(reasonOf('json', '"text"')).toBe('{invalid_json_schema,bad_schema_object}')
  })

  it('says of a text that is no JSON what the broker says', () => {
    expect(jsonSourceFault('not json')?.reason).toBe('Invalid JSON literal')
    expect(jsonSourceFault('{')?.reason).toBe('Truncated JSON value')
    expect(jsonSourceFault('{}')).toBeUndefined()
  })
})
