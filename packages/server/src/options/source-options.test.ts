import { describe, expect, it } from 'vitest'
import { configFile } from '#testing/config-file.ts'
import { describeOptions, parseOptions } from './options.ts'

describe('clusters', () => {
  const two = `
port: 0
clusters:
  prod:
    broker: [http://a:1, http://b:2]
    role: production
    read-only: true
    restrict: [payloads, export]
  stage:
    broker: http://c:3
`
  it('are read from the file, each with its own options', async () => {
    const command = parseOptions(['--config', await configFile(two)])
    if (command.kind !== 'serve' || command.options.source.kind !== 'clusters') throw new Error(command.kind)
    const [prod, stage] = command.options.source.clusters
    expect(prod).toMatchObject({
      name: 'prod',
      role: 'production',
      readOnly: true,
      closed: ['payloads', 'export'],
    })
    expect(prod?.source.urls.map(({ host }) => host)).toEqual(['a:1', 'b:2'])
    expect(prod?.source.webSocketUrls.map(({ href }) => href)).toEqual([
      'ws://a:8083/mqtt',
      'ws://b:8083/mqtt',
    ])
    expect(stage).toMatchObject({ name: 'stage', readOnly: false, closed: [] })
    expect(stage).not.toHaveProperty('role')
  })

  it('are all read-only with the option for all', async () => {
    const command = parseOptions(['--config', await configFile(two), '--read-only'])
    const source = command.kind === 'serve' ? command.options.source : undefined
    expect(source?.kind === 'clusters' && source.clusters.map(({ readOnly }) => readOnly)).toEqual([
      true,
      true,
    ])
  })

  it('have closed what is closed for all, and more of their own', async () => {
    const command = parseOptions(['--config', await configFile(two), '--restrict', 'publish'])
    const source = command.kind === 'serve' ? command.options.source : undefined
    expect(source?.kind === 'clusters' && source.clusters.map(({ closed }) => closed)).toEqual([
      ['publish', 'payloads', 'export'],
      ['publish'],
    ])
  })

  it('are printed so that they can be read again', async () => {
    const config = await configFile(two)
    const command = parseOptions(['config', '--config', config])
    const text = command.kind === 'config' ? describeOptions(command) : ''
    expect(text).toMatch(new RegExp(`^ {4}role: "production" +# ${config}:6: role$`, 'm'))
    const again = await configFile(text.replace(/^config:.*\n/m, ''))
    expect(parseOptions(['--config', again])).toEqual(parseOptions(['--config', config]))
  })

  it.each([
    ['clusters: {}', ':1: expected 1 to 50 clusters'],
    ['clusters: [a]', ':1: expected clusters by name, each with its broker'],
    ['clusters:\n  a/b: { broker: http://a:1 }', ':2: a cluster is called by at most 64'],
    ['clusters:\n  "..": { broker: http://a:1 }', ':2: a cluster is called by at most 64'],
    ['clusters:\n  a: { role: production }', 'the cluster a needs a broker'],
    ['clusters:\n  a: http://a:1', ':2: expected the options of a'],
    [
      'clusters:\n  a: { broker: http://a:1, role: prod }',
      ':2: role "prod": expected production or staging or development',
    ],
    ['clusters:\n  a: { broker: http://a:1, port: 3 }', ':2: unknown option "port"'],
    ['clusters:\n  a: { broker: ftp://a }', 'expected a URL that begins with http:// or https://'],
    [
      'broker: http://b:1\nclusters:\n  a: { broker: http://a:1 }',
      ':1: broker has no meaning beside clusters',
    ],
    ['nodes: 2\nclusters:\n  a: { broker: http://a:1 }', ':1: nodes has no meaning beside clusters'],
  ])('%j is refused with its place and reason', async (text, reason) => {
    const config = await configFile(text)
    expect(() => parseOptions(['--config', config])).toThrow(reason)
  })
})
