import type { CDPSession } from '@playwright/test'

export interface Task {
  /**
   * The duration in milliseconds, and how much of it is processor time: the rest went to other work of this machine.
   */
  readonly wall: number
  readonly processor: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** The start and the duration of the event, in microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string } }
}

/**
 * Records the tasks of the page's main thread until `end` is called. Tasks in which the test looks for something in
 * the page are left out: finding a role among thousands of elements took up to 268 ms. If such a task dispatches an
 * event to the page, it counts.
 */
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
      const ofMain = events.filter((event) => threadOf(event) === main)
      const asked = ofMain.filter(isAskedByTest)
      const told = ofMain.filter(({ name }) => name === 'EventDispatch')
      const isOfTest = (task: TraceEvent) => asked.some(isWithin(task)) && !told.some(isWithin(task))
      return ofMain
        .filter(({ name }) => /(^|::)RunTask$/.test(name))
        .filter((task) => !isOfTest(task))
        .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, processor: tdur / 1000 }))
    },
  }
}

function isTraceEvent(event: object): event is TraceEvent {
  return 'name' in event && 'pid' in event && 'tid' in event && 'ts' in event
}

/** Tells whether an event is a message of the developer tools, through which the test sends its requests. */
const isAskedByTest = ({ args }: TraceEvent): boolean =>
  args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession'

const isWithin =
  (task: TraceEvent) =>
  ({ ts, dur = 0 }: TraceEvent): boolean =>
    ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0)

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

/** Finds the thread that lays out pages. */
function mainThread(events: readonly TraceEvent[]): string | undefined {
  const counts = new Map<string, number>()
  for (const event of events)
    if (event.name === 'UpdateLayoutTree') counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
