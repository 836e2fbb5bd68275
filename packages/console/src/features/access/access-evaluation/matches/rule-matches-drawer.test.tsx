import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const file = '/authorization/detail/file?tab=settings'
const rules = '{deny, {clientid, "plc-1"}, subscribe, ["plant/#"]}.\n{deny, all, subscribe, ["plant/+"]}.\n'
const base = '/authorization/sources/built_in_database/rules'

const arrange: NonNullable<RenderOptions['arrange']> = async ({ ask, context: { cluster } }) => {
  const plc = await connectClient(cluster, { clientId: 'plc-1' })
  await plc.subscribeAsync(['plant/1', 'other'])
  const pump = await connectClient(cluster, { clientId: 'pump/7', username: 'ann' })
  await pump.subscribeAsync('plant/2', { qos: 1 })
  await ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })
}

async function drawer({ screen }: RenderedApp, title = 'Which clients does this affect?') {
  return within(await screen.findByRole('dialog', { name: title }))
}

const rowsOf = (dialog: ReturnType<typeof within>, label: string) =>
  within(dialog.getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('a rule of the file names what it decides, and what a rule before it has decided', async () => {
  const app = await renderApp(file, { arrange })
  const { user, screen } = app
  await user.click(await screen.findByRole('button', { name: 'Which clients does this affect? Rule 2' }))
  const dialog = await drawer(app)
  expect(await dialog.findByText('It denies 1 subscription')).toBeDefined()
  expect(rowsOf(dialog, 'Subscriptions that it decides')).toEqual([
    expect.stringMatching(/^pump\/7\s*plant\/2\s*QoS 1/),
  ])
  const [before] = rowsOf(dialog, 'Subscriptions that are decided before it')
  expect(before).toMatch(/^plc-1\s*plant\/1.*Rule 1, line 1.*Denies the client ID plc-1/)
  expect(rowsOf(dialog, 'Clients that it is for')).toHaveLength(2)
  expect(dialog.getByText(/^Looked at: 2 clients of 2 .* 3 subscriptions of 3/)).toBeDefined()
  const [link] = dialog.getAllByRole('link', { name: 'Why it is so now' })
  if (link === undefined) throw new Error('there is no link')
  await user.click(link)
  expect(await screen.findByText(/Rule 2, line 2 of the file/)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what is written and not applied yet is asked about as it stands there', async () => {
  const app = await renderApp(file, { arrange })
  const editor = await app.screen.findByRole('textbox', { name: /^Rules/ })
  await app.user.clear(editor)
  await app.user.type(editor, '{{deny, {{user, "ann"}, subscribe, [["plant/2"]}.')
  await app.user.click(
    await app.screen.findByRole('button', { name: 'Which clients does this affect? Rule 1' }),
  )
  const dialog = await drawer(app)
  expect(await dialog.findByText(/not applied yet/)).toBeDefined()
  expect(rowsOf(dialog, 'Subscriptions that it decides')).toEqual([expect.stringContaining('plant/2')])
})

it('rules of a client ID are chosen from, and one that hits nobody says why', async () => {
  const app = await renderApp('/authorization/detail/built_in_database?tab=rules', {
    arrange: async (broker, network) => {
      await arrange(broker, network)
      await broker.ask('POST', '/authorization/sources', { type: 'built_in_database' })
      const entry = (clientid: string, topics: readonly string[]) => ({
        clientid,
        rules: topics.map((topic) => ({ topic, permission: 'allow', action: 'subscribe' })),
      })
      await broker.ask('POST', `${base}/clients`, [entry('plc-1', ['none', 'plant/1']), entry('gone', ['#'])])
    },
  })
  const { user, screen } = app
  const open = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Which clients does this affect?' }))
    return await drawer(app)
  }
  const own = await open('plc-1')
  expect(await own.findByText('None of their subscriptions is one that the rule covers.')).toBeDefined()
  await user.selectOptions(own.getByLabelText('Rule'), '2. May subscribe to plant/1')
  expect(await own.findByText('It allows 1 subscription')).toBeDefined()
  await user.keyboard('{Escape}')
  const gone = await open('gone')
  expect(await gone.findByText('No client is connected with the client ID gone.')).toBeDefined()
})

it('is read in Chinese', async () => {
  const app = await renderApp(file, { locale: 'zh', arrange })
  await app.user.click(await app.screen.findByRole('button', { name: /^影响哪些客户端？\s*第 1 条规则$/ }))
  expect(await (await drawer(app, '影响哪些客户端？')).findByText('1 个订阅由该规则拒绝')).toBeDefined()
})
