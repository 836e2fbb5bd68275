import { fileTransferRoot } from '@brokerdeck/embedded-broker/settings/file-transfer/file-transfer-api.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { confirmSave } from '#testing/confirm-save.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const hostile = '..<img src=x onerror=alert(1)>\u202Egpj.exe'

async function uploads(broker: TestBroker, count = 1): Promise<void> {
  await broker.ask('PUT', '/file_transfer', { enable: true })
  const client = await connectClient(broker.context.cluster, { clientId: 'meter-1' })
  const send = (topic: string, payload: string) => client.publishAsync(`$file/${topic}`, payload, { qos: 1 })
  for (let at = 0; at < count; at++) {
    await send(
      `f${at}/init`,
      JSON.stringify({ name: at === 0 ? hostile : `log-${at}.txt`, user_data: { at } }),
    )
    await send(`f${at}/0`, `content ${at}`)
    await send(`f${at}/fin/${`content ${at}`.length}`, '')
  }
  await client.endAsync()
}

const open = (path: string, options: RenderOptions = {}) =>
  renderApp(path, { edition: 'enterprise', ...options })

describe('file transfer', () => {
  it('lists what clients have uploaded, and hands a file over under a harmless name', async () => {
    const saved = savedFiles()
    const { screen, user, path } = await open('/file-transfer', { arrange: (broker) => uploads(broker) })
    const row = await screen.findByRole('row', { name: /img src=x/ })
    expect(document.querySelector('img[src="x"]')).toBeNull()
    expect(within(row).getByRole('link', { name: 'meter-1' })).toBeDefined()
    expect(within(row).getByText('f0')).toBeDefined()
    expect(within(row).getByText('9 B')).toBeDefined()
    expect(within(row).getByText('emqx@127.0.0.1')).toBeDefined()
    await user.click(within(row).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('__img src=x onerror=alert(1)__gpj.exe')
    expect(await saved[0]?.content.text()).toBe('content 0')
    expect(path()).toBe('/file-transfer')
  })

  it('goes from page to page', async () => {
    const { screen, user, path } = await open('/file-transfer', { arrange: (broker) => uploads(broker, 21) })
    expect(await screen.findAllByRole('link', { name: 'meter-1' })).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'meter-1' })).toHaveLength(1))
    expect(path()).toContain('cursor=')
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'meter-1' })).toHaveLength(20))
  })

  it('finds the files of one transfer', async () => {
    const arrange = (broker: TestBroker) => uploads(broker, 2)
    const { screen, user } = await open('/file-transfer?clientid=meter-1', { arrange })
    expect(await screen.findByText('Enter both client ID and file ID')).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: 'File ID' }), 'f1{Enter}')
    expect(await screen.findByText('log-1.txt')).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'meter-1' })).toHaveLength(1)
    await user.clear(screen.getByRole('searchbox', { name: 'File ID' }))
    await user.type(screen.getByRole('searchbox', { name: 'File ID' }), 'none{Enter}')
    expect(await screen.findByText('No files of this transfer')).toBeDefined()
  })

  it('says that it is off, and is switched on with what that means', async () => {
    const { screen, user, broker } = await open('/file-transfer')
    expect(await screen.findByText('File transfer is switched off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Open settings' }))
    await user.click(await screen.findByRole('switch', { name: /Uploads by clients/ }))
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    expect(await review.findByText(/no longer reach subscribers/)).toBeDefined()
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    await waitFor(() => expect(broker.context.config.get(fileTransferRoot).enable).toBe(true))
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    expect(await screen.findByText('No files yet')).toBeDefined()
  })

  it('sends files to S3 instead, with the key masked, and says what this broker does not do', async () => {
    const app = await open('/file-transfer?tab=settings', { arrange: (one) => uploads(one) })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('switch', { name: /Store files in S3/ }))
    await user.type(await screen.findByRole('textbox', { name: /^Host/ }), 's3.local')
    await user.type(screen.getByRole('textbox', { name: /^Port/ }), '9000')
    await user.type(screen.getByRole('textbox', { name: /^Bucket/ }), 'files')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    expect(await review.findByText(/does not send to S3/)).toBeDefined()
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    await confirmSave(app)
    await waitFor(() => {
      const { exporter } = broker.context.config.get(fileTransferRoot).storage.local ?? {}
      expect(exporter).toMatchObject({ s3: { enable: true, host: 's3.local', port: 9000, bucket: 'files' } })
      expect(exporter?.local).toBeUndefined()
    })
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    expect(await screen.findByText(/refuses all transfers/)).toBeDefined()
    expect((await screen.findAllByText(/Service unavailable/)).length).toBeGreaterThan(0)
  })

  it('lets a viewer read and download, and change nothing', async () => {
    const { screen, user } = await open('/file-transfer', {
      username: 'eve',
      async arrange(broker) {
        await uploads(broker)
        await broker.ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Actions/ }))
    const item = await screen.findByRole('menuitem', { name: 'Download' })
    expect(item.getAttribute('aria-disabled')).not.toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('tab', { name: 'Settings' }))
    const enable = await screen.findByRole('switch', { name: /Uploads by clients/ })
    await user.click(enable)
    expect(enable.getAttribute('aria-checked')).toBe('true')
  })

  it('asks a Community broker nothing', async () => {
    const { screen, network } = await renderApp('/file-transfer')
    expect((await screen.findAllByText(/File transfer/)).length).toBeGreaterThan(0)
    await network.settled()
    expect(network.asked.length).toBeGreaterThan(0)
    expect(network.asked.filter((line) => line.includes('file_transfer'))).toEqual([])
  })

  it('speaks Chinese', async () => {
    const { screen } = await open('/file-transfer', { locale: 'zh' })
    expect(await screen.findByText('文件传输已关闭')).toBeDefined()
  })
})
