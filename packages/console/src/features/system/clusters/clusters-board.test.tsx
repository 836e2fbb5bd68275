import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { render } from '#testing/render-element.ts'
import { ClustersBoard } from './clusters-board.tsx'

const status = { node_name: 'a@1', rel_vsn: 'v5.8.9', broker_status: 'started', app_status: 'running' }
const session = { token: 't', username: 'ada', edition: 'ce', version: '5.8.9' }

/**
 * The paths that were requested; `rowOf` returns the row of the only cluster, with responses chosen by the ends of
 * the paths.
 */
const asked: string[] = []

async function rowOf(answers: Readonly<Record<string, () => Response>>, signedIn = true): Promise<string> {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.pathname)
    const [, answer] = Object.entries(answers).find(([end]) => url.pathname.endsWith(end)) ?? []
    return answer?.() ?? Response.json({ code: 'INTERNAL_ERROR', message: 'no such answer' }, { status: 500 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  if (signedIn) sessionStorage.setItem('session /c/plant/', JSON.stringify(session))
  onTestFinished(() => sessionStorage.clear())
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClustersBoard
        home="/"
        all={[{ name: 'plant', readOnly: true, closed: ['payloads', 'export'] }]}
        preferences={null}
      />
    </QueryClientProvider>,
  )
  await screen.findByText(/^(Answers|No answer)$/)
  return screen.getByRole('row', { name: /plant/ }).textContent
}

it('says that a cluster answers whose values cannot be read: it is not away', async () => {
  const row = await rowOf({ '/status': () => Response.json(status), '/nodes': () => Response.json([]) })
  expect(row).toContain('Answers')
  expect(row).toContain('5.8.9')
  expect(row).toContain('Values cannot be read')
})

it('counts a node and an alarm that cannot be read among the others', async () => {
  const stopped = { node: 'b@2', node_status: 'stopped', role: 'core' }
  const current = {
    connections: 7,
    live_connections: 7,
    topics: 0,
    subscriptions: 0,
    shared_subscriptions: 0,
    retained_msg_count: 0,
    received_msg_rate: 0,
    sent_msg_rate: 0,
    dropped_msg_rate: 0,
  }
  const row = await rowOf({
    '/status': () => Response.json(status),
    '/nodes': () => Response.json([stopped, { node: 5 }]),
    '/monitor_current': () => Response.json(current),
    '/alarms': () => Response.json({ data: [{}], meta: { page: 1, limit: 100 } }),
  })
  expect(row).toContain('ada')
  expect(row).toMatch(/ada0 \/ 27.*1$/)
})

it('says so of figures that do not come as well', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const row = await rowOf({ '/status': () => Response.json(status), '/nodes': lost })
  expect(row).toContain('Answers')
  expect(row).toContain('Values cannot be read')
})

it('tells an ended session from nobody', async () => {
  const refusal = () => Response.json({ code: 'BAD_TOKEN', message: 'no' }, { status: 401 })
  expect(await rowOf({ '/status': () => Response.json(status), '/nodes': refusal })).toContain(
    'Session ended',
  )
})

it('asks for nothing but what everybody may know where nobody is signed in', async () => {
  const row = await rowOf({ '/status': () => Response.json(status) }, false)
  expect(row).toContain('Nobody')
  expect(asked).toEqual(['/c/plant/api/v5/status'])
})

it('gives the reason why a cluster is away', async () => {
  const message = 'plant:18083 cannot be reached: connection refused'
  const away = () => Response.json({ code: 'UPSTREAM_UNREACHABLE', message }, { status: 502 })
  const row = await rowOf({ '/status': away })
  expect(row).toContain('No answer')
  expect(row).toContain(message)
})

it('marks what is closed in a cluster, as it marks what it is for', async () => {
  const row = await rowOf({ '/status': () => Response.json(status) }, false)
  expect(row).toMatch(/Read-only.*Payloads hidden.*No export/)
  expect(row).not.toContain('No publishing')
})
