import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/dashboard/overview'

/**
 * A sample is stored under the nearest ten seconds, which may lie in the future: ten seconds later it is in the past.
 */
function sampledBefore() {
  let passed = 0
  return {
    now: () => Date.now() + passed,
    arrange: async ({ context }: TestBroker) => {
      await context.monitor.sample()
      passed = 10_000
    },
  }
}

describe('the overview', () => {
  it('shows figures, nodes and alarms of the cluster', async () => {
    const { screen } = await renderApp(path, {
      nodes: 3,
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'pump-1' })
        await client.subscribeAsync('plant/#')
      },
    })
    const figures = await screen.findByRole('region', { name: 'Cluster metrics' })
    const [live] = await within(figures).findAllByRole('link', { name: '1' })
    expect(live?.getAttribute('href')).toContain('/clients?conn_state=connected')
    within(figures).getByText('of 1 sessions')
    within(figures).getByRole('link', { name: '0 shared, 1 topics' })
    await screen.findByRole('link', { name: 'emqx@127.0.0.1' })
    const table = screen.getByRole('table', { name: 'Nodes' })
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).getAllByText('Running')).toHaveLength(3)
    screen.getByText(/^3 of 3 nodes running, up /)
    await screen.findByText('No active alarms.')
    expect(document.title).toBe('Cluster Overview · Brokerdeck')
  })

  it('says which node is stopped and leads to it', async () => {
    const {
      screen,
      user,
      path: currentPath,
    } = await renderApp(path, {
      arrange: async ({ context }) => {
        await context.cluster.nodes[1]?.stop()
      },
    })
    const health = await screen.findByRole('region', { name: 'Health' })
    const link = await within(health).findByRole('link', { name: 'emqx2@127.0.0.2 stopped' })
    await screen.findByRole('row', { name: /emqx2@127\.0\.0\.2 Stopped Core — — — —/ })
    screen.getByText('1 running, 1 not running')
    await user.click(link)
    await screen.findByText('emqx2@127.0.0.2 is stopped')
    expect(currentPath()).toBe('/dashboard/nodes/emqx2%40127.0.0.2')
  })

  it('judges by the checks of the health page: same names, same verdicts, same number', async () => {
    const arrange = async ({ context }: TestBroker) => {
      await context.cluster.nodes[1]?.stop()
    }
    const { screen, user } = await renderApp(path, { arrange })
    await user.click(await screen.findByRole('link', { name: /^All \d+ checks$/ }))
    const attention = await screen.findByRole('region', { name: 'Needs attention' })
    await within(attention).findByText('1 of 2 nodes not running.')
    await screen.findByText(/need attention.* passed/)
    const count = screen.getAllByRole('heading', { level: 3 }).length
    const verdicts = within(attention)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.closest('li')?.textContent ?? '')
    history.back()
    const strip = within(await screen.findByRole('region', { name: 'Health' }))
    await strip.findByRole('link', { name: `All ${count} checks` })
    await strip.findByText(`${verdicts.length} checks need attention`)
    const named = strip.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    expect(named).toContain('emqx2@127.0.0.2 stopped')
    expect(named.filter((words) => !verdicts.some((check) => check.includes(words)))).toEqual([])
    expect(named).toHaveLength(verdicts.length)
  })

  it('keeps range and node in the link and asks the broker for them', async () => {
    const { screen, user, network, path: currentPath } = await renderApp(path)
    await user.click(await screen.findByRole('button', { name: '6 h' }))
    await screen.findByRole('heading', { name: 'Last 6 hours' })
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await user.selectOptions(picker, await within(picker).findByRole('option', { name: 'emqx2@127.0.0.2' }))
    await waitFor(() =>
      expect(network.asked).toContain('GET /api/v5/monitor/nodes/emqx2%40127.0.0.2?latest=21600'),
    )
    expect(currentPath()).toBe(`${path}?range=6h&node=emqx2%40127.0.0.2`)
  })

  it('falls back to the last hour where a link asks for nonsense', async () => {
    const { screen } = await renderApp(`${path}?range=5y`)
    await screen.findByRole('heading', { name: 'Last hour' })
  })

  it('says so where a link asks for a node that is not there', async () => {
    const { screen, user, path: currentPath } = await renderApp(`${path}?node=ghost%40127.0.0.9`)
    await screen.findByText('ghost@127.0.0.9 does not answer: it is stopped, or there is no such node.')
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await user.selectOptions(picker, 'Cluster')
    await screen.findByRole('region', { name: 'Topics' })
    expect(currentPath()).toBe(path)
  })

  it('shows the figures of a chart as a table', async () => {
    const { screen, user } = await renderApp(path, sampledBefore())
    const chart = await screen.findByRole('region', { name: 'Topics' })
    await user.click(within(chart).getByRole('button', { name: 'Topics: show the values as a table' }))
    const table = await within(chart).findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Time', 'Topics'])
    await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(1))
  })

  it('shows how many messages there were in each interval beside their rate', async () => {
    let passed = 0
    const { screen, user } = await renderApp(path, {
      now: () => Date.now() + passed,
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'meter' })
        await context.monitor.sample()
        for (let sent = 0; sent < 34; sent += 1) await client.publishAsync('t', 'x', { qos: 1 })
        passed = 10_000
        await context.monitor.sample()
        passed = 20_000
      },
    })
    const chart = await screen.findByRole('region', { name: 'Messages /s' })
    await user.click(
      await within(chart).findByRole('button', { name: 'Messages: show the values as a table' }),
    )
    const table = await within(chart).findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Time', 'In /s', 'In, total in 10 s', 'Out /s', 'Out, total in 10 s'])
    await within(table).findByRole('row', { name: / 3\.4 34 0 0$/ })
  })

  it('moves through time and zooms by keyboard', async () => {
    const { screen, user } = await renderApp(path, sampledBefore())
    const slider = await screen.findByRole('slider', { name: 'Topics: move through time' })
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d: Topics 0$/)
    slider.focus()
    await user.keyboard('+')
    await user.click(await screen.findByRole('button', { name: 'Show the whole range' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the whole range' })).toBeNull())
    slider.focus()
    await user.keyboard('+')
    await screen.findByRole('button', { name: 'Show the whole range' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the whole range' })).toBeNull())
  })

  it('resets the history after asking', async () => {
    const { screen, user, broker } = await renderApp(path, {
      arrange: ({ context }) => context.monitor.sample(),
    })
    expect(broker.context.monitor.history(3600).length).toBeGreaterThan(0)
    await user.click(await screen.findByRole('button', { name: 'Reset monitor data' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm to reset monitor data?' })
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await screen.findByText('Reset successfully')
    expect(broker.context.monitor.history(3600)).toEqual([])
  })

  it('says why the history cannot be reset', async () => {
    const { screen, user, network, broker } = await renderApp(path, {
      arrange: ({ context }) => context.monitor.sample(),
    })
    await screen.findByRole('region', { name: 'Topics' })
    network.answer(/\/api\/v5\/monitor$/, () =>
      Response.json({ code: 'READ_ONLY', message: 'started with --read-only' }, { status: 403 }),
    )
    await user.click(screen.getByRole('button', { name: 'Reset monitor data' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.getAllByText(/read-only/i).length).toBeGreaterThan(0))
    expect(broker.context.monitor.history(3600).length).toBeGreaterThan(0)
  })

  it('shows what it can while one resource cannot be read, and claims nothing about it', async () => {
    const { screen, user, network } = await renderApp('/subscriptions/topics')
    network.answer(/\/monitor_current$/, () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'error, {badkey,x}, []' }, { status: 500 }),
    )
    await user.click(await screen.findByRole('link', { name: 'Cluster Overview', hidden: true }))
    const figures = screen.getByRole('region', { name: 'Cluster metrics' })
    expect(within(figures).getAllByText('—')).toHaveLength(6)
    await screen.findByText(/^2 of 2 nodes running/)
  })

  it('says at once that a node is missing which was just there, and for how long', async () => {
    const { screen, network, broker } = await renderApp(path)
    await screen.findByText(/^2 of 2 nodes running/)
    const { body } = await broker.ask('GET', '/nodes')
    if (!Array.isArray(body)) throw new Error('no list of nodes')
    network.answer(/\/api\/v5\/nodes$/, () => Response.json([body[0]]))
    window.dispatchEvent(new Event('visibilitychange'))
    const health = await screen.findByRole('region', { name: 'Health' })
    await within(health).findByRole('link', { name: /^emqx2@127\.0\.0\.2 not reported for \d+ s$/ })
    await screen.findByText(/^1 of 2 nodes running/)
    await screen.findByRole('row', { name: /^emqx2@127\.0\.0\.2 Not reported for \d+ s Core — / })
  })

  it('says for which time the charts lack a node', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        await context.monitor.sample()
        await context.cluster.nodes[1]?.stop()
      },
    })
    await screen.findByText(/^emqx2 is not running: the broker leaves its history out of all cluster charts/)
  })

  it('counts what is dropped at delivery, names the reason, and speaks up', async () => {
    const { screen, broker } = await renderApp(path)
    const figures = await screen.findByRole('region', { name: 'Cluster metrics' })
    await screen.findByText(/^Drops by reason since /)
    const slow = await connectClient(broker.context.cluster, {
      clientId: 'slow',
      clean: false,
      protocolVersion: 4,
    })
    await slow.subscribeAsync('t', { qos: 1 })
    slow.end(true)
    await waitFor(() => expect(broker.context.cluster.session('slow')?.isConnected).toBe(false))
    const limit = broker.context.cluster.session('slow')?.mqueueMax ?? 0
    for (let sent = 0; sent < limit + 30; sent += 1) {
      await broker.context.cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: false })
    }
    await within(figures).findByText('100 % queue full', undefined, { timeout: 10_000 })
    const health = screen.getByRole('region', { name: 'Health' })
    await within(health).findByRole('link', { name: /^losing [\d.]+ messages\/s: queue full$/ })
  })

  it('asks for at most 40 kB in a minute in which only time passes, and still shows what is new', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      now: Date.parse('2026-11-21T08:00:05Z'),
    })
    onTestFinished(() => void vi.useRealTimers())
    const { screen, network, broker } = await renderApp(path, {
      now: () => Date.now(),
      arrange: async ({ context }) => {
        for (let samples = 0; samples < 360; samples += 1) {
          await context.monitor.sample()
          vi.setSystemTime(Date.now() + 10_000)
        }
      },
    })
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await vi.advanceTimersByTimeAsync(1000)
        if (second % 10 === 9) await broker.context.monitor.sample()
        await network.settled()
      }
    }
    await pass(10)
    screen.getByRole('region', { name: 'Topics' })
    const before = network.bytes()
    const asked = network.asked.length
    await pass(60)
    const lines = network.asked.slice(asked)
    expect(lines.filter((line) => line.includes('/monitor?'))).not.toHaveLength(0)
    expect(lines.filter((line) => /latest=(?!6\d$|7\d$|8\d$|9\d$)/.test(line))).toEqual([])
    expect(network.bytes() - before).toBeLessThan(40_000)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '集群概览' })
    await screen.findByText('没有活动告警。')
    await screen.findByRole('heading', { name: '最近 1 小时' })
    await screen.findByText(/^2 个节点中 2 个运行中/)
  })
})
