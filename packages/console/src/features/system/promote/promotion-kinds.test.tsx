import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { describe, expect, it } from 'vitest'
import {
  bodyAt,
  clusters,
  database,
  isDone,
  outcomesOf,
  promoteAll,
  redis,
  twoClusters,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'

describe('authenticators', () => {
  const arrange = {
    arrangeLab: async (lab: TestBroker) => {
      await write(lab, 'POST', '/authentication', redis)
      await write(lab, 'POST', '/authentication', database)
    },
    arrange: (plant: TestBroker) =>
      write(plant, 'POST', '/authentication', { ...database, user_id_type: 'clientid' }),
  }
  const chainOf = async (broker: TestBroker) => await bodyAt(broker, '/authentication')

  it('are made and changed in the order of the other side, with their secrets asked for, and taken back', async () => {
    const app = await clusters(arrange, '/clusters/compare?kinds=authenticators')
    const { screen, user, broker, choose } = app
    await choose('password_based:redis', 'built_in_database', 'order')
    await user.click(await screen.findByText('Plan for 3 things…'))
    expect(await screen.findByText(/^Users of the built-in database are neither/)).toBeDefined()
    // The plan shows the same warning as the page of the authenticator.
    expect(screen.getByText(/The broker looks users up by the new type/)).toBeDefined()
    expect(screen.queryByText(/becomes the last of the chain/)).toBeNull()
    await user.type(screen.getByLabelText('password of password_based:redis'), 'p1')
    await promoteAll(app, 3)
    expect(outcomesOf(app)).toEqual([
      'DonePOST /authenticationpassword_based:redis',
      'DonePUT /authentication/password_based%3Abuilt_in_databasepassword_based:built_in_database',
      'DonePUT /authentication/orderorder',
    ])
    expect(await chainOf(broker)).toMatchObject([
      { id: 'password_based:redis' },
      { id: 'password_based:built_in_database', user_id_type: 'username' },
    ])
    await undoAll(app, 6)
    expect(outcomesOf(app).slice(3)).toEqual([
      'DoneUndoPUT /authentication/orderorder',
      expect.stringMatching(/^DoneUndoPUT .*built_in_database$/),
      'DoneUndoDELETE /authentication/password_based%3Aredispassword_based:redis',
    ])
    expect(await chainOf(broker)).toMatchObject([{ user_id_type: 'clientid' }])
  })

  it('say where a new one stands, and are left where their database was filled since then', async () => {
    const app = await clusters(
      { arrangeLab: (lab) => write(lab, 'POST', '/authentication', database) },
      '/clusters/compare?kinds=authenticators',
    )
    const { screen, user, broker, choose } = app
    await choose('built_in_database')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    expect(await screen.findByText('A new authenticator becomes the last of the chain.')).toBeDefined()
    await promoteAll(app, 1)
    const account = { user_id: 'ada', password: 'Secret-123' }
    await write(broker, 'POST', '/authentication/password_based%3Abuilt_in_database/users', account)
    await undoAll(app, 2)
    expect(outcomesOf(app)[1]).toMatch(/^Left as it isUndo.*Its database has entries by now/)
    expect(await chainOf(broker)).toHaveLength(1)
  })
})

describe('authorization', () => {
  it('takes settings, sources and their order, and gives them back', async () => {
    const http = { type: 'http', enable: true, method: 'post', url: 'http://127.0.0.1:9/acl' }
    const app = await clusters(
      {
        arrangeLab: async (lab) => {
          await write(lab, 'POST', '/authorization/sources', { type: 'built_in_database', enable: true })
          await write(lab, 'POST', '/authorization/sources', { ...http, body: { u: '${username}' } })
          await write(lab, 'PUT', '/authorization/sources/order', [
            { type: 'built_in_database' },
            { type: 'file' },
            { type: 'http' },
          ])
          const cache = { enable: true, max_size: 16, ttl: '1m', excludes: [] }
          const settings = { no_match: 'deny', deny_action: 'disconnect', cache }
          await write(lab, 'PUT', '/authorization/settings', settings)
        },
      },
      '/clusters/compare?kinds=authorization',
    )
    const { screen, user, broker, choose } = app
    const before = await bodyAt(broker, '/authorization/sources')
    await choose('settings', 'order', 'http', 'built_in_database')
    await user.click(await screen.findByText('Plan for 4 things…'))
    expect(await screen.findByText(/^Rules of the built-in database are a kind of their own/)).toBeDefined()
    expect(screen.getByText(/A client that is denied anything once loses its connection/)).toBeDefined()
    expect(screen.getAllByText('Created disabled: it decides nothing until it is enabled.')).toHaveLength(2)
    await promoteAll(app, 6)
    expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
    // EMQX puts a new source first, so no source decides before it has its place. The setting for unmatched requests
    // comes last.
    expect(outcomesOf(app).slice(2)).toEqual([
      'DonePUT /authorization/sources/orderorder',
      'DonePUT /authorization/sources/built_in_databasebuilt_in_database',
      'DonePUT /authorization/sources/httphttp',
      'DonePUT /authorization/settingssettings',
    ])
    expect(await bodyAt(broker, '/authorization/sources')).toMatchObject({
      sources: [
        { type: 'built_in_database', enable: true },
        { type: 'file' },
        { type: 'http', enable: true, body: { u: '${username}' } },
      ],
    })
    expect(await bodyAt(broker, '/authorization/settings')).toMatchObject({ no_match: 'deny' })
    await undoAll(app, 12)
    expect(await bodyAt(broker, '/authorization/sources')).toEqual(before)
    expect(await bodyAt(broker, '/authorization/settings')).toMatchObject({ no_match: 'allow' })
  })

  const sources = '/authorization/sources'
  /** Opens a plan for a source that comes after the file. */
  async function planBehindFile() {
    const arrangeLab = async (lab: TestBroker) => {
      await write(lab, 'POST', sources, { type: 'built_in_database', enable: true })
      await write(lab, 'POST', `${sources}/built_in_database/move`, { position: 'rear' })
    }
    const app = await clusters({ arrangeLab }, '/clusters/compare?kinds=authorization')
    await app.choose('order', 'built_in_database')
    await app.user.click(await app.screen.findByText('Plan for 2 things…'))
    return app
  }

  it('leaves a source enabled whose database was filled since then', async () => {
    const app = await planBehindFile()
    await promoteAll(app, 3)
    const rules = [{ topic: 'a', permission: 'allow', action: 'all' }]
    await write(app.broker, 'POST', `${sources}/built_in_database/rules/all`, { rules })
    await undoAll(app, 6)
    const left = outcomesOf(app).filter((line) => /^Left as it is.*has entries by now/.test(line))
    expect(left).toHaveLength(2)
    expect(await bodyAt(app.broker, `${sources}/built_in_database`)).toMatchObject({ enable: true })
  })

  it.each([
    ['refused', false, /^Refused.*not in the order of the other side.*Read back: disabled, number 1 of 2/],
    ['skipped', true, /^Skipped.*Read back: disabled, number 1 of 2 in the chain. It decides nothing until/],
  ])('lets a new source decide nothing without its place: enabling is %s', async (_, stopsAtFirst, said) => {
    const app = await planBehindFile()
    const { screen, user, broker, network } = app
    if (!stopsAtFirst) await user.click(screen.getByLabelText('Stop at the first refusal'))
    const refusal = { code: 'BAD_REQUEST', message: 'no order now' }
    network.answer(/sources\/order$/, () => Response.json(refusal, { status: 400 }))
    await promoteAll(app, 3)
    expect(outcomesOf(app).at(-1)).toMatch(said)
    const made = { type: 'built_in_database', enable: false }
    expect(await bodyAt(broker, sources)).toMatchObject({ sources: [made, { type: 'file' }] })
    await undoAll(app, 4)
    expect(await bodyAt(broker, sources)).toMatchObject({ sources: [{ type: 'file' }] })
  })
})

describe('listeners', () => {
  it('open and move, say whom that disconnects and which files are not copied, and come back', async () => {
    const app = await clusters(
      {
        arrangeLab: async (lab) => {
          const own = { id: 'tcp:extra', type: 'tcp', bind: '127.0.0.1:21883', max_connections: 7 }
          await write(lab, 'POST', '/listeners/tcp:extra', own)
          const secure = { id: 'ssl:extra', type: 'ssl', bind: '127.0.0.1:21886', enable: false }
          await write(lab, 'POST', '/listeners/ssl:extra', secure)
          await write(lab, 'PUT', '/listeners/tcp:default', {
            id: 'tcp:default',
            type: 'tcp',
            bind: '127.0.0.1:21884',
          })
        },
      },
      '/clusters/compare?kinds=listeners',
    )
    const { screen, user, broker, choose } = app
    const before = await bodyAt(broker, '/listeners/tcp%3Adefault')
    await choose('tcp:extra', 'ssl:extra', 'tcp:default')
    await user.click(await screen.findByText('Plan for 3 things…'))
    expect(await screen.findByText(/^The listener opens on every node/)).toBeDefined()
    expect(screen.getByText(/^The listener is created disabled/)).toBeDefined()
    expect(screen.getByText(/^Files are not copied.*ssl_options.certfile/)).toBeDefined()
    expect(await screen.findByText(/^The listener moves to another address/)).toBeDefined()
    expect(screen.getByText(/Certificates and keys are files of the nodes/)).toBeDefined()
    await promoteAll(app, 3)
    expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
    expect(await bodyAt(broker, '/listeners/tcp%3Aextra')).toMatchObject({ max_connections: 7 })
    expect(await bodyAt(broker, '/listeners/tcp%3Adefault')).toMatchObject({ bind: '127.0.0.1:21884' })
    await undoAll(app, 6)
    expect((await broker.ask('GET', '/listeners/tcp%3Aextra')).status).toBe(404)
    expect(await bodyAt(broker, '/listeners/tcp%3Adefault')).toEqual(before)
  })
})

it('says of a listener that the broker refused that it may have stopped', async () => {
  const app = await clusters(
    {
      arrangeLab: (lab) =>
        write(lab, 'PUT', '/listeners/tcp:default', { id: 'tcp:default', type: 'tcp', max_connections: 9 }),
    },
    '/clusters/compare?kinds=listeners',
  )
  const { body } = await app.broker.ask('GET', '/listeners/tcp%3Adefault')
  const refusal = { code: 'BAD_REQUEST', message: 'failed to start: eaddrinuse' }
  await app.choose('tcp:default')
  app.network.answer(/listeners\/tcp%3Adefault$/, (method) =>
    method === 'GET' ? Response.json(body) : Response.json(refusal, { status: 400 }),
  )
  await app.user.click(await app.screen.findByText('Plan for 1 thing…'))
  await promoteAll(app, 1)
  expect(outcomesOf(app)[0]).toMatch(/^Refused.*eaddrinuse The listener may be stopped on some nodes/)
})

describe('settings', () => {
  it('are written root by root with what that does, the door of this console last, and come back', async () => {
    const app = await clusters(
      {
        arrangeLab: async (lab) => {
          const { body } = await lab.ask('GET', '/configs/global_zone')
          const zone = {
            ...Object(body),
            mqtt: { ...Object(body).mqtt, max_qos_allowed: 1, max_inflight: 9 },
          }
          await write(lab, 'PUT', '/configs/global_zone', zone)
          await write(lab, 'PUT', '/configs/alarm', { actions: ['log'], size_limit: 77 })
          await write(lab, 'PUT', '/configs/dashboard', { token_expired_time: '30m' })
          await write(lab, 'PUT', '/mqtt/retainer', { enable: false })
        },
      },
      '/clusters/compare?kinds=settings',
    )
    const { screen, user, broker, choose } = app
    const before = await bodyAt(broker, '/configs/global_zone')
    await choose('dashboard', 'mqtt', 'alarm', 'retainer')
    await user.click(await screen.findByText('Plan for 4 things…'))
    expect(await screen.findByText(/^Past alarms that no longer fit/)).toBeDefined()
    expect(await screen.findByText(/publishes above QoS 1/)).toBeDefined()
    expect(screen.getByText(/^Applies to new connections and sessions: max_inflight/)).toBeDefined()
    expect(screen.getByText(/neither kept nor given out/)).toBeDefined()
    expect(screen.getByText(/^Sessions end after/)).toBeDefined()
    await promoteAll(app, 4)
    expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
    expect(outcomesOf(app).at(-1)).toBe('DonePUT /configs/dashboarddashboard')
    expect(await bodyAt(broker, '/configs/global_zone')).toMatchObject({ mqtt: { max_qos_allowed: 1 } })
    expect(await bodyAt(broker, '/configs/alarm')).toMatchObject({ size_limit: 77 })
    expect(await bodyAt(broker, '/mqtt/retainer')).toMatchObject({ enable: false })
    await undoAll(app, 8)
    expect(await bodyAt(broker, '/configs/global_zone')).toEqual(before)
    expect(await bodyAt(broker, '/mqtt/retainer')).toMatchObject({ enable: true })
  })
})

describe('retained messages', () => {
  const bytes = Buffer.from([0, 255, 128, 10, 42])
  const retain = ({ context }: TestBroker, topic: string, payload: Buffer) =>
    context.cluster.publish({ topic, payload, qos: 1, retain: true })
  const retained = async ({ ask }: TestBroker, topic: string) => {
    const { status, body } = await ask('GET', `/mqtt/retainer/message/${encodeURIComponent(topic)}`)
    return status === 200 ? Object(body) : status
  }
  const arrangeLab = async (lab: TestBroker) => {
    await retain(lab, 'a/new', bytes)
    await retain(lab, 'a/both', Buffer.from('there'))
  }
  const arrange = async (plant: TestBroker) => void (await retain(plant, 'a/both', Buffer.from('here')))

  it('are published byte by byte, and taken back but for what was published since then', async () => {
    const app = await clusters({ arrangeLab, arrange }, '/clusters/compare?kinds=retained')
    const { screen, user, broker, choose } = app
    await choose('a/new', 'a/both')
    await user.click(await screen.findByText('Plan for 2 things…'))
    expect(await screen.findByText(/expiry and MQTT 5 properties are not copied/)).toBeDefined()
    await promoteAll(app, 2)
    expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
    expect(await retained(broker, 'a/new')).toMatchObject({ qos: 1, payload: bytes.toString('base64') })
    await retain(broker, 'a/both', Buffer.from('meanwhile'))
    await undoAll(app, 4)
    expect(await retained(broker, 'a/new')).toBe(404)
    const left = Buffer.from('meanwhile').toString('base64')
    expect(await retained(broker, 'a/both')).toMatchObject({ payload: left })
    expect(outcomesOf(app).some((line) => /^Left as it is.*a\/both/.test(line ?? ''))).toBe(true)
  })

  it('stay where publishing is closed, which the plan says', async () => {
    const app = await clusters(
      { arrangeLab, arrange, config: { ...twoClusters, closed: ['publish'] } },
      '/clusters/compare?kinds=retained',
    )
    const { screen, user, choose } = app
    await choose('a/new')
    await user.click(await screen.findByText('Plan for 1 thing…'))
    expect(await screen.findByText(/^Not in the plan: a\/new\. Whoever started this console/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send 0 requests' }).ariaDisabled).toBe('true')
  })
})
