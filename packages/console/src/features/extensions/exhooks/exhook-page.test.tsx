import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const one: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/exhooks', { name: 'near', url: 'http://127.0.0.1:1', enable: false })
}

const ssl = {
  ciphers: [],
  depth: 10,
  enable: false,
  hibernate_after: '5s',
  log_level: 'notice',
  reuse_sessions: true,
  secure_renegotiate: true,
  verify: 'verify_none',
  versions: ['tlsv1.3'],
}

/** Returns a recorded response of a cluster whose hook server has died after some traffic. */
function recorded(failed: number) {
  const nothing = { succeed: 0, failed: 0, rate: 0, max_rate: 0 }
  return {
    name: 'near',
    url: 'http://127.0.0.9:9011',
    enable: true,
    failed_action: 'deny',
    request_timeout: '5s',
    auto_reconnect: '3s',
    pool_size: 4,
    socket_options: { keepalive: true, nodelay: true },
    ssl,
    hooks: [
      { name: 'message.publish', params: { topics: ['t/#'] } },
      { name: 'client.authenticate', params: {} },
    ],
    metrics: { ...nothing, succeed: 13, failed },
    node_metrics: [
      { node: 'emqx4@127.0.0.4', metrics: nothing },
      { node: 'emqx3@127.0.0.3', metrics: { succeed: 13, failed, rate: 0, max_rate: 1 } },
    ],
    node_status: [
      { node: 'emqx4@127.0.0.4', status: 'connected' },
      { node: 'emqx3@127.0.0.3', status: 'connected' },
    ],
  }
}

describe('one hook server', () => {
  it('says when calls fail though it is called connected', async () => {
    let failed = 1
    const app = await renderApp('/exhook/detail/near', {
      arrange: (_, network) => {
        network.answer(/\/exhooks\/near$/, () => Response.json(recorded(failed)))
      },
    })
    expect((await app.screen.findAllByText('Connected')).length).toBeGreaterThan(0)
    expect(app.screen.queryByText(/while this page was open/)).toBeNull()
    failed = 4
    expect(
      await app.screen.findByText(
        /^3 calls failed while this page was open.*are refused\.$/,
        {},
        { timeout: 9000 },
      ),
    ).toBeDefined()
  }, 20_000)

  it('shows what it counted on each node', async () => {
    const app = await renderApp('/exhook/detail/near', {
      arrange: (_, network) => {
        network.answer(/\/exhooks\/near$/, () => Response.json(recorded(2)))
      },
    })
    const row = await app.screen.findByRole('row', { name: /emqx3@127\.0\.0\.3 Connected 13 2 0/ })
    expect(row).toBeDefined()
    expect(app.screen.getByText('highest 0')).toBeDefined()
  })

  it('draws how fast calls fail while it is open', async () => {
    let failed = 1
    const app = await renderApp('/exhook/detail/near', {
      arrange: (_, network) => {
        network.answer(/\/exhooks\/near$/, () => Response.json(recorded(failed)))
      },
    })
    const chart = within(await app.screen.findByRole('region', { name: /^Rates since this page was opened/ }))
    failed = 4
    await waitFor(
      () => {
        const legend = chart.getAllByRole('listitem').map(({ textContent }) => textContent)
        expect(legend).toHaveLength(2)
        expect(legend.filter((words) => words.includes('—'))).toEqual([])
      },
      { timeout: 15_000 },
    )
  }, 20_000)

  it('shows the hooks with their parameters and what each node counted', async () => {
    const { metrics, node_metrics } = recorded(2)
    const app = await renderApp('/exhook/detail/near?tab=hooks', {
      arrange: (_, network) => {
        network.answer(/\/exhooks\/near$/, () => Response.json(recorded(2)))
        network.answer(/\/exhooks\/near\/hooks$/, () =>
          Response.json(recorded(2).hooks.map((hook) => ({ ...hook, metrics, node_metrics }))),
        )
      },
    })
    const publish = within(await app.screen.findByRole('row', { name: /^message\.publish/ }))
    expect(publish.getByText('t/#')).toBeDefined()
    expect(publish.getByText(/The answer can change its topic/)).toBeDefined()
    await app.user.click(publish.getByRole('button', { name: 'Nodes of message.publish' }))
    const nodes = within(await app.screen.findByRole('dialog', { name: 'Nodes of message.publish' }))
    expect(nodes.getByText('emqx3@127.0.0.3')).toBeDefined()
    expect(nodes.getByText('13')).toBeDefined()
  })

  it('says of a server without hooks why it has none', async () => {
    const app = await renderApp('/exhook/detail/near?tab=hooks', { arrange: one })
    expect(await app.screen.findByText('No hooks registered')).toBeDefined()
  })

  it('changes its settings under its name, after showing what changes', async () => {
    const app = await renderApp('/exhook/detail/near?tab=settings', { arrange: one })
    const url = await app.screen.findByRole('textbox', { name: /^URL/ })
    expect(app.screen.queryByRole('textbox', { name: /^Name/ })).toBeNull()
    await app.user.clear(url)
    await app.user.type(url, 'http://127.0.0.1:2')
    const review = within(app.screen.getByRole('region', { name: 'Review changes' }))
    expect(await review.findByText('"http://127.0.0.1:2"')).toBeDefined()
    expect(review.getByText(/disconnects from the server on every node and connects again/)).toBeDefined()
    await app.user.click(review.getByRole('button', { name: /^Apply/ }))
    await waitFor(async () =>
      expect(await app.broker.ask('GET', '/exhooks')).toMatchObject({
        body: [{ name: 'near', url: 'http://127.0.0.1:2', enable: false, auto_reconnect: '60s' }],
      }),
    )
  })

  it('says that there is none under another name', async () => {
    const app = await renderApp('/exhook/detail/none')
    expect(await app.screen.findByText('There is no such hook server')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/exhook/detail/near?tab=hooks', { arrange: one, locale: 'zh' })
    expect(await app.screen.findByText('没有已注册的钩子')).toBeDefined()
  })
})
