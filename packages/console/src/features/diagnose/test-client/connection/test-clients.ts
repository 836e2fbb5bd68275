import { currentSession, onSessionChange } from '#api/session.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import { ChangeStore } from './change-store.ts'
import type { ConnectionFacts } from './connection-facts.ts'
import { startSettings } from './start-settings.ts'
import { readStoredConnections, type StoredConnection, storeConnections } from './stored-connections.ts'
import { TestConnection } from './test-connection.ts'

function storable({ id, name, settings, subscriptions }: ConnectionFacts): StoredConnection {
  return {
    id,
    name,
    // The data of another authentication method may be as secret as a password.
    settings: { ...settings, enhanced: { ...settings.enhanced, data: '' } },
    subscriptions: subscriptions.map(({ filter, options, colour, isMuted }) => ({
      filter,
      options,
      colour,
      isMuted,
    })),
  }
}

/** The maximum number of connections besides the default one (specification §1, §9). */
export const maximumNew = 6

interface Clients {
  /** The user who owns the connections: another user starts with their own. */
  readonly owner: string
  readonly connections: readonly TestConnection[]
  readonly active: string
}

const defaultId = 'default'

/** Returns a random id of eight characters, like the console's random ids (specification §9). */
function randomId(): string {
  // `randomUUID` is not used, because it is missing on pages that are served without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function create(id: string, name: string): TestConnection {
  const settings = startSettings(`brokerdeck-${randomId()}`)
  return new TestConnection({ id, name, settings, subscriptions: [] }, store)
}

const ownerNow = () => currentSession()?.username ?? ''

function load(): Clients {
  const owner = ownerNow()
  const stored = readStoredConnections(owner)
  const connections = stored.map((one) => new TestConnection(one, store))
  const hasDefault = stored.some(({ id }) => id === defaultId)
  return {
    owner,
    connections: hasDefault ? connections : [create(defaultId, ''), ...connections],
    active: defaultId,
  }
}

const clients = new ChangeStore<Clients | undefined>(undefined)

function current(): Clients {
  const known = clients.get()
  if (known?.owner === ownerNow()) return known
  const loaded = load()
  clients.set(loaded)
  return loaded
}

function store(): void {
  const { owner, connections } = current()
  if (owner === '') return
  storeConnections(
    owner,
    connections.map(({ facts }) => storable(facts.get())),
  )
}

// Connections, messages and passwords belong to the user who signed in.
onSessionChange((session) => {
  if (session !== undefined) return
  for (const connection of clients.get()?.connections ?? []) connection.close()
  clients.set({ owner: '', connections: [], active: defaultId })
})

const isNew = ({ facts }: TestConnection) => facts.get().id !== defaultId

/** Holds the connections of the test client. They continue while other pages are shown, and end with the session. */
export const testClients = {
  subscribe: clients.subscribe,
  get: current,
  isDefault: (connection: TestConnection) => !isNew(connection),
  activate(id: string): void {
    clients.set({ ...current(), active: id })
  },
  add(): void {
    const { owner, connections } = current()
    const news = connections.filter(isNew)
    if (news.length >= maximumNew) return
    const id = randomId()
    const used = new Set(news.map(({ facts }) => facts.get().name))
    const number = Array.from({ length: maximumNew }, (_, at) => at + 1).find(
      (one) => !used.has(m.newConnection(String(one))),
    )
    const made = create(id, m.newConnection(String(number ?? news.length + 1)))
    clients.set({ owner, connections: [...connections, made], active: id })
    store()
  },
  close(connection: TestConnection): void {
    connection.close()
    const { owner, connections } = current()
    const others = connections.filter((one) => one !== connection)
    clients.set({ owner, connections: others, active: defaultId })
    store()
  },
}
