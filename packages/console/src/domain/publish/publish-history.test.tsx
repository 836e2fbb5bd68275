import { beforeEach, expect, test } from 'vitest'
import { endSession, startSession } from '#api/session.ts'
import { render } from '#testing/render-element.ts'
import { newDraft } from './publish-draft.ts'
import { forgetPublished, rememberPublished, usePublished } from './publish-history.ts'

const signIn = (username: string) =>
  startSession({ token: username, username, edition: 'ce', version: '5.8.9' })

function Topics() {
  return usePublished().map(({ id, draft }) => <li key={id}>{draft.topic}</li>)
}
const topics = () => [...render(<Topics />).container.children].map(({ textContent }) => textContent)
const publish = (topic: string, payload = 'on') =>
  rememberPublished(newDraft({ topic, payload: { kind: 'text', text: payload } }), 0)

beforeEach(() => {
  signIn('ada')
  forgetPublished()
})

test('the newest is the first, and the same again only moves up', () => {
  for (const topic of ['a', 'b', 'a']) publish(topic)
  expect(topics()).toEqual(['a', 'b'])
})

test('twenty are kept, and none that is very large', () => {
  for (let each = 0; each < 30; each += 1) publish(`t/${each}`)
  publish('large', 'x'.repeat(64 * 1024 + 1))
  expect(topics()).toHaveLength(20)
  expect(topics()[0]).toBe('t/29')
})

test('nothing is left after a logout', () => {
  publish('a')
  endSession('logged-out')
  expect(topics()).toEqual([])
})

test('who logs in again after an expiry goes on; somebody else does not', () => {
  publish('a')
  endSession('expired')
  signIn('ada')
  expect(topics()).toEqual(['a'])
  endSession('expired')
  signIn('bob')
  expect(topics()).toEqual([])
})

test('nothing of it is in the storage of the browser', () => {
  publish('secret/topic', 'secret payload')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret')
})
