import { gzip } from '@brokerdeck/languages/gzip.ts'
import { writeTar } from '@brokerdeck/languages/tar.ts'
import { expect, it } from 'vitest'
import { checkCompatibility, readBackup } from './backup-archive.ts'

it('says what an archive holds', async () => {
  const file = (name: string, text = '') => ({
    name: `emqx-export-1/${name}`,
    data: new TextEncoder().encode(text),
    modifiedAt: 1_795_250_873,
  })
  const archive = writeTar([
    file('META.hocon', 'edition = ce\nversion = "5.8.9"\n'),
    file('cluster.hocon', 'mqtt { max_qos_allowed = 2 }'),
    file('mnesia/emqx_banned'),
    file('mnesia/emqx_banned_rules'),
    file('mnesia/emqx_future'),
    file('tables/dashboard_users.json'),
    file('data/authz/acl.conf'),
  ])
  expect(await readBackup(await gzip(archive))).toEqual({
    name: 'emqx-export-1',
    edition: 'ce',
    version: '5.8.9',
    madeAt: 1_795_250_873,
    config: { mqtt: { max_qos_allowed: 2 } },
    configText: new TextEncoder().encode('mqtt { max_qos_allowed = 2 }'),
    tableSets: ['banned', 'emqx_future', 'dashboard_users'],
    otherFiles: ['data/authz/acl.conf'],
  })
})

it.each([
  ['ce', '5.8.9', 'fits'],
  ['ce', '5.8.12', 'fits'],
  ['ce', '5.0.0', 'fits'],
  ['ce', '5.10.0', 'newer'],
  ['ce', '6.0.0', 'newer'],
  ['ee', '5.8.9', 'enterprise'],
  ['ce', 'soon', 'unknown'],
  ['ce', undefined, 'unknown'],
] as const)('of %s %s a community broker 5.8.9 says: %s', (edition, version, expected) => {
  const broker = { isEnterprise: false, version: '5.8.9-brokerdeck' }
  expect(checkCompatibility({ edition, version }, broker)).toBe(expected)
  if (expected === 'enterprise') {
    expect(checkCompatibility({ edition, version }, { ...broker, isEnterprise: true })).toBe('fits')
  }
})
