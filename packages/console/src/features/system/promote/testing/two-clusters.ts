import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { expect, onTestFinished } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

export const twoClusters = {
  brokerName: 'plant',
  clusters: {
    home: '/',
    all: [
      { name: 'plant', readOnly: false },
      { name: 'lab', readOnly: true },
    ],
  },
} as const

export const connector = {
  type: 'mqtt',
  name: 'cloud',
  server: '127.0.0.1:9',
  username: 'ada',
  resource_opts: { health_check_interval: '1s' },
}
export const action = {
  type: 'mqtt',
  name: 'up',
  connector: 'cloud',
  parameters: { topic: 'up/${topic}', qos: 1 },
}

export const database = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
export const redis = {
  mechanism: 'password_based',
  backend: 'redis',
  redis_type: 'single',
  server: '127.0.0.1:9',
  cmd: 'HMGET u:${username} password_hash salt',
  password: 'hunter2',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}

/** Downloads a backup of the cluster as a file to choose. */
export async function downloadBackup({ ask, app, login }: TestBroker): Promise<File> {
  const { body } = await ask('POST', '/data/export', {})
  const { filename, node } = v.parse(v.object({ filename: v.string(), node: v.string() }), body)
  const { rawPayload } = await app.inject({
    url: `/api/v5/data/files/${filename}?node=${encodeURIComponent(node)}`,
    headers: { authorization: `Bearer ${login()}` },
  })
  return new File([new Uint8Array(rawPayload)], filename)
}

/** Tells whether a request succeeded and no difference was found when the object was read back. */
export const isDone = (line: string) => /^Done(?!,)/.test(line)

export const bodyAt = async ({ ask }: TestBroker, path: string) => (await ask('GET', path)).body

export async function write(
  { ask }: TestBroker,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<void> {
  const { status, body: answer } = await ask(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
}

/** Opens two clusters: the lab has a flow that the plant lacks, and both have a rule with different settings. */
export async function clusters(
  given: RenderOptions & { readonly arrangeLab?: (lab: TestBroker) => Promise<void> } = {},
  path = '/clusters/compare',
) {
  const { edition } = given
  const lab = await createTestBroker(edition === undefined ? {} : { edition })
  onTestFinished(() => lab.close())
  await write(lab, 'POST', '/connectors', { ...connector, password: 'hunter2' })
  await write(lab, 'POST', '/actions', action)
  await write(lab, 'POST', '/rules', { id: 'upward', sql: 'SELECT * FROM "up/#"', actions: ['mqtt:up'] })
  await write(lab, 'POST', '/rules', { id: 'both', sql: 'SELECT * FROM "new/#"', actions: [] })
  await write(lab, 'POST', '/rules', { id: 'alike', sql: 'SELECT * FROM "a"', actions: [] })
  await given.arrangeLab?.(lab)
  sessionStorage.setItem(
    'session /c/lab/',
    JSON.stringify({ token: lab.login(), username: 'admin', edition: 'ce', version: '5.8.9' }),
  )
  onTestFinished(() => sessionStorage.clear())
  const app = await renderApp(path, {
    config: twoClusters,
    ...given,
    arrange: async (plant, network) => {
      network.below('/c/lab/', lab)
      await write(plant, 'POST', '/rules', { id: 'both', sql: 'SELECT * FROM "old/#"', actions: [] })
      await write(plant, 'POST', '/rules', { id: 'alike', sql: 'SELECT * FROM "a"', actions: [] })
      await write(plant, 'POST', '/rules', { id: 'mine', sql: 'SELECT * FROM "b"', actions: [] })
      await given.arrange?.(plant, network)
    },
  })
  const { user } = app
  // The rows are found by text and not by role, because a query by role takes seconds on a long page.
  const row = (name: string) =>
    waitFor(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('tr, [role="row"]')]
      const found = rows.find(({ textContent }) => textContent.includes(name))
      if (found === undefined) throw new Error(`no row has ${name}`)
      return found
    })
  const choose = async (...names: readonly string[]) => {
    for (const name of names) await user.click(within(await row(name)).getByRole('checkbox'))
  }
  return { ...app, lab, row, choose }
}

type App = Awaited<ReturnType<typeof clusters>>

/** Returns the lines of the log. They are found by selector, because a query by role takes seconds on a long page. */
export const outcomesOf = (_: App): readonly string[] =>
  [...document.querySelectorAll('[aria-label="Log"] > li')].map(({ textContent }) => textContent)

/** Sends the requests of a plan and waits for the responses. */
export async function promoteAll(app: App, count: number): Promise<void> {
  const { screen, user } = app
  const words = count === 1 ? 'Send 1 request' : `Send ${count} requests`
  await user.click(await screen.findByText(words))
  await user.click(await screen.findByText('Promote'))
  await waitFor(() => expect(outcomesOf(app)).toHaveLength(count))
  await waitFor(() => expect(screen.queryByText('Stop')).toBeNull())
}

export async function closeLog({ screen, user }: App): Promise<void> {
  const closing = screen.getAllByText('Close').at(-1)
  if (closing === undefined) throw new Error('nothing closes the log')
  await user.click(closing)
}

/** Undoes all requests, and waits until the log has the given number of lines. */
export async function undoAll(app: App, lines: number): Promise<void> {
  const { screen, user } = app
  // The selector excludes the lines of an earlier undo, which contain the same word.
  await user.click(await screen.findByText('Undo', { selector: 'button' }))
  const question = (await screen.findByText('Undo what was made?')).closest<HTMLElement>('[role="dialog"]')
  if (question === null) throw new Error('nothing asks')
  await user.click(within(question).getByText('Undo'))
  await waitFor(() => expect(outcomesOf(app)).toHaveLength(lines))
  await waitFor(() => expect(screen.queryByText('Stop')).toBeNull())
}
