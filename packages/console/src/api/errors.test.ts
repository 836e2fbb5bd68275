import { describe, expect, it } from 'vitest'
import { ApiError, describeProblem, isNotOffered, problemOfRefusal, saysItIsAbsent } from './errors.ts'

function refuse(status: number, body: unknown) {
  return problemOfRefusal({ status, contentType: 'application/json', text: JSON.stringify(body) })
}

describe('a refusal becomes a problem', () => {
  it.each([
    [401, 'BAD_TOKEN', 'expired'],
    [401, 'TOKEN_TIME_OUT', 'expired'],
    [401, 'BAD_USERNAME_OR_PWD', 'unauthorized'],
    [403, 'UNAUTHORIZED_ROLE', 'unauthorized'],
    [403, 'READ_ONLY', 'rejected'],
    [502, 'UPSTREAM_UNREACHABLE', 'unreachable'],
    [502, 'UPSTREAM_TLS', 'unreachable'],
    [504, 'UPSTREAM_TIMEOUT', 'timeout'],
  ])('%i %s: %s', (status, code, kind) => {
    expect(refuse(status, { code, message: 'words' }).kind).toBe(kind)
  })

  it('reads fields out of a message that is JSON in a string', () => {
    const message = JSON.stringify({
      kind: 'validation_error',
      path: 'root.qos',
      reason: 'unable_to_convert',
      value: 9,
    })
    const problem = refuse(400, { code: 'BAD_REQUEST', message })
    expect(problem).toMatchObject({
      kind: 'rejected',
      fields: [{ message: expect.stringContaining('unable to convert') }],
    })
  })

  it('tells an endpoint that the broker lacks from an object that does not exist', () => {
    expect(
      isNotOffered(refuse(404, { code: 'NOT_FOUND', message: 'The embedded broker has no rules' })),
    ).toBe(true)
    expect(isNotOffered(refuse(404, { code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' }))).toBe(
      false,
    )
  })

  it('takes a proxy without words for a broker out of reach', () => {
    const problem = problemOfRefusal({
      status: 502,
      contentType: 'text/html',
      text: '<html><h1>Bad gateway</h1></html>',
    })
    expect(describeProblem(problem).title).toBe('Network Error')
  })
})

it.each([
  [404, 'NOT_FOUND', 'Rule ID Not Found', true],
  [404, 'NOT_FOUND', "Action lookup failed for bridge named 'x' and type http: not_found", true],
  [404, 'CLIENTID_NOT_FOUND', 'Client ID not found', true],
  [404, 'BAD_LISTENER_ID', 'Listener id does not exist', true],
  [404, 'NOT_FOUND', '/opt/emqx/plugins/hello-0.1.0/release.json does not exist', false],
  [404, 'NOT_FOUND', 'Node emqx2@127.0.0.2 not found', false],
  [404, 'NOT_FOUND', 'Request Path Not Found', false],
  [404, 'NOT_FOUND', 'The feature is disabled', false],
  [400, 'BAD_REQUEST', 'Rule ID Not Found', false],
])('takes %i %s “%s” for an absence: %s', (status, code, message, isAbsent) => {
  expect(saysItIsAbsent(new ApiError(refuse(status, { code, message })))).toBe(isAbsent)
})
