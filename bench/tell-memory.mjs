/** Loaded into the measured command: it tells its parent what it holds. `collected` runs the collector first; a path gets a heap snapshot. */
import { setTimeout as wait } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'

/** The collector gives buffers and pages back beside the work, after it has found them. */
const restMs = 2_000

process.on('message', async (asked) => {
  if (asked !== 'now')
    for (let round = 0; round < 2; round += 1) {
      globalThis.gc()
      await wait(restMs)
    }
  if (asked !== 'now' && asked !== 'collected') writeHeapSnapshot(asked)
  process.send({ ...process.memoryUsage(), peakRss: process.resourceUsage().maxRSS * 1024 })
})
process.channel.unref()
