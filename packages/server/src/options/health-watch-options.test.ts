import { chmod } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { configFile } from '#testing/config-file.ts'
import { describeOptions, parseOptions } from './options.ts'

const slack = 'https://hooks.slack.example/services/T0/B0/hunTer2-planted'

/** Creates a file with this content that only its owner can read. */
async function ownFile(text: string): Promise<string> {
  const path = await configFile(text)
  await chmod(path, 0o600)
  return path
}

async function given(...more: readonly string[]) {
  const key = await ownFile('key:hunTer2-key\n')
  return ['--health-interval=60', '--broker=http://a:18083', `--health-key-file=${key}`, ...more]
}

function parse(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const command = parseOptions(argv, environment)
  if (command.kind !== 'serve') throw new Error(command.kind)
  return command.options
}

it('is off unless it is asked for, and then says how often and with which key', async () => {
  expect(parse(['--broker=http://a:18083'])).not.toHaveProperty('health')
  expect(parse(await given('--metrics-port=0'))).toMatchObject({
    health: { intervalSeconds: 60, warnings: [] },
    source: { healthKey: { key: 'key', secret: 'hunTer2-key' } },
  })
})

it('takes whom to notify as an option, a variable or a file, and prints it nowhere', async () => {
  const notify = { url: new URL(slack), format: 'slack' }
  const argv = await given('--notify-format=slack')
  const file = await ownFile(`${slack}\n`)
  for (const [more, environment] of [
    [[`--notify-url=${slack}`], {}],
    [[`--notify-url-file=${file}`], {}],
    [[], { BROKERDECK_NOTIFY_URL: slack }],
  ] as const) {
    expect(parse([...argv, ...more], environment).health?.notify).toMatchObject(notify)
    const command = parseOptions(['config', ...argv, ...more], environment)
    const text = command.kind === 'config' ? describeOptions(command) : ''
    expect(text).toMatch(/^notify-format: "slack"/m)
    expect(text).not.toContain('hunTer2')
  }
})

it('finds the door of Alertmanager by itself', async () => {
  const readNotifyUrl = async (url: string) =>
    parse(await given('--notify-format=alertmanager', `--notify-url=${url}`)).health?.notify?.url.href
  for (const url of ['http://am:9093', 'http://am:9093/', 'http://am:9093/api/v2/alerts'])
    expect(await readNotifyUrl(url)).toBe('http://am:9093/api/v2/alerts')
  expect(await readNotifyUrl('http://u:p@am/x/?a=1#b')).toBe('http://u:p@am/x/api/v2/alerts?a=1')
})

it('has a key for each of several clusters, and watches those that have one', async () => {
  const key = await configFile('key:hunTer2-key')
  const config = (more: string) =>
    configFile(`health-interval: 60\nmetrics-port: 0\nclusters:
  plant: { broker: "http://a:1"${more} }
  lab: { broker: "http://b:1" }\n`)
  const { source, health } = parse(['--config', await config(`, health-key-file: ${key}`)])
  expect(source).toMatchObject({ clusters: [{ source: { healthKey: { key: 'key' } } }, { name: 'lab' }] })
  expect(health?.warnings).toEqual([expect.stringContaining('chmod 600')])
  const without = await config('')
  expect(() => parse(['--config', without])).toThrow('needs the health-key-file of at least one cluster')
  expect(() => parse(['--config', without, `--health-key-file=${key}`])).toThrow('each has its own')
})

it.each([
  ['--notify-url=http://h', 'needs --health-interval'],
  ['--broker=http://a --health-key-file=KEY', 'needs --health-interval'],
  ['--health-interval=60 --metrics-port=0', 'the embedded broker has no API key'],
  ['--health-interval=60 --metrics-port=0 --broker=http://a', 'needs --health-key-file'],
  ['--health-interval=60 --broker=http://a --health-key-file=KEY', 'needs --metrics-port or --notify-url'],
  ['--health-interval=29 --metrics-port=0', 'a whole number from 30 to 86400'],
  ['--health-interval=86401 --metrics-port=0', 'a whole number from 30 to 86400'],
  ['ALL --notify-url=http://h --notify-url-file=x', 'exclude each other'],
  ['ALL --notify-url=http://h --notify-format=mail', 'json or slack or alertmanager'],
  ['ALL --metrics-port=0 --notify-console=http://h', 'needs --notify-url'],
  ['ALL --notify-url=gopher://h', 'expected a URL that begins with http:// or https://'],
])('refuses %s', async (text, reason) => {
  const key = await ownFile('key:hunTer2-key')
  const all = `--health-interval=60 --broker=http://a --health-key-file=${key}`
  const argv = text.replace('KEY', key).replace('ALL', all).split(' ')
  expect(() => parseOptions(argv)).toThrow(reason)
})
