import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const arrange: RenderOptions['arrange'] = async ({ ask }) => {
  await ask('POST', '/publish', { topic: 'hall', payload: 'secret', retain: true })
}

it('says in place of a payload that it is hidden, and does not ask for it', async () => {
  const { screen, user, network } = await renderApp('/retained?topic=hall', {
    arrange,
    config: { closed: ['payloads'] },
  })
  await user.click(await screen.findByRole('button', { name: 'View the message of hall' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText(/^Payloads are hidden: whoever started this console/)).toBeDefined()
  await network.settled()
  expect(network.asked.filter((line) => line.includes('/retainer/message/'))).toEqual([])
  // Publishing and exporting stay enabled.
  expect(screen.getByText('Restricted')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Export' })[0]?.ariaDisabled).not.toBe('true')
})

it('opens no MQTT connection where messages may not be seen', async () => {
  const app = await renderApp('/websocket', { config: { closed: ['payloads'] } })
  await app.user.click(await app.screen.findByRole('button', { name: 'Connect' }))
  expect(await app.screen.findByText('MQTT from this console is closed')).toBeDefined()
  expect([...app.broker.context.cluster.sessions()]).toEqual([])
})

it('says why nothing is published where that is off', async () => {
  const { screen, user, network } = await renderApp('/topics-explorer', { config: { closed: ['publish'] } })
  const publish = await screen.findByRole('button', { name: 'Publish…' })
  expect(publish.getAttribute('aria-disabled')).toBe('true')
  await user.hover(publish)
  expect(await screen.findByText(/^Publishing is off: whoever started this console/)).toBeDefined()
  expect(network.asked.every((line) => line.startsWith('GET '))).toBe(true)
})

it('says in Chinese why no list is exported where that is off', async () => {
  const { screen, user } = await renderApp('/retained', {
    arrange,
    locale: 'zh',
    config: { closed: ['export'] },
  })
  const button = (await screen.findAllByRole('button', { name: '导出' }))[0]
  if (button === undefined) throw new Error('nothing exports the list')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  expect(await screen.findByText(/^导出已关闭/)).toBeDefined()
})
