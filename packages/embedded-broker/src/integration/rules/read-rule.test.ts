import { expect, test } from 'vitest'
import { ApiRefusal } from '../../http/api-refusal.ts'
import {
  badArguments,
  erlangText,
  isObject,
  readEngineSettings,
  readRule,
  type UnreadRule,
} from './read-rule.ts'
import type { RuleRecord } from './rule-store.ts'

const sql = 'SELECT * FROM "t/#"'

/** Returns the body of the refusal. */
function refused(read: () => unknown): unknown {
  try {
    return { taken: read() }
  } catch (error) {
    return error instanceof ApiRefusal ? error.body : error
  }
}

const bad = (text: string) => ({ code: 'BAD_REQUEST', message: `Bad Arguments: ${text}` })

test('a rule that says only its statement is as usual', () => {
  expect(readRule('r-1_a', { id: 'r-1_a', sql }, undefined, 5)).toEqual({
    id: 'r-1_a',
    sql,
    name: '',
    description: '',
    enable: true,
    actions: [],
    createdAt: 5,
    lastModifiedAt: 5,
  })
})

test('what a change does not say stays, and what it says counts', () => {
  const before: RuleRecord = {
    id: 'r',
    sql,
    name: 'n',
    description: 'd',
    enable: false,
    actions: ['http:web'],
    createdAt: 1,
    lastModifiedAt: 2,
  }
  expect(readRule('r', {}, before, 9)).toEqual({ ...before, lastModifiedAt: 9 })
  const other = 'SELECT clientid FROM "u"'
  const changed = { sql: other, name: '', description: 'e', enable: 'true', metadata: {}, actions: [] }
  expect(readRule('r', changed, before, 9)).toEqual({
    id: 'r',
    sql: other,
    name: '',
    description: 'e',
    enable: true,
    actions: [],
    createdAt: 1,
    lastModifiedAt: 9,
  })
  expect(readRule('r', { enable: 'false' }, { ...before, enable: true }, 9).enable).toBe(false)
})

test('actions are names, the console, and messages with the values of the one that came', () => {
  const actions = [
    'http:web',
    { function: 'console', args: {} },
    { function: 'republish', args: { topic: 'o' } },
  ]
  expect(readRule('r', { sql, actions }, undefined, 0).actions).toEqual([
    'http:web',
    { function: 'console' },
    {
      function: 'republish',
      args: {
        topic: 'o',
        qos: `\${qos}`,
        retain: `\${retain}`,
        payload: `\${payload}`,
        mqtt_properties: {},
        user_properties: `\${user_properties}`,
        direct_dispatch: false,
      },
    },
  ])
})

const republish = (args?: UnreadRule) => ({ actions: ['a:b', { function: 'republish', args }] })
const matched = 'matched_type => "rule_engine:builtin_action_republish"'
const inArgs = 'path => "rule_engine.rules.x.actions.2.args'

// The messages are recorded from a real broker that received such a rule.
test.each<[UnreadRule, string]>([
  [{}, '#{kind => validation_error,path => "rule_engine.rules.x.sql",reason => required_field}'],
  [
    { sql: 'SELECT # FROM t' },
    '#{kind => validation_error,path => "rule_engine.rules.x.sql",reason => {lex_error,{1,sql_lex,{illegal,"#"}}},value => <<"SELECT # FROM t">>}',
  ],
  [
    { sql, enable: 'yes' },
    '#{kind => validation_error,path => "rule_engine.rules.x.enable",reason => "Unable to parse boolean value",value => <<"yes">>}',
  ],
  [
    { sql, name: 7 },
    '#{kind => validation_error,path => "rule_engine.rules.x.name",reason => #{expected => "binary()"},value => 7}',
  ],
  [
    { sql, colour: 'red' },
    '#{kind => validation_error,path => "rule_engine.rules.x",reason => unknown_fields,unknown => "colour",unmatched => "actions,description,..."}',
  ],
  [
    { sql, z: 1, b: 2, a: 3 },
    '#{kind => validation_error,path => "rule_engine.rules.x",reason => unknown_fields,unknown => "a,b,...",unmatched => "actions,description,..."}',
  ],
  [
    { sql, b: 2, a: 3 },
    '#{kind => validation_error,path => "rule_engine.rules.x",reason => unknown_fields,unknown => "a,b",unmatched => "actions,description,..."}',
  ],
  [
    { sql, actions: ['nonsense'] },
    '#{kind => validation_error,reason => <<"should be of pattern {type}:{name}, but got: nonsense">>}',
  ],
  [
    { sql, actions: ['a:b:c'] },
    '#{kind => validation_error,reason => <<"should be of pattern {type}:{name}, but got: a:b:c">>}',
  ],
  [
    { sql, actions: [{ function: 'dance' }] },
    '#{kind => validation_error,reason => unknown_action_function}',
  ],
  [
    { sql, actions: ['a:b', null] },
    '#{kind => validation_error,path => "rule_engine.rules.x.actions.2",reason => unknown_action}',
  ],
  [
    { sql, actions: {} },
    '#{kind => validation_error,path => "rule_engine.rules.x.actions",reason => not_array}',
  ],
  [
    { sql, ...republish({ qos: 1 }) },
    `#{kind => validation_error,${matched},${inArgs}.topic",reason => required_field}`,
  ],
  [
    { sql, ...republish() },
    `#{kind => validation_error,${matched},${inArgs}.topic",reason => required_field}`,
  ],
  [
    { sql, ...republish({ topic: 5 }) },
    `#{kind => validation_error,${matched},${inArgs}.topic",reason => invalid_value,value => 5}`,
  ],
  [
    { sql, ...republish({ topic: 'o', mqtt_properties: { a: true } }) },
    `#{kind => validation_error,${matched},${inArgs}.mqtt_properties.a",reason => invalid_value,value => true}`,
  ],
])('%j is refused', (given, text) => {
  expect(refused(() => readRule('x', given, undefined, 0))).toEqual(bad(text))
})

