import { once } from 'node:events'
import { createServer } from 'node:http'
import { type DatabaseServer, databaseServer } from '@brokerdeck/embedded-broker/testing/database-process.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import { programOf, runProgram } from '@brokerdeck/embedded-broker/testing/server-process.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { counterAsOperator, postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'
import { OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'

/** The Enterprise edition is used, because it has all types. */
const brokerdeck = freshBrokerdeck(ENTERPRISE)

/** A system of the operator that is stopped and started again. */
interface Target {
  /** The address of the system, such as `127.0.0.1:5432`. */
  readonly server: string
  /** Returns the number of messages that arrived until now; a message that arrived twice counts twice. */
  arrived(): Promise<number> | number
  stop(): Promise<void>
  startAgain(): Promise<void>
}

type Clean = () => Promise<void> | void
const cleaning: Clean[] = []
const atEnd = (clean: Clean) => void cleaning.push(clean)
test.afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function startPostgresql(): Promise<Target> {
  const database = await databaseServer('postgresql', atEnd)
  const [host = '', port = ''] = database.server.split(':')
  const ask = (sql: string) =>
    runProgram(programOf('psql') ?? '', ['-h', host, '-p', port, '-U', 'postgres', '-Atc', sql])
  // The server accepts connections before it has started completely.
  await expect(() => ask('create table arrived(n int)')).toPass()
  return { ...database, arrived: () => Number(ask('select count(*) from arrived')) }
}

async function startRedis(): Promise<Target> {
  const database: DatabaseServer = await databaseServer('redis', atEnd)
  const [host = '', port = ''] = database.server.split(':')
  const ask = (...command: readonly string[]) =>
    runProgram(programOf('redis-cli') ?? '', ['-h', host, '-p', port, ...command])
  let before = 0
  return {
    ...database,
    arrived: () => before + Number(ask('LLEN', 'arrived')),
    stop: async () => {
      // Redis stores nothing on disk, so the count is saved before the stop.
      before += Number(ask('LLEN', 'arrived'))
      await database.stop()
    },
  }
}

async function startHttp(): Promise<Target> {
  let posted = 0
  const server = createServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    // Health checks are not POST requests, so only POST requests are counted.
    if (request.method === 'POST') posted += 1
    response.writeHead(200).end('{}')
  })
  const port = await freePort()
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen()
  atEnd(stop)
  return { server: `127.0.0.1:${port}`, arrived: () => posted, stop, startAgain: listen }
}

/** Starts another broker, to which no other client publishes. */
async function startMqtt(): Promise<Target> {
  const port = await freePort()
  const start = () =>
    startBrokerdeck(
      ...['--no-sample-fleet', '--admin-password', OPERATOR.password],
      ...['--nodes', '1', '--mqtt-port', String(port)],
    )
  let running = await start()
  let before = 0
  atEnd(() => running.stop())
  const arrived = async () => before + (await counterAsOperator(running.url, 'messages.received'))
  return {
    server: `127.0.0.1:${port}`,
    arrived,
    stop: async () => {
      // The restarted broker begins with empty counters.
      before = await arrived()
      await running.stop()
    },
    startAgain: async () => {
      running = await start()
    },
  }
}

const soon = { health_check_interval: '2s' }

interface Flow {
  readonly type: string
  readonly start: () => Promise<Target>
  readonly connector: (server: string) => object
  readonly action: object
}

const flows: readonly Flow[] = [
  {
    type: 'pgsql',
    start: startPostgresql,
    connector: (server) => ({
      server,
      database: 'postgres',
      username: 'postgres',
      password: '',
      pool_size: 1,
    }),
    action: { parameters: { sql: 'insert into arrived(n) values (${n})' } },
  },
  {
    type: 'redis',
    start: startRedis,
    connector: (server) => ({ parameters: { redis_type: 'single', server, pool_size: 1 } }),
    action: { parameters: { command_template: ['LPUSH', 'arrived', '${n}'] } },
  },
  {
    type: 'http',
    start: startHttp,
    connector: (server) => ({ url: `http://${server}`, pool_size: 1 }),
    action: { parameters: { path: '/arrived', method: 'post', body: '${n}' } },
  },
  {
    type: 'mqtt',
    start: startMqtt,
    connector: (server) => ({ server, pool_size: 1 }),
    action: { parameters: { topic: 'arrived/${n}', payload: '${n}', qos: 1 } },
  },
]

