import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRefusal } from './errors.ts'

const json = 'application/json'

function refusal(body: unknown, status = 400) {
  return parseRefusal(status, json, JSON.stringify(body))
}

test('a configuration that was loaded in part: the reason of each root, and nothing of the configuration', () => {
  const failed = (root: string, reason: string) =>
    `The effective configurations:\n\`\`\`\n${root} { secret = x }\n\`\`\`\n\nTry to merge with:\n\`\`\`\n${root} {}\n\`\`\`\n\nCan't merge the new configurations!\nRoot key: ${root}\nReason: ${reason}\n`
  const taken =
    '{post_config_update,emqx_listeners,{failed_to_start,"tcp:x(:1883) : {shutdown,{failed_to_start_child,listener,eaddrinuse}}"}}'
  const errors =
    failed('listeners', taken) + failed('mqtt', '#{kind => validation_error,path => "mqtt.x",reason => bad}')
  const told = refusal({ errors })
  expect(told.message).toMatch(/^listeners: .*eaddrinuse.*; mqtt: mqtt\.x: bad$/)
  expect(told.message).not.toContain('secret')
  expect(told.fields).toEqual([{ path: 'mqtt.x', reason: 'bad' }])
})

test('of a union only the member that knows the names is heard', () => {
  const fault = (path: string, more: object) => ({ kind: 'validation_error', path, ...more })
  const mismatches = {
    handler_name: fault('root.file.default.time_offset', { reason: 'Invalid time offset', value: 'moon' }),
    'emqx:log_file_handler': fault('root.file', { reason: 'unknown_fields', unknown: 'default' }),
  }
  const message = JSON.stringify(fault('root.file', { reason: 'matched_no_union_member', mismatches }))
  expect(refusal({ code: 'BAD_REQUEST', message }).fields).toEqual([
    { path: 'file.default.time_offset', reason: 'Invalid time offset' },
  ])
})

