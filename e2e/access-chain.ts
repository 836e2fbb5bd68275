import type { Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { expect } from './operator-test.ts'
import { openSignedIn, readSession } from './sign-in.ts'

const aclFile = `{allow, {user, "dash"}, subscribe, ["$SYS/#"]}.
{allow, {ipaddr, "127.0.0.1"}, all, ["local/#"]}.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
{deny, {clientid, {re, "^bad-"}}, all, ["line/#"]}.
{deny, {'and', [{username, "u1"}, {ipaddr, "127.0.0.0/8"}]}, publish, ["and/#"]}.
{deny, {'or', [{clientid, "or-1"}, {username, "or-user"}]}, all, ["or/#"]}.
{deny, all, {publish, [{qos, 2}]}, ["q2/#"]}.
{allow, all, publish, ["user/\${username}/#"]}.
{deny, all, publish, ["user/#"]}.
{allow, all, all, ["wild/\${username}/#"]}.
{deny, all, all, ["wild/#"]}.
{deny, {clientid, {re, "^(re|rx)-\\\\d+$"}}, all, ["re/#"]}.
{deny, {clientid, {re, "^px-([a-z]+)+\\\\1-never$"}}, all, ["posix/#"]}.
{allow, all, all, ["cert/\${cert_common_name}/#"]}.
{deny, all, all, ["cert/#"]}.
{deny, all, all, ["posix/sure"]}.
{deny, all, all, ["final/#"]}.
`

const builtInRules = {
  clients: [
    {
      clientid: 'c-1',
      rules: [
        { topic: 'secret/#', permission: 'deny', action: 'publish' },
        { topic: 'own/${clientid}/#', permission: 'allow', action: 'all' },
      ],
    },
  ],
  users: [
    {
      username: 'u1',
      rules: [
        { topic: 'q/#', permission: 'allow', action: 'publish', qos: [1] },
        { topic: 'q/#', permission: 'deny', action: 'publish' },
        { topic: 'r/#', permission: 'deny', action: 'publish', retain: true },
      ],
    },
  ],
  all: { rules: [{ topic: 'hidden/#', permission: 'deny', action: 'subscribe' }] },
}

/** Sends one request with the session of the page and expects it to succeed. */
export async function askBroker(
  page: Page,
  url: string,
  method: string,
  path: string,
  data?: object,
): Promise<void> {
  const { token } = JSON.parse(await readSession(page))
  const answer = await page.request.fetch(new URL(`api/v5/${path}`, url).href, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
}

export const builtInUsers = 'password_based:built_in_database'

/** Sets up the chain that all tests of the page Why go through, whichever of them ran before. */
async function arrangeChain(page: Page, url: string): Promise<void> {
  const { token } = JSON.parse(await readSession(page))
  for (const made of ['authorization/sources/built_in_database', `authentication/${builtInUsers}`]) {
    const { href } = new URL(`api/v5/${made}`, url)
    await page.request.delete(href, { headers: { authorization: `Bearer ${token}` } })
  }
  await askBroker(page, url, 'PUT', 'authorization/sources/file', {
    type: 'file',
    enable: true,
    rules: aclFile,
  })
  await askBroker(page, url, 'POST', 'authorization/sources', { type: 'built_in_database', enable: true })
  for (const [table, rules] of Object.entries(builtInRules)) {
    await askBroker(page, url, 'POST', `authorization/sources/built_in_database/rules/${table}`, rules)
  }
}

/** Signs in, opens the page Why and sets up the chain after that. */
export async function openBeforeChain(page: Page, url: string): Promise<void> {
  await openSignedIn(page, url, 'authorization/why')
  await arrangeChain(page, url)
}

interface Wish {
  readonly wish: 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain?: boolean
}

/** Tells whether the broker lets a real client publish or subscribe as wished. */
export async function isAllowed(
  client: MqttClient,
  { wish, topic, qos, retain = false }: Wish,
): Promise<boolean> {
  if (wish === 'subscribe') {
    const [granted] = await client.subscribeAsync(topic, { qos }).catch(() => [])
    return granted !== undefined && granted.qos <= 2
  }
  return await client.publishAsync(topic, 'x', { qos, retain }).then(
    () => true,
    () => false,
  )
}

export async function openWhy(
  page: Page,
  url: string,
  question: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(new URL(`authorization/why?${new URLSearchParams(question)}`, url).href)
}

export function answerOf(page: Page) {
  return page.getByRole('region', { name: 'Answer' })
}

export const headlines = {
  publish: ['The client may not publish', 'The client may publish'],
  subscribe: ['The client may not subscribe', 'The client may subscribe'],
} as const
