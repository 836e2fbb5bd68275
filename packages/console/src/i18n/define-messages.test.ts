import { expect, it } from 'vitest'
import { defineMessages } from './define-messages.ts'

const en = {
  clients: { title: 'Clients', left: (count: number) => `${count} left` },
  topics: { title: 'Topics' },
}

it('gives the words of the locale', () => {
  const { clients, topics } = defineMessages(en, {
    clients: { title: '客户端', left: (count: number) => `剩余 ${count}` },
    topics: { title: '主题' },
  })
  expect([clients.title, clients.left(2), topics.title]).toEqual(['Clients', '2 left', 'Topics'])
})

it('does not compile when the languages differ', () => {
  const topics = { title: '主题' }
  const wanting = { clients: { title: '客户端' }, topics }
  const other = { clients: { title: '客户端', left: (name: string) => name }, topics }
  const screenless = { topics }
  // @ts-expect-error: a key is missing in Chinese
  defineMessages(en, wanting)
  // @ts-expect-error: a parameter differs
  defineMessages(en, other)
  // @ts-expect-error: the words of a screen are missing in Chinese
  defineMessages(en, screenless)
  expect(Object.keys(wanting.clients)).not.toEqual(Object.keys(en.clients))
})
