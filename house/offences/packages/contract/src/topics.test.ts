import { expect, test } from 'vitest'
import { alarms } from './alarms.ts'
import { topics } from './topics.ts'

test('lists', () => expect([topics.list, alarms.unhandled, `/topics/${encodeURIComponent('a/b')}`]).toBeDefined())