test('a code and a sentence', () => {
  expect(refusal({ code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' }, 404)).toEqual({
    status: 404,
    code: 'CLIENTID_NOT_FOUND',
    message: 'Client ID not found',
    fields: [],
    raw: '{"code":"CLIENTID_NOT_FOUND","message":"Client ID not found"}',
  })
})

function violation(...errors: unknown[]) {
  const told = errors.length === 1 ? errors[0] : errors
  return refusal({ code: 'BAD_REQUEST', message: JSON.stringify(told) })
}

test('a violation in a string, one or several', () => {
  const kind = 'validation_error'
  expect(violation({ kind, path: 'root.who', reason: 'required_field' })).toMatchObject({
    message: 'who: required field',
    fields: [{ path: 'who', reason: 'required_field' }],
  })
  expect(
    violation(
      { kind, path: 'as', reason: 'required_field' },
      { kind, path: 'root.limit', reason: { expected: '1..10000' }, value: 0 },
    ).fields,
  ).toEqual([
    { path: 'as', reason: 'required_field' },
    { path: 'limit', reason: 'unexpected_value', expected: '1..10000' },
  ])
  expect(
    violation({ kind, path: 'root.properties', reason: 'unknown_fields', unknown: 'foo,bar,...' }).fields,
  ).toEqual([
    { path: 'properties.foo', reason: 'unknown_fields' },
    { path: 'properties.bar', reason: 'unknown_fields' },
  ])
})

test('a union tells the member that fitted furthest', () => {
  const kind = 'validation_error'
  const { fields } = violation({
    kind,
    path: 'fields',
    reason: 'matched_no_union_member',
    mismatches: {
      array: { kind, path: 'fields.2', reason: 'unable_to_convert_to_enum_symbol', value: 'nope' },
      all: { kind, path: 'fields', reason: { expected: 'all' } },
    },
  })
  expect(fields).toEqual([{ path: 'fields.2', reason: 'unable_to_convert_to_enum_symbol' }])
})

test('a message that is an object', () => {
  expect(
    refusal({
      code: 'BAD_REQUEST',
      message: { kind: 'validation_error', path: 'a', reason: 'required_field' },
    }),
  ).toMatchObject({
    message: 'a: required field',
  })
})

test('Erlang terms and printed character codes', () => {
  expect(
    refusal({ code: 'UNKNOWN_ERROR', message: '{invalid_topic_filter,<<"$share/g1">>}' }, 500).message,
  ).toBe('invalid topic filter: $share/g1')
  expect(
    refusal({ code: 'BAD_REQUEST', message: '[67,97,110,110,\n 111,116,32,"17",32,116,111]' }).message,
  ).toBe('Cannot 17 to')
  expect(
    refusal({
      code: 'BAD_REQUEST',
      message: 'Bad Arguments: #{kind => validation_error,path => "x.sql",reason => required_field}',
    }),
  ).toMatchObject({
    message: 'Bad Arguments: x.sql: required field',
    fields: [{ path: 'x.sql', reason: 'required_field' }],
  })
})

test('a stack becomes a sentence, the missing key a field, and the raw text is kept', () => {
  const stack = '[{emqx_mgmt_api_publish,publish_batch,2,[{file,"emqx_mgmt_api_publish.erl"},{line,224}]}]'
  const crash = refusal(
    { code: 'INTERNAL_ERROR', message: `error, {case_clause,{errror,<<"empty_batch">>}}, ${stack}` },
    500,
  )
  expect(crash.message).toBe('The broker failed while it worked on the request.')
  expect(crash.raw).toContain('publish_batch')
  expect(
    refusal({ code: 'INTERNAL_ERROR', message: `error, {badkey,<<"topic">>}, ${stack}` }, 500).fields,
  ).toEqual([{ path: 'topic', reason: 'required_field' }])
})

test('what a 500 says of a rule that cannot be read names its place', () => {
  const thrown = (fault: string) =>
    refusal({
      code: 'INTERNAL_ERROR',
      message: `throw, #{kind => validation_error,${fault}}, [{emqx_rewrite,update,1,[{file,"emqx_rewrite.erl"},{line,77}]}]`,
    })
  expect(
    thrown(
      'path => "rewrite.1.re",reason => #{compile_error => {"missing )",4},regexp => <<"^x/(">>},value => <<"^x/(">>',
    ),
  ).toMatchObject({
    message: 'rewrite.1.re: missing ) at character 4',
    fields: [{ path: 'rewrite.1.re', reason: 'missing ) at character 4' }],
  })
  expect(thrown('path => "mqtt",reason => unknown_fields,unknown => "foo",unmatched => none').fields).toEqual(
    [{ path: 'mqtt.foo', reason: 'unknown_fields' }],
  )
})

test('publishing refuses with a reason code', () => {
  expect(refusal({ reason_code: 144, message: 'topic_name_invalid' })).toMatchObject({
    code: '',
    reasonCode: 144,
    message: 'topic name invalid',
  })
})

test('a ban that exists already is not refused for its own reason', () => {
  const message = JSON.stringify({ who: 'dev', reason: 'misbehaving', as: 'clientid' })
  expect(refusal({ code: 'ALREADY_EXISTS', message }).message).toBe('An object of this name exists already.')
})

test('bodies that are no JSON', () => {
  expect(parseRefusal(400, 'text/plain', '{"errors":"Cannot update read-only key \'node\'."}').message).toBe(
    "Cannot update read-only key 'node'.",
  )
  expect(
    parseRefusal(
      400,
      'text/plain',
      '{"errors":{"alarm":{"kind":"validation_error","path":"alarm.size_limit","reason":{"expected":"1..3000"},"value":0}}}',
    ),
  ).toMatchObject({ fields: [{ path: 'alarm.size_limit', reason: 'unexpected_value', expected: '1..3000' }] })
  expect(
    parseRefusal(404, 'text/html', '<html><head><title>404 - NOT FOUND</title></head></html>'),
  ).toMatchObject({
    code: 'NOT_FOUND',
    message: '404 - NOT FOUND',
  })
  for (const status of [400, 405, 500]) {
    expect(parseRefusal(status, undefined, '')).toEqual({
      status,
      code: '',
      message: '',
      fields: [],
      raw: '',
    })
  }
  expect(
    parseRefusal(
      500,
      json,
      "Unsupported code 'UNKNOWN_ERROR', message <<\"{badkey,bind}\">>, schema def ['NOT_FOUND']",
    ),
  ).toMatchObject({
    code: 'UNKNOWN_ERROR',
    message: 'badkey: bind',
  })
})

test('any body is read', () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record({ code: fc.anything(), message: fc.oneof(fc.string(), fc.json(), fc.object()) })
      .map((told) => JSON.stringify(told)),
    fc
      .record({ message: fc.json().map((text) => `{"kind":"validation_error","mismatches":${text}}`) })
      .map((told) => JSON.stringify(told)),
  )
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 599 }), body, (status, text) => {
      const read = parseRefusal(status, undefined, text ?? '')
      expect(read.raw).toBe(text ?? '')
      expect(read.message.length).toBeLessThan(1_002)
      expect(read.fields.length).toBeLessThan(51)
    }),
    { numRuns: 2_000 },
  )
})
