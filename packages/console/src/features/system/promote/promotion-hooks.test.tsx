import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it } from 'vitest'
import {
  bodyAt,
  clusters,
  downloadBackup,
  isDone,
  outcomesOf,
  promoteAll,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

const server = (name: string, more: object = {}) => ({
  name,
  url: 'http://127.0.0.9:9',
  enable: false,
  ...more,
})

async function arrangeHooks(lab: TestBroker): Promise<void> {
  await write(lab, 'POST', '/exhooks', server('log', { failed_action: 'ignore' }))
  await write(lab, 'POST', '/exhooks', server('check', { ssl: { password: 'hunter2' } }))
  await write(lab, 'POST', '/exhooks/check/move', { position: 'front' })
}

const hooksPath = '/clusters/compare?kinds=hooks'
const named = (...names: readonly string[]) => names.map((name) => expect.objectContaining({ name }))

it('brings hook servers in their order, and takes them back', async () => {
  const saved = savedFiles()
  const app = await clusters(
    {
      arrangeLab: arrangeHooks,
      arrange: async (plant) => {
        await write(plant, 'POST', '/exhooks', server('log', { enable: true, failed_action: 'deny' }))
        await write(plant, 'POST', '/exhooks', server('own'))
      },
    },
    hooksPath,
  )
  const { screen, user, broker, choose } = app
  await choose('check', 'log', '$order')
  await user.click(await screen.findByText('Plan for 3 things…'))
  await user.type(await screen.findByLabelText('ssl.password of check'), 'typed-password')
  expect(screen.getByText(/^Takes the order of the other side\..*moved one by one/)).toBeDefined()
  expect(screen.getAllByText('The broker does not call it while it is disabled.')).toHaveLength(2)
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  await promoteAll(app, 3)
  expect(outcomesOf(app)).toEqual([
    'DonePOST /exhookscheck',
    'DonePUT /exhooks/loglog',
    'DonePOST /exhooks/:name/move$order',
  ])
  expect(await bodyAt(broker, '/exhooks')).toEqual(named('check', 'log', 'own'))
  expect(await bodyAt(broker, '/exhooks/log')).toMatchObject({ enable: false, failed_action: 'ignore' })
  await undoAll(app, 6)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  expect(await bodyAt(broker, '/exhooks')).toEqual(named('log', 'own'))
  expect(await bodyAt(broker, '/exhooks/log')).toMatchObject({ enable: true, failed_action: 'deny' })
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toMatch(/\/exhooks\/check\/move'[^{]+-d '\{\s+"position": "front"\s+\}/)
  expect(script.match(/\/move'/g)).toHaveLength(1)
  expect(script + text).not.toMatch(/hunter2|typed-password|\*{6}/)
  expect(text).toMatch(/^exhook \{\n +servers = \[/m)
  expect(text.indexOf('name = check')).toBeLessThan(text.indexOf('name = log'))
})

it('finds nothing to bring between a cluster and its own backup', async () => {
  const { screen, user, broker, row } = await clusters({ arrange: arrangeHooks }, `${hooksPath}&from=file`)
  const file = await screen.findByLabelText('Backup or configuration file', { selector: 'input' })
  await user.upload(file, await downloadBackup(broker))
  expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  for (const name of ['check', 'log', '$order']) expect((await row(name)).textContent).toContain('Same')
})
