export type FunctionGroup =
  | 'math'
  | 'bits'
  | 'types'
  | 'conversion'
  | 'text'
  | 'map'
  | 'array'
  | 'encoding'
  | 'time'
  | 'event'
  | 'other'
  /** What depends on the broker around it: nobody else can say. */
  | 'broker'

/** What a literal has to be for the broker to take it; `map` is one, or its JSON as text. */
export type ArgumentType = 'any' | 'integer' | 'number' | 'float' | 'text' | 'list' | 'map'

export interface Argument {
  /** What it is for, or its type again where there is no more to say. */
  readonly name: string
  readonly type: ArgumentType
  readonly isOptional: boolean
  /** Any number of them may follow. */
  readonly isRepeated: boolean
}

export interface CatalogueEntry {
  readonly name: string
  readonly group: FunctionGroup
  readonly args: readonly Argument[]
  /** Tried on the payload `{"a":1,"list":[1,2,3]}`. */
  readonly example: string
  /** The example's result as JSON; undefined where it is another each time. */
  readonly result: string | undefined
}

type Line = readonly [call: string, example: string, result?: string]

const call = /^(\w+)\((.*)\)$/

/** The type of each argument by its name. */
const types: Readonly<Record<string, ArgumentType>> = {
  ...{ integer: 'integer', by: 'integer', decimals: 'integer', index: 'integer', start: 'integer' },
  ...{ length: 'integer', number: 'number', base: 'number', exponent: 'number', float: 'float' },
  ...{ text: 'text', bytes: 'text', prefix: 'text', separator: 'text', separators: 'text', part: 'text' },
  ...{ old: 'text', new: 'text', pattern: 'text', format: 'text', program: 'text' },
  ...{ unit: 'text', algorithm: 'text', list: 'list', map: 'map' },
}

function argument(written: string): Argument {
  const [, name = written, mark = ''] = /^(.*?)(\?|\.\.\.)?$/.exec(written) ?? []
  return { name, type: types[name] ?? 'any', isOptional: mark !== '', isRepeated: mark === '...' }
}

function entries(group: FunctionGroup, lines: readonly Line[]): CatalogueEntry[] {
  return lines.map(([written, example, result]) => {
    const [, name = written, args = ''] = call.exec(written) ?? []
    return { name, group, args: args === '' ? [] : args.split(', ').map(argument), example, result }
  })
}

