import { gzip } from '@brokerdeck/languages/gzip.ts'
import { writeTar } from '@brokerdeck/languages/tar.ts'
import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { clusters, outcomesOf, promoteAll } from '#features/system/promote/testing/two-clusters.ts'

async function choose(file: File) {
  const app = await clusters({}, '/clusters/compare?from=file')
  await app.user.upload(
    await app.screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
    file,
  )
  return app
}

const text = (content: string) => new File([content], 'site.hocon')

async function backup(config: string): Promise<File> {
  const entries = [
    { name: 'x/META.hocon', data: new TextEncoder().encode('version = "5.8.9"'), modifiedAt: 1 },
    { name: 'x/cluster.hocon', data: new TextEncoder().encode(config), modifiedAt: 1 },
    { name: 'x/../../etc/passwd', data: new Uint8Array(1), modifiedAt: 1 },
  ]
  return new File([await gzip(writeTar(entries))], 'x.tar.gz')
}

/** Behaves like a file in a browser that was modified after the user chose it. */
class ChangedFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException('The file could not be read', 'NotReadableError'))
  }
}

const ruleNamed = (name: string) => `${name} { sql = "SELECT * FROM \\"t\\"", actions = [] }`

it.each<[string, () => File | Promise<File>, string | RegExp]>([
  ['a file of the nodes', () => text('include file("/etc/passwd")'), 'Line 1: include is not supported here'],
  ['a variable', () => text('a = 1\nb = ${HOME}'), 'Line 2: substitutions are not supported here'],
  ['itself', () => text('a = ${a}'), 'Line 1: substitutions are not supported here'],
  ['10,000 levels', () => text('a {'.repeat(10_000)), 'Line 1: too deep'],
  ['a million values', () => text(`a = [${'1,'.repeat(1_000_000)}]`), 'Line 1: too many values'],
  ['more than is read', () => text(' '.repeat(9_000_000)), 'The file is too large to compare.'],
  ['no text', () => new File([new Uint8Array([0xff, 0xfe, 0])], 'site.conf'), 'The file is not UTF-8 text.'],
  [
    'a name that stands before too many values',
    () => text(`a { ${'k'.repeat(400_000)} { ${'b += 1\n'.repeat(200)} } }`),
    'The names in the file are too long to compare.',
  ],
  ['no archive', () => new File(['PK'], 'x.tar.gz'), /^The file is no backup/],
  ['a bomb', () => backup(' '.repeat(9_000_000)), 'The file is too large to compare.'],
  ['a variable in an archive', () => backup('a = ${HOME}'), 'Line 1: substitutions are not supported here'],
  ['a changed file', () => new ChangedFile(['a = 1'], 'site.hocon'), /^The file has changed since/],
  ['a changed backup', () => new ChangedFile(['a = 1'], 'x.tar.gz'), /^The file has changed since/],
  [
    'more than a broker has on a page',
    () =>
      text(
        `rule_engine.rules { ${Array.from({ length: 10_001 }, (_, at) => ruleNamed(`r${at}`)).join('\n')} }`,
      ),
    /More than 10,000: not compared/,
  ],
])('says of a file with %s what is wrong, and compares nothing', async (_, make, words) => {
  const { screen, network } = await choose(await make())
  expect(await screen.findByText(words)).toBeDefined()
  expect(network.asked.every((line) => line.startsWith('GET '))).toBe(true)
})

it('sends what its plan shows, under names that stay within their segment of a path', async () => {
  const names = ['".."', '"%2e%2e/x"', '"a/../../users"', '"<b>\u202Ex\\n"', '"__proto__"', 'constructor']
  const rules = names.map(ruleNamed).join('\n')
  const app = await choose(text(`rule_engine.rules { ${rules} }\n__proto__ { polluted = yes }`))
  const { screen, user, network, broker, row } = app
  expect((await row('<b>')).textContent).toContain('U+202E')
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await user.click(await screen.findByRole('button', { name: /^Plan for / }))
  expect(await screen.findByText(/^Not in the plan: \.\.\. No path of the API/)).toBeDefined()
  const planned = within(screen.getByRole('list', { name: 'Requests in order' })).getAllByRole('listitem')
  expect(planned).toHaveLength(5)
  await user.click(screen.getByRole('checkbox', { name: 'Stop at the first refusal' }))
  await promoteAll(app, 5)
  expect(outcomesOf(app).filter((line) => line.startsWith('Done'))).toEqual(['DonePOST /rulesconstructor'])
  expect((await broker.ask('GET', '/rules/constructor')).status).toBe(200)
  const asked = network.asked.map((line) => line.split(' ')[1] ?? '').filter((path) => /\/rules\//.test(path))
  expect(asked.every((path) => /^\/api\/v5\/rules\/[^/]+(\/metrics)?$/.test(path))).toBe(true)
  expect(network.asked.some((line) => line.includes('/users'))).toBe(false)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

it('lists the first of what differs in one thing, and says how many it leaves out', async () => {
  const fields = Array.from({ length: 5_000 }, (_, at) => `f${at} = ${at}\ns${at} { password = "x" }`)
  const { screen, row, user } = await choose(text(`rule_engine.rules.both { ${fields.join('\n')} }`))
  const both = await row('both')
  expect(both.textContent).toContain('10,000')
  await user.click(within(both).getByRole('button'))
  await user.click(await screen.findByText('Show fields'))
  expect(await screen.findByText('Not listed: 9,800 more')).toBeDefined()
  expect(document.querySelectorAll('[role="dialog"] dt')).toHaveLength(200)
})

it('has no list to compare where authenticators are no objects, and no name for one without', async () => {
  const chain = 'authentication = [1, [], { mechanism { toString = 1 } }, { backend = redis }]'
  const app = await clusters({}, '/clusters/compare?from=file&kinds=authenticators')
  await app.user.upload(
    await app.screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
    text(chain),
  )
  expect((await app.row('{"toString":1}')).textContent).toContain('Only there')
})
