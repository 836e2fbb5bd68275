import { expect, it } from 'vitest'
import { defineMessages } from './define-messages.ts'

const en = { title: 'Clients', left: (count: number) => `${count} left` }

it('gives the words of the locale', () => {
  const m = defineMessages(en, { title: '客户端', left: (count: number) => `剩余 ${count}` })
  expect([m.title, m.left(2)]).toEqual(['Clients', '2 left'])
})

it('does not compile when the languages differ', () => {
  const wanting = { title: '客户端' }
  const other = { title: '客户端', left: (name: string) => name }
  // @ts-expect-error: a key is missing in Chinese
  defineMessages(en, wanting)
  // @ts-expect-error: a parameter differs
  defineMessages(en, other)
  expect(Object.keys(wanting)).not.toEqual(Object.keys(en))
})
