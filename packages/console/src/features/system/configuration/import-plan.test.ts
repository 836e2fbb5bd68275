import { expect, it } from 'vitest'
import { mask } from '#compare/masked-config.ts'
import { lineOfPath, planImport } from './import-plan.ts'

const running = {
  node: { name: 'emqx@127.0.0.1', cookie: 'emqxsecretcookie' },
  dashboard: { default_password: 'public', token_expired_time: '60m' },
  license: { key: 'MjIwMTEx' },
  authentication: [{ backend: 'redis', server: 'r:6379', password: 'pw1' }],
  connectors: {
    http: { web: { headers: { authorization: 'Basic abc', accept: 'text/plain' } } },
    mongo: { uri: 'mongodb://user:pw2@db:27017/x' },
    kafka: { ssl: { keyfile: '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----' } },
  },
  alarm: { size_limit: 1000, actions: ['log', 'publish'] },
}

it('plans an import: what changes, without saying secrets', () => {
  const text = `
    alarm.size_limit = 500
    dashboard { default_password = better
      token_expired_time = 60m }
    license.key = "${mask}"
    node.cookie = other
    nonsense.a = 1`
  const plan = planImport(text, running)
  if (plan.kind !== 'readable') throw new Error(plan.kind)
  expect(plan.differences.map(({ path }) => path)).toEqual([
    'alarm.size_limit',
    'dashboard.default_password',
    'nonsense.a',
  ])
  expect(JSON.stringify(plan.differences)).not.toContain('better')
  expect(plan.text).toContain('default_password = better')
  expect(plan.text).not.toMatch(/cookie|license/)
  expect(plan).toMatchObject({
    leftOut: ['node'],
    unknownRoots: ['nonsense'],
    keptSecrets: 1,
    lostSecrets: [],
  })
  expect(lineOfPath(plan.lines, 'dashboard.token_expired_time')).toBe(4)
  expect(lineOfPath(plan.lines, 'alarm.validity_period')).toBeUndefined()
  expect(lineOfPath(plan.lines, 'dashboard.listeners.http')).toBe(3)
})

it('has nothing to do for the running configuration, masked or not', () => {
  const same = planImport('alarm { size_limit = 1000 }', running)
  expect(same).toMatchObject({ kind: 'readable', differences: [], text: '' })
  expect(planImport('# nothing', running)).toEqual({ kind: 'empty' })
  expect(planImport('a {', running)).toMatchObject({ kind: 'unreadable', line: 1 })
})
