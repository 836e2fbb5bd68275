import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { coldRoom, silentRoom } from '#features/extensions/gateways/testing/connected-devices.ts'
import { openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

const path = '/gateway/detail/lwm2m/client/cold-room'

async function open(more: Parameters<typeof openGateways>[1] = {}) {
  const room = coldRoom()
  const app = await openGateways(path, { listens: true, nodes: 1, arrange: room.arrange, ...more })
  await app.screen.findByRole('tab', { name: 'Objects', selected: true })
  const act = async (resource: string, action: string) => {
    await app.user.click(await app.screen.findByRole('button', { name: `Actions for ${resource}` }))
    await app.user.click(await app.screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
  }
  const table = async (name: string) => within(await app.screen.findByRole('table', { name }))
  return { ...app, room, act, table }
}

describe('the objects of a device', () => {
  it('are read, with their names, units, operations and types', async () => {
    const { screen, user, table } = await open()
    expect(await screen.findByText('No objects known')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Read' }))
    const device = await table('Device /3/0')
    expect(await device.findByRole('row', { name: /Manufacturer \/3\/0\/0 R String Frost/ })).toBeDefined()
    expect(device.getByRole('row', { name: /Battery Level \/3\/0\/9 R Integer 80 %/ })).toBeDefined()
    expect(device.getByRole('row', { name: /Reboot \/3\/0\/4 E/ })).toBeDefined()
    const requests = await table('Requests')
    expect(requests.getByRole('row', { name: /Read \/3\/0 .*2\.05 content/ })).toBeDefined()
  })

  it('are shown as the text that the device says, whatever it is', async () => {
    const { screen, user, room, table } = await open()
    room.device().set('/3/0/0', '<img src=x onerror=alert(1)>\u202E')
    await user.click(await screen.findByRole('button', { name: 'Read' }))
    const device = await table('Device /3/0')
    expect(await device.findByText(/<img src=x onerror=alert\(1\)>/)).toBeDefined()
    expect(document.querySelector('img[src="x"]')).toBeNull()
    expect(document.body.textContent).not.toContain('\u202E')
  })

  it('are found one after the other', async () => {
    const { screen, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Find objects' }))
    expect(await screen.findByText(/of \d+ objects asked/)).toBeDefined()
    expect(await screen.findByRole('table', { name: 'Device /3/0' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByText(/objects asked/)).toBeNull())
  })

  it('are written as what they are, and read back', async () => {
    const { screen, user, room, act, table } = await open()
    await user.click(await screen.findByRole('button', { name: 'Read' }))
    await act('/3/0/14', 'Write')
    const dialog = within(await screen.findByRole('dialog'))
    const value = dialog.getByRole('textbox', { name: /^Value/ })
    await user.clear(value)
    await user.type(value, '+09:00')
    await user.click(dialog.getByRole('button', { name: 'Write' }))
    await waitFor(() => expect(room.device().value('/3/0/14')).toBe('+09:00'))
    const device = await table('Device /3/0')
    expect(await device.findByRole('row', { name: /\+09:00/ })).toBeDefined()
    expect(
      (await table('Requests')).getByRole('row', { name: /Write \/3\/0\/14 .*2\.04 changed/ }),
    ).toBeDefined()
  })

  it('are observed until that is cancelled', async () => {
    const { screen, user, room, act, table } = await open()
    const field = await screen.findByRole('textbox', { name: /^Path/ })
    await user.clear(field)
    await user.type(field, '/3303')
    await user.click(screen.getByRole('button', { name: 'Read' }))
    await act('/3303/0/5700', 'Observe')
    const observed = await table('Observed values')
    expect(await observed.findByRole('row', { name: /\/3303\/0\/5700 Sensor Value -12\.5/ })).toBeDefined()
    room.device().set('/3303/0/5700', -11)
    expect(await observed.findByRole('row', { name: /-11/ }, { timeout: 5000 })).toBeDefined()
    await act('Observe /3303/0/5700', 'Cancel')
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Observed values' })).toBeNull())
  })

  it('are executed and discovered by a message, and the page says so', async () => {
    const { screen, user, room, act, table } = await open()
    expect(await screen.findByText(/They are published to lwm2m\/cold-room\/dn\/dm,/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Discover' }))
    await table('Device /3/0')
    await act('/3/0/4', 'Execute')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Execute' }))
    await waitFor(() => expect(room.executed).toEqual(['/3/0/4']))
    const requests = await table('Requests')
    expect(await requests.findByRole('row', { name: /Execute \/3\/0\/4 .*2\.04 changed/ })).toBeDefined()
  })

  it('are waited for no longer than somebody wants to', async () => {
    const { screen, user, table } = await open({ arrange: silentRoom })
    await user.click(await screen.findByRole('button', { name: 'Read' }))
    const requests = await table('Requests')
    await user.click(await requests.findByRole('button', { name: 'Actions for Read /3/0' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop waiting' }))
    expect(await screen.findByText('Stopped waiting. The device may still answer.')).toBeDefined()
  })

  it('are closed to viewers, in both languages', async () => {
    const room = coldRoom()
    const { screen } = await openGateways(path, {
      listens: true,
      nodes: 1,
      locale: 'zh',
      username: 'eve',
      async arrange(broker) {
        await room.arrange(broker)
        await broker.ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd!',
          role: 'viewer',
          description: '',
        })
      },
    })
    expect(await screen.findByRole('button', { name: '查找对象' })).toHaveProperty('ariaDisabled', 'true')
    expect(screen.getByRole('button', { name: '读取' })).toHaveProperty('ariaDisabled', 'true')
  })
})
