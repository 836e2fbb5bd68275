import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import type { IClientOptions } from 'mqtt'
import {
  answerOf,
  askBroker,
  builtInUsers,
  headlines,
  isAllowed,
  openBeforeChain,
  openWhy,
} from './access-chain.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'

const brokerdeck = freshBrokerdeck()

const ask = (page: Page, method: string, path: string, data?: object) =>
  askBroker(page, brokerdeck().url, method, path, data)

const file = 'File'
const database = 'Built-in database'
const nobody = 'What no source decides'

type Case = readonly [who: string, deed: string, by: string, isAllowed: boolean]

/** The cases list client and username, and then publish, retain or subscribe with QoS and topic. */
const cases: readonly Case[] = [
  ['c-1', 'publish 1 secret/a', database, false],
  ['c-2', 'publish 1 secret/a', nobody, true],
  ['c-1', 'publish 1 own/c-1/x', database, true],
  ['c-1', 'subscribe 1 own/c-1/#', database, true],
  ['c-3 u1', 'publish 1 q/1', database, true],
  ['c-3 u1', 'publish 2 q/1', database, false],
  ['c-3 u1', 'retain 1 r/1', database, false],
  ['c-3 u1', 'publish 1 r/1', nobody, true],
  ['c-3', 'subscribe 0 hidden/x', database, false],
  ['c-3', 'publish 1 hidden/x', nobody, true],
  ['c-4 dash', 'subscribe 0 $SYS/#', file, true],
  ['c-4', 'subscribe 0 $SYS/brokers', file, false],
  ['c-4', 'subscribe 0 #', file, false],
  ['c-4', 'subscribe 1 +/#', file, false],
  ['c-4', 'subscribe 1 a/#', nobody, true],
  ['c-5', 'publish 1 local/x', file, true],
  ['bad-1', 'publish 1 line/1', file, false],
  ['good-bad-1', 'publish 1 line/1', nobody, true],
  ['c-6 u1', 'publish 1 and/1', file, false],
  ['c-6 u2', 'publish 1 and/1', nobody, true],
  ['or-1', 'subscribe 1 or/#', file, false],
  ['c-7 or-user', 'subscribe 0 or/1', file, false],
  ['or-1', 'subscribe 0 $share/g/or/1', file, false],
  ['c-8', 'publish 2 q2/1', file, false],
  ['c-8', 'publish 1 q2/1', nobody, true],
  ['c-9 u3', 'publish 1 user/u3/x', file, true],
  ['c-9 u3', 'publish 1 user/u4/x', file, false],
  ['c-9', 'publish 1 user/u3/x', file, false],
  ['c-10', 'publish 1 $delayed/5/final/x', file, false],
  ['c-11 +', 'subscribe 1 wild/any/#', file, true],
  ['c-11 u5', 'subscribe 1 wild/any/#', file, false],
  ['re-7', 'publish 1 re/1', file, false],
  ['re-x', 'publish 1 re/1', nobody, true],
  ['qx-1', 'publish 1 posix/1', nobody, true],
  ['c-12', 'publish 1 cert/c-12/1', file, false],
  ['c-10', 'subscribe 2 final/+', file, false],
]

test('the page names who decides about a real client, and the broker does as it says', async ({
  page,
  connect,
}) => {
  test.slow()
  const { url, tcp } = brokerdeck()
  await openBeforeChain(page, url)
  for (const [at, [who, deed, by, isExpected]] of cases.entries()) {
    await test.step(`${who}: ${deed}`, async () => {
      const [clientId = '', username] = who.split(' ')
      const [verb, level, topic = ''] = deed.split(' ')
      const qos = level === '2' ? 2 : level === '1' ? 1 : 0
      const wish = verb === 'subscribe' ? 'subscribe' : 'publish'
      const options: IClientOptions = {
        clientId,
        protocolVersion: 5,
        ...(username === undefined ? {} : { username }),
      }
      const client = await connect(tcp[at % tcp.length], options)
      const retain = verb === 'retain'
      await openWhy(page, url, {
        clientid: clientId,
        wish,
        topic,
        qos: String(qos),
        ...(retain ? { retain: '1' } : {}),
      })
      const answer = answerOf(page)
      await expect(answer.getByRole('status')).toHaveText(headlines[wish][isExpected ? 1 : 0])
      await expect(answer.getByText(`Decided by: ${by}`, { exact: true })).toBeVisible()
      expect(await isAllowed(client, { wish, topic, qos, ...(retain ? { retain } : {}) })).toBe(isExpected)
      await client.endAsync()
    })
  }
  await expectAccessible(page, 'an answer')
})

