import { connectStomp } from '@brokerdeck/embedded-broker/gateways/testing/stomp-client.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { screen as page, waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  connectedStomp,
  openGateways,
  stompGateway,
} from '#features/extensions/gateways/testing/open-gateways.ts'

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
}
const ofGateway = '/gateways/stomp/authentication'
const ofListener = '/gateways/stomp/listeners/stomp%3Atcp%3Adefault/authentication'
const place = '/gateway/detail/stomp?tab=authentication'
const listenerPlace = '/gateway/detail/stomp/listener/stomp:tcp:default?tab=authentication'

const inReview = () => within(page.getByRole('region', { name: 'Review changes' }))

const withDatabase =
  (path: string, ...names: readonly string[]) =>
  async (broker: TestBroker) => {
    await stompGateway(broker)
    await broker.ask('POST', path, builtIn)
    for (const user_id of names) await broker.ask('POST', `${path}/users`, { user_id, password: 'secret' })
  }

describe('authentication of a gateway', () => {
  it('is none at first, and refuses a client once it is added, until the client is a user', async () => {
    const port = await freePort()
    const arrange = async ({ ask }: TestBroker) => {
      const clientinfo_override = {
        clientid: `$\{Packet.headers.client-id}`,
        username: `$\{Packet.headers.login}`,
        password: `$\{Packet.headers.passcode}`,
      }
      const listeners = [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }]
      await ask('PUT', '/gateways/stomp', { clientinfo_override, listeners })
    }
    const connect = () => connectStomp(port, { login: 'amy', passcode: 'right', 'client-id': 'till' })
    const { screen, user, broker } = await openGateways(place, { listens: true, nodes: 1, arrange })
    expect(await screen.findByText('Every client can connect')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add authentication' }))
    const backends = screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))
    expect(backends).toHaveLength(7)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('region', { name: 'Review changes' })
    await user.click(inReview().getByRole('button', { name: /^Add Built-in database/ }))
    expect(await screen.findByText('The broker checks every new connection.')).toBeDefined()
    expect(await broker.ask('GET', ofGateway)).toMatchObject({ body: { ...builtIn, enable: true } })
    await expect(connect()).rejects.toThrow()
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }))
    await user.type(dialog.getByRole('textbox', { name: /^Username/ }), 'amy')
    await user.type(dialog.getByLabelText('Password', { selector: 'input' }), 'right')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    expect(await screen.findByRole('row', { name: /amy No/ })).toBeDefined()
    expect((await connect()).connected).toBe(true)
  })

  it('says how many clients a change disconnects, and disconnects them only when that is wanted', async () => {
    const { screen, user, broker } = await openGateways(place, {
      listens: true,
      nodes: 1,
      arrange: connectedStomp,
    })
    const clients = async () => {
      const { body } = await broker.ask('GET', '/gateways/stomp/clients')
      return v.parse(v.object({ data: v.array(v.unknown()) }), body).data.length
    }
    const all = 'All 2 clients of the gateway are disconnected at once.'
    await user.click(await screen.findByRole('button', { name: 'Add authentication' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('region', { name: 'Review changes' })
    expect(inReview().getByText(new RegExp(all))).toBeDefined()
    expect(screen.queryByText(/stay connected/)).toBeNull()
    await user.click(inReview().getByRole('button', { name: /^Add Built-in database/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    expect(question.getByText(all)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Nothing was changed.')).toBeDefined()
    expect([await clients(), (await broker.ask('GET', ofGateway)).status]).toEqual([2, 204])
    await user.click(inReview().getByRole('button', { name: /^Add Built-in database/ }))
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('The broker checks every new connection.')).toBeDefined()
    expect(await clients()).toBe(0)
  })

  it('offers devices without passwords a service only, and terminals of JT/T 808 nothing', async () => {
    const arrange = async ({ ask }: TestBroker) => {
      await ask('PUT', '/gateways/mqttsn', { listeners: [{ type: 'udp', name: 'default', bind: '1884' }] })
      await ask('PUT', '/gateways/jt808', { enable: false, proto: { auth: { allow_anonymous: true } } })
    }
    const { screen, user } = await openGateways('/gateway/detail/mqttsn?tab=authentication', { arrange })
    await user.click(await screen.findByRole('button', { name: 'Add authentication' }))
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))).toEqual([
      'HTTP service',
    ])
    await user.click(screen.getByRole('link', { name: 'Gateways' }))
    await user.click(await screen.findByRole('link', { name: 'JT/T 808' }))
    expect(await screen.findByRole('tab', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('tab', { name: 'Authentication' })).toBeNull()
  })

  it('imports users whose passwords are hashed', async () => {
    const { screen, user, broker } = await openGateways(place, { arrange: withDatabase(ofGateway) })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import users' }))
    // Gateways accept only hashed passwords, so the form offers no choice.
    const kind = dialog.getByRole('group', { name: /^Passwords in the file/ })
    expect(within(kind).getByText('Already hashed')).toBeDefined()
    const rows = `user_id,password_hash,salt,is_superuser\ng1,${'a'.repeat(64)},s1,true\n`
    await user.upload(
      dialog.getByLabelText('File', { selector: 'input[type=file]' }),
      new File([rows], 'u.csv'),
    )
    expect(await dialog.findByText('1 user can be imported.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('1 user was imported.')).toBeDefined()
    expect(await broker.ask('GET', `${ofGateway}/users`)).toMatchObject({
      body: { data: [{ user_id: 'g1', is_superuser: true }] },
    })
  })

  it('is changed, disabled after a warning, and deleted with its users', async () => {
    const { screen, user, broker } = await openGateways(place, { arrange: withDatabase(ofGateway, 'amy') })
    await user.click(await screen.findByRole('button', { name: 'Disable…' }))
    const off = within(await screen.findByRole('dialog', { name: /^Disable/ }))
    await user.click(off.getByRole('button', { name: 'Disable authentication' }))
    expect(await screen.findByText('Disabled: every client can connect.')).toBeDefined()
    await user.selectOptions(await screen.findByRole('combobox', { name: /^User ID type/ }), 'Client ID')
    await user.click(inReview().getByRole('button', { name: /^Apply \d change/ }))
    await waitFor(async () =>
      expect(await broker.ask('GET', ofGateway)).toMatchObject({
        body: { user_id_type: 'clientid', enable: false },
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Delete…' }))
    const gone = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(gone.getByText(/Its users are deleted too/)).toBeDefined()
    await user.click(gone.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Every client can connect')).toBeDefined()
    expect((await broker.ask('GET', ofGateway)).status).toBe(204)
  })

  it('lets a viewer look and change nothing, in Chinese', async () => {
    const arrange = async (broker: TestBroker) => {
      await withDatabase(ofGateway, 'amy')(broker)
      const eve = { username: 'eve', password: 'Viewer1234', role: 'viewer', description: '' }
      await broker.ask('POST', '/users', eve)
    }
    const { screen } = await openGateways(place, { locale: 'zh', username: 'eve', arrange })
    expect(await screen.findByRole('row', { name: /amy 否/ })).toBeDefined()
    expect(screen.getByRole('button', { name: '禁用…' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('authentication of one listener', () => {
  it('is none of its own at first, and stands in place of that of the gateway', async () => {
    const { screen, user, broker } = await openGateways(listenerPlace)
    expect(await screen.findByText('The listener has no authenticator of its own')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add authentication' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText(/that of the gateway no longer applies/)).toBeDefined()
    await user.click(inReview().getByRole('button', { name: /^Add Built-in database/ }))
    expect(await screen.findByText('No users yet')).toBeDefined()
    expect(await broker.ask('GET', ofListener)).toMatchObject({ body: builtIn })
    expect((await broker.ask('GET', ofGateway)).status).toBe(204)
  })

  it('says that a change may disconnect its clients', async () => {
    const { screen, user } = await openGateways(listenerPlace, {
      listens: true,
      nodes: 1,
      arrange: async (broker) => {
        await connectedStomp(broker)
        await broker.ask('POST', ofListener, builtIn)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Disable…' }))
    const question = within(await screen.findByRole('dialog', { name: /^Disable/ }))
    expect(question.getByText(/The 2 clients of the listener may be disconnected\./)).toBeDefined()
  })

  it('has users of its own, which cannot be filtered', async () => {
    const { screen } = await openGateways(listenerPlace, { arrange: withDatabase(ofListener, 'amy') })
    expect(await screen.findByRole('row', { name: /amy No/ })).toBeDefined()
    expect(screen.queryByRole('searchbox', { name: 'Username' })).toBeNull()
  })
})
