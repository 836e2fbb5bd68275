import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

type Arrange = NonNullable<RenderOptions['arrange']>
type Press = (app: RenderedApp, name: string) => Promise<void>

const second = 'emqx2@127.0.0.2'
const plant = { role: 'production', brokerName: 'plant' } as const
const parameters = { path: '/x', method: 'post' }
const sql = 'SELECT * FROM "a"'

const withClient: Arrange = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc', node: second })
}
const withBridges: Arrange = async ({ ask }) => {
  await ask('POST', '/connectors', { type: 'http', name: 'used', url: 'http://127.0.0.1:9' })
  await ask('POST', '/connectors', { type: 'http', name: 'free', url: 'http://127.0.0.1:9' })
  await ask('POST', '/actions', { type: 'http', name: 'used', connector: 'used', parameters })
  await ask('POST', '/actions', { type: 'http', name: 'free', connector: 'used', parameters })
  await ask('POST', '/actions', { type: 'http', name: 'off', connector: 'used', parameters, enable: false })
  await ask('POST', '/rules', { id: 'hot', sql, actions: ['http:used'] })
  await ask('POST', '/rules', { id: 'off', sql, actions: [], enable: false })
}
const withBan: Arrange = async ({ ask }) => {
  await ask('POST', '/banned', { as: 'clientid', who: 'plc-1' })
}
const withSources: Arrange = async ({ ask }) => {
  await ask('POST', '/authorization/sources', { type: 'built_in_database', enable: false })
}
const withLink: Arrange = async ({ ask }) => {
  const far = { server: '127.0.0.1:9', clientid: 'c', username: 'u', topics: ['t/#'], pool_size: 1 }
  await ask('POST', '/cluster/links', { ...far, name: 'far' })
  await ask('POST', '/cluster/links', { ...far, name: 'idle', enable: false })
}

const switchOff: Press = async ({ screen, user }, name) =>
  user.click(await screen.findByRole('switch', { name: `${name} enabled` }))

const fromMenu =
  (item: RegExp): Press =>
  async ({ screen, user }, name) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }

/** The form comes first: the confirmation opens when the form is sent. */
const sendForm = async ({ screen, user }: RenderedApp, title: string) => {
  const form = within(await screen.findByRole('dialog', { name: title }))
  await user.click(form.getByRole('button', { name: 'Start' }))
}
const evacuate: Press = async (app, node) => {
  await fromMenu(/^Evacuate/)(app, node)
  await sendForm(app, `Evacuate ${node}`)
}
const rebalance: Press = async (app) => {
  // With one node there is nothing to rebalance, and the button says so until the nodes are listed.
  await app.screen.findByRole('button', { name: `Actions for ${second}` })
  await app.user.click(await app.screen.findByRole('button', { name: /^Rebalance/ }))
  await sendForm(app, 'Rebalance the cluster')
}

const selectAll =
  (action: string): Press =>
  async ({ screen, user }, name) => {
    await screen.findByRole('switch', { name: `${name} enabled` })
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    await user.click(await screen.findByRole('button', { name: action }))
  }

interface Case {
  readonly what: string
  readonly at: string
  readonly name: string
  readonly press: Press
  readonly arrange?: Arrange
  readonly asks: boolean
}

