import { fileURLToPath } from 'node:url'
import { runCheck } from '#check/run-check.ts'
import { run } from '#command/run.ts'
import { runHealth } from '#health/run-health.ts'
import { openClusterSource } from '#sources/cluster-source.ts'
import { openEmbeddedSource } from '#sources/embedded-source.ts'
import manifest from '../package.json' with { type: 'json' }

/** The maximum time from the signal to the end of the process, in milliseconds. */
const deadline = 5_000

/** Resolves at the first SIGINT or SIGTERM; a second one, or the deadline, ends the process at once. */
function untilStopped({ isPatient = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.on('SIGINT', () => process.exit(130))
      process.on('SIGTERM', () => process.exit(143))
      if (!isPatient) setTimeout(() => process.exit(1), deadline).unref()
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}

// The process that reads the output may end; this must not interrupt the requests of other clients.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await run(process.argv.slice(2), {
  version: manifest.version,
  consoleDir: fileURLToPath(new URL('console/', import.meta.url)),
  input: process.stdin,
  environment: process.env,
  out: (text) => process.stdout.write(text),
  print: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
    }),
  err: (text) => process.stderr.write(text),
  hasColours: process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '',
  openSource: ({ source, host, basePath }, report) =>
    source.kind === 'cluster'
      ? openClusterSource(source, basePath, report)
      : openEmbeddedSource(source, host),
  check: runCheck,
  health: runHealth,
  untilStopped,
})

// Resources that a failed start left open must not keep the process running; all output has been written by then.
setTimeout(() => process.exit(), 500).unref()