/** What a statement can call. */
export const functionCatalogue: readonly CatalogueEntry[] = [
  ...entries('math', [
    ['abs(integer)', 'abs(-3)', '3'],
    ['acos(number)', 'acos(1)', '0.0'],
    ['acosh(number)', 'acosh(1)', '0.0'],
    ['asin(number)', 'asin(0)', '0.0'],
    ['asinh(number)', 'asinh(0)', '0.0'],
    ['atan(number)', 'atan(0)', '0.0'],
    ['atanh(number)', 'atanh(0)', '0.0'],
    ['ceil(number)', 'ceil(1.2)', '2'],
    ['cos(number)', 'cos(0)', '1.0'],
    ['cosh(number)', 'cosh(0)', '1.0'],
    ['exp(number)', 'exp(0)', '1.0'],
    ['floor(number)', 'floor(1.8)', '1'],
    ['fmod(number, number)', 'fmod(7, 3)', '1.0'],
    ['log(number)', 'log(1)', '0.0'],
    ['log10(number)', 'log10(1000)', '3.0'],
    ['log2(number)', 'log2(8)', '3.0'],
    ['power(base, exponent)', 'power(2, 10)', '1024.0'],
    ['random()', 'random()'],
    ['round(number)', 'round(2.5)', '3'],
    ['sin(number)', 'sin(0)', '0.0'],
    ['sinh(number)', 'sinh(0)', '0.0'],
    ['sqrt(number)', 'sqrt(9)', '3.0'],
    ['tan(number)', 'tan(0)', '0.0'],
    ['tanh(number)', 'tanh(0)', '0.0'],
    ['eq(any, any)', 'eq(1, 1.0)', 'true'],
    ['mod(integer, integer)', 'mod(7, 2)', '1'],
    ['div(integer, integer)', 'div(7, 2)', '3'],
  ]),
  ...entries('bits', [
    ['bitnot(integer)', 'bitnot(5)', '-6'],
    ['bitand(integer, integer)', 'bitand(12, 10)', '8'],
    ['bitor(integer, integer)', 'bitor(12, 10)', '14'],
    ['bitxor(integer, integer)', 'bitxor(12, 10)', '6'],
    ['bitsl(integer, by)', 'bitsl(1, 64)', '18446744073709551616'],
    ['bitsr(integer, by)', 'bitsr(256, 4)', '16'],
    ['bitsize(bytes)', "bitsize('abc')", '24'],
    ['bytesize(any)', "bytesize('abc')", '3'],
    ['subbits(bytes, start, length?, type?, sign?, order?)', "subbits('abc', 1, 8)", '97'],
  ]),
  ...entries('types', [
    ['is_null(any)', 'is_null(payload.missing)', 'true'],
    ['is_not_null(any)', 'is_not_null(payload.a)', 'true'],
    ['is_null_var(any)', 'is_null_var(payload.missing)', 'true'],
    ['is_not_null_var(any)', 'is_not_null_var(payload.a)', 'true'],
    ['is_str(any)', "is_str('a')", 'true'],
    ['is_bool(any)', 'is_bool(true)', 'true'],
    ['is_int(any)', 'is_int(1.0)', 'false'],
    ['is_float(any)', 'is_float(1.0)', 'true'],
    ['is_num(any)', 'is_num(1)', 'true'],
    ['is_map(any)', 'is_map(map_new())', 'true'],
    ['is_array(any)', 'is_array(payload.list)', 'true'],
    ['is_empty(any)', 'is_empty([])', 'true'],
    ['null()', 'null()', '"undefined"'],
    ['coalesce(any, any?)', 'coalesce(payload.missing, 2)', '2'],
    ['coalesce_ne(any, any?)', "coalesce_ne('', 2)", '2'],
  ]),
  ...entries('conversion', [
    ['str(any)', 'str(1.50)', '"1.5"'],
    ['str_utf8(any)', 'str_utf8(1)', '"1"'],
    ['str_utf16_le(any)', "bin2hexstr(str_utf16_le('a'))", '"6100"'],
    ['bool(any)', "bool('true')", 'true'],
    ['int(any)', "int('4.9')", '4'],
    ['float(any, decimals?)', 'float(3.14159, 2)', '3.14'],
    ['float2str(float, decimals)', 'float2str(3.14159, 2)', '"3.14"'],
    ['map(any)', `map('{"b":1}')`, '{"b":1}'],
  ]),
  ...entries('text', [
    ['lower(text)', "lower('ABC')", '"abc"'],
    ['upper(text)', "upper('abc')", '"ABC"'],
    ['trim(text)', "trim(' a ')", '"a"'],
    ['ltrim(text)', "ltrim(' a')", '"a"'],
    ['rtrim(text)', "rtrim('a ')", '"a"'],
    ['rm_prefix(any, prefix)', "rm_prefix('abc', 'a')", '"bc"'],
    ['reverse(text)', "reverse('abc')", '"cba"'],
    ['strlen(text)', "strlen('温度')", '2'],
    ['substr(text, start, length?)', "substr('abcdef', 1, 2)", '"bc"'],
    ['split(text, separator, how?)', "split('a/b', '/')", '["a","b"]'],
    ['tokens(text, separators, option?)', "tokens('a,,b', ',')", '["a","b"]'],
    ['concat(any, any?)', "concat('a', 1)", '"a1"'],
    ['pad(text, length, side?, fill?)', "pad('7', 3, 'leading', '0')", '"007"'],
    ['replace(text, old, new, where?)', "replace('aba', 'a', 'x')", '"xbx"'],
    ['find(text, part, where?)', "find('a/b', '/')", '"/b"'],
    ['ascii(text)', "ascii('a')", '97'],
    ['join_to_string(separator?, list)', "join_to_string('-', [1, 2])", '"1-2"'],
    ['unescape(text)', "unescape('\\x41')", '"A"'],
    ['join_to_sql_values_string(list)', "join_to_sql_values_string(['a', 1])", `"'a', 1"`],
    ['sprintf(format, any...)', "sprintf('~.2f', 1.5)", '"1.50"'],
    ['sprintf_s(format, list)', "sprintf_s('~s-~b', ['a', 5])", '"a-5"'],
    ['regex_match(text, pattern)', "regex_match('a1', '[0-9]')", 'true'],
    ['regex_replace(text, pattern, new)', "regex_replace('a1b', '[0-9]', '-')", '"a-b"'],
    ['regex_extract(text, pattern)', "regex_extract('T=21', '=([0-9]+)')", '["21"]'],
  ]),
  ...entries('map', [
    ['map_new()', 'map_new()', '{}'],
    ['map_get(path, map, missing?)', "map_get('a', payload)", '1'],
    ['map_put(path, value, into)', "map_put('b.c', 1, map_new())", '{"b":{"c":1}}'],
    ['map_keys(map)', 'map_keys(payload)', '["a","list"]'],
    ['map_values(map)', `map_values('{"b":2}')`, '[2]'],
    ['map_to_entries(map)', `map_to_entries('{"b":2}')`, '[{"key":"b","value":2}]'],
    ['map_size(map)', 'map_size(payload)', '2'],
    ['mget(key, map, missing?)', "mget('x', payload, 0)", '0'],
    ['mput(key, value, map)', "mput('b.c', 1, map_new())", '{"b.c":1}'],
    [
      'map_to_redis_hset_args(any)',
      `map_to_redis_hset_args('{"b":2}')`,
      '["map_to_redis_hset_args","b","2"]',
    ],
  ]),
  ...entries('array', [
    ['nth(index, list)', 'nth(2, payload.list)', '2'],
    ['length(list)', 'length(payload.list)', '3'],
    ['sublist(start?, length, list)', 'sublist(2, payload.list)', '[1,2]'],
    ['first(list)', 'first(payload.list)', '1'],
    ['last(list)', 'last(payload.list)', '3'],
    ['contains(any, list)', 'contains(2, payload.list)', 'true'],
  ]),
  ...entries('encoding', [
    ['md5(bytes)', "md5('abc')", '"900150983cd24fb0d6963f7d28e17f72"'],
    ['sha(bytes)', "sha('abc')", '"a9993e364706816aba3e25717850c26c9cd0d89d"'],
    ['sha256(bytes)', "strlen(sha256('abc'))", '64'],
    ['hash(algorithm, bytes)', "strlen(hash('sha512', 'abc'))", '128'],
    ['zip(bytes)', "unzip(zip('abc'))", '"abc"'],
    ['unzip(bytes)', "unzip(hexstr2bin('4B4C4A0600'))", '"abc"'],
    ['gzip(bytes)', "gunzip(gzip('abc'))", '"abc"'],
    ['gunzip(bytes)', "gunzip(gzip('a'))", '"a"'],
    ['zip_compress(bytes)', "zip_uncompress(zip_compress('abc'))", '"abc"'],
    ['zip_uncompress(bytes)', "zip_uncompress(zip_compress('a'))", '"a"'],
    ['base64_encode(bytes)', "base64_encode('abc')", '"YWJj"'],
    ['base64_decode(text)', "base64_decode('YWJj')", '"abc"'],
    ['json_encode(any)', 'json_encode([1, 2.0])', '"[1,2.0]"'],
    ['json_decode(text)', "json_decode('[1]')", '[1]'],
    ['term_encode(any)', 'bin2hexstr(term_encode(1))', '"836101"'],
    ['term_decode(bytes)', "term_decode(hexstr2bin('836101'))", '1'],
    ['bin2hexstr(bytes, prefix?)', "bin2hexstr('abc')", '"616263"'],
    ['hexstr2bin(text, prefix?)', "hexstr2bin('616263')", '"abc"'],
    ['sqlserver_bin2hexstr(bytes)', "sqlserver_bin2hexstr('a')", '"0x61"'],
  ]),
  ...entries('time', [
    ['now_timestamp(unit?)', 'now_timestamp()', '1795219200'],
    ['now_rfc3339(unit?)', 'now_rfc3339()', '"2026-11-21T00:00:00+00:00"'],
    ['unix_ts_to_rfc3339(time, unit?)', 'unix_ts_to_rfc3339(0)', '"1970-01-01T00:00:00+00:00"'],
    ['rfc3339_to_unix_ts(text, unit?)', "rfc3339_to_unix_ts('1970-01-01T00:01:00Z')", '60'],
    [
      'format_date(unit, zone, format, time?)',
      "format_date('second', '+08:00', '%H:%M%z', 0)",
      '"08:00+0800"',
    ],
    [
      'date_to_unix_ts(unit, zone?, format, text)',
      "date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S', '1970-01-01 00:01:00')",
      '60',
    ],
    ['timezone_to_second(zone)', "timezone_to_second('+08:00')", '28800'],
    ['timezone_to_offset_seconds(zone)', "timezone_to_offset_seconds('+0530')", '19800'],
    ['mongo_date(time?, unit?)', 'mongo_date(0)', '"ISODate(1970-01-01T00:00:00.000Z)"'],
  ]),
  ...entries('event', [
    ['msgid()', 'msgid()', '"undefined"'],
    ['qos()', 'qos()', '"undefined"'],
    ['topic(level?)', 'topic(1)', '"undefined"'],
    ['flags()', 'flags()', '{}'],
    ['flag(name)', "flag('retain')", '"undefined"'],
    ['clientid()', 'clientid()', '"undefined"'],
    ['username()', 'username()', '"undefined"'],
    ['clientip()', 'clientip()', '"undefined"'],
    ['peerhost()', 'peerhost()', '"undefined"'],
    ['payload(path?)', 'payload()', '"undefined"'],
    ['contains_topic(list, topic, qos?)', "contains_topic([], 't')", 'false'],
    ['contains_topic_match(list, topic, qos?)', "contains_topic_match([], 't')", 'false'],
  ]),
  ...entries('other', [
    ['jq(program, input, timeout?)', "jq('.list[]', payload)", '[1,2,3]'],
    ['uuid_v4()', 'uuid_v4()'],
    ['uuid_v4_no_hyphen()', 'uuid_v4_no_hyphen()'],
  ]),
  ...entries('broker', [
    ['getenv(name)', "getenv('SITE')"],
    ['kv_store_get(key, missing?)', "kv_store_get('last', 0)"],
    ['kv_store_put(key, value)', "kv_store_put('last', payload.a)"],
    ['kv_store_del(key)', "kv_store_del('last')"],
    ['proc_dict_get(key)', "proc_dict_get('last')"],
    ['proc_dict_put(key, value)', "proc_dict_put('last', payload.a)"],
    ['proc_dict_del(key)', "proc_dict_del('last')"],
  ]),
]

/** What the broker alone can do: it depends on what it has around it. */
export const brokerOnlyFunctions: ReadonlySet<string> = new Set(
  functionCatalogue.flatMap(({ name, group }) => (group === 'broker' ? [name] : [])),
)

/** As it is read: `substr(text, start, length?)`. */
export const signatureOf = ({ name, args }: CatalogueEntry) =>
  `${name}(${args.map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}${arg.isRepeated ? '…' : ''}`).join(', ')})`

/** As it is begun: with the arguments that must be given, each in `#{}`, a place to type at. */
export function callTemplate({ name, args }: CatalogueEntry): string {
  const places = args.filter(({ isOptional }) => !isOptional).map((arg) => `#{${arg.name}}`)
  return `${name}(${places.join(', ')})#{}`
}
