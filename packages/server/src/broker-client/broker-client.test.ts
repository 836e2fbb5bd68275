import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { expect, it, onTestFinished } from 'vitest'
import { startUpstream } from '#testing/upstream-fixture.ts'
import { openBrokerClient } from './broker-client.ts'

async function ask(patience: { readonly silenceMs: number; readonly wholeMs: number }, trickles: boolean) {
  const upstream = await startUpstream((_request, response) => {
    if (!trickles) return
    const timer = setInterval(() => response.write(' '), 5)
    response.once('close', () => clearInterval(timer))
  })
  const client = openBrokerClient(upstream.origin, { insecureTls: false }, patience)
  onTestFinished(() => client.close())
  return client.ask(nodes.list, {}, undefined)
}

it('does not wait for ever, neither in silence nor for an answer that comes in drops', async () => {
  const late = { kind: 'none', reason: expect.stringMatching(/ did not answer in time$/) }
  expect(await ask({ silenceMs: 50, wholeMs: 600_000 }, false)).toEqual(late)
  expect(await ask({ silenceMs: 600_000, wholeMs: 300 }, true)).toEqual(late)
})
