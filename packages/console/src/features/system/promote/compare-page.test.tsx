import { changeSettings } from '@brokerdeck/embedded-broker/testing/change-settings.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import {
  action,
  clusters,
  connector,
  downloadBackup,
  write,
} from '#features/system/promote/testing/two-clusters.ts'

describe('comparing', () => {
  it('counts what differs by kind, and shows it field by field', async () => {
    const { screen, user, row, network } = await clusters()
    expect(await screen.findByText('5 differences')).toBeDefined()
    expect((await row('both')).textContent).toContain('Different')
    expect((await row('upward')).textContent).toContain('Only there')
    expect((await row('mine')).textContent).toContain('Only here')
    expect((await row('alike')).textContent).toContain('Same')
    await user.click(within(await row('both')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show fields' }))
    const fields = await screen.findByRole('dialog')
    expect(within(fields).getByText('sql')).toBeDefined()
    expect(fields.textContent).toContain('old/#')
    expect(fields.textContent).toContain('new/#')
    // The other cluster receives only reads, and only for the chosen kinds of objects.
    const there = network.asked.filter((line) => line.includes('/c/lab/'))
    expect(there.every((line) => line.startsWith('GET '))).toBe(true)
    expect(there.some((line) => line.includes('/listeners'))).toBe(false)
  })

  it('leads to the login of a cluster where nobody is signed in', async () => {
    const { screen } = await clusters({ arrange: () => sessionStorage.clear() })
    const link = await screen.findByRole('link', { name: 'Sign in to lab' })
    expect(link.getAttribute('href')).toBe('/c/lab/')
  })

  it('names the kind that a side refuses, and compares the others', async () => {
    const refusal = () =>
      Response.json({ code: 'INTERNAL_ERROR', message: 'no rules today' }, { status: 500 })
    const { screen } = await clusters({
      arrange: (_, network) => network.answer(/^\/c\/lab\/api\/v5\/rules$/, refusal),
    })
    expect(await screen.findByText(/lab: .*no rules today/)).toBeDefined()
    expect(await screen.findByText('2 differences')).toBeDefined()
  })

  it('compares with a file, of which it takes only what it says, and shows no secret of it', async () => {
    const { screen, user, row } = await clusters({}, '/clusters/compare?from=file')
    const text = `rule_engine.rules.both { sql = "SELECT * FROM \\"old/#\\"" }
rule_engine.rules.alike { sql = "SELECT 1", actions = [] }
connectors.mqtt.cloud { server = "x:1", password = hunter2 }`
    await user.upload(
      await screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
      new File([text], 'site.hocon'),
    )
    expect((await row('both')).textContent).toContain('Same')
    expect((await row('alike')).textContent).toContain('Different')
    expect((await row('cloud')).textContent).toContain('Only there')
    expect(screen.getAllByText('Not in the file')).toHaveLength(2)
    await user.click(within(await row('cloud')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show fields' }))
    const fields = await screen.findByRole('dialog')
    expect(await within(fields).findByText(/server = "x:1"/)).toBeDefined()
    expect(document.body.textContent).not.toContain('hunter2')
  })

  it('names what it does not compare', async () => {
    const { screen } = await clusters({})
    const note = await screen.findByText(/^Not compared: /)
    for (const name of [
      'topic metrics',
      'slow subscriptions',
      'file transfer',
      'plugins',
      'cluster links',
      'license',
      'telemetry',
    ])
      expect(note.textContent).toContain(name)
  })

  it('chooses nothing where the address names a cluster that does not exist', async () => {
    const { screen, network } = await clusters({}, '/clusters/compare?cluster=plant2')
    expect(await screen.findByText('No other cluster is named “plant2”')).toBeDefined()
    expect(screen.queryByText(/differences$/)).toBeNull()
    expect(network.asked.some((line) => line.includes('/c/lab/'))).toBe(false)
  })

  it('says that messages cannot be compared whose payload the brokers do not give', async () => {
    const large = async ({ context }: TestBroker) => {
      changeSettings(context.cluster, { retainer: { maxPayload: 2_000_000 } })
      await context.cluster.publish({
        topic: 'large',
        payload: Buffer.alloc(1_048_577),
        qos: 0,
        retain: true,
      })
    }
    const { screen, user, row, choose } = await clusters(
      { arrange: large, arrangeLab: large },
      '/clusters/compare?kinds=retained',
    )
    expect((await row('large')).textContent).toContain('Cannot compare')
    expect(screen.getByText('1 thing cannot be compared')).toBeDefined()
    await choose('large')
    expect(screen.getByRole('button', { name: 'Plan for 1 thing…' }).ariaDisabled).toBe('true')
    await user.click(within(await row('large')).getByRole('button'))
    await user.click(await screen.findByRole('menuitem', { name: 'Show fields' }))
    expect(await screen.findByText(/^Cannot be compared: payload\./)).toBeDefined()
  })

  it('plans nothing that is out of sight: what was chosen of a kind that is no longer compared is not chosen', async () => {
    const { screen, user, row } = await clusters({}, '/clusters/compare?kinds=rules,listeners')
    await row('tcp:default')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    const all = screen.getByText(/^\d+ selected$/).textContent ?? ''
    await user.click(screen.getByRole('checkbox', { name: 'Listeners' }))
    await waitFor(() => expect(screen.queryByText('tcp:default')).toBeNull())
    const rows = within(screen.getByRole('table', { name: 'Things compared' })).getAllByRole('row').length - 1
    expect(screen.getByText(`${rows} selected`)).toBeDefined()
    expect(all).not.toBe(`${rows} selected`)
    await user.click(screen.getByRole('button', { name: `Plan for ${rows} things…` }))
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('both'))
    expect(screen.getByRole('dialog').textContent).not.toContain('tcp:default')
  })

  it('knows what a broker fills in where a file leaves it out of an action', async () => {
    const args = { topic: 'out', payload: '${payload}' }
    const { screen, user, row } = await clusters(
      {
        arrange: (plant) =>
          write(plant, 'POST', '/rules', {
            id: 'told',
            sql: 'SELECT * FROM "a"',
            actions: [{ function: 'republish', args }, { function: 'console' }],
          }),
      },
      '/clusters/compare?from=file',
    )
    const actions = '[{ function = republish, args { topic = out } }, { function = console, args {} }]'
    await user.upload(
      await screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
      new File([`rule_engine.rules.told { actions = ${actions} }`], 'site.hocon'),
    )
    expect((await row('told')).textContent).toContain('Same')
  })

  it('finds nothing in a backup that was just made here, and the same in one of the other cluster as in that itself', async () => {
    const every = 'rules,connectors,actions,sources,authenticators,authorization,listeners,settings'
    const { screen, user, row, broker, lab } = await clusters(
      {
        arrange: async (plant) => {
          const args = { topic: 'out' }
          const [id, sql] = ['told', 'SELECT * FROM "a"']
          await write(plant, 'POST', '/rules', { id, sql, actions: [{ function: 'republish', args }] })
          await write(plant, 'POST', '/connectors', { ...connector, password: 'mine' })
          await write(plant, 'POST', '/actions', action)
          const user = {
            mechanism: 'password_based',
            backend: 'built_in_database',
            user_id_type: 'clientid',
            password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
          }
          await write(plant, 'POST', '/authentication', user)
        },
      },
      `/clusters/compare?from=file&kinds=${every}`,
    )
    await user.upload(
      await screen.findByLabelText('Backup or configuration file', { selector: 'input' }),
      await downloadBackup(broker),
    )
    expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
    expect((await row('told')).textContent).toContain('Same')
    await user.upload(
      screen.getByLabelText('Backup or configuration file', { selector: 'input' }),
      await downloadBackup(lab),
    )
    expect((await row('upward')).textContent).toContain('Only there')
    expect((await row('both')).textContent).toContain('Different')
    expect((await row('alike')).textContent).toContain('Same')
    expect((await row('told')).textContent).toContain('Only here')
    expect(document.body.textContent).not.toContain('hunter2')
  })

  it('says it in Chinese', async () => {
    const { screen } = await clusters({ locale: 'zh' })
    expect(await screen.findByText('5 处差异')).toBeDefined()
    expect(screen.getByRole('heading', { name: '对比与迁移' })).toBeDefined()
  })
})
