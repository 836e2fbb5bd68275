import { ssoBackends } from '@brokerdeck/contract/console-server.ts'
import { waitFor } from '@testing-library/dom'
import fc from 'fast-check'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  askOtherTabs,
  currentSession,
  editionNumber,
  endSession,
  forgetEverySession,
  onSessionChange,
  readSession,
  type Session,
  sessionBelow,
  shareSession,
  startSession,
} from './session.ts'

afterEach(() => endSession('expired'))

const sessionOf = (username: string, token = 't'): Session => ({
  token,
  username,
  edition: 'ee',
  version: '5.8.9',
})

it('takes what is not Enterprise for Community', () => {
  expect(['ee', 'Enterprise', 'ce', 'opensource', ''].map(editionNumber)).toEqual([1, 1, 2, 2, 2])
})

const whole = fc.record(
  {
    token: fc.string(),
    username: fc.string(),
    edition: fc.string(),
    version: fc.string(),
    role: fc.string(),
    hasDefaultPassword: fc.boolean(),
    backend: fc.constantFrom(...ssoBackends),
  },
  { requiredKeys: ['token', 'username', 'edition', 'version'] },
)

it('reads the session that was stored, and nothing else of the place', () => {
  fc.assert(
    fc.property(whole, fc.string(), (session, more) => {
      expect(readSession(JSON.parse(JSON.stringify({ ...session, more })))).toEqual(session)
    }),
  )
})

it('takes no session of which a part is missing or of another kind', () => {
  const session = { token: 't', username: 'ada', edition: 'ee', version: '5.8.9' }
  const another = fc.oneof(fc.integer(), fc.constant(null), fc.array(fc.string()), fc.object())
  fc.assert(
    fc.property(
      fc.constantFrom('token', 'username', 'edition', 'version', 'role', 'hasDefaultPassword', 'backend'),
      another,
      (part, value) => {
        expect(readSession({ ...session, [part]: value })).toBeUndefined()
      },
    ),
  )
  for (const part of Object.keys(session))
    expect(readSession({ ...session, [part]: undefined })).toBeUndefined()
  expect(readSession({ ...session, backend: 'kerberos' })).toBeUndefined()
  expect([undefined, null, 7, 'ada', []].map(readSession)).toEqual(Array(5).fill(undefined))
})

/** Opens a second tab, and records how the session of this tab begins and ends. */
function openTabs(welcome = 'ada') {
  const channel = new BroadcastChannel('brokerdeck-session')
  const heard: unknown[] = []
  channel.addEventListener('message', ({ data }) => heard.push(data))
  onTestFinished(() => channel.close())
  onTestFinished(shareSession((username) => username === welcome))
  const turns: unknown[] = []
  onTestFinished(onSessionChange((session, end) => turns.push(end ?? session?.token)))
  return { tell: (message: object) => channel.postMessage(message), heard, turns }
}

describe('what the tabs of a browser tell each other', () => {
  // This test has to come first: no session has been requested or begun before it.
  it('is heard by a tab that nobody has signed in, if it is who is awaited', async () => {
    const { tell, turns } = openTabs()
    // These messages are ignored: an offer without a request, another user's session, unreadable messages.
    tell({ kind: 'offered', session: sessionOf('ada', 'unasked') })
    tell({ kind: 'started', session: sessionOf('eve') })
    tell({ kind: 'begun', session: sessionOf('ada', 'unknown') })
    tell({ kind: 'started', session: { ...sessionOf('ada'), token: 7 } })
    tell({ kind: 'started', session: sessionOf('ada', 'first') })
    await waitFor(() => expect(turns).toEqual(['first']))
    expect(sessionStorage.getItem('session')).toContain('first')
    expect(localStorage.getItem('session')).toBeNull()
  })

  it('is who has signed in, to all, and to who asks for it later', async () => {
    const { tell, heard, turns } = openTabs()
    tell({ kind: 'wanted' })
    tell({ kind: 'started', session: sessionOf('ada', 'theirs') })
    await waitFor(() => expect(turns).toEqual(['theirs']))
    startSession(sessionOf('ada', 'mine'))
    await waitFor(() => expect(heard).toEqual([{ kind: 'started', session: sessionOf('ada', 'mine') }]))
    tell({ kind: 'wanted' })
    await waitFor(() =>
      expect(heard.slice(1)).toEqual([{ kind: 'offered', session: sessionOf('ada', 'mine') }]),
    )
  })

  it('is a logout, also of who was idle, but no expiry', async () => {
    const { heard } = openTabs()
    for (const end of ['expired', 'idle', 'password-changed', 'logged-out'] as const) {
      startSession(sessionOf('ada'))
      endSession(end)
    }
    endSession('logged-out')
    endSession('logged-out', 'bob')
    startSession(sessionOf('eve'))
    await waitFor(() => expect(heard.at(-1)).toMatchObject({ kind: 'started', session: { username: 'eve' } }))
    expect(heard.filter((said) => Object(said).kind !== 'started')).toEqual([
      { kind: 'logged-out', username: 'ada' },
      { kind: 'logged-out', username: 'ada' },
      { kind: 'logged-out', username: 'bob' },
    ])
  })

  it('is taken from who was asked, once, and not where it is no longer wanted', async () => {
    const { tell, heard, turns } = openTabs()
    askOtherTabs()
    await waitFor(() => expect(heard).toEqual([{ kind: 'wanted' }]))
    tell({ kind: 'offered', session: sessionOf('ada', 'first') })
    tell({ kind: 'offered', session: sessionOf('ada', 'second') })
    tell({ kind: 'wanted' })
    await waitFor(() =>
      expect(heard.slice(1)).toMatchObject([{ kind: 'offered', session: { token: 'first' } }]),
    )
    tell({ kind: 'logged-out', username: 'ada' })
    tell({ kind: 'offered', session: sessionOf('ada', 'third') })
    tell({ kind: 'started', session: sessionOf('ada', 'last') })
    await waitFor(() => expect(turns).toEqual(['first', 'logged-out-elsewhere', 'last']))
    askOtherTabs()
    tell({ kind: 'offered', session: sessionOf('ada', 'unasked') })
    tell({ kind: 'wanted' })
    await waitFor(() =>
      expect(heard.slice(2)).toMatchObject([{ kind: 'offered', session: { token: 'last' } }]),
    )
  })

  it('renews the token of its own user, and leaves the session of another as it is', async () => {
    const { tell, turns } = openTabs()
    startSession(sessionOf('ada', 'old'))
    tell({ kind: 'logged-out', username: 'bob' })
    tell({ kind: 'started', session: sessionOf('bob') })
    tell({ kind: 'started', session: sessionOf('ada', 'new') })
    await waitFor(() => expect(currentSession()?.token).toBe('new'))
    expect([currentSession()?.username, turns]).toEqual(['ada', ['old']])
    expect(sessionStorage.getItem('session')).toContain('new')
  })
})

