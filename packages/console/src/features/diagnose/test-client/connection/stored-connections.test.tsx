import { expect, it } from 'vitest'
import { defaultSettings } from '#domain/mqtt-link/connection-settings.ts'
import { readStoredConnections, type StoredConnection, storeConnections } from './stored-connections.ts'

const settings = defaultSettings('probe', location)
const options = { qos: 1, noLocal: false, retainAsPublished: true, retainHandling: 2 } as const
const connection: StoredConnection = {
  id: 'default',
  name: 'First',
  settings,
  subscriptions: [{ filter: 'a/#', options, colour: 3, isMuted: true }],
}

it('are read as they were stored, by the same user only', () => {
  storeConnections('admin', [connection])
  expect(readStoredConnections('admin')).toEqual([connection])
  expect(readStoredConnections('other')).toEqual([])
})

it('are read from before there was enhanced authentication', () => {
  const { enhanced, ...older } = settings
  const stored = { username: 'admin', connections: [{ ...connection, settings: older }] }
  localStorage.setItem('testClient', JSON.stringify(stored))
  expect(readStoredConnections('admin')[0]?.settings).toEqual({ ...older, enhanced })
})

it('hold nothing that has no place there', () => {
  const secret = { ...connection, password: 'one', settings: { ...settings, password: 'two' } }
  storeConnections('admin', [secret])
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/password|one"|two"/)
})

it.each(['', '{', '[]', '{"username":"admin","connections":[{"id":1}]}'])(
  'are none where %s is stored',
  (text) => {
    localStorage.setItem('testClient', text)
    expect(readStoredConnections('admin')).toEqual([])
  },
)