/** Returns the number itself, which stands below its name. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

for (const { type, start, connector, action } of flows)
  test(`messages wait for ${type} while it is away, and none is lost`, async ({ page, connect }) => {
    test.setTimeout(150_000)
    const { url, tcp } = brokerdeck()
    const target = await start()
    const create = async (path: string, body: object) => {
      const answer = await postAsOperator(url, path, body)
      expect(answer.ok ? '' : await answer.text()).toBe('')
    }
    const name = 'plant'
    await create('connectors', { type, name, ...connector(target.server), resource_opts: soon })
    const options = { ...soon, request_ttl: '5m', resume_interval: '1s', worker_pool_size: 1 }
    await create('actions', { type, name, connector: name, ...action, resource_opts: options })
    const sql = `SELECT payload.n as n FROM "${type}/reading"`
    await create('rules', { id: `to_${type}`, sql, actions: [`${type}:${name}`] })
    const device = await connect(tcp[0], { clientId: `meter-${type}`, protocolVersion: 5 })
    const publish = async (from: number, to: number) => {
      for (let n = from; n < to; n++)
        await device.publishAsync(`${type}/reading`, JSON.stringify({ n }), { qos: 1 })
    }

    await openSignedIn(page, url, `rule/actions/${encodeURIComponent(`${type}:${name}`)}`)
    await expect(page.getByRole('main').getByText('Connected', { exact: true }).first()).toBeVisible()
    await publish(0, 10)
    await expect(figure(page, 'Succeeded')).toContainText('10', { timeout: 15_000 })
    expect(await target.arrived()).toBe(10)

    await target.stop()
    const why = page.getByText('Nothing accepts connections at this address and port.').first()
    // The timeout covers one health check, one poll of the page, and some time for a busy machine.
    await expect(why).toBeVisible({ timeout: 2_000 + 5_000 + 2_000 })
    await publish(10, 210)
    await expect(figure(page, 'Pending: queued')).toHaveText('200', { timeout: 15_000 })
    await expectAccessible(page, 'an action that is down')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Connection by node' })).toContainText('Nothing accepts')
    await expectNoOverflow(page, 'an action that is down, on a phone')
    await page.setViewportSize({ width: 1440, height: 900 })

    await target.startAgain()
    await expect(figure(page, 'Succeeded')).toHaveText('210', { timeout: 30_000 })
    await expect(why).toBeHidden({ timeout: 15_000 })
    await expect(figure(page, 'Dropped')).toHaveText('0')
    await expect(figure(page, 'Failed')).toHaveText('0')
    // The waiting messages were sent once: no message is missing, and no message arrived twice.
    expect(await target.arrived()).toBe(210)
  })

test('a flow to PostgreSQL is made in the console, tried first, and the rows arrive', async ({
  page,
  connect,
}) => {
  test.setTimeout(120_000)
  const { url, tcp } = brokerdeck()
  const target = await startPostgresql()
  await openSignedIn(page, url, 'connector')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Create connector' }).click()
  await main.getByRole('textbox', { name: 'Search types' }).fill('postgres')
  await main.getByRole('button', { name: /^PostgreSQL/ }).click()
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('made')
  await main.getByRole('textbox', { name: 'Server', exact: true }).fill(`127.0.0.1:${await freePort()}`)
  await main.getByRole('textbox', { name: 'Database', exact: true }).fill('postgres')
  await main.getByRole('textbox', { name: 'Username', exact: true }).fill('postgres')
  await main.getByRole('button', { name: 'Test connection' }).click()
  await expect(main.getByText('Test failed')).toBeVisible({ timeout: 20_000 })
  await main.getByRole('textbox', { name: 'Server', exact: true }).fill(target.server)
  await main.getByRole('button', { name: 'Test connection' }).click()
  await expect(main.getByText('Test success, your configuration works fine')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page, 'a new connector')
  await main.getByRole('button', { name: 'Create connector' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('pgsql:made')

  await main.getByRole('button', { name: 'Create action' }).click()
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('made')
  await main.getByRole('textbox', { name: 'SQL template' }).fill('insert into arrived(n) values (${n})')
  await main.getByRole('button', { name: 'Create action' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('pgsql:made')
  const sql = 'SELECT payload.n as n FROM "made/reading"'
  await postAsOperator(url, 'rules', { id: 'to_made', sql, actions: ['pgsql:made'] })
  const device = await connect(tcp[0], { clientId: 'meter-made', protocolVersion: 5 })
  await device.publishAsync('made/reading', '{"n":7}', { qos: 1 })
  await expect.poll(() => target.arrived()).toBe(1)
})
