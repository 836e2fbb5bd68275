import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toAuthenticatorCreateRequest } from '#features/access/authentication/authn-request.ts'
import { documentToForm, formToDocument, newDocument } from '#kit/form/document.ts'
import { formFaults } from '#kit/form/form-faults.ts'
import { visibleSections } from '#kit/form/visibility.ts'
import { authnKinds } from './authn-kinds.ts'

/** Values that have no default, so the user has to type them. */
const typed: Readonly<Record<string, object>> = {
  jwt: { secret: 'emqxsecret' },
  'password_based:ldap': { username: 'cn=root,dc=emqx,dc=io', password: 'secret' },
  cinfo: { checks: [{ is_match: ["str_eq(username,'blocked')"], result: 'deny' }] },
}

/** Kerberos is left out, because it needs a realm and a keytab on the nodes. */
const kinds = authnKinds.filter(({ id }) => id !== 'gssapi:kerberos')

describe('what is offered for a new authenticator', () => {
  let broker: Awaited<ReturnType<typeof createTestBroker>>
  beforeAll(async () => {
    broker = await createTestBroker({ edition: 'enterprise', nodes: 1 })
  })
  afterAll(() => broker.close())

  it.each(kinds)('$id is taken by the broker as it stands there', async (kind) => {
    const { id, sections, initial } = kind
    const begun = { ...newDocument(sections), ...initial, ...typed[id] }
    const document = formToDocument(sections, documentToForm(sections, begun), begun, { isNew: true })
    const { body } = toAuthenticatorCreateRequest(kind)(document)
    const answer = await broker.ask('POST', '/authentication', { ...body, enable: false })
    expect(answer).toMatchObject({ status: 200, body: { id } })
  })

  it.each([
    ['password_based:redis', 'cmd', `HMGET k:\${username} password_hash salt`],
    ['password_based:redis', 'cmd', `hget k:\${username} password_hash`],
    ['password_based:redis', 'cmd', `HGETALL k:\${username}`],
    ['password_based:redis', 'cmd', `HMGET k:\${username} salt`],
    ['password_based:redis', 'cmd', 'HGETALL'],
    ['password_based:redis', 'cmd', 'GET k password_hash'],
    ['password_based:http', 'url', `http://auth:80/\${username}?c=\${clientid}`],
    ['password_based:http', 'url', `http://\${username}/`],
    ['password_based:http', 'url', 'http://name:secret@auth/'],
    ['password_based:http', 'url', 'http://auth/#part'],
    ['password_based:http', 'url', 'ftp://auth/'],
  ])('%s: of %s “%s” the form thinks what the broker does', async (id, name, value) => {
    const kind = kinds.find((one) => one.id === id)
    if (kind === undefined) throw new Error('There is no such kind')
    const { sections, initial } = kind
    const begun = { ...newDocument(sections), ...initial, [name]: value }
    const values = documentToForm(sections, begun)
    const { body } = toAuthenticatorCreateRequest(kind)(
      formToDocument(sections, values, begun, { isNew: true }),
    )
    const { status } = await broker.ask('PUT', `/authentication/${id}`, { ...body, enable: false })
    const faults = formFaults(visibleSections(sections, values), values, { isNew: true })
    expect(faults.map(({ path }) => path)).toEqual(status === 204 ? [] : [name])
  })
})
