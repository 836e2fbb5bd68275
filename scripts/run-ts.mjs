/**
 * Runs a TypeScript file of the repository: `node scripts/run-ts.mjs house/check-bundles.ts …`; its `main(args)`
 * returns the exit code.
 */
import { runnerImport } from 'vite'
import { inRepository, repository } from './repository.mjs'
import { threadSource } from './thread-source.mjs'

const [path, ...args] = process.argv.slice(2)

const { module } = await runnerImport(inRepository(path), {
  configFile: false,
  root: repository,
  logLevel: 'error',
  plugins: [threadSource()],
})
process.exitCode = (await module.main(args)) ?? 0