const remove = fromMenu(/^(Delete|Remove)/)
const cases: readonly Case[] = [
  { what: 'evacuating a node', at: '/cluster/rebalance', name: second, press: evacuate, asks: true },
  { what: 'rebalancing', at: '/cluster/rebalance', name: '', press: rebalance, asks: true },
  {
    what: 'stopping a listener with a client',
    at: '/listener',
    name: 'tcp:default',
    asks: true,
    press: fromMenu(/^Stop…/),
    arrange: withClient,
  },
  {
    what: 'stopping a listener without clients',
    at: '/listener',
    name: 'tcp:default',
    asks: false,
    press: fromMenu(/^Stop…/),
  },
  {
    what: 'restarting a listener whose clients stay',
    at: '/listener',
    name: 'tcp:default',
    press: fromMenu(/^Restart/),
    arrange: withClient,
    asks: true,
  },
  ...(
    [
      ['disabling a connector in use', '/connector', 'http:used', true],
      ['disabling a connector that nothing uses', '/connector', 'http:free', false],
      ['disabling an action of a rule', '/rule/actions', 'http:used', true],
      ['disabling an action of no rule', '/rule/actions', 'http:free', false],
      ['disabling a rule', '/rule/rules', 'hot', true],
    ] as const
  ).map(([what, at, name, asks]) => ({ what, at, name, asks, press: switchOff, arrange: withBridges })),
  ...(
    [
      ['deleting a rule that is on', '/rule/rules', 'hot', true],
      ['deleting a rule that is off', '/rule/rules', 'off', false],
      ['deleting an action that is off', '/rule/actions', 'http:off', false],
      ['deleting a connector that nothing uses', '/connector', 'http:free', false],
    ] as const
  ).map(([what, at, name, asks]) => ({ what, at, name, asks, press: remove, arrange: withBridges })),
  {
    what: 'disabling all rules, of which one is on',
    at: '/rule/rules',
    name: 'hot',
    asks: true,
    press: selectAll('Disable'),
    arrange: withBridges,
  },
  {
    what: 'deleting a ban',
    at: '/banned-clients',
    name: 'plc-1',
    asks: false,
    arrange: withBan,
    press: fromMenu(/^Unban/),
  },
  {
    what: 'disabling a source of authorization',
    at: '/authorization',
    name: 'File',
    asks: true,
    press: switchOff,
  },
  {
    what: 'enabling a source of authorization',
    at: '/authorization',
    name: 'Built-in database',
    press: switchOff,
    arrange: withSources,
    asks: true,
  },
  {
    what: 'disabling a cluster link',
    at: '/cluster-linking',
    name: 'far',
    asks: true,
    press: switchOff,
    arrange: withLink,
  },
  {
    what: 'deleting a cluster link that is off',
    at: '/cluster-linking',
    name: 'idle',
    asks: false,
    press: remove,
    arrange: withLink,
  },
]

const open = ({ at, arrange }: Case, config: RenderOptions['config']) =>
  renderApp(at, { edition: 'enterprise', ...(config && { config }), ...(arrange && { arrange }) })

const typeName = { name: 'Type plant to confirm' }

describe('the name of a production cluster', () => {
  it.each(cases.filter(({ asks }) => asks))('is asked for before $what', async (one) => {
    const app = await open(one, plant)
    await one.press(app, one.name)
    await app.screen.findByRole('textbox', typeName)
  })

  it.each(cases.filter(({ asks }) => !asks))('is not asked for before $what', async (one) => {
    const app = await open(one, plant)
    await one.press(app, one.name)
    const dialog = within(await app.screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
    expect(dialog.queryByRole('textbox', typeName)).toBeNull()
  })

  it('holds an evacuation back until it is typed', async () => {
    const [one] = cases
    if (one === undefined) throw new Error('there is no case')
    const { screen, user, broker, ...app } = await open(one, plant)
    const status = async () => (await broker.ask('GET', '/load_rebalance/global_status')).body
    await one.press({ screen, user, broker, ...app }, one.name)
    const box = await screen.findByRole('textbox', typeName)
    const [form, question] = screen.getAllByRole('dialog').map((dialog) => within(dialog))
    await user.type(box, 'lab{Enter}')
    expect(await status()).toMatchObject({ evacuations: [] })
    await user.click(question?.getByRole('button', { name: 'Cancel' }) ?? document.body)
    await form?.findAllByText('Nothing was started.')
    expect(await status()).toMatchObject({ evacuations: [] })
    await user.click(form?.getByRole('button', { name: 'Start' }) ?? document.body)
    await user.type(await screen.findByRole('textbox', typeName), 'plant{Enter}')
    await screen.findByRole('region', { name: `Evacuation of ${second}` })
    expect(await status()).toMatchObject({ evacuations: [{ node: second }] })
  })

  it('is asked for nowhere else, and nothing is asked that was not', async () => {
    const [one] = cases
    if (one === undefined) throw new Error('there is no case')
    const app = await open(one, { role: 'staging', brokerName: 'plant' })
    await one.press(app, one.name)
    await app.screen.findByRole('region', { name: `Evacuation of ${second}` })
  })
})
