import { expect, test } from 'vitest'
import type { Story, StoryEvent } from '#domain/trace/story/story.ts'
import { whySearch } from '#lib/why-question.ts'
import { whyAsked } from './why-asked.ts'

const place = { id: '1', at: 0, node: 'n' }
const connect: StoryEvent = {
  ...place,
  kind: 'connect',
  clientid: 'c',
  username: 'u',
  peername: '[::1]:4711',
  listener: 'ssl:own',
  protocolVersion: 5,
  isCleanStart: true,
  keepAlive: 60,
  hasPassword: true,
  hasWill: false,
}
const denied: StoryEvent = {
  ...place,
  kind: 'authorize',
  action: 'publish',
  topic: 'a/b',
  qos: 1,
  isRetained: true,
  permission: 'deny',
  by: 'file',
  rule: undefined,
}

function asked(event: StoryEvent, events: readonly StoryEvent[] = [connect]) {
  const story: Story = { id: '1', clientid: 'c', peername: '10.0.0.1:1', node: 'n', startedAt: 0, events }
  const question = whyAsked(event, story)
  const given = question && Object.entries(whySearch(question)).filter(([, value]) => value !== undefined)
  return given && Object.fromEntries(given)
}

test('a denied line asks for all that was denied', () => {
  expect(asked(denied)).toEqual({ clientid: 'c', topic: 'a/b', qos: '1', retain: '1' })
  expect(asked({ ...denied, action: 'subscribe', qos: 0, isRetained: false })).toEqual({
    clientid: 'c',
    wish: 'subscribe',
    topic: 'a/b',
  })
  expect(asked({ ...denied, permission: 'allow' })).toBeUndefined()
})

test('a refused connection asks for the attempt as it was made', () => {
  const refused: StoryEvent = { ...place, kind: 'refused', code: 0x87, protocolVersion: 5, reason: undefined }
  const attempt = { clientid: 'c', as: 'typed', wish: 'connect' }
  expect(asked(refused)).toEqual({
    ...attempt,
    username: 'u',
    peerhost: '::1',
    listener: 'ssl:own',
    password: '1',
  })
  expect(asked(refused, [])).toEqual({ ...attempt, peerhost: '10.0.0.1' })
})
