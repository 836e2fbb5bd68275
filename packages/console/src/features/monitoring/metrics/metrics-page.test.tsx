import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/dashboard/metrics'

describe('the metrics', () => {
  it('shows every counter of the cluster with its meaning', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'meter-7' })
        await client.publishAsync('nobody/listens', 'x', { qos: 1 })
      },
    })
    const messages = await screen.findByRole('table', { name: 'Messages' })
    within(messages).getByRole('row', {
      name: 'messages.dropped.no_subscribers 1 0 Messages dropped because nobody subscribes to their topic',
    })
    for (const name of [
      'Connections',
      'Sessions',
      'Access control',
      'Bytes',
      'Packets',
      'Delivery',
      'Overload protection',
    ]) {
      screen.getByRole('table', { name })
    }
    screen.getByText('Counters since each node started, summed over 2 nodes')
  })

  it('finds counters by name and meaning, and keeps the words in the link', async () => {
    const { screen, user, path: currentPath } = await renderApp(path)
    await screen.findByRole('table', { name: 'Messages' })
    await user.type(screen.getByRole('searchbox', { name: 'Find a counter' }), 'expired')
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Messages' })).toBeNull())
    within(screen.getByRole('table', { name: 'Delivery' })).getByRole('rowheader', {
      name: 'delivery.dropped.expired',
    })
    expect(currentPath()).toBe(`${path}?search=expired`)
  })

  it('keeps what is typed and chosen faster than a page can follow', async () => {
    const { screen, path: currentPath } = await renderApp(path)
    await screen.findByRole('table', { name: 'Messages' })
    const box = screen.getByRole('searchbox', { name: 'Find a counter' })
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await within(picker).findByRole('option', { name: 'emqx@127.0.0.1' })
    for (const letter of 'expired') {
      const typed = box instanceof HTMLInputElement ? box.value : ''
      fireEvent.input(box, { target: { value: `${typed}${letter}` } })
    }
    fireEvent.change(picker, { target: { value: 'emqx@127.0.0.1' } })
    expect(box).toHaveProperty('value', 'expired')
    await waitFor(() => expect(currentPath()).toBe(`${path}?search=expired&node=emqx%40127.0.0.1`))
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Messages' })).toBeNull())
    expect(box).toHaveProperty('value', 'expired')
  })

  it('says when no counter matches, and shows all of them again', async () => {
    const { screen, user } = await renderApp(`${path}?search=zebra`)
    await screen.findByText('No counter matches')
    await user.click(screen.getByRole('button', { name: 'Show all counters' }))
    await screen.findByRole('table', { name: 'Messages' })
  })

  it('shows one node, and says plainly that a stopped one has no counters', async () => {
    const { screen, user } = await renderApp(path, {
      arrange: async ({ context }) => {
        await context.cluster.nodes[1]?.stop()
      },
    })
    await screen.findByText('Stopped, so not in the sums: emqx2@127.0.0.2')
    const picker = screen.getByRole('combobox', { name: 'Cluster or node' })
    await user.selectOptions(picker, 'emqx@127.0.0.1')
    await screen.findByText('Counters since each node started, of emqx@127.0.0.1')
    await user.selectOptions(picker, 'emqx2@127.0.0.2')
    await screen.findByText('emqx2@127.0.0.2 has no counters')
    await user.click(screen.getByRole('button', { name: 'Show the cluster' }))
    await screen.findByRole('table', { name: 'Messages' })
  })

  it('counts what is new since the page was opened, and anew when asked', async () => {
    const { screen, user, broker } = await renderApp(path)
    const row = async () => {
      const packets = await screen.findByRole('table', { name: 'Packets' })
      return within(packets).getByRole('row', { name: /^packets\.connect\.received / }).textContent
    }
    expect(await row()).toMatch(/received00CONNECT/)
    await connectClient(broker.context.cluster, { clientId: 'late' })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(async () => expect(await row()).toMatch(/received1\+1CONNECT/))
    await user.click(screen.getByRole('button', { name: 'Count from now' }))
    expect(await row()).toMatch(/received10CONNECT/)
  })

  it('names the nodes that could not be asked', async () => {
    const { screen, user, network } = await renderApp('/subscriptions/topics')
    network.answer(/\/api\/v5\/metrics$/, () =>
      Response.json([
        { node: 'a@1', 'bytes.sent': 3, 'bytes.teleported': 1 },
        { node: 'b@1', reason: 'nodedown' },
      ]),
    )
    await user.click(await screen.findByRole('link', { name: 'Metrics', hidden: true }))
    const alert = await screen.findByRole('alert')
    within(alert).getByText('b@1: nodedown')
    screen.getByText('Counters since each node started, of 1 node')
    screen.getByRole('row', { name: 'bytes.teleported 1 0' })
  })

  it('says why it has nothing to show', async () => {
    const { screen, user, network } = await renderApp('/subscriptions/topics')
    network.answer(/\/api\/v5\/metrics$/, () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'error, {badkey,x}, []' }, { status: 500 }),
    )
    await user.click(await screen.findByRole('link', { name: 'Metrics', hidden: true }))
    await screen.findByRole('alert')
    screen.getByRole('button', { name: 'Retry' })
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh' })
    const bytes = await screen.findByRole('table', { name: '字节' })
    within(bytes).getByRole('row', { name: /^bytes\.sent \d+ 0 发送给客户端的字节数/ })
  })
})
