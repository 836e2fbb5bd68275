import { OPERATOR, startBrokerdeck } from '../e2e/start-brokerdeck.ts'
import { type AskAsOperator, asOperator } from './as-operator.ts'
import { FILLED, fillBroker, topicOf } from './fill-broker.ts'

const LIMIT = 1_000
const TIMES = 5
const lastOf = (count: number): number => count / LIMIT

/** The pages as the console requests them: first and last, with and without a filter. */
const PAGES: readonly string[] = [
  'topics?page=1',
  `topics?page=${lastOf(FILLED.routes)}`,
  `topics?page=1&topic=${encodeURIComponent(topicOf(4_711))}`,
  'topics?page=1&node=emqx@127.0.0.1',
  'subscriptions?page=1',
  `subscriptions?page=${lastOf(FILLED.routes)}`,
  `subscriptions?page=1&topic=${encodeURIComponent(topicOf(4_711))}`,
  'subscriptions?page=1&match_topic=site%2F7%2F%23',
  'clients_v2?',
  'clients?page=1',
  `clients?page=${lastOf(FILLED.sessions)}`,
  'clients?page=1&like_clientid=0471',
  'clients?page=1&clientid=bench-device-00471',
  'mqtt/retainer/messages?page=1',
  `mqtt/retainer/messages?page=${lastOf(FILLED.retained)}`,
  'mqtt/retainer/messages?page=1&topic=site%2F7%2F%23',
]

/** Measures how long the embedded broker takes for a page of a long list, from the request to the last byte. */
export async function measureLists(): Promise<void> {
  const brokerdeck = await startBrokerdeck('--no-sample-fleet', '--admin-password', OPERATOR.password)
  try {
    const ask = await asOperator(brokerdeck.url)
    await fillBroker(brokerdeck, ask)
    console.log(
      `  ${FILLED.sessions} sessions, ${FILLED.routes} routes and subscriptions, ${FILLED.retained} retained messages; pages of ${LIMIT}, median of ${TIMES}`,
    )
    for (const page of PAGES) console.log(`  ${page.padEnd(64)} ${await timeOf(ask, page)}`)
  } finally {
    await brokerdeck.stop()
  }
}

async function timeOf(ask: AskAsOperator, page: string): Promise<string> {
  const times: number[] = []
  let bytes = 0
  for (let time = 0; time < TIMES; time += 1) {
    const start = performance.now()
    const answer = await ask('GET', `${page}&limit=${LIMIT}`)
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - start)
  }
  const median = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.NaN
  const most = times.at(-1) ?? Number.NaN
  return `${median.toFixed(0).padStart(5)} ms, ${most.toFixed(0).padStart(5)} ms at most, ${(bytes / 1000).toFixed(0)} kB`
}