test('a default that denies, a superuser, a cache, and a system that only the broker can ask', async ({
  page,
  connect,
}) => {
  test.slow()
  const { url, tcp } = brokerdeck()
  await openBeforeChain(page, url)
  const answer = answerOf(page)
  const expectAnswer = async (question: Readonly<Record<string, string>>, headline: string, by: string) => {
    await openWhy(page, url, question)
    await expect(answer.getByRole('status')).toHaveText(headline)
    await expect(answer.getByText(`Decided by: ${by}`, { exact: true })).toBeVisible()
  }
  const publish = (topic: string) => ({ wish: 'publish', topic, qos: 1 }) as const
  const cache = { enable: true, max_size: 32, ttl: '1m', excludes: [] }

  const warm = await connect(tcp[0], { clientId: 'warm', protocolVersion: 5 })
  expect(await isAllowed(warm, publish('warm/1'))).toBe(true)
  const rules = [{ topic: 'warm/#', permission: 'deny', action: 'all' }]
  await ask(page, 'POST', 'authorization/sources/built_in_database/rules/all', { rules })
  await expectAnswer(
    { clientid: 'warm', topic: 'warm/1', qos: '1' },
    'The client may publish',
    'Authorization cache',
  )
  await expect(answer.getByText(/A fresh check would deny it/)).toBeVisible()
  expect(await isAllowed(warm, publish('warm/1'))).toBe(true)
  await ask(page, 'DELETE', 'clients/warm/authorization/cache')
  await expectAnswer({ clientid: 'warm', topic: 'warm/1', qos: '1' }, 'The client may not publish', database)
  expect(await isAllowed(warm, publish('warm/1'))).toBe(false)

  await ask(page, 'PUT', 'authorization/settings', { no_match: 'deny', deny_action: 'ignore', cache })
  await expectAnswer({ clientid: 'warm', topic: 'other', qos: '1' }, 'The client may not publish', nobody)
  expect(await isAllowed(warm, publish('other'))).toBe(false)

  const asked = createServer((_request, answerTo) => {
    answerTo.setHeader('content-type', 'application/json')
    answerTo.end('{"result":"allow"}')
  })
  await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve))
  const address = asked.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const http = { type: 'http', enable: true, method: 'get', url: `http://127.0.0.1:${port}/` }
  await ask(page, 'POST', 'authorization/sources', http)
  await openWhy(page, url, { clientid: 'warm', topic: 'asked/1', qos: '1' })
  await expect(answer.getByRole('status')).toHaveText('It depends on: HTTP service')
  await page.getByRole('button', { name: 'Watch this client' }).click()
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  expect(await isAllowed(warm, publish('asked/1'))).toBe(true)
  await expect(answer.getByText('The trace has seen it allow this.')).toBeVisible()
  await expect(answer.getByRole('status')).toHaveText('The client may publish')
  asked.close()
  await ask(page, 'DELETE', 'authorization/sources/http')
})

test('an attempt to connect: who lets it in, who refuses it', async ({ page, connect }) => {
  test.slow()
  const { url, tcp } = brokerdeck()
  await openBeforeChain(page, url)
  const answer = answerOf(page)
  const comesIn = (options: IClientOptions) =>
    connect(tcp[0], { protocolVersion: 5, ...options }).then(
      () => true,
      () => false,
    )
  const expectAnswer = async (question: Readonly<Record<string, string>>, headline: string | RegExp) => {
    await openWhy(page, url, {
      as: 'typed',
      wish: 'connect',
      peerhost: '127.0.0.1',
      ...question,
    })
    await expect(answer.getByRole('status')).toHaveText(headline)
  }
  await expectAnswer({ clientid: 'd-1' }, 'The client may connect')
  expect(await comesIn({ clientId: 'd-1' })).toBe(true)

  const bans = [
    { as: 'clientid', who: 'd-2' },
    { as: 'username', who: 'gone' },
    { as: 'clientid_re', who: '^worm-' },
  ]
  for (const ban of bans) await ask(page, 'POST', 'banned', ban)
  const refused = [{ clientid: 'd-2' }, { clientid: 'd-3', username: 'gone' }, { clientid: 'worm-7' }]
  for (const { clientid, ...rest } of refused) {
    await expectAnswer({ clientid, ...rest }, 'The client may not connect')
    await expect(answer.getByText('Decided by: Banned list')).toBeVisible()
    expect(await comesIn({ clientId: clientid, ...rest })).toBe(false)
  }

  const password_hash_algorithm = { name: 'sha256', salt_position: 'suffix' }
  const builtIn = { mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username' }
  await ask(page, 'POST', 'authentication', { ...builtIn, enable: true, password_hash_algorithm })
  const users = `authentication/${builtInUsers}/users`
  await ask(page, 'POST', users, { user_id: 'root', password: 'right-1', is_superuser: true })
  await ask(page, 'POST', users, { user_id: 'plain', password: 'right-2' })

  await expectAnswer({ clientid: 'd-4', username: 'plain' }, 'The client may not connect')
  expect(await comesIn({ clientId: 'd-4', username: 'plain' })).toBe(false)
  await expectAnswer({ clientid: 'd-4', username: 'who', password: '1' }, 'The client may not connect')
  expect(await comesIn({ clientId: 'd-4', username: 'who', password: 'x' })).toBe(false)
  await expectAnswer(
    { clientid: 'd-4', username: 'plain', password: '1' },
    `It depends on: ${database} (Password-Based)`,
  )
  expect(await comesIn({ clientId: 'd-4', username: 'plain', password: 'wrong' })).toBe(false)
  expect(await comesIn({ clientId: 'd-4', username: 'plain', password: 'right-2' })).toBe(true)

  for (const [username, password, headline, by, isIn] of [
    ['root', 'right-1', 'The client may publish', 'Superuser', true],
    ['plain', 'right-2', 'The client may not publish', file, false],
  ] as const) {
    const client = await connect(tcp[0], {
      clientId: `d-${username}`,
      username,
      password,
      protocolVersion: 5,
    })
    await openWhy(page, url, { clientid: `d-${username}`, topic: 'final/1', qos: '1' })
    await expect(answer.getByRole('status')).toHaveText(headline)
    await expect(answer.getByText(`Decided by: ${by}`, { exact: true })).toBeVisible()
    expect(await isAllowed(client, { wish: 'publish', topic: 'final/1', qos: 1 })).toBe(isIn)
  }
})
