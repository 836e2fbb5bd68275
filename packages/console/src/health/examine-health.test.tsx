import { buildPath, toSearch } from '@brokerdeck/contract/endpoint.ts'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'
import { examineHealth, healthCheckIds } from './examine-health.ts'
import type { Send } from './read-answer.ts'
import { LossWatch } from './watch-losses.ts'

/** Sends requests to the broker behind the page without using the page. */
function sendThrough({ network, broker }: RenderedApp): Send {
  return async (endpoint, given) => {
    const search = toSearch(given.query).toString()
    const answer = await network.fetch(
      new URL(`/api/v5${buildPath(endpoint, given.params)}?${search}`, document.baseURI),
      {
        headers: {
          authorization: `Bearer ${broker.login()}`,
          accept: endpoint.gives === 'text' ? 'text/plain' : 'application/json',
        },
      },
    )
    const contentType = answer.headers.get('content-type') ?? ''
    return { status: answer.status, contentType, text: await answer.text() }
  }
}

/** Removes the start time of the count of drops, which differs between the page and this examination. */
const untimed = (text: string | null) => (text ?? '').replace(/\d+ since \d\d:\d\d:\d\d$/, '')

const examiner = (app: RenderedApp) => ({
  send: sendThrough(app),
  signedIn: { username: 'admin', password: 'Passw0rd!' },
  edition: 'ee',
  waitForSecondLook: undefined,
})

it('says of a broker what the page says of it, each check in the same words', async () => {
  const app = await renderApp('/cluster/health', {
    edition: 'enterprise',
    arrange: async ({ ask, context }, network) => {
      await ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' })
      await ask('POST', '/actions', {
        type: 'http',
        name: 'orders',
        connector: 'erp',
        parameters: { path: '/x', method: 'post' },
      })
      await ask('POST', '/exhooks', { name: 'audit', url: 'http://127.0.0.1:9' })
      await ask('POST', '/listeners/tcp:default/stop')
      await context.cluster.nodes[1]?.stop()
      network.answer(/\/authentication$/, () => new Response('{"code":"INTERNAL_ERROR"}', { status: 500 }))
    },
  })
  await screen.findByRole('region', { name: 'Needs attention' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Running checks…' })).toBeNull())
  const checks = await examineHealth(examiner(app))
  expect(checks.map(({ id }) => id)).toEqual(healthCheckIds())
  const items = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-labelledby'))
  expect(items).toHaveLength(checks.length)
  const words = { bad: 'Critical', warn: 'Warning', unknown: 'Unknown', ok: 'OK' }
  for (const { id, subject, level, verdict, evidence = [], consequence, fix } of checks) {
    const item = screen.getByRole('listitem', { name: subject })
    within(item).getByText(words[level])
    // The page also tells since when it has been open and which password was used, so these verdicts differ.
    if (id !== 'action-losses' && id !== 'default-password') within(item).getByText(verdict)
    const shown = [...item.querySelectorAll('li')].map(({ textContent }) => untimed(textContent))
    // The amount of free memory differs at each check, because other programs use memory, too.
    if (id === 'memory') expect(shown).toHaveLength(evidence.length)
    else expect(shown, id).toEqual(evidence.map(untimed))
    if (consequence !== undefined) within(item).getByText(consequence)
    expect(within(item).queryByRole('link')?.textContent).toBe(fix?.label)
  }
  const levels = new Map(checks.map(({ id, level }) => [id, level]))
  for (const id of ['nodes', 'hook-servers', 'connectors', 'actions'])
    expect([id, levels.get(id)]).toEqual([id, expect.stringMatching(/bad|warn/)])
  expect(levels.get('anonymous-access')).toBe('unknown')
})

it('asks for what the named checks need, and for nothing else', async () => {
  const app = await renderApp('/cluster/health')
  await screen.findByText('All 2 nodes are running.')
  const asked: string[] = []
  const whole = examiner(app)
  const send: Send = (endpoint, given) => {
    asked.push(endpoint.path)
    return whole.send(endpoint, given)
  }
  const named = (...ids: string[]) => examineHealth({ ...whole, send, edition: 'ce' }, ids)
  expect((await named('alarms', 'disk')).map(({ id }) => id)).toEqual(['alarms', 'disk'])
  expect(asked.splice(0)).toEqual(['/alarms'])
  expect(await named('license')).toMatchObject([{ level: 'ok', verdict: 'This edition needs no license.' }])
  expect(asked.splice(0)).toEqual(['/nodes'])
  await named('drops')
  expect(asked.splice(0)).toEqual(['/metrics'])
})

it('looks once only where one look tells it', async () => {
  const app = await renderApp('/cluster/health')
  await screen.findByText('All 2 nodes are running.')
  const whole = examiner(app)
  const dropped =
    (count: number): Send =>
    () =>
      Promise.resolve({
        status: 200,
        contentType: 'application/json',
        text: JSON.stringify([
          { node: 'a@1', 'delivery.dropped': count, 'delivery.dropped.queue_full': count },
        ]),
      })
  const look = (count: number) => examineHealth({ ...whole, send: dropped(count) }, ['drops'])
  expect(await look(0)).toMatchObject([{ level: 'ok', verdict: 'No messages lost since the nodes started.' }])
  expect(await look(7)).toMatchObject([
    { level: 'unknown', verdict: expect.stringContaining('that takes two looks') },
  ])
})

it('tells who keeps the look before what was lost since, and nothing of what was lost long ago', async () => {
  const app = await renderApp('/cluster/health')
  await screen.findByText('All 2 nodes are running.')
  const losses = new LossWatch()
  const dropped =
    (count: number): Send =>
    (endpoint) => {
      const text =
        endpoint.path === '/prometheus/data_integration'
          ? ['matched', 'dropped'].map((one) => `emqx_action_${one}{id="http:erp"} ${count}\n`).join('')
          : JSON.stringify([
              { type: 'http', name: 'erp', status: 'connected', status_reason: '', node_status: [] },
            ])
      return Promise.resolve({ status: 200, contentType: '', text })
    }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const waitForSecondLook = async () => void vi.setSystemTime(Date.now() + 5_000)
  const look = async (count: number) => {
    const given = { ...examiner(app), send: dropped(count), waitForSecondLook, losses }
    const [check] = await examineHealth(given, ['action-losses'])
    vi.setSystemTime(Date.now() + 60_000)
    return [check?.level, check?.evidence?.[0]]
  }
  expect(await look(3)).toEqual(['ok', expect.stringContaining('3')])
  expect(await look(8)).toEqual(['bad', expect.stringMatching(/erp.* 5 /)])
  expect(await look(8)).toEqual(['ok', expect.stringContaining('8')])
})
