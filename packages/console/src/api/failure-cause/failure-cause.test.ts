import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { reachableTypes } from '@brokerdeck/embedded-broker/integration/drivers/find-driver.ts'
import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { type FailureKind, failureCause } from './failure-cause.ts'

const causeOf = (raw: string) => failureCause(raw)?.cause

/** The recorded reasons that are deliberately left without an explanation. */
const left: readonly string[] = []

/** The kind of failure for each recorded reason; pools, processes and hosts in a reason differ with each recording. */
const expected: readonly (readonly [FailureKind, RegExp])[] = [
  ['disabled', /^Not installed$|not enabled$/],
  ['connectorDown', /^Resource not operational$/],
  ['connectorMissing', /^Connector <<"none">> not found$/],
  ['healthTimeout', /^health_check_timeout$/],
  ['noClientId', /static clientids/],
  ['driverMissing', /unixODBC/],
  ['badKeyFile', /^empty private in service account json$/],
  ['tlsMissing', /unsupported_record_type/],
  ['authentication', /WRONGPASS|invalid_password|\{1045,/],
  ['noDatabase', /3D000/],
  ['noTable', /undefined_table/],
  ['sqlSyntax', /42601/],
  ['refused', /refused/i],
  ['dns', /nxdomain/],
  ['timeout', /^connack_timeout$|^\{exec_failed,exit,\{timeout,/],
  ['closed', /^\{(?:unhealthy_target,\{)?unexpected_data,\{error,closed\}/],
  ['noConnection', /^no_connection$|_client_not_alive$/],
  ['startFailed', /^failed_to_start_|no_more_urls_to_connect|^\{fail_to_connect_rocketmq_server,/],
]

/**
 * Returns every reason in responses about connectors, actions and sources, and every reason with which tries and
 * starts were refused.
 */
function recordedReasons(): ReadonlySet<string> {
  const reasons = new Set<string>()
  for (const { file, path, status, answer } of recordedExchanges()) {
    if (!/^enterprise\/(?:connectors|connector-types|actions-sources|webhook)\.json$/.test(file)) continue
    for (const reason of reasonsIn(answer)) reasons.add(reason)
    const isTried = /_probe$|\/start$/.test(path)
    const refusal = isTried && status === 400 ? messageOf(answer) : undefined
    if (refusal !== undefined && !/"kind":"validation_error"/.test(refusal)) reasons.add(refusal)
  }
  reasons.delete('')
  return reasons
}

function* reasonsIn(answer: unknown): Iterable<string> {
  if (Array.isArray(answer)) for (const one of answer) yield* reasonsIn(one)
  else if (typeof answer === 'object' && answer !== null)
    for (const [key, value] of Object.entries(answer)) {
      if ((key === 'status_reason' || key === 'error') && typeof value === 'string') yield value
      else yield* reasonsIn(value)
    }
}

const messageOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined

recordedTest('knows the cause of every reason that a real broker gave', () => {
  const reasons = [...recordedReasons()]
  expect(reasons.length).toBeGreaterThan(40)
  const wanted = (reason: string) => expected.find(([, said]) => said.test(reason))?.[0]
  const found = Object.fromEntries(reasons.map((reason) => [reason, causeOf(reason)]))
  expect(found).toEqual(
    Object.fromEntries(
      reasons.map((reason) => [
        reason,
        left.includes(reason) ? undefined : (wanted(reason) ?? 'not expected'),
      ]),
    ),
  )
  const met = new Set(Object.values(found))
  expect(expected.filter(([cause]) => !met.has(cause))).toEqual([])
})

const said: readonly (readonly [FailureKind, string])[] = [
  ['refused', 'econnrefused'],
  ['refused', '{shutdown,{failed_connect,[{to_address,{"db",80}},{inet,[inet],econnrefused}]}}'],
  ['refused', '{start_pool_failed,<<"p">>,{{error,econnrefused},[{connect_timeout,5000}]}}'],
  ['timeout', 'etimedout'],
  ['timeout', '{failed_connect,[{inet,[inet],timeout}]}'],
  ['unreachable', '{error,ehostunreach}'],
  ['dns', '{error,nxdomain}'],
  ['closed', '{error,closed}'],
  ['closed', 'tcp_closed'],
  ['closed', '{error,sock_closed}'],
  ['closed', '#{kind => connect_failed,reason => closed}'],
  ['closed', '{shutdown,closed}'],
  ['authentication', 'connect ok but auth failed'],
  ['dns', 'Could not resolve host'],
  ['dns', '{resolve_deny,<<"s3.example.org">>}'],
  ['notJson', '{"select_and_transform_error":"decode_json_failed"}'],
  ['noSchema', '{"select_and_transform_error":"serde_not_found"}'],
  ['noRegistry', 'registry_not_found'],
  ['schemaMismatch', '{gpb_error,{missing_required_field,id}}'],
  ['schemaMismatch', "{'$avro_encode_error',not_a_record}"],
  ['behind', 'stale view of cluster'],
  ['actionMissing', 'bridge_not_found'],
  ['arithmetic', '{"select_and_transform_error":"badarith"}'],
  ['badArgument', '{"select_and_transform_error":"badarg"}'],
  ['badArgument', '{"reason":"bad_sql_function_argument","function_name":"abs"}'],
  ['noFunction', '{"reason":"sql_function_not_supported","module":"emqx_rule_funcs"}'],
  ['unexpected', '{badmatch,[]}'],
  ['unexpected', '{"select_and_transform_error":"function_clause"}'],
  ['refused', '{badmatch,{error,econnrefused}}'],
  ['nothingToBalance', "error on node 'a@1': nothing_to_balance"],
  ['noMetadata', '{failed_to_load_metadata,timeout}'],
  ['closed', 'Connection reset by peer'],
  ['unreachable', 'Host is unreachable'],
  ['dns', 'Hostname or domain name cannot be resolved'],
  ['quota', 'too_many_requests'],
  ['local', '{error,emfile}'],
  [
    'tlsUntrusted',
    '{tls_alert,{unknown_ca,"TLS client: In state wait_cert at ssl_handshake.erl:2113 generated CLIENT ALERT: Fatal - Unknown CA\\n"}}',
  ],
  ['tlsUntrusted', '{bad_cert,selfsigned_peer}'],
  [
    'tlsClient',
    '{tls_alert,{unknown_ca,"TLS client: In state connection received SERVER ALERT: Fatal - Unknown CA\\n"}}',
  ],
  [
    'tlsClient',
    '{tls_alert,{certificate_required,"TLS client: In state connection received SERVER ALERT: Fatal - Certificate required\\n"}}',
  ],
  [
    'tlsExpired',
    '{tls_alert,{certificate_expired,"TLS client: In state wait_cert at ssl_handshake.erl:2111 generated CLIENT ALERT: Fatal - Certificate Expired\\n"}}',
  ],
  [
    'tlsName',
    '{tls_alert,{handshake_failure,"TLS client: In state wait_cert_cr at ssl_handshake.erl:2017 generated CLIENT ALERT: Fatal - Handshake Failure\\n {bad_cert,hostname_check_failed}"}}',
  ],
  [
    'tlsFailed',
    '{tls_alert,{insufficient_security,"TLS client: In state hello received SERVER ALERT: Fatal - Insufficient Security\\n"}}',
  ],
  ['tlsFile', '{options,{cacertfile,"/etc/emqx/ca.pem",{error,enoent}}}'],
  [
    'authentication',
    '{error,fatal,<<"28P01">>,invalid_password,<<"password authentication failed for user \\"a\\"">>,[]}',
  ],
  ['authentication', 'NOAUTH Authentication required.'],
  [
    'authentication',
    '{auth_failure,"ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN."}',
  ],
  ['authentication', '{sasl_auth_error,{sasl_authentication_failed,<<"Authentication failed">>}}'],
  [
    'authentication',
    '{connect_failed,{auth_failed,#{<<"code">> => 18,<<"codeName">> => <<"AuthenticationFailed">>}}}',
  ],
  ['authentication', 'bad_username_or_password'],
  ['authentication', '#{status_code => 401,headers => [],body => <<>>}'],
  ['forbidden', '{error,error,<<"42501">>,insufficient_privilege,<<"permission denied for table t">>,[]}'],
  ['forbidden', "{1044,<<\"42000\">>,<<\"Access denied for user 'a'@'%' to database 'b'\">>}"],
  ['forbidden', "NOPERM this user has no permissions to run the 'set' command"],
  ['forbidden', 'topic_authorization_failed'],
  ['forbidden', '{aws_error,{http_error,403,"Forbidden","<Code>AccessDenied</Code>"}}'],
  ['noDatabase', '{1049,<<"42000">>,<<"Unknown database \'nodb\'">>}'],
  ['noTable', '{1146,<<"42S02">>,<<"Table \'mqtt.t\' doesn\'t exist">>}'],
  ['noTable', '{error,error,<<"42P01">>,undefined_table,<<"relation \\"t\\" does not exist">>,[]}'],
  ['noColumn', '{1054,<<"42S22">>,<<"Unknown column \'x\' in \'field list\'">>}'],
  ['noColumn', '{error,error,<<"42703">>,undefined_column,<<"column \\"x\\" does not exist">>,[]}'],
  ['duplicate', '{1062,<<"23000">>,<<"Duplicate entry \'1\' for key \'PRIMARY\'">>}'],
  ['duplicate', '{error,error,<<"23505">>,unique_violation,<<"duplicate key value">>,[]}'],
  ['duplicate', 'E11000 duplicate key error collection: mqtt.t index: _id_'],
  ['sqlSyntax', '{1064,<<"42000">>,<<"You have an error in your SQL syntax">>}'],
  [
    'badValue',
    '{error,error,<<"22P02">>,invalid_text_representation,<<"invalid input syntax for type integer">>,[]}',
  ],
  [
    'tooManyConnections',
    '{error,fatal,<<"53300">>,too_many_connections,<<"sorry, too many clients already">>,[]}',
  ],
  ['noSpace', "OOM command not allowed when used memory > 'maxmemory'."],
  ['readOnly', "READONLY You can't write against a read only replica."],
  ['unknownCommand', "ERR unknown command 'SETT'"],
  ['noTopic', '{unknown_topic_or_partition,<<"events">>}'],
  ['noLeader', 'leader_not_available'],
  ['noQueue', "{server_initiated_close,404,<<\"NOT_FOUND - no exchange 'e' in vhost '/'\">>}"],
  ['noBucket', '{aws_error,{http_error,404,"Not Found","<Code>NoSuchBucket</Code>"}}'],
  ['quota', '#{reason_code => 151,reason_code_name => quota_exceeded}'],
  ['quota', '{"status_code":429,"body":""}'],
  ['tooLarge', 'message_too_large'],
  ['tooLarge', 'HTTP/1.1 413 Payload Too Large'],
  ['template', '{error,{points_trans_failed,#{last_error => bad_timestamp}}}'],
  ['template', 'var_unbound'],
  ['bufferFull', 'data_bridge_buffer_overflow'],
  ['expired', 'request_expired'],
  ['httpNotFound', '{unrecoverable_error,#{status_code => 404}}'],
  ['httpRejected', '{unrecoverable_error,#{status_code => 422}}'],
  ['httpRedirect', '{unrecoverable_error,#{status_code => 302}}'],
  ['httpFailed', '{recoverable_error,#{status_code => 502}}'],
  ['busy', '{recoverable_error,#{status_code => 503}}'],
  ['busy', 'server_unavailable'],
  ['badClientId', 'client_identifier_not_valid'],
  ['mqttVersion', 'unaccpetable_protocol_version'],
  ['mqttFeature', '#{reason_code => 155,reason_code_name => qos_not_supported}'],
  ['nodeDown', '{badrpc,nodedown}'],
  ['connectorDown', '{resource_error,#{msg => "resource not connected",reason => not_connected}}'],
  ['connectorMissing', '{resource_error,#{msg => "resource not found",reason => not_found}}'],
  ['disabled', '{resource_error,#{msg => "resource stopped or disabled",reason => stopped}}'],
  ['unhealthy', '{unhealthy_target,<<"something else">>}'],
]

recordedTest(
  'knows why the embedded broker reaches no system of a type that it has no client for',
  async () => {
    const broker = await createTestBroker({ edition: 'enterprise', nodes: 1 })
    onTestFinished(() => broker.close())
    const bodies = recordedExchanges().flatMap(({ file, method, path, status, body }) =>
      file === 'enterprise/connector-types.json' &&
      method === 'POST' &&
      path === '/connectors' &&
      status === 201 &&
      v.is(v.looseObject({ type: v.string() }), body) &&
      !reachableTypes.has(body.type)
        ? [body]
        : [],
    )
    expect(bodies.length).toBeGreaterThan(25)
    for (const body of bodies) {
      const { type } = body
      const { status, body: answer } = await broker.ask('POST', '/connectors', { ...body, name: 'far' })
      expect({ type, status, answer }).toMatchObject({ status: 201, answer: { status: 'disconnected' } })
      expect([...reasonsIn(answer)].map((reason) => [type, causeOf(reason)])).toContainEqual([
        type,
        'embedded',
      ])
      expect(await broker.ask('POST', '/connectors_probe', { ...body, name: 'far' })).toMatchObject({
        status: 400,
        body: { message: expect.toSatisfy((message) => causeOf(message) === 'embedded') },
      })
    }
  },
)

it.each(said)('reads %s from %s', (cause, raw) => {
  expect(causeOf(raw)).toBe(cause)
})

it('says nothing of what it does not know', () => {
  for (const raw of ['', 'ok', 'connected', '{error,somewhere_else}', 'status_code => 200', '0'])
    expect(failureCause(raw)).toBeUndefined()
})

it('reads no further than where what matters stands', () => {
  const said = (before: number) => failureCause(`${' '.repeat(before)}unknown_ca`)?.cause
  expect([said(8000), said(8192)]).toEqual(['tlsUntrusted', undefined])
})

it('reads any text, and a long one in steps that grow with its length, or the test would not end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (raw) => {
      const found = failureCause(raw)
      expect(found === undefined || (found.words !== '' && found.advice !== '')).toBe(true)
    }),
  )
  for (const part of ['{', 'a_', 'database x ', 'resource_error, #{', 'template ', 'bucket '])
    failureCause(part.repeat(1_000_000 / part.length))
})
