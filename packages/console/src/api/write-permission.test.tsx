import { afterEach, expect, it } from 'vitest'
import { refuseClosed } from '#api/permission/refuse-closed.ts'
import type { ConsoleConfig } from '#lib/console-config.ts'
import { getProblem } from './errors.ts'
import { whyClosed, whyNoPublish, whyNoSecrets, whyNoWrite } from './query.ts'
import { endSession, startSession } from './session.ts'

afterEach(() => {
  endSession('logged-out')
  document.head.replaceChildren()
})

function arrange(role: string | undefined, config: Partial<ConsoleConfig> = {}): void {
  const meta = document.createElement('meta')
  meta.name = 'brokerdeck'
  meta.content = JSON.stringify({ routing: 'browser', mode: 'cluster', readOnly: false, ...config })
  document.head.replaceChildren(meta)
  startSession({ token: 't', username: 'ada', edition: 'ce', version: '5.8.9', role })
}

const viewer = 'Your role is viewer: it may look, not change.'
const readOnly = 'This console is set to read-only: it changes nothing.'
const hidden = 'Only administrators can see secrets.'
const closed = 'Publishing is off: whoever started this console closed it to everybody.'

it.each([
  ['administrator', {}, [undefined, undefined, undefined]],
  // A broker without roles reports no role.
  [undefined, {}, [undefined, undefined, undefined]],
  ['viewer', {}, [viewer, viewer, hidden]],
  ['administrator', { readOnly: true }, [readOnly, readOnly, undefined]],
  ['viewer', { readOnly: true }, [readOnly, readOnly, hidden]],
  ['administrator', { closed: ['publish'] }, [undefined, closed, undefined]],
  ['viewer', { closed: ['publish'] }, [viewer, closed, hidden]],
  ['administrator', { closed: ['payloads'] }, [undefined, undefined, undefined]],
] as const)(
  '%s in a console with %j may write, publish and see secrets unless it is said why not',
  (...given) => {
    const [role, config, reasons] = given
    arrange(role, config)
    expect([whyNoWrite(), whyNoPublish(), whyNoSecrets()]).toEqual(reasons)
  },
)

it('lets everybody in who has no session to be told of', () => {
  arrange('viewer')
  endSession('logged-out')
  expect([whyNoWrite(), whyNoPublish(), whyNoSecrets()]).toEqual([undefined, undefined, undefined])
})

it('closes what was closed, and sends no request that the server would refuse', () => {
  const refusal = (method: string, path: string): unknown => {
    try {
      refuseClosed(method, new URL(`http://localhost/deck/api/v5/${path}`))
    } catch (error) {
      return getProblem(error)
    }
    return undefined
  }
  const asked = [
    ['POST', 'publish'],
    ['GET', 'mqtt/retainer/message/a'],
    ['GET', 'clients/c/mqueue_messages?payload=none'],
    ['GET', 'clients/c/mqueue_messages?payload=base64'],
  ] as const
  arrange('administrator')
  expect(asked.map(([method, path]) => refusal(method, path))).toEqual(asked.map(() => undefined))
  arrange('administrator', { closed: ['publish', 'payloads'] })
  expect(whyClosed('export')).toBeUndefined()
  expect(whyClosed('publish')).toBe(closed)
  const payloads = { kind: 'rejected', status: 403, message: whyClosed('payloads') }
  expect(asked.map(([method, path]) => refusal(method, path))).toMatchObject([
    { kind: 'rejected', status: 403, message: closed },
    payloads,
    undefined,
    payloads,
  ])
})