test('a statement that cannot be read is refused with what is wrong and the statement', () => {
  const empty = refused(() => readRule('x', { sql: '' }, undefined, 0))
  expect(empty).toMatchObject({ message: expect.stringContaining('reason => {parse_error,invalid_string}') })
  const parsed = refused(() => readRule('x', { sql: 'SELECT' }, undefined, 0))
  expect(parsed).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(/parse_error,\{"1: /) })
  expect(parsed).toMatchObject({ message: expect.stringContaining('value => <<"SELECT">>}') })
})

test.each(['a b/c', '', '-a', '_a', 'a.b'])('%j is no name of a rule', (id) => {
  expect(refused(() => readRule(id, { sql }, undefined, 0))).toEqual(
    bad(
      `#{expected_data_type => <<"^[A-Za-z0-9]+[A-Za-z0-9-_]*$">>,got => ${JSON.stringify(id)},kind => validation_error,path => "rule_engine.rules",reason => invalid_map_key}`,
    ),
  )
})

const usual = { ignore_sys_message: true, jq_function_default_timeout: 10_000 }

test('settings that are not said stay, and a time is one however it is written', () => {
  expect(readEngineSettings({}, usual)).toEqual(usual)
  const changed = { ignore_sys_message: false, jq_function_default_timeout: '2s' }
  expect(readEngineSettings(changed, usual)).toEqual({
    ignore_sys_message: false,
    jq_function_default_timeout: 2000,
  })
  expect(readEngineSettings({ jq_function_default_timeout: 300 }, usual)).toEqual({
    ignore_sys_message: true,
    jq_function_default_timeout: 300,
  })
})

test.each([
  [{ ignore_sys_message: 'perhaps' }, 'emqx_rule_api_schema'],
  [{ jq_function_default_timeout: 'long' }, 'emqx_rule_api_schema'],
  [{ jq_function_default_timeout: true }, 'emqx_rule_api_schema'],
  [
    { rules: {} },
    '#{kind => validation_error,path => "rule_engine",reason => unknown_fields,unknown => "rules",unmatched => "ignore_sys_message,jq_function_default_timeout,..."}',
  ],
])('settings %j are refused', (given, text) => {
  expect(refused(() => readEngineSettings(given, usual))).toEqual(bad(text))
})

test('refusals list their pairs by name, and print what is no text as JSON', () => {
  expect(badArguments({ z: '1', a: '2' }).body).toEqual(bad('#{a => 2,kind => validation_error,z => 1}'))
  expect([erlangText('a"b'), erlangText([1]), erlangText(undefined)]).toEqual([
    '<<"a\\"b">>',
    '[1]',
    'undefined',
  ])
})

test('an object is neither nothing nor a list', () => {
  expect([{}, { a: 1 }].every(isObject)).toBe(true)
  expect([null, undefined, [], 'a', 1].some(isObject)).toBe(false)
})

test('a statement that takes seconds to read is refused', () => {
  const fields = Array.from({ length: 20_000 }, (_, at) => `payload.s${at} as s${at}`).join(', ')
  const answer = refused(() => readRule('r', { sql: `SELECT ${fields} FROM "t"` }, undefined, 0))
  expect(JSON.stringify(answer)).toContain('The statement is too long')
})