describe('what is kept of a session', () => {
  const stored = () =>
    [sessionStorage, localStorage].map((one) => Object(JSON.parse(one.getItem('session') ?? '{}')).token)

  it('is in this tab, and on this device where that was asked for', () => {
    localStorage.setItem('lastUse', '1')
    startSession(sessionOf('ada', 'kept'), true)
    expect(stored()).toEqual(['kept', 'kept'])
    // Otherwise a user who was idle before would be signed out at once.
    expect(Number(localStorage.getItem('lastUse'))).toBeGreaterThan(1)
    startSession(sessionOf('ada', 'here'))
    expect([...stored(), localStorage.getItem('edition')]).toEqual(['here', undefined, 'ee'])
    endSession('expired')
    expect([...stored(), localStorage.getItem('edition')]).toEqual([undefined, undefined, null])
  })

  it('is forgotten with it, but not what a newer one has stored since', () => {
    startSession(sessionOf('ada', 'old'), true)
    localStorage.setItem('session', JSON.stringify(sessionOf('ada', 'new')))
    endSession('expired')
    expect(stored()).toEqual([undefined, 'new'])
  })

  it('is forgotten of every console of this origin, and nothing else with it', () => {
    for (const key of ['session', 'session /c/lab/', 'sessions', 'a session /']) {
      sessionStorage.setItem(key, '{}')
      localStorage.setItem(key, '{}')
    }
    forgetEverySession()
    for (const storage of [sessionStorage, localStorage])
      expect(Object.keys(storage).toSorted()).toEqual(['a session /', 'sessions'])
  })

  it('is found when the page is loaded again: first of this tab, then of this device', async () => {
    const open = async () => {
      vi.resetModules()
      return (await import('./session.ts')).currentSession()?.token
    }
    expect(await open()).toBeUndefined()
    localStorage.setItem('session', JSON.stringify(sessionOf('ada', 'device')))
    expect(await open()).toBe('device')
    sessionStorage.setItem('session', JSON.stringify(sessionOf('ada', 'tab')))
    expect(await open()).toBe('tab')
  })

  it('is of one console: below another path there is another', async () => {
    const base = document.createElement('base')
    base.href = '/c/lab/index.html'
    document.head.append(base)
    onTestFinished(() => base.remove())
    vi.resetModules()
    const lab = await import('./session.ts')
    onTestFinished(() => lab.endSession('expired'))
    startSession(sessionOf('ada', 'root'))
    lab.startSession(sessionOf('ada', 'lab'), true)
    expect([currentSession()?.token, sessionBelow('/c/lab/')?.token]).toEqual(['root', 'lab'])
    sessionStorage.removeItem('session /c/lab/')
    expect([sessionBelow('/c/lab/')?.token, sessionBelow('/c/')]).toEqual(['lab', undefined])
    expect(localStorage.getItem('edition /c/lab/')).toBe('ee')
  })
})
