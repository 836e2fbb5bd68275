import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { functions } from '../rule-sql/evaluate/functions/functions.ts'
import { variformFunctions } from '../variform/evaluate-variform.ts'
import { triedTimeMs } from './try-functions.ts'

/** The charges of each function in addition to a single pass over its arguments and its result. */
const charges: Readonly<Record<string, string>> = {
  ...told('nothing', [
    'abs',
    'acos',
    'acosh',
    'asin',
    'asinh',
    'atan',
    'atanh',
    'ceil',
    'cos',
    'cosh',
    'exp',
    'floor',
    'fmod',
    'log',
    'log10',
    'log2',
    'power',
    'round',
    'sin',
    'sinh',
    'sqrt',
    'tan',
    'tanh',
    '/',
    '-',
    'bitnot',
    'bitand',
    'bitor',
    'bitxor',
    'bitsr',
    'bool',
    'float2str',
    'is_null',
    'is_null_var',
    'is_not_null',
    'is_not_null_var',
    'is_str',
    'is_bool',
    'is_int',
    'is_float',
    'is_num',
    'is_map',
    'is_array',
    'null',
    'coalesce',
    'coalesce_ne',
    'bitsize',
    'lower',
    'upper',
    'trim',
    'ltrim',
    'rtrim',
    'rm_prefix',
    'ascii',
    'map_new',
    'nth',
    'length',
    'sublist',
    'first',
    'last',
    'msgid',
    'qos',
    'topic',
    'flags',
    'flag',
    'clientid',
    'username',
    'clientip',
    'peerhost',
    'payload',
    'contains_topic',
    'contains_topic_match',
    'now_timestamp',
    'now_rfc3339',
    'unix_ts_to_rfc3339',
    'rfc3339_to_unix_ts',
    'mongo_date',
    'timezone_to_second',
    'timezone_to_offset_seconds',
    'random',
    'uuid_v4',
    'uuid_v4_no_hyphen',
    'is_empty_val',
    'not',
    'rand_str',
    'rand_int',
    'timestamp_ms',
    'timestamp_s',
  ]),
  ...told('the bits of the result, and a product by its cost', ['*', 'bitsl', 'div', 'mod']),
  ...told('the digits of integers by their cost', ['int', 'float', 'int2hexstr', 'num_to_str', 'any_to_str']),
  ...told('each bit or digit that is taken', ['subbits', 'bin2hexstr', 'sqlserver_bin2hexstr', 'hexstr2bin']),
  ...told('what the text of each term will be', [
    'str',
    'str_utf8',
    'str_utf16_le',
    'concat',
    '+',
    'join_to_string',
    'join_to_sql_values_string',
  ]),
  ...told('each term inside, and how deep it lies', [
    'eq',
    'contains',
    'bytesize',
    'json_encode',
    'term_encode',
  ]),
  ...told('each character that is decoded', ['json_decode', 'term_decode', 'map', 'is_empty', 'unescape']),
  ...told('characters as readers count them', [
    'strlen',
    'substr',
    'reverse',
    'find',
    'split',
    'replace',
    'pad',
  ]),
  ...told('each byte, and what a directive or a mark makes', [
    'tokens',
    'sprintf',
    'sprintf_s',
    'format_date',
    'date_to_unix_ts',
  ]),
  ...told('each byte by the cost of the algorithm', [
    'md5',
    'sha',
    'sha256',
    'hash',
    'zip',
    'gzip',
    'zip_compress',
    'base64_encode',
    'base64_decode',
  ]),
  ...told('what comes out, while it does', ['unzip', 'gunzip', 'zip_uncompress']),
  ...told('the steps of the path, and each map that is copied', ['map_get', 'map_put']),
  ...told('each entry, sorted or copied', [
    'map_keys',
    'map_values',
    'map_to_entries',
    'map_size',
    'mget',
    'mput',
    'map_to_redis_hset_args',
  ]),
  ...told('each step of the matcher', ['regex_match', 'regex_replace', 'regex_extract']),
  ...told('its input and its results as texts; jq itself works elsewhere, and is ended by a clock', ['jq']),
  ...told('the rest of each part', ['map_to_range', 'hash_to_range']),
  ...told('the text or the number that is compared', [
    'num_comp',
    'num_eq',
    'num_neq',
    'num_lt',
    'num_lte',
    'num_gt',
    'num_gte',
    'str_comp',
    'str_eq',
    'str_neq',
    'str_lt',
    'str_lte',
    'str_gt',
    'str_gte',
  ]),
}

/**
 * The work of a function between two checks of the time, and of the garbage collector for it, is added to the limit.
 */
const mostTimes = 8

function told(what: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, what]))
}

const triedSchema = v.object({
  name: v.string(),
  runs: v.number(),
  steps: v.number(),
  bytes: v.number(),
  terms: v.number(),
  milliseconds: v.number(),
  slowest: v.string(),
  odd: v.array(v.string()),
})

it('says of every function what it charges', () => {
  expect(Object.keys(charges).sort()).toEqual(
    [...new Set([...functions.keys(), ...variformFunctions.keys()])].sort(),
  )
})

it('ends every function on what is large, in a value or a failure', { timeout: 300_000 }, () => {
  const script = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script('../../../../scripts/run-ts.mjs'), 'packages/languages/src/testing/try-functions.ts'],
    { encoding: 'utf8', timeout: 240_000, maxBuffer: 10_000_000 },
  )
  expect(status, `the last that began: ${stderr.trim().split('\n').at(-1)}`).toBe(0)
  const tried = stdout
    .trim()
    .split('\n')
    .map((line) => v.parse(triedSchema, JSON.parse(line)))
  const slowest = tried.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5)
  process.stdout.write(
    slowest
      .map(
        ({ name, milliseconds, slowest: what }) =>
          `${name} on ${what}: ${Math.round(milliseconds)} ms of the processor`,
      )
      .join('\n'),
  )
  expect(tried.flatMap(({ name, odd }) => odd.map((what) => `${name}, ${what}`))).toEqual([])
  // Charges end at these limits; a value beyond a limit includes the charge that ended the function.
  for (const { name, bytes, terms } of tried)
    expect([name, bytes < 50_000_000, terms < 9_000_000]).toEqual([name, true, true])
  // The times are processor time, so they do not depend on the load of the machine: charges end a function at about
  // its time limit.
  expect(tried.filter(({ milliseconds }) => milliseconds > triedTimeMs * mostTimes)).toEqual([])
  expect(tried.length).toBeGreaterThanOrEqual(functions.size)
})
