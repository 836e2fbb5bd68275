import { connectReturnCodes, reasonCodes } from '@brokerdeck/contract/reason-codes.ts'
import { expect, it } from 'vitest'
import { reasonWords as en } from '#kit/messages/mqtt.ts'
import { reasonWords as zh } from '#kit/messages/mqtt.zh.ts'
import { reasonWords } from './reason-words.ts'

it('explains every code of both versions of MQTT', () => {
  const names = [...Object.values(reasonCodes), ...Object.values(connectReturnCodes)]
  expect(names.filter((name) => reasonWords(name) === undefined)).toEqual([])
})

it('knows one thing under all its names', () => {
  expect(reasonWords('session_taken_over')).toEqual(reasonWords('takenover'))
  expect(reasonWords('ssl_closed')?.title).toBe('Connection lost')
  expect(reasonWords('kicked')?.meaning).toContain('operator')
})

it('leaves what it does not know alone', () => {
  expect(reasonWords('bananas')).toBeUndefined()
  expect(reasonWords('kicked.meaning')).toBeUndefined()
  expect(reasonWords('constructor')).toBeUndefined()
})

it('is written in both languages', () => {
  expect(Object.keys(zh)).toEqual(Object.keys(en))
  expect(Object.entries(zh).filter(([, text]) => !/\p{Script=Han}/u.test(text))).toEqual([])
})
