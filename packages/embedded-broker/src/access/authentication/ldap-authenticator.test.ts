import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { startDatabase, testWith } from '../../testing/database-servers.ts'

const root = { dn: 'cn=root,dc=emqx,dc=io', password: 'public' }

const ssha = (password: string) => {
  const salt = Buffer.from('salt')
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

const entry = (uid: string, password: string, isSuperuser: boolean, isEnabled = true) =>
  `dn: uid=${uid.replaceAll(',', String.raw`\,`)},dc=emqx,dc=io
objectClass: mqttUser
uid: ${uid}
userPassword: ${password}
isSuperuser: ${isSuperuser ? 'TRUE' : 'FALSE'}
${isEnabled ? '' : 'isEnabled: FALSE\n'}`

const entries = [
  'dn: dc=emqx,dc=io\nobjectClass: dcObject\nobjectClass: organization\ndc: emqx\no: emqx\n',
  entry('alice', ssha('secret'), true),
  entry('a,b', 'plain', false),
  entry('(star)', '{SHA}nope', false),
  entry('off', ssha('secret'), false, false),
].join('\n')

testWith('ldap')('LDAP decides, by the hash of an entry or by binding as it', async () => {
  const running = await startDatabase('ldap', entries)
  const ldap = {
    mechanism: 'password_based',
    backend: 'ldap',
    server: running.server,
    username: root.dn,
    password: root.password,
    base_dn: 'dc=emqx,dc=io',
    filter: `(uid=\${username})`,
  }
  const byHash = {
    type: 'hash',
    password_attribute: 'userPassword',
    is_superuser_attribute: 'isSuperuser',
  }
  const broker = await authenticatingBroker([{ ...ldap, method: byHash }])
  for (const method of [byHash, { type: 'bind', bind_password: `\${password}` }]) {
    await broker.ask('PUT', '/authentication/password_based:ldap', { ...ldap, method })
    expect(await broker.codeFor('alice', 'secret')).toBe(0)
    expect(await broker.codeFor('alice', 'wrong')).toBe(0x86)
    expect(await broker.codeFor('alice', '')).toBe(0x86)
    expect(await broker.codeFor('a,b', 'plain')).toBe(0)
    expect(await broker.codeFor('(star)', 'x')).toBe(0x86)
    // A wildcard in a name is an ordinary character.
    expect(await broker.codeFor('ali*', 'secret')).toBe(0x87)
  }
  const byName = {
    ...ldap,
    base_dn: `uid=\${username},dc=emqx,dc=io`,
    filter: '(objectClass=*)',
    method: byHash,
  }
  await broker.ask('PUT', '/authentication/password_based:ldap', byName)
  expect(await broker.codeFor('a,b', 'plain')).toBe(0)
  expect(await broker.codeFor('nobody', 'x')).toBe(0x87)
  expect(await broker.codeFor('alice', 'secret')).toBe(0)
  expect(await broker.codeFor('off', 'secret')).toBe(0x87)
  // With several entries it is not known whose password counts.
  const whole = { ...byName, base_dn: 'dc=emqx,dc=io', filter: '(objectClass=mqttUser)' }
  await broker.ask('PUT', '/authentication/password_based:ldap', whole)
  expect(await broker.codeFor('zoe', 'secret')).toBe(0x87)
  await broker.ask('PUT', '/authentication/password_based:ldap', { ...ldap, password: 'wrong' })
  const { body } = await broker.ask('GET', '/authentication/password_based:ldap/status')
  expect(body).toMatchObject({ status: 'disconnected' })
})
