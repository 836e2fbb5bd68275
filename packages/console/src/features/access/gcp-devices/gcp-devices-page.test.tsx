import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const key = {
  key: '-----BEGIN PUBLIC KEY-----\nMFk=\n-----END PUBLIC KEY-----',
  key_type: 'ES256_PEM',
  expires_at: 0,
}
const exported = (deviceid: string, more = {}) => ({
  deviceid,
  blocked: false,
  project: 'iot',
  location: 'europe-west1',
  registry: 'plant',
  config: 'aGVsbG8=',
  keys: [key],
  ...more,
})

const some = async ({ ask }: TestBroker) => {
  await ask('POST', '/gcp_devices', [
    exported('pump-1'),
    exported('<b>pump</b>', { keys: [{ ...key, expires_at: 1 }] }),
  ])
}

const open = (options: RenderOptions = {}) => renderApp('/gcp-devices', { edition: 'enterprise', ...options })

async function deviceOf({ ask }: TestBroker, deviceid: string) {
  return (await ask('GET', `/gcp_devices/${deviceid}`)).body
}

describe('GCP devices', () => {
  it('lists devices with their keys, and says what this broker does not do', async () => {
    const { screen } = await open({ arrange: some })
    const row = await screen.findByRole('row', { name: /pump-1/ })
    expect(within(row).getByText('europe-west1')).toBeDefined()
    expect(within(row).getByText('ES256_PEM')).toBeDefined()
    expect(screen.getByText('ES256_PEM (1 key expired)')).toBeDefined()
    expect(screen.getByText('<b>pump</b>')).toBeDefined()
    expect(screen.getByText(/authenticates no client by their keys/)).toBeDefined()
  })

  it('adds a device, and changes it afterwards', async () => {
    const { screen, user, broker } = await open()
    await screen.findByText('No devices')
    await user.click(screen.getByRole('button', { name: 'Add device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add device' }))
    await user.type(dialog.getByRole('textbox', { name: /^Device ID/ }), 'pump-2')
    await user.type(dialog.getByRole('textbox', { name: /^Project/ }), 'iot')
    await user.type(dialog.getByRole('textbox', { name: /^Configuration/ }), 'aGVsbG8')
    await user.click(dialog.getByRole('button', { name: 'Add key' }))
    await user.type(dialog.getByRole('textbox', { name: /PEM/ }), 'public key')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('This is not Base64.')).length).toBeGreaterThan(0)
    await user.type(dialog.getByRole('textbox', { name: /^Configuration/ }), '=')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Device saved')).toBeDefined()
    expect(await deviceOf(broker, 'pump-2')).toMatchObject({
      project: 'iot',
      config: 'aGVsbG8=',
      keys: [{ key: 'public key', key_type: 'ES256_PEM', expires_at: 0 }],
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for pump-2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit…' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Edit pump-2' }))
    await user.type(edit.getByRole('textbox', { name: /^Registry/ }), 'plant')
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await deviceOf(broker, 'pump-2')).toMatchObject({ registry: 'plant', config: 'aGVsbG8=' }),
    )
  })

  it('does not put a new device in the place of another', async () => {
    const { screen, user, broker } = await open({ arrange: some })
    await user.click(await screen.findByRole('button', { name: 'Add device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add device' }))
    await user.type(dialog.getByRole('textbox', { name: /^Device ID/ }), 'pump-1')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/A device with this ID exists/)).length).toBeGreaterThan(0)
    expect(await deviceOf(broker, 'pump-1')).toMatchObject({ project: 'iot' })
  })

  it('imports a file, leaves out what the broker would refuse, and warns of blocked devices', async () => {
    const { screen, user, broker } = await open()
    await user.click(await screen.findByRole('button', { name: 'Import…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import devices' }))
    const list = [exported('a'), exported('b', { blocked: true }), { deviceid: 'c' }]
    const input = dialog.getByLabelText(/File/, { selector: 'input' })
    await user.upload(input, new File([JSON.stringify(list)], 'devices.json', { type: 'application/json' }))
    expect(await dialog.findByText(/2 devices can be imported/)).toBeDefined()
    expect(dialog.getByText(/The broker ignores the mark/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    expect((await screen.findAllByText('2 devices imported')).length).toBeGreaterThan(0)
    expect((await broker.ask('GET', '/gcp_devices')).body).toMatchObject({
      data: [{ deviceid: 'a' }, { deviceid: 'b' }],
    })
  })

  it('does not call what was on its way when it was stopped "not sent"', async () => {
    const { screen, user, network } = await open()
    await user.click(await screen.findByRole('button', { name: 'Import…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import devices' }))
    const list = Array.from({ length: 700 }, (_, at) => exported(`d${at}`))
    const input = dialog.getByLabelText(/File/, { selector: 'input' })
    await user.upload(input, new File([JSON.stringify(list)], 'devices.json', { type: 'application/json' }))
    await dialog.findByText(/700 devices can be imported/)
    const release = network.hold(/^POST .*gcp_devices$/)
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await user.click(await dialog.findByRole('button', { name: /^Stop/ }))
    const unknown = await screen.findByText('Result unknown')
    expect(unknown.parentElement?.textContent).toContain('500')
    expect(screen.getByText('Not sent').parentElement?.textContent).toContain('200')
    release()
  })

  it('deletes a device with its configuration', async () => {
    const { screen, user, broker } = await open({ arrange: some })
    await user.click(await screen.findByRole('button', { name: 'Actions for pump-1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/the retained configuration are deleted/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(broker.context.cluster.retained('/devices/pump-1/config')).toEqual([]))
    await waitFor(() => expect(screen.queryByText('pump-1')).toBeNull())
  })

  it('lets a viewer look, and change nothing', async () => {
    const { screen, user } = await open({
      username: 'eve',
      async arrange(broker) {
        await some(broker)
        await broker.ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    await screen.findByText('pump-1')
    for (const name of ['Add device', 'Import…']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    }
    await user.click(screen.getByRole('button', { name: 'Actions for pump-1' }))
    for (const item of await screen.findAllByRole('menuitem')) {
      expect(item.getAttribute('aria-disabled')).toBe('true')
    }
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh', arrange: some })
    expect(await screen.findByText(/从 Google Cloud IoT Core 迁移的 2 个设备/)).toBeDefined()
  })
})
