import type { CDPSession } from '@playwright/test'

export interface Task {
  /** Milliseconds, and how many of them the processor worked for it: the rest is what else this machine did. */
  readonly wall: number
  readonly processor: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  readonly tdur?: number
}

/** The tasks of the page's main thread from now on, until it is told to end. */
export async function watchTasks(devtools: CDPSession): Promise<{ end(): Promise<readonly Task[]> }> {
  const events: TraceEvent[] = []
  const take = ({ value }: { value: object[] }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event)
  }
  devtools.on('Tracing.dataCollected', take)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], excludedCategories: ['*'] },
  })
  return {
    async end() {
      const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
      await devtools.send('Tracing.end')
      await complete
      const main = mainThread(events)
      return events
        .filter((event) => /(^|::)RunTask$/.test(event.name) && threadOf(event) === main)
        .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, processor: tdur / 1000 }))
    },
  }
}

function isTraceEvent(event: object): event is TraceEvent {
  return 'name' in event && 'pid' in event && 'tid' in event
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

/** Where pages are laid out. */
function mainThread(events: readonly TraceEvent[]): string | undefined {
  const counts = new Map<string, number>()
  for (const event of events)
    if (event.name === 'UpdateLayoutTree') counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
